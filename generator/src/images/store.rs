//! Where the pictures of posts come from.

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
    /// [`imaging::content_hash`] of the picture.
    pub hash: String,
    /// `image/jpeg` …
    pub content_type: String,
}

/// The pictures of posts (the CMS's store, or nothing).
pub trait ImageStore: Send + Sync {
    /// What is known of an image; `None` when there is none. Called often: must be cheap.
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError>;
    /// The picture as it was uploaded; `None` when there is none, or none any more since [`ImageStore::image`]
    /// was asked. Called only when variants have to be made.
    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError>;
    /// Whether a picture that a post names can go, or become another one, while the post stays as it is. A store that
    /// says no spares every build a look at every picture; what was not there is looked for in any case.
    fn forgets(&self) -> bool {
        true
    }
}

/// A store without images.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoImages;

impl ImageStore for NoImages {
    fn image(&self, _id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        Ok(None)
    }

    fn bytes(&self, _id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Ok(None)
    }
}
