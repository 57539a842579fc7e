//! What the generator remembers between builds, and the build itself.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use crate::catalogue::{Catalogue, related};
use crate::images::{Blob, ImageStore, Library, PendingImages};
use crate::lang::Lang;
use crate::manifest::Manifest;
use crate::output::{Stage, Staged};
use crate::pages::{BodyRef, Page, PostPage};
use crate::plan::{Change, Plan, Unit};
use crate::post::{Post, PostSet};
use crate::preview;
use crate::problem::{BuildError, Problem, Problems};
use crate::routes::{Output, PageId, Route, is_ours};
use crate::site::{Loaded, Site};
use crate::{Options, Report};

/// React's renderer recurses on the native stack; QuickJS may use 1 MB of it.
const STACK: usize = 8 << 20;
/// A broken template breaks every page; this many say enough.
const ENOUGH_PROBLEMS: usize = 50;

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
    blobs: Option<(u64, Vec<Blob>)>,
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
            blobs: None,
        })
    }

    /// Loads content and templates again after they changed; on error the old set stays in use.
    pub fn reload(&mut self) -> Result<(), Problems> {
        let (loaded, site) = self.pool.install(|| load(&self.options, &self.library))?;
        self.loaded = loaded;
        self.site = site;
        self.blobs = None;
        Ok(())
    }

    /// Brings `dist` up to date. On error `dist` is as it was.
    pub fn build(
        &mut self,
        posts: &PostSet,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let pool = Arc::clone(&self.pool);
        self.stage.set_up()?;
        let built = pool.install(|| self.build_inside(posts, images));
        self.stage.clear();
        built
    }

    /// The pipeline: look, plan, render, write.
    fn build_inside(
        &mut self,
        posts: &PostSet,
        images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        let start = Instant::now();
        self.refresh_media()?;
        self.catalogue.update(posts, &self.library, images)?;
        let blobs = self.wanted_blobs();

        let plan = Plan::new(&self.site, &self.catalogue, &self.manifest);
        let (total, rendered) = (plan.total, plan.changes.len());
        let staged = render_all(&plan.changes, &self.site, &self.stage, &self.manifest)?;
        let obsolete_parts = obsolete_sitemap_parts(&plan.changes, &staged, &self.manifest);
        let removals = plan.removals;

        let mut written = self.write_blobs(&blobs)?;
        written += self.stage.commit(staged, &mut self.manifest)?;
        let removed = self.prune(removals.into_iter().chain(obsolete_parts), &blobs)?;
        if let Some((version, kept)) = blobs {
            self.blobs = Some((version, kept));
        }
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
            self.blobs = None;
        }
        Ok(())
    }

    /// All blobs there should be; `None` when they are those of the last build.
    fn wanted_blobs(&self) -> Option<(u64, Vec<Blob>)> {
        let version = self.catalogue.pictures_version;
        if self
            .blobs
            .as_ref()
            .is_some_and(|(known, _)| *known == version)
        {
            return None;
        }
        let mut wanted: BTreeMap<String, Blob> = BTreeMap::new();
        for asset in self.site.theme.published() {
            let file = asset.url.trim_start_matches('/').to_owned();
            let source = crate::images::BlobSource::Bytes(Arc::clone(&asset.bytes));
            wanted.insert(file.clone(), Blob { file, source });
        }
        let of_posts = self
            .catalogue
            .pictures()
            .flat_map(|picture| picture.blobs.iter().cloned());
        for blob in self.site.media.blobs().chain(of_posts) {
            wanted.insert(blob.file.clone(), blob);
        }
        Some((version, wanted.into_values().collect()))
    }

    fn write_blobs(&mut self, blobs: &Option<(u64, Vec<Blob>)>) -> Result<usize, BuildError> {
        let Some((_, blobs)) = blobs else {
            return Ok(0);
        };
        let missing: Vec<&Blob> = blobs
            .iter()
            .filter(|blob| !self.manifest.has_blob(&blob.file))
            .collect();
        self.stage.blobs(&missing, &mut self.manifest)
    }

    /// Removes what nothing refers to any more: pages, then blobs, then files nobody knows.
    fn prune(
        &mut self,
        outputs: impl Iterator<Item = Output>,
        blobs: &Option<(u64, Vec<Blob>)>,
    ) -> Result<usize, BuildError> {
        let outputs: Vec<Output> = outputs.collect();
        let mut files: Vec<String> = outputs.iter().map(|output| output.file()).collect();
        let mut stale_blobs = Vec::new();
        if let Some((_, wanted)) = blobs {
            let wanted: HashSet<&str> = wanted.iter().map(|blob| blob.file.as_str()).collect();
            let stale = self
                .manifest
                .blob_names()
                .filter(|name| !wanted.contains(name.as_str()));
            stale_blobs.extend(stale.cloned());
            stale_blobs.sort_unstable();
        }
        files.extend(stale_blobs.iter().cloned());
        files.extend(self.manifest.unknown.iter().cloned());
        let removed = self.stage.remove(&files)?;
        for output in outputs {
            self.manifest.removed(output);
        }
        for blob in stale_blobs {
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
        let page = PostPage {
            chrome,
            page: &self.site.words[lang as usize].blog,
            card: list[0].card(lang),
            body: BodyRef::new(&list[0], lang),
            related: related(&list, 0).map(|view| view.map(|view| view.card(lang))),
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

/// Renders and stages everything, in parallel. Nothing is in place yet: on error all of it is dropped.
fn render_all(
    changes: &[Change<'_>],
    site: &Site,
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Vec<Staged>, BuildError> {
    let failures = AtomicUsize::new(0);
    let results: Vec<Result<Vec<Staged>, BuildError>> = changes
        .par_iter()
        .map(|change| {
            if failures.load(Ordering::Relaxed) >= ENOUGH_PROBLEMS {
                return Ok(Vec::new());
            }
            let staged = render_one(change, site, stage, manifest);
            if staged.is_err() {
                failures.fetch_add(1, Ordering::Relaxed);
            }
            staged
        })
        .collect();
    let mut staged = Vec::with_capacity(changes.len());
    let mut problems = Problems::default();
    let mut failed = None;
    for result in results {
        match result {
            Ok(files) => staged.extend(files),
            Err(BuildError::Problems(found)) => problems.extend(found.0),
            Err(error) => failed = Some(error),
        }
    }
    if !problems.is_empty() {
        problems.sort();
        problems.0.dedup();
        failed = Some(BuildError::Problems(problems));
    }
    match failed {
        None => Ok(staged),
        Some(error) => Err(error),
    }
}

fn render_one(
    change: &Change<'_>,
    site: &Site,
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Vec<Staged>, BuildError> {
    let files = change.unit.render(site, change.output)?;
    files
        .into_iter()
        .map(|(output, bytes)| {
            stage.page(output, change.fingerprint, &bytes, manifest.output(output))
        })
        .collect()
}

/// Parts of an older, larger sitemap.
fn obsolete_sitemap_parts(
    changes: &[Change<'_>],
    staged: &[Staged],
    manifest: &Manifest,
) -> Vec<Output> {
    if !changes
        .iter()
        .any(|change| matches!(change.unit, Unit::Sitemap(_)))
    {
        return Vec::new();
    }
    let is_part = |output: &Output| matches!(output, Output::Sitemap(1..));
    let fresh: HashSet<Output> = staged
        .iter()
        .map(|file| file.output)
        .filter(is_part)
        .collect();
    let old = manifest
        .output_names()
        .filter(|output| is_part(output) && !fresh.contains(*output));
    old.copied().collect()
}
