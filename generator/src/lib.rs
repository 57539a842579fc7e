//! Pre-renders the public site: content + posts + templates -> dist.
//!
//! The generator is a pure function of its inputs: the same inputs give the same bytes, on any machine,
//! in any order of saves. See docs/architecture.md.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// A problem is made once per failed build; boxing it would only make its makers harder to read.
#![allow(clippy::result_large_err)]

mod blobs;
mod body;
mod catalogue;
pub mod content;
mod feeds;
mod files;
mod fingerprint;
mod generator;
mod hosting;
mod images;
mod islands;
mod lang;
mod lock;
mod making;
mod manifest;
mod output;
mod pages;
mod places;
mod plan;
mod post;
mod preview;
mod problem;
mod render;
pub mod routes;
mod site;
mod sitemap;
mod structured_data;
mod sync;
mod text;
mod theme;

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

pub use generator::Generator;
pub use images::{ImageMode, ImageStore, ImageStoreError, NoImages, PendingImages, StoredImage};
pub use lang::{Lang, Localized};
pub use lock::{Owned, Still};
pub use post::{Category, Post, PostSet};
pub use preview::Previewer;
pub use problem::{BuildError, Problem, Problems, Severity};
pub use sync::Unsynced;

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
