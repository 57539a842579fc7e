//! What the generator remembers between builds, and the build itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::blobs::BlobPlan;
use crate::catalogue::{Catalogue, related_places};
use crate::images::{ImageStore, Library, PendingImages};
use crate::lang::Lang;
use crate::making::{obsolete_sitemap_parts, render_all};
use crate::manifest::Manifest;
use crate::output::Stage;
use crate::pages::{BodyRef, Page, PostPage};
use crate::plan::{Plan, Planned, Unit};
use crate::post::{Post, PostSet};
use crate::preview;
use crate::problem::{BuildError, Problem, Problems};
use crate::routes::{Output, PageId, Route, is_blob, is_ours};
use crate::site::{Loaded, Site};
use crate::{Options, Report};

/// React's renderer recurses on the native stack; QuickJS may use 1 MB of it.
const STACK: usize = 8 << 20;

/// The generator with everything it remembers between builds.
#[derive(Debug)]
pub struct Generator {
    options: Options,
    pool: Arc<rayon::ThreadPool>,
    library: Library,
    loaded: Loaded,
    site: Site,
    catalogue: Catalogue,
    manifest: Manifest,
    stage: Stage,
    /// What the last build brought about, if it succeeded and only posts may have changed since: then `dist`
    /// has all blobs that it wanted and no others.
    last: Option<Planned>,
}

impl Generator {
    /// Loads content, templates and the record of the last build.
    pub fn open(options: Options) -> Result<Generator, Problems> {
        let pool = pool()?;
        let library = Library::new(&options.cache, options.images);
        let (loaded, site) = pool.install(|| load(&options, &library))?;
        let io = |path: &Path, error: std::io::Error| {
            Problems::from(Problem::error("io", error.to_string()).in_file(path))
        };
        let stage =
            Stage::open(&options.cache, &options.dist).map_err(|e| io(&options.cache, e))?;
        let manifest =
            Manifest::open(&options.cache, &options.dist).map_err(|e| io(&options.dist, e))?;
        guard(&manifest, &options.dist)?;
        Ok(Generator {
            options,
            pool: Arc::new(pool),
            library,
            loaded,
            site,
            catalogue: Catalogue::default(),
            manifest,
            stage,
            last: None,
        })
    }

    /// Loads content and templates again after they changed; on error the old set stays in use.
    pub fn reload(&mut self) -> Result<(), Problems> {
        let (loaded, site) = self.pool.install(|| load(&self.options, &self.library))?;
        self.loaded = loaded;
        self.site = site;
        self.last = None;
        Ok(())
    }

    /// Brings `dist` up to date. On error `dist` is as it was.
    pub fn build(
        &mut self,
        posts: &PostSet,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let pool = Arc::clone(&self.pool);
        let _cleared_at_the_end = self.stage.set_up()?;
        pool.install(|| self.build_inside(posts, images))
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
            Some(_) => BlobPlan::of_changes(&self.site, &self.catalogue, &self.manifest),
            None => BlobPlan::whole(&self.site, &self.catalogue, &self.manifest),
        };
        let last = last.unwrap_or_default();

        let plan = Plan::new(&self.site, &self.catalogue, &self.manifest, &last);
        let (total, rendered) = (plan.total, plan.changes.len());
        let staged = render_all(&plan.changes, &self.site, &self.stage, &self.manifest)?;
        let mut removals = obsolete_sitemap_parts(&plan.changes, &staged, &self.manifest);
        removals.extend(plan.removals);
        let planned = plan.planned;

        let mut written = self.stage.blobs(&blobs.missing, &mut self.manifest)?;
        written += self.stage.commit(staged, &mut self.manifest)?;
        let removed = self.prune(removals, blobs.stale)?;
        self.last = Some(planned);
        let duration = start.elapsed();
        self.manifest
            .flush()
            .map_err(BuildError::io(&self.options.cache))?;
        Ok(Report {
            pages_total: total,
            rendered,
            written,
            removed,
            duration,
            warnings: self.loaded.warnings.clone(),
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
            self.site = self.loaded.site_with(media)?;
            self.last = None;
        }
        Ok(())
    }

    /// Removes what nothing refers to any more. Pages go before blobs, also those that a killed build left
    /// and nobody knows: they still name their style sheet.
    fn prune(&mut self, outputs: Vec<Output>, blobs: Vec<String>) -> Result<usize, BuildError> {
        let unknown = self.manifest.unknown.iter().cloned();
        let (unknown_blobs, unknown_pages): (Vec<_>, Vec<_>) =
            unknown.partition(|file| is_blob(file));
        let mut files: Vec<String> = outputs.iter().map(|output| output.file()).collect();
        files.extend(unknown_pages);
        files.extend(blobs.iter().cloned());
        files.extend(unknown_blobs);
        let removed = self.stage.remove(&files)?;
        for output in outputs {
            self.manifest.removed(output);
        }
        for blob in blobs {
            self.manifest.removed_blob(&blob);
        }
        self.manifest.unknown.clear();
        Ok(removed)
    }

    /// The page of a post that is not saved, with the site's own templates. Writes nothing.
    pub fn preview(
        &self,
        post: &Post,
        lang: Lang,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        let view = preview::view(post, images)?;
        let chrome = &self.site.chromes[lang as usize];
        let others: Vec<_> = self
            .catalogue
            .list(Some(post.category))
            .iter()
            .filter(|other| other.post.id != post.id)
            .cloned()
            .collect();
        let mut list = vec![Arc::new(view)];
        list.extend(others);
        let related =
            related_places(0, list.len()).map(|place| place.map(|place| list[place].card(lang)));
        let page = PostPage {
            chrome,
            page: &self.site.words[lang as usize].blog,
            card: list[0].card(lang),
            body: BodyRef::new(&list[0], lang),
            related,
            preview: true,
        };
        let output = Output::Page(PageId {
            route: Route::Post(post.id),
            lang,
        });
        let unit = Unit::Page(Page::Post(page));
        let files = self.pool.install(|| unit.render(&self.site, output))?;
        let bytes = files
            .into_iter()
            .next()
            .map(|(_, bytes)| bytes)
            .unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Variants that the last build found missing (only with [`crate::ImageMode::Background`]).
    pub fn pending_images(&self) -> PendingImages {
        self.library.pending()
    }

    /// Folders whose changes call for [`Generator::reload`].
    pub fn watch_paths(&self) -> Vec<PathBuf> {
        vec![self.options.content.clone(), self.options.templates.clone()]
    }

    /// What someone should look at in content and templates.
    pub fn warnings(&self) -> &[Problem] {
        &self.loaded.warnings
    }
}

fn pool() -> Result<rayon::ThreadPool, Problems> {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .thread_name(|index| format!("generate-{index}"))
        .build()
        .map_err(|error| Problem::error("threads", error.to_string()).into())
}

fn load(options: &Options, library: &Library) -> Result<(Loaded, Site), Problems> {
    let loaded = Loaded::read(options)?;
    let site = loaded.site(options, library)?;
    Ok((loaded, site))
}

/// Pruning removes what the generator does not know: never in a folder that is not a generated site.
fn guard(manifest: &Manifest, dist: &Path) -> Result<(), Problems> {
    if manifest.outputs() > 0 {
        return Ok(());
    }
    match manifest.unknown.iter().find(|file| !is_ours(file)) {
        None => Ok(()),
        Some(file) => {
            let message = format!("this folder has files that were not generated, such as {file}");
            let problem = Problem::error("not-a-site", message).in_file(dist);
            Err(problem
                .hint("give an empty folder, or empty this one")
                .into())
        }
    }
}
