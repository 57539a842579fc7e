//! Why an original cannot be had.

use crate::storage::StorageError;

/// Why an original cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OriginalError {
    /// The setting is not there any more.
    #[error("the file is in object storage, and CMS_ORIGINALS does not say where")]
    NoPlace,
    /// Object storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Nothing is there under its name.
    #[error("{place} has no object {hash}")]
    Missing {
        /// The bucket.
        place: String,
        /// Its name there.
        hash: String,
    },
    /// Something else is there.
    #[error("the object {hash} in {place} is not what was put there")]
    Damaged {
        /// The bucket.
        place: String,
        /// Its name there.
        hash: String,
    },
    /// Too many are being fetched.
    #[error("too many pictures are being fetched from object storage")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] anyhow::Error),
}
