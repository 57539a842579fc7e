//! What the generator remembers between builds, and the build itself.

mod back;
mod placement;
mod preview;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

pub use self::preview::Previewer;

use self::placement::Placement;
use self::preview::pool_of;
use crate::base::{Lang, Problem, Problems};
use crate::files::search::Filters;
use crate::images::{ImageStore, Library, PendingImages};
use crate::inputs::{Inputs, Loaded};
use crate::options::Options;
use crate::output::releases::Publication;
use crate::output::{BuildError, Folders, MoveLock, Unsynced, check_places};
use crate::plan::{BlobPlan, Moved, Plan, Site, Source, Total, overtaken, render_all};
use crate::posts::{Catalogue, Draw, ListedPost, Post, Published};

/// What a build did.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// How much the site has now.
    pub total: Total,
    /// Of its files, rendered again.
    pub rendered: usize,
    /// Files written because their bytes changed.
    pub written: usize,
    /// Files removed.
    pub removed: usize,
    /// From the call to the last rename.
    pub duration: Duration,
    /// What someone should look at.
    pub warnings: Vec<Problem>,
    /// Pictures whose variants are still to be made, see [`Generator::pending_images`], or were made while this build ran and
    /// may have come too late for it.
    pub images_pending: usize,
}

/// How often damaged files of the cache are made again before a build gives up.
const REPAIRS: usize = 3;

/// The generator with everything it remembers between builds.
#[derive(Debug)]
pub struct Generator {
    options: Options,
    pool: Arc<rayon::ThreadPool>,
    preview_pool: Arc<rayon::ThreadPool>,
    library: Library,
    loaded: Loaded,
    inputs: Arc<Inputs>,
    catalogue: Catalogue,
    moved: Moved,
    /// Rules of `redirects.toml` whose address is that of a post now.
    overtaken: BTreeSet<usize>,
    filters: Filters,
    folders: Folders,
    /// How much the last build wanted, if it succeeded and only posts may have changed since: then `dist`
    /// has all of them, all blobs that it wanted, and no others.
    last: Option<Total>,
}

/// The site without posts.
fn empty(inputs: &Inputs) -> Catalogue {
    Catalogue::of(inputs.languages, inputs.services())
}

impl Generator {
    /// Loads content, templates and the record of the last build. `dist` and the cache belong to this generator
    /// until it is dropped; if they belong to another one, it is refused.
    pub fn open(options: Options) -> Result<Generator, BuildError> {
        check_places(&options)?;
        let pool = pool_of(None)?;
        let library = Library::new(&options.pictures_folder(), options.images);
        let (loaded, inputs) = pool.install(|| load(&options, &library))?;
        let folders = pool.install(|| Folders::open(&options, inputs.languages))?;
        Ok(Generator {
            options,
            pool: Arc::new(pool),
            preview_pool: Arc::new(pool_of(Some(1))?),
            library,
            loaded,
            catalogue: empty(&inputs),
            inputs: Arc::new(inputs),
            moved: Moved::default(),
            overtaken: BTreeSet::new(),
            filters: Filters::default(),
            folders,
            last: None,
        })
    }

    /// Loads content and templates again after they changed; on error the old set stays in use.
    pub fn reload(&mut self) -> Result<(), Problems> {
        let (loaded, inputs) = self.pool.install(|| load(&self.options, &self.library))?;
        let drawn_from = |inputs: &Inputs| inputs.sharing.as_ref().map(|one| one.fingerprint);
        let same_services = inputs.services().eq(self.inputs.services());
        let same_languages = inputs.languages == self.inputs.languages;
        if !same_services || !same_languages || drawn_from(&inputs) != drawn_from(&self.inputs) {
            // Posts have their pictures with them, and stand in the lists of the services and languages.
            self.catalogue = empty(&inputs);
        }
        self.loaded = loaded;
        self.inputs = Arc::new(inputs);
        self.overtaken.clear(); // places in the file as it was
        self.last = None;
        Ok(())
    }

