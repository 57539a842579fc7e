//! Which variants of a picture exist, and the making of those that do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use imaging::{Limits, Spec, VariantCache};

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
    /// Pictures that cannot be encoded; they stay as they were uploaded.
    hopeless: Arc<Mutex<BTreeSet<String>>>,
}

#[derive(Debug, Clone)]
struct Pending {
    source: PendingSource,
    spec: Spec,
}

#[derive(Debug, Clone)]
enum PendingSource {
    Store(i64),
    File(PathBuf),
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
        let spec = Spec::default();
        if let Some(variants) = self.cache.ready(&image.hash, &spec) {
            return Ok(Some(done(Picture::of_variants(&variants))));
        }
        let bytes = || store.bytes(id);
        self.make(&image.hash, spec, PendingSource::Store(id), bytes)
            .map(Some)
    }

    /// The picture of a file in `content/media`.
    pub fn file(
        &self,
        path: &Path,
        bytes: &Arc<[u8]>,
        spec: Spec,
    ) -> Result<Found, ImageStoreError> {
        let hash = imaging::content_hash(bytes);
        if let Some(variants) = self.cache.ready(&hash, &spec) {
            return Ok(done(Picture::of_variants(&variants)));
        }
        let source = PendingSource::File(path.to_owned());
        self.make(&hash, spec, source, || Ok(Arc::clone(bytes)))
    }

    fn make(
        &self,
        hash: &str,
        spec: Spec,
        source: PendingSource,
        bytes: impl FnOnce() -> Result<Arc<[u8]>, ImageStoreError>,
    ) -> Result<Found, ImageStoreError> {
        if self.mode == ImageMode::Wait {
            let bytes = bytes()?;
            match self.cache.ensure(hash, &bytes, &spec) {
                Ok(variants) => return Ok(done(Picture::of_variants(&variants))),
                Err(error) => tracing::warn!(%error, hash, "a picture stays as it was uploaded"),
            }
            return Ok(done(self.original(hash, &bytes)));
        }
        let known = locked(&self.shown).get(hash).cloned();
        let picture = match known {
            Some(picture) => picture,
            None => {
                let picture = Arc::new(self.original(hash, &bytes()?));
                locked(&self.shown).insert(hash.to_owned(), Arc::clone(&picture));
                picture
            }
        };
        let pending = !locked(&self.hopeless).contains(hash);
        if pending {
            locked(&self.pending).insert(hash.to_owned(), Pending { source, spec });
        }
        Ok(Found { picture, pending })
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
            Ok(path) => BlobSource::File(path),
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

    fn keep(&self, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
        let path = self.originals.join(name);
        if !path.exists() {
            fs::create_dir_all(&self.originals)?;
            let mut file = tempfile::NamedTempFile::new_in(&self.originals)?;
            std::io::Write::write_all(&mut file, bytes)?;
            file.persist(&path).map_err(|error| error.error)?;
        }
        Ok(path)
    }

    /// Everything that waits.
    pub fn pending(&self) -> PendingImages {
        PendingImages {
            library: Some(self.clone()),
            waiting: locked(&self.pending).clone(),
        }
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

/// Variants that are still to be made. Owned, so that they can be made without holding the generator.
#[derive(Debug, Default)]
pub struct PendingImages {
    library: Option<Library>,
    waiting: BTreeMap<String, Pending>,
}

impl PendingImages {
    /// How many pictures wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Makes the variants; returns how many pictures were done. A picture that cannot be encoded is
    /// logged and stays as it was uploaded. Call [`crate::Generator::build`] afterwards.
    pub fn encode(&self, images: &dyn ImageStore) -> Result<usize, ImageStoreError> {
        let Some(library) = &self.library else {
            return Ok(0);
        };
        let mut done = 0;
        for (hash, pending) in &self.waiting {
            let made = pending.source.read(images).and_then(|bytes| {
                let variants = library.cache.ensure(hash, &bytes, &pending.spec);
                variants.map_err(|error| error.to_string())
            });
            match made {
                Ok(_) => done += 1,
                Err(error) => {
                    tracing::warn!(%error, hash, "a picture stays as it was uploaded");
                    locked(&library.hopeless).insert(hash.clone());
                }
            }
            locked(&library.shown).remove(hash);
            locked(&library.pending).remove(hash);
        }
        Ok(done)
    }
}

impl PendingSource {
    fn read(&self, images: &dyn ImageStore) -> Result<Arc<[u8]>, String> {
        match self {
            PendingSource::Store(id) => images.bytes(*id).map_err(|error| error.to_string()),
            PendingSource::File(path) => fs::read(path)
                .map(Arc::from)
                .map_err(|error| error.to_string()),
        }
    }
}
