//! Which variants of a picture exist, and what is shown while they do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use imaging::{Limits, Seal, Spec, VariantCache};

use super::pending::{self, Outcome, Pending, PendingImages, PendingSource};
use super::{Blob, BlobSource, ImageStore, ImageStoreError, Picture};

/// Whoever took the upload has bounded its size; what was taken is published.
fn limits() -> Limits {
    Limits {
        max_bytes: usize::MAX,
        ..Limits::default()
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

/// Pictures by content hash.
#[derive(Debug, Clone)]
pub struct Library {
    cache: Arc<VariantCache>,
    originals: PathBuf,
    mode: ImageMode,
    pending: Arc<Mutex<BTreeMap<String, Pending>>>,
    /// Pictures that are shown as uploaded until their variants are made.
    shown: Arc<Mutex<BTreeMap<String, Arc<Picture>>>>,
    /// Pictures whose bytes no codec takes; they stay as they were uploaded.
    hopeless: Arc<Mutex<BTreeSet<String>>>,
}

/// A picture and whether it is final.
#[derive(Debug, Clone)]
pub struct Found {
    /// With what is ready.
    pub picture: Arc<Picture>,
    /// More is coming.
    pub pending: bool,
}

impl Library {
    /// A library in the cache folder.
    pub fn new(cache: &Path, mode: ImageMode) -> Library {
        Library {
            cache: Arc::new(VariantCache::new(cache.join("images"), limits())),
            originals: cache.join("originals"),
            mode,
            pending: Arc::default(),
            shown: Arc::default(),
            hopeless: Arc::default(),
        }
    }

    /// The picture of a stored image; `None` when the store has none.
    pub fn stored(
        &self,
        id: i64,
        store: &dyn ImageStore,
    ) -> Result<Option<Found>, ImageStoreError> {
        let Some(image) = store.image(id)? else {
            return Ok(None);
        };
        let wanted = Pending {
            source: PendingSource::Store(id),
            spec: Spec::default(),
        };
        if let Some(found) = self.at_hand(&image.hash, &wanted) {
            return Ok(Some(found));
        }
        let bytes = store.bytes(id)?;
        Ok(bytes.map(|bytes| self.make(&image.hash, wanted, &bytes)))
    }

    /// The picture of a file in `content/media`.
    pub fn file(&self, path: &Path, bytes: &[u8], spec: Spec) -> Found {
        let hash = imaging::content_hash(bytes);
        let wanted = Pending {
            source: PendingSource::File(path.to_owned()),
            spec,
        };
        self.at_hand(&hash, &wanted)
            .unwrap_or_else(|| self.make(&hash, wanted, bytes))
    }

    /// What can be shown without reading the picture: its variants, or what was shown before.
    fn at_hand(&self, hash: &str, wanted: &Pending) -> Option<Found> {
        if let Some(variants) = self.cache.ready(hash, &wanted.spec) {
            return Some(done(Picture::of_variants(&variants)));
        }
        let shown = locked(&self.shown).get(hash).cloned();
        let shown = shown.filter(|picture| picture.blobs.iter().all(Blob::is_there))?;
        Some(self.as_uploaded(hash, wanted.clone(), shown))
    }

    fn make(&self, hash: &str, wanted: Pending, bytes: &[u8]) -> Found {
        if self.mode == ImageMode::Background {
            let picture = Arc::new(self.original(hash, bytes));
            locked(&self.shown).insert(hash.to_owned(), Arc::clone(&picture));
            return self.as_uploaded(hash, wanted, picture);
        }
        match self.cache.ensure(hash, bytes, &wanted.spec) {
            Ok(variants) => done(Picture::of_variants(&variants)),
            Err(error) => {
                tracing::warn!(%error, hash, "a picture stays as it was uploaded");
                Found {
                    picture: Arc::new(self.original(hash, bytes)),
                    pending: pending::may_pass(&error),
                }
            }
        }
    }

    fn as_uploaded(&self, hash: &str, wanted: Pending, picture: Arc<Picture>) -> Found {
        let pending = !locked(&self.hopeless).contains(hash);
        if pending {
            locked(&self.pending).insert(hash.to_owned(), wanted);
        }
        Found { picture, pending }
    }

    /// The uploaded picture without its metadata.
    fn original(&self, hash: &str, bytes: &[u8]) -> Picture {
        let stripped = imaging::inspect(bytes, &limits()).and_then(|info| {
            imaging::strip_metadata(bytes, &info).map(|stripped| (info, stripped))
        });
        let (info, stripped) = match stripped {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, hash, "a picture cannot be published");
                return Picture {
                    width: 0,
                    height: 0,
                    sets: Vec::new(),
                    blobs: Vec::new(),
                };
            }
        };
        let short = hash.get(..16).unwrap_or(hash);
        let name = format!("{short}.{}", info.format.extension());
        let source = match self.keep(&name, &stripped) {
            Ok(path) => BlobSource::File(path, Seal::of(&stripped)),
            Err(_) => BlobSource::Bytes(stripped.into()),
        };
        let blob = Blob {
            file: format!("media/{name}"),
            source,
        };
        let url = format!("/media/{name}");
        Picture::single(
            url,
            info.content_type(),
            info.width,
            info.height,
            vec![blob],
        )
    }

    /// Keeps an original as a file. One that is there already is believed if it has these bytes.
    fn keep(&self, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
        let path = self.originals.join(name);
        if !fs::read(&path).is_ok_and(|there| there == bytes) {
            fs::create_dir_all(&self.originals)?;
            let mut file = tempfile::NamedTempFile::new_in(&self.originals)?;
            std::io::Write::write_all(&mut file, bytes)?;
            file.persist(&path).map_err(|error| error.error)?;
        }
        Ok(path)
    }

    /// Looks at every file again: one of them turned out to be damaged.
    pub fn forget(&self) {
        self.cache.forget();
        locked(&self.shown).clear();
    }

    /// Everything that waits.
    pub fn pending(&self) -> PendingImages {
        PendingImages::new(self.clone(), locked(&self.pending).clone())
    }

    /// Makes the variants of a picture that waits.
    pub(super) fn encode(&self, hash: &str, pending: &Pending, images: &dyn ImageStore) -> Outcome {
        let outcome = pending.encode(hash, &self.cache, images);
        match &outcome {
            Outcome::Done | Outcome::Gone => {
                locked(&self.shown).remove(hash);
            }
            Outcome::Refused(error) => {
                tracing::warn!(%error, hash, "a picture stays as it was uploaded");
                locked(&self.hopeless).insert(hash.to_owned());
            }
            Outcome::StoreFailed(error) => {
                tracing::warn!(%error, hash, "a picture will be tried again");
            }
            Outcome::DiskFailed(error) => {
                tracing::warn!(error, hash, "a picture will be tried again");
            }
        }
        locked(&self.pending).remove(hash);
        outcome
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn done(picture: Picture) -> Found {
    Found {
        picture: Arc::new(picture),
        pending: false,
    }
}
