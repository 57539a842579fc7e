//! The site as previews show it: as of the last generation, never waiting for the one that runs.

use std::sync::{Arc, PoisonError, RwLock};

use generator::{BuildError, Generator, ImageStore, Lang, Languages, Post, Previewer};

/// Why there is no preview, for editors.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// Content and templates could not be loaded yet: why, or that they are being loaded.
    #[error("{0}")]
    NotLoaded(String),
    /// The site has no pages in it.
    #[error("the site has no pages in {0}")]
    NoLanguage(Lang),
    /// The templates cannot render this post; file and line are named.
    #[error(transparent)]
    Page(#[from] BuildError),
}

/// What the last generation left, once content and templates could be loaded. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Shown(Arc<RwLock<Option<Previewer>>>);

impl Shown {
    /// Previews are made of this from now on.
    pub fn set(&self, generator: &Generator) {
        let previewer = generator.previewer();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(previewer);
    }

    /// Origin of the site's addresses, once content could be loaded.
    pub fn origin(&self) -> Option<String> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(|shown| shown.origin().to_owned())
    }

    /// Languages of the site, once content could be loaded.
    pub fn languages(&self) -> Option<Languages> {
        let shown = self.0.read().unwrap_or_else(PoisonError::into_inner);
        shown.as_ref().map(Previewer::languages)
    }

    /// The page of a post, for an editor or, below an address, for a guest; `reason` says why nothing could be loaded, if
    /// that is known. Blocks.
    pub fn page(
        &self,
        (post, lang): (&Post, Lang),
        base: Option<&str>,
        images: &dyn ImageStore,
        reason: impl FnOnce() -> Option<String>,
    ) -> Result<String, PreviewError> {
        // Held for a moment only.
        let shown = self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let Some(previewer) = shown else {
            let text = reason().unwrap_or_else(|| "The site is still being loaded.".into());
            return Err(PreviewError::NotLoaded(text));
        };
        if !previewer.languages().has(lang) {
            return Err(PreviewError::NoLanguage(lang));
        }
        Ok(match base {
            Some(base) => previewer.shared(post, lang, base, images)?,
            None => previewer.preview(post, lang, images)?,
        })
    }
}
