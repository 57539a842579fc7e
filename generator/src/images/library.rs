//! Which variants of a picture exist, and the making of those that do not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use imaging::{Limits, Spec, VariantCache};

use super::{Blob, BlobSource, ImageStore, ImageStoreError, Picture};

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
            cache: Arc::new(VariantCache::new(cache.join("images"), Limits::default())),
            originals: cache.join("originals"),
            mode,
            pending: Arc::default(),
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
        let bytes = bytes()?;
        if self.mode == ImageMode::Wait {
            match self.cache.ensure(hash, &bytes, &spec) {
                Ok(variants) => return Ok(done(Picture::of_variants(&variants))),
                Err(error) => tracing::warn!(%error, hash, "a picture stays as it was uploaded"),
            }
            return Ok(done(self.original(hash, &bytes)));
        }
        self.lock()
            .insert(hash.to_owned(), Pending { source, spec });
        Ok(Found {
            picture: Arc::new(self.original(hash, &bytes)),
            pending: true,
        })
    }

    /// The uploaded picture without its metadata.
    fn original(&self, hash: &str, bytes: &[u8]) -> Picture {
        let stripped = imaging::inspect(bytes, &Limits::default()).and_then(|info| {
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
            waiting: self.lock().clone(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
            let bytes = match &pending.source {
                PendingSource::Store(id) => images.bytes(*id)?,
                PendingSource::File(path) => match fs::read(path) {
                    Ok(bytes) => bytes.into(),
                    Err(error) => {
                        tracing::warn!(%error, path = %path.display(), "a picture is gone");
                        continue;
                    }
                },
            };
            match library.cache.ensure(hash, &bytes, &pending.spec) {
                Ok(_) => done += 1,
                Err(error) => tracing::warn!(%error, hash, "a picture stays as it was uploaded"),
            }
            library.lock().remove(hash);
        }
        Ok(done)
    }
}
