//! Which variants of a picture exist, and what is shown while they do not.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use imaging::{ImageError, Spec, VariantCache};
use rustc_hash::FxHasher;

use super::pending::{self, Outcome, Pending, PendingImages, PendingSource};
use super::queue::Queue;
use super::shown::{limits, nothing, shown};
use super::{ImageStore, ImageStoreError, Picture};

/// How long one build reads pictures that it has not met before (only with [`ImageMode::Background`]). Those of an
/// import of thousands that are left appear with the builds that follow, while saves go live between them.
const PATIENCE: Duration = Duration::from_millis(500);

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
    pub(super) mode: ImageMode,
    queue: Arc<Mutex<Queue>>,
    /// Pictures whose bytes no codec takes; they stay as they were uploaded.
    hopeless: Arc<Mutex<BTreeSet<String>>>,
    patience: Duration,
    /// Until when the build that runs reads new pictures.
    until: Arc<Mutex<Option<Instant>>>,
    /// What has come out of the queue, whatever became of it.
    tried: Arc<Mutex<HashSet<Awaited>>>,
}

/// A picture that is being made, by its content hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Awaited(u64);

impl Awaited {
    fn new(hash: &str) -> Awaited {
        Awaited(BuildHasherDefault::<FxHasher>::default().hash_one(hash))
    }
}

/// Whether a picture is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coming {
    /// It is.
    Nothing,
    /// More of it is being made; there is nothing to look for until that has been tried.
    After(Awaited),
    /// More may come at any time.
    AnyTime,
}

/// A picture and whether it is final.
#[derive(Debug, Clone)]
pub struct Found {
    /// With what is ready; `None` when nothing is.
    pub picture: Option<Arc<Picture>>,
    /// What is still to come.
    pub coming: Coming,
}

impl Library {
    /// A library of what lies in a folder.
    pub fn new(folder: &Path, mode: ImageMode) -> Library {
        Library {
            cache: Arc::new(VariantCache::new(folder, limits())),
            mode,
            queue: Arc::default(),
            hopeless: Arc::default(),
            patience: PATIENCE,
            until: Arc::default(),
            tried: Arc::default(),
        }
    }

    /// A build begins: it has [`PATIENCE`] for pictures that are new to it.
    pub fn begin(&self) {
        locked(&self.queue).begin();
        *locked(&self.until) = Some(Instant::now() + self.patience);
    }

    /// A build succeeded: what comes from now on is new.
    pub fn settle(&self) {
        locked(&self.queue).started = true;
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
        if self.mode == ImageMode::Background && self.is_late() {
            return Ok(Some(Found {
                picture: None,
                coming: self.wish(&image.hash, &wanted),
            }));
        }
        match read(id, &image.hash, store) {
            Ok(bytes) => Ok(bytes.map(|bytes| self.make(&image.hash, &wanted, &bytes))),
            Err(error) => self.put_off(error, || self.wish(&image.hash, &wanted)),
        }
    }

    /// A stored image as it was uploaded, for a link to it; `None` when the store has none.
    pub fn linked(
        &self,
        id: i64,
        store: &dyn ImageStore,
    ) -> Result<Option<Found>, ImageStoreError> {
        let Some(image) = store.image(id)? else {
            return Ok(None);
        };
        if let Some(original) = self.cache.original(&image.hash) {
            return Ok(Some(done(Picture::of_original(&original))));
        }
        match read(id, &image.hash, store) {
            Ok(bytes) => Ok(bytes.map(|bytes| done(self.original(&image.hash, &bytes)))),
            Err(error) => self.put_off(error, || Coming::AnyTime),
        }
    }

