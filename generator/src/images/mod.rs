//! Pictures of posts and of `content/media`: where they come from and what is made of them.

mod drawn;
mod fault;
mod library;
mod media;
mod pending;
mod picture;
mod queue;
mod shown;
mod store;

pub use drawn::Drawing;
pub use fault::fault;
pub use library::{Awaited, Coming, Found, ImageMode, Library};
pub use media::{MediaBytes, MediaTable, ShownPictures};
pub use pending::PendingImages;
pub use picture::{Picture, PictureObject, PictureTag, foreign_origin, preload_tag};
pub use store::{ImageStore, ImageStoreError, NoImages, StoredImage};

use std::path::PathBuf;
use std::sync::Arc;

use imaging::Seal;

/// A file to publish as it is, named by its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    /// Path below `dist`.
    pub file: String,
    /// Where its bytes are.
    pub source: BlobSource,
}

/// Where the bytes of a [`Blob`] are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobSource {
    /// In memory.
    Bytes(Arc<[u8]>),
    /// In a file of the cache, believed only when it is what was sealed.
    File(PathBuf, Seal),
}
