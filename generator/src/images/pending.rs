//! Pictures whose variants are still to be made, and the making.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use drawing::DrawingError;
use imaging::{ImageError, Spec, VariantCache};

use super::drawn::Drawing;
use super::{ImageStore, ImageStoreError, Library};

/// A picture that waits.
#[derive(Debug, Clone)]
pub struct Pending {
    /// Where its bytes are.
    pub source: PendingSource,
    /// Which variants.
    pub spec: Spec,
}

/// Where the bytes of a picture are.
#[derive(Debug, Clone)]
pub enum PendingSource {
    /// In the store of images.
    Store(i64),
    /// In a file of `content/media`.
    File(PathBuf),
    /// Nowhere yet.
    Drawing(Drawing),
}

/// Variants that are still to be made, also those that are wanted only later. Owned, so that they can be made without
/// holding the generator.
#[derive(Debug, Default)]
pub struct PendingImages {
    library: Option<Library>,
}

/// What became of a picture that waited.
#[derive(Debug)]
pub enum Outcome {
    /// Its variants are there.
    Done,
    /// Nobody has these bytes any more.
    Gone,
    /// No codec takes these bytes, today or tomorrow.
    Refused(ImageError),
    /// The faces lack its letters.
    Undrawable(DrawingError),
    /// The store did not answer; it may the next time.
    StoreFailed(ImageStoreError),
    /// The disk did not take or give a file; it may the next time.
    DiskFailed(String),
}

impl PendingImages {
    pub(super) fn new(library: Library) -> PendingImages {
        PendingImages {
            library: Some(library),
        }
    }

    /// How many pictures wait.
    pub fn len(&self) -> usize {
        self.library.as_ref().map_or(0, Library::waiting)
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes all variants; see [`Self::encode_for`].
    pub fn encode(&self, images: &dyn ImageStore) -> Result<usize, ImageStoreError> {
        self.encode_for(images, Duration::MAX, usize::MAX)
    }

    /// Makes variants until none waits, the time is over or so many were tried, one picture after the other and the most
    /// urgent first, at least one; returns how many were done. Call [`crate::Generator::build`] when any was.
    ///
    /// A picture no codec takes stays as it was uploaded. One that store or disk failed to deliver is pending
    /// again from the next build on; asking for that build only after progress, or when somebody else wishes
    /// one, cannot run in circles. It is an error when nothing was done and the store is to blame.
    pub fn encode_for(
        &self,
        images: &dyn ImageStore,
        time: Duration,
        most: usize,
    ) -> Result<usize, ImageStoreError> {
        let Some(library) = &self.library else {
            return Ok(0);
        };
        let start = Instant::now();
        let (mut done, mut tried) = (0, 0);
        let mut store_failed = None;
        while let Some(outcome) = library.encode_next(images) {
            match outcome {
                Outcome::Done => done += 1,
                Outcome::StoreFailed(error) => store_failed = Some(error),
                Outcome::Gone
                | Outcome::Refused(_)
                | Outcome::Undrawable(_)
                | Outcome::DiskFailed(_) => {}
            }
            tried += 1;
            if start.elapsed() >= time || tried >= most {
                break;
            }
        }
        match store_failed {
            Some(error) if done == 0 => Err(error),
            _ => Ok(done),
        }
    }
}

/// Whether trying again may help: a disk may be freed, what is no picture stays none.
pub fn may_pass(error: &ImageError) -> bool {
    matches!(error, ImageError::Io { .. })
}

impl Pending {
    /// Makes the variants; `hash` is that of the picture.
    pub fn encode(&self, hash: &str, cache: &VariantCache, images: &dyn ImageStore) -> Outcome {
        let read = match &self.source {
            PendingSource::Drawing(drawing) => return drawing.make(cache),
            PendingSource::Store(id) => images.bytes(*id).map_err(Outcome::StoreFailed),
            PendingSource::File(path) => read(path),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(outcome) => return outcome,
        };
        // A file may have been replaced: its new bytes are another picture, not variants of this one.
        let Some(bytes) = bytes.filter(|bytes| imaging::content_hash(bytes) == hash) else {
            return Outcome::Gone;
        };
        match cache.ensure(hash, &bytes, &self.spec) {
            Ok(_) => Outcome::Done,
            Err(error) if may_pass(&error) => Outcome::DiskFailed(error.to_string()),
            Err(error) => Outcome::Refused(error),
        }
    }
}

/// The bytes of a file; `None` when there is none any more.
fn read(path: &Path) -> Result<Option<Arc<[u8]>>, Outcome> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes.into())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Outcome::DiskFailed(format!("{}: {error}", path.display()))),
    }
}