    /// One picture that the store cannot give now, as when it lies on another machine, must not hold up all other pages of a
    /// site that is being served; whoever generates once is told.
    fn put_off(
        &self,
        error: ImageStoreError,
        coming: impl FnOnce() -> Coming,
    ) -> Result<Option<Found>, ImageStoreError> {
        if self.mode != ImageMode::Background {
            return Err(error);
        }
        tracing::warn!(%error, "a page goes without a picture until it can be read");
        Ok(Some(Found {
            picture: None,
            coming: coming(),
        }))
    }

    /// What was drawn under a key before.
    pub(super) fn drawn_before(&self, key: &str) -> Option<Found> {
        let drawn = self.cache.drawn(key)?;
        Some(done(Picture::of_original(&drawn)))
    }

    /// Keeps what was drawn.
    pub(super) fn keep_drawn(&self, key: &str, bytes: &[u8]) -> Arc<Picture> {
        Arc::new(shown(self.cache.keep_drawn(key, bytes), key, bytes))
    }

    /// The picture of a file in `content/media`; without one the file itself is shown, which is published anyway.
    pub fn file(&self, path: &Path, bytes: &[u8], spec: Spec) -> Found {
        let hash = imaging::content_hash(bytes);
        let wanted = Pending {
            source: PendingSource::File(path.to_owned()),
            spec,
        };
        let ready = self.cache.ready(&hash, &wanted.spec);
        match ready {
            Some(variants) if variants.current => done(Picture::of_variants(&variants)),
            earlier if self.mode == ImageMode::Background => Found {
                picture: earlier.map(|variants| Arc::new(Picture::of_variants(&variants))),
                coming: self.wish(&hash, &wanted),
            },
            _ => match self.cache.ensure(&hash, bytes, &wanted.spec) {
                Ok(variants) => done(Picture::of_variants(&variants)),
                Err(error) => Found {
                    picture: None,
                    coming: stays(&hash, &error),
                },
            },
        }
    }

    /// What can be shown without reading the picture: its variants, if need be those of an earlier version of the
    /// program, or itself.
    fn at_hand(&self, hash: &str, wanted: &Pending) -> Option<Found> {
        let ready = self.cache.ready(hash, &wanted.spec);
        if let Some(variants) = ready.as_ref().filter(|variants| variants.current) {
            return Some(done(Picture::of_variants(variants)));
        }
        if self.mode == ImageMode::Wait || self.is_hopeless(hash) {
            return None;
        }
        let earlier = ready.map(|variants| Picture::of_variants(&variants));
        let original = || Some(Picture::of_original(&self.cache.original(hash)?));
        let picture = earlier.or_else(original)?;
        Some(Found {
            picture: Some(Arc::new(picture)),
            coming: self.wish(hash, wanted),
        })
    }

    fn make(&self, hash: &str, wanted: &Pending, bytes: &[u8]) -> Found {
        if self.mode == ImageMode::Background && !self.is_hopeless(hash) {
            return Found {
                picture: Some(Arc::new(self.original(hash, bytes))),
                coming: self.wish(hash, wanted),
            };
        }
        let ensured = if self.is_hopeless(hash) {
            None
        } else {
            Some(self.cache.ensure(hash, bytes, &wanted.spec))
        };
        match ensured {
            Some(Ok(variants)) => done(Picture::of_variants(&variants)),
            failed => Found {
                picture: Some(Arc::new(self.whole_original(hash, bytes))),
                coming: match failed {
                    Some(Err(error)) => stays(hash, &error),
                    _ => Coming::Nothing,
                },
            },
        }
    }

    /// Whether the build that runs has read enough new pictures.
    fn is_late(&self) -> bool {
        locked(&self.until).is_some_and(|until| Instant::now() >= until)
    }

    pub(super) fn is_hopeless(&self, hash: &str) -> bool {
        locked(&self.hopeless).contains(hash)
    }

    /// Nothing can be made of it.
    pub(super) fn give_up(&self, hash: &str) {
        locked(&self.hopeless).insert(hash.to_owned());
    }

