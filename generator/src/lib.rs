//! Pre-renders the public site: content + posts + templates -> dist.
//!
//! The generator is a pure function of its inputs: the same inputs give the same bytes, on any machine,
//! in any order of saves. See docs/architecture.md.

pub mod content;
mod fingerprint;
pub mod images;
mod lang;
mod post;
mod problem;
pub mod routes;
mod text;
mod theme;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

pub use images::{ImageMode, ImageStore, ImageStoreError, NoImages, PendingImages, StoredImage};
pub use lang::{Lang, Localized};
pub use post::{Category, Post, PostSet};
pub use problem::{BuildError, Problem, Problems, Severity};

/// Where everything is.
#[derive(Debug, Clone)]
pub struct Options {
    /// What the firm says.
    pub content: PathBuf,
    /// How it looks.
    pub templates: PathBuf,
    /// The generated site.
    pub dist: PathBuf,
    /// Image variants and the record of the last build; can be deleted at any time.
    pub cache: PathBuf,
    /// Canonical origin; `content/site.toml` says it when this is `None`.
    pub public_url: Option<String>,
    /// What to do about image variants that are not made yet.
    pub images: ImageMode,
}

/// What a build did.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Pages and other generated files of the site (without assets and media).
    pub pages_total: usize,
    /// Of these, rendered again.
    pub rendered: usize,
    /// Files written because their bytes changed.
    pub written: usize,
    /// Files removed.
    pub removed: usize,
    /// From the call to the last rename.
    pub duration: Duration,
    /// What someone should look at.
    pub warnings: Vec<Problem>,
    /// Pictures whose variants are still to be made, see [`Generator::pending_images`].
    pub images_pending: usize,
}

/// The generator with everything it remembers between builds.
#[derive(Debug)]
pub struct Generator {
    options: Options,
}

impl Generator {
    /// Loads content, templates and the record of the last build.
    pub fn open(options: Options) -> Result<Generator, Problems> {
        Ok(Generator { options })
    }

    /// Loads content and templates again after they changed; on error the old set stays in use.
    pub fn reload(&mut self) -> Result<(), Problems> {
        Ok(())
    }

    /// Brings `dist` up to date. On error `dist` is as it was.
    pub fn build(
        &mut self,
        _posts: &PostSet,
        _images: &dyn ImageStore,
    ) -> Result<Report, BuildError> {
        Ok(Report::default())
    }

    /// The page of a post that is not saved, with the site's own templates. Writes nothing.
    pub fn preview(
        &self,
        _post: &Post,
        _lang: Lang,
        _images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        Ok(String::new())
    }

    /// Variants that the last build found missing (only with [`ImageMode::Background`]).
    pub fn pending_images(&self) -> PendingImages {
        PendingImages::default()
    }

    /// Folders whose changes call for [`Generator::reload`].
    pub fn watch_paths(&self) -> Vec<PathBuf> {
        vec![self.options.content.clone(), self.options.templates.clone()]
    }
}
