//! What the generator remembers between builds, and the build itself.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::blobs::BlobPlan;
use crate::catalogue::Catalogue;
use crate::files::Files;
use crate::images::{ImageStore, Library, PendingImages};
use crate::lang::Lang;
use crate::lock::Still;
use crate::making::{obsolete_sitemap_parts, render_all};
use crate::places;
use crate::plan::{Plan, Planned};
use crate::post::{Post, PostSet};
use crate::preview::{Previewer, pool_of};
use crate::problem::{BuildError, Problem, Problems};
use crate::routes::{Output, is_blob};
use crate::site::{Loaded, Site};
use crate::sync::Unsynced;
use crate::{Options, Report};

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
    site: Arc<Site>,
    catalogue: Catalogue,
    files: Files,
    /// What the last build brought about, if it succeeded and only posts may have changed since: then `dist`
    /// has all blobs that it wanted and no others.
    last: Option<Planned>,
}

impl Generator {
    /// Loads content, templates and the record of the last build. `dist` and the cache belong to this generator
    /// until it is dropped; if they belong to another one, it is refused.
    pub fn open(options: Options) -> Result<Generator, BuildError> {
        places::check(&options)?;
        let pool = pool_of(None)?;
        let library = Library::new(&options.cache, options.images);
        let (loaded, site) = pool.install(|| load(&options, &library))?;
        let files = Files::open(&options)?;
        Ok(Generator {
            options,
            pool: Arc::new(pool),
            preview_pool: Arc::new(pool_of(Some(1))?),
            library,
            loaded,
            site: Arc::new(site),
            catalogue: Catalogue::default(),
            files,
            last: None,
        })
    }

    /// Loads content and templates again after they changed; on error the old set stays in use.
    pub fn reload(&mut self) -> Result<(), Problems> {
        let (loaded, site) = self.pool.install(|| load(&self.options, &self.library))?;
        self.loaded = loaded;
        self.site = Arc::new(site);
        self.last = None;
        Ok(())
    }

    /// Brings `dist` up to date. On error `dist` is as it was.
    pub fn build(
        &mut self,
        posts: &PostSet,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        if !self.files.are_still(&self.options) {
            self.reopen()?;
        }
        let pool = Arc::clone(&self.pool);
        let _cleared_at_the_end = self.files.stage.set_up()?;
        pool.install(|| {
            let mut built = self.build_inside(posts, images);
            for _ in 0..REPAIRS {
                let Err(BuildError::Damaged(files)) = &built else {
                    break;
                };
                self.make_again(files)?;
                built = self.build_inside(posts, images);
            }
            built
        })
    }

    /// The cache was deleted, or `dist` is another folder than it was: what was known of them is of no use.
    fn reopen(&mut self) -> Result<(), BuildError> {
        self.last = None;
        self.files.let_go();
        self.files = Files::open(&self.options)?;
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
        self.catalogue = Catalogue::default();
        let site = self.loaded.site(&self.options, &self.library)?;
        self.site = Arc::new(site);
        self.last = None;
        Ok(())
    }

    /// The pipeline: look, plan, render, write.
    fn build_inside(
        &mut self,
        posts: &PostSet,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let start = Instant::now();
        self.refresh_media()?;
        // Until this build has succeeded nothing is known but what the manifest says.
        let last = self.last.take();
        self.catalogue.update(posts, &self.library, images)?;
        let blobs = match last {
            Some(_) => BlobPlan::of_changes(&self.site, &self.catalogue, &self.files.manifest),
            None => BlobPlan::whole(&self.site, &self.catalogue, &self.files.manifest),
        };
        let last = last.unwrap_or_default();

        let Files {
            cache,
            stage,
            manifest,
            ..
        } = &mut self.files;
        let plan = Plan::new(&self.site, &self.catalogue, manifest, &last);
        let (total, rendered) = (plan.total, plan.changes.len());
        let staged = render_all(&plan.changes, &self.site, stage, manifest)?;
        let mut removals = obsolete_sitemap_parts(&plan.changes, &staged, manifest);
        removals.extend(plan.removals);
        let planned = plan.planned;

        let still = Still::wait(cache.path());
        let still = still.map_err(BuildError::io(&self.options.cache))?;
        let mut written = stage.blobs(&blobs.missing, manifest)?;
        written += stage.commit(staged, manifest)?;
        let removed = self.prune(removals, blobs.stale)?;
        drop(still);
        self.last = Some(planned);
        let duration = start.elapsed();
        self.files
            .manifest
            .flush()
            .map_err(BuildError::io(&self.options.cache))?;
        Ok(Report {
            pages_total: total,
            rendered,
            written,
            removed,
            duration,
            warnings: self.warnings(),
            images_pending: self.library.pending().len(),
        })
    }

    /// Media whose variants have been made since are used from now on.
    fn refresh_media(&mut self) -> Result<(), BuildError> {
        if !self.site.media.pending {
            return Ok(());
        }
        let media = self.loaded.media_table(&self.options, &self.library);
        if media.fingerprint != self.site.media.fingerprint || !media.pending {
            self.site = Arc::new(self.loaded.site_with(media)?);
            self.last = None;
        }
        Ok(())
    }

    /// Removes what nothing refers to any more: a list of files of ours. Pages go before blobs, also those that a
    /// killed build left and nobody recorded: they still name their style sheet.
    fn prune(&mut self, outputs: Vec<Output>, blobs: Vec<String>) -> Result<usize, BuildError> {
        let Files {
            stage, manifest, ..
        } = &mut self.files;
        let unknown = manifest.unknown.iter().cloned();
        let (unknown_blobs, unknown_pages): (Vec<_>, Vec<_>) =
            unknown.partition(|file| is_blob(file));
        let mut files: Vec<String> = outputs.iter().map(|output| output.file()).collect();
        files.extend(unknown_pages);
        files.extend(blobs.iter().cloned());
        files.extend(unknown_blobs);
        let removed = stage.remove(&files)?;
        for output in outputs {
            manifest.removed(output);
        }
        for blob in blobs {
            manifest.removed_blob(&blob);
        }
        manifest.removed_unknown();
        Ok(removed)
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
        Previewer::new(&self.site, &self.catalogue, &self.preview_pool)
    }

    /// Variants that the last build found missing (only with [`crate::ImageMode::Background`]).
    pub fn pending_images(&self) -> PendingImages {
        self.library.pending()
    }

    /// What was written and may not have reached the disk yet.
    pub fn unsynced(&self) -> Unsynced {
        Unsynced::new(
            [self.files.dist.path(), self.files.cache.path()],
            self.files.manifest.synced(),
        )
    }

    /// Folders whose changes call for [`Generator::reload`].
    pub fn watch_paths(&self) -> Vec<PathBuf> {
        vec![self.options.content.clone(), self.options.templates.clone()]
    }

    /// What someone should look at in content, templates and `dist`.
    pub fn warnings(&self) -> Vec<Problem> {
        let mut warnings = self.loaded.warnings.clone();
        let foreign = &self.files.manifest.foreign;
        if let Some(first) = foreign.first() {
            let message = format!("{} files here were not generated; they stay", foreign.len());
            let problem = Problem::warning("foreign-file", message);
            warnings.push(problem.in_file(self.options.dist.join(first)));
        }
        warnings
    }
}

fn load(options: &Options, library: &Library) -> Result<(Loaded, Site), Problems> {
    let loaded = Loaded::read(options)?;
    let site = loaded.site(options, library)?;
    Ok((loaded, site))
}