    /// Has the variants made, if they can be.
    pub(super) fn wish(&self, hash: &str, wanted: &Pending) -> Coming {
        if self.is_hopeless(hash) {
            return Coming::Nothing;
        }
        locked(&self.queue).add(hash, wanted);
        Coming::After(Awaited::new(hash))
    }

    /// What has come out of the queue since this was asked the last time: made, or failed, and wished for again by
    /// whoever looks at it.
    pub fn tried(&self) -> HashSet<Awaited> {
        std::mem::take(&mut *locked(&self.tried))
    }

    /// Nobody has looked at these after all.
    pub fn untried(&self, tried: HashSet<Awaited>) {
        locked(&self.tried).extend(tried);
    }

    /// The uploaded picture without its metadata, once it is known that it can be decoded.
    fn whole_original(&self, hash: &str, bytes: &[u8]) -> Picture {
        let decoded = imaging::inspect(bytes, &limits())
            .and_then(|info| imaging::strip_metadata(bytes, &info));
        match decoded {
            Ok(_) => self.original(hash, bytes),
            Err(error) => nothing(hash, &error),
        }
    }

    /// The uploaded picture without its metadata.
    fn original(&self, hash: &str, bytes: &[u8]) -> Picture {
        shown(self.cache.keep_original(hash, bytes), hash, bytes)
    }

    /// Looks at every file again: one of them turned out to be damaged.
    pub fn forget(&self) {
        self.cache.forget();
    }

    /// Everything that waits, now and from now on.
    pub fn pending(&self) -> PendingImages {
        PendingImages::new(self.clone())
    }

    /// How many pictures wait.
    pub fn waiting(&self) -> usize {
        locked(&self.queue).len()
    }

    /// How many pictures may look otherwise in the next build: those that wait, and those that were made since this one has begun.
    pub fn unmet(&self) -> usize {
        locked(&self.queue).unmet()
    }

    /// Whether a picture of `content/media` waits.
    pub fn waits_for_media(&self) -> bool {
        locked(&self.queue).has_of_the_site()
    }

    /// Takes the most urgent picture out and makes its variants; `None` when none waits.
    pub(super) fn encode_next(&self, images: &dyn ImageStore) -> Option<Outcome> {
        let (hash, pending) = locked(&self.queue).take()?;
        let outcome = pending.encode(&hash, &self.cache, images);
        locked(&self.queue).tried(matches!(outcome, Outcome::Done));
        locked(&self.tried).insert(Awaited::new(&hash));
        match &outcome {
            Outcome::Done | Outcome::Gone => {}
            Outcome::Refused(error) => {
                tracing::warn!(%error, hash, "a picture stays as it was uploaded");
                self.give_up(&hash);
            }
            Outcome::Undrawable(error) => {
                tracing::warn!(%error, "a picture for sharing cannot be drawn");
                self.give_up(&hash);
            }
            Outcome::StoreFailed(error) => {
                tracing::warn!(%error, hash, "a picture will be tried again");
            }
            Outcome::DiskFailed(error) => {
                tracing::warn!(error, hash, "a picture will be tried again");
            }
        }
        Some(outcome)
    }
}

/// A stored image's bytes; `None` when they are of another content by now. That change brings the next build, while
/// variants under the name of what was there before would stay wrong for ever.
fn read(id: i64, hash: &str, store: &dyn ImageStore) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
    let bytes = store.bytes(id)?;
    Ok(bytes.filter(|bytes| imaging::content_hash(bytes) == hash))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn done(picture: Picture) -> Found {
    Found {
        picture: Some(Arc::new(picture)),
        coming: Coming::Nothing,
    }
}

/// Says that a picture stays as it is; whether more may come of trying again.
fn stays(hash: &str, error: &ImageError) -> Coming {
    tracing::warn!(%error, hash, "a picture stays as it was uploaded");
    if pending::may_pass(error) {
        Coming::AnyTime
    } else {
        Coming::Nothing
    }
}

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;
