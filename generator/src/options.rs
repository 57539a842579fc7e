//! Where everything is, as the caller says.

use std::path::PathBuf;

use crate::images::ImageMode;

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
    /// Where image variants are instead, when other builds use them too: they are named by content, so any number of
    /// programs may.
    pub pictures: Option<PathBuf>,
    /// Canonical origin; `content/site.toml` says it when this is `None`.
    pub public_url: Option<String>,
    /// What to do about image variants that are not made yet.
    pub images: ImageMode,
}

impl Options {
    /// Where image variants are.
    pub(crate) fn pictures_folder(&self) -> PathBuf {
        match &self.pictures {
            Some(folder) => folder.clone(),
            None => self.cache.join("images"),
        }
    }
}