    /// Brings `dist` up to date.
    ///
    /// On an error before the first file moves (content, templates, the store, a full disk) `dist` is as it was. On one
    /// while files move, each file is as it was or as it should be, and since assets come before the pages that name
    /// them, and removals last, everything that a page names is there; the next build goes on from there.
    pub fn build<'a>(
        &mut self,
        published: impl Into<Published<'a>>,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let published = published.into();
        if !self.folders.are_still(&self.options) {
            self.reopen()?;
        }
        let pool = Arc::clone(&self.pool);
        let _cleared_at_the_end = self.folders.stage.set_up()?;
        pool.install(|| {
            let mut built = self.build_inside(published, images);
            for _ in 0..REPAIRS {
                let Err(BuildError::Damaged(files)) = &built else {
                    break;
                };
                self.make_again(files)?;
                built = self.build_inside(published, images);
            }
            built
        })
    }

    /// The cache was deleted, or `dist` is another folder than it was: what was known of them is of no use.
    fn reopen(&mut self) -> Result<(), BuildError> {
        self.last = None;
        self.folders.let_go();
        self.folders = self
            .pool
            .install(|| Folders::open(&self.options, self.inputs.languages))?;
        Ok(())
    }

    /// Drops files of the cache that are not what was put there, and all that was made of them in memory.
    fn make_again(&mut self, damaged: &[PathBuf]) -> Result<(), BuildError> {
        for path in damaged {
            tracing::warn!(path = %path.display(), "a damaged file of the cache is made again");
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(BuildError::io(path)(error));
                }
                _ => {}
            }
        }
        self.library.forget();
        self.catalogue = empty(&self.inputs);
        let inputs = self.loaded.inputs(&self.options, &self.library)?;
        self.inputs = Arc::new(inputs);
        self.last = None;
        Ok(())
    }

    /// Takes in what is published now: of all that is known of the site only what differs is made anew.
    fn catch_up(
        &mut self,
        published: &Published<'_>,
        images: &dyn ImageStore,
    ) -> Result<(), BuildError> {
        let &Published { posts, moved, .. } = published;
        let sharing = self.inputs.sharing.as_ref();
        let draw =
            sharing.map(|sharing| move |post: &ListedPost, lang: Lang| sharing.of_post(post, lang));
        let draw = draw.as_ref().map(|draw| draw as Draw<'_>);
        self.catalogue.update(posts, &self.library, images, draw)?;
        let services: Vec<_> = self.inputs.services().collect();
        let site = Site {
            origin: &self.inputs.frames.default().public_url,
            languages: self.inputs.languages,
            services: &services,
            authors: &self.inputs.authors,
        };
        self.moved.update(moved, posts, site);
        self.overtaken = overtaken(&self.inputs, &self.catalogue);
        Ok(())
    }

    /// The pipeline: look, plan, render, write.
    fn build_inside(
        &mut self,
        published: Published<'_>,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let start = Instant::now();
        self.library.begin();
        self.refresh_media()?;
        // Until this build has succeeded nothing is known but what the manifest says.
        let last = self.last.take();
        self.catch_up(&published, images)?;
        let blobs = match last {
            Some(_) => BlobPlan::of_changes(&self.inputs, &self.catalogue, &self.folders.manifest),
            None => BlobPlan::whole(&self.inputs, &self.catalogue, &self.folders.manifest),
        };

        let Folders {
            cache,
            stage,
            manifest,
            ..
        } = &mut self.folders;
        let source = Source {
            inputs: &self.inputs,
            catalogue: &self.catalogue,
            moved: &self.moved,
            overtaken: &self.overtaken,
            filters: &self.filters,
        };
        let plan = Plan::new(source, manifest, last);
        let (total, rendered) = (plan.total, plan.changes.len());
        let staged = render_all(
            &plan.changes,
            (&self.inputs, published.texts),
            stage,
            manifest,
        )?;
        let removals = plan.removals;

        let still = MoveLock::wait(cache.path());
        let still = still.map_err(BuildError::io(&self.options.cache))?;
        let publication = Publication {
            revision: published.revision,
            made_of: self.loaded.identity,
            begins: self.folders.manifest.outputs() == 0,
            ..Publication::default()
        };
        let placement = Placement {
            blobs,
            staged,
            removals,
        };
        let placed = self.put_in_place(placement, publication, |_| true);
        drop(still);
        let duration = start.elapsed();
        if placed.is_ok() {
            // What is wanted has been made again.
            let manifest = &mut self.folders.manifest;
            let lost = manifest.lost().clone();
            manifest.give_up(&lost);
        }
        // Also what was moved before something failed.
        let flushed = self.folders.manifest.flush();
        let (written, removed) = placed?;
        flushed.map_err(BuildError::io(&self.options.cache))?;
        self.last = Some(total);
        self.library.settle();
        Ok(Report {
            total,
            rendered,
            written,
            removed,
            duration,
            warnings: self.warnings(),
            images_pending: self.library.unmet(),
        })
    }

    /// Media whose variants have been made since are used from now on: all at once, because every page names some.
    fn refresh_media(&mut self) -> Result<(), BuildError> {
        if !self.inputs.media.pending || self.library.waits_for_media() {
            return Ok(());
        }
        let media = self.loaded.media_table(&self.options, &self.library);
        if media.fingerprint != self.inputs.media.fingerprint || !media.pending {
            self.inputs = Arc::new(self.loaded.inputs_with(media, &self.inputs.page_pictures)?);
            self.last = None;
        }
        Ok(())
    }

    /// When a build has something to do although nothing changed: the next file that `dist` keeps for pages which
    /// somebody may still have open is then of no use to anyone. `None` when it keeps none.
    pub fn next_expiry(&self) -> Option<Duration> {
        self.folders.manifest.next_expiry()
    }

    /// The page of a post that is not saved, with the site's own templates. Writes nothing.
    pub fn preview(
        &self,
        post: &Post,
        lang: Lang,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        self.previewer().preview(post, lang, images)
    }

    /// What previews need, as of now: they are made while this generator builds.
    pub fn previewer(&self) -> Previewer {
        Previewer::new(&self.inputs, &self.catalogue, &self.preview_pool)
    }

    /// Variants that the last build found missing (only with [`crate::ImageMode::Background`]).
    pub fn pending_images(&self) -> PendingImages {
        self.library.pending()
    }

    /// What was written and may not have reached the disk yet.
    pub fn unsynced(&self) -> Unsynced {
        Unsynced::new(
            [self.folders.dist.path(), self.folders.cache.path()],
            self.folders.manifest.synced(),
        )
    }

    /// What someone should look at in content, templates and `dist`.
    pub fn warnings(&self) -> Vec<Problem> {
        let mut warnings = self.loaded.warnings.clone();
        warnings.extend(self.loaded.left_out(&self.overtaken));
        let foreign = &self.folders.manifest.foreign;
        if let Some(first) = foreign.first() {
            let message = format!("{} files here were not generated; they stay", foreign.len());
            let problem = Problem::warning("foreign-file", message);
            warnings.push(problem.in_file(self.options.dist.join(first)));
        }
        warnings
    }
}

fn load(options: &Options, library: &Library) -> Result<(Loaded, Inputs), Problems> {
    let loaded = Loaded::read(options)?;
    let inputs = loaded.inputs(options, library)?;
    Ok((loaded, inputs))
}
