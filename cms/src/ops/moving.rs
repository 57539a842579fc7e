//! Moves originals between the store and object storage, each by itself and proven by its hash.
//!
//! A picture leaves the store when its bytes were read back from object storage whole, and leaves object storage, if ever,
//! when an operator says so: a backup of last month names what no post shows any more. What is removed is a list of the
//! store's own, never what a bucket says is there.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use tokio_util::sync::CancellationToken;

use crate::{
    disk::lock::FileLock,
    originals::{OriginalError, Originals, Remote},
    store::{
        DAY, blocking, images,
        originals::{self as places, Original},
    },
    time::clock::Clock,
};

/// Read from the store at a time; only their names.
const BATCH: usize = 100;
/// Between two looks at what became a day old.
const EVERY: Duration = Duration::from_secs(10 * 60);

/// What was moved, checked or removed.
#[derive(Debug, Default)]
pub struct Moved {
    /// Pictures.
    pub images: i64,
    /// Their bytes.
    pub bytes: i64,
    /// Those that are not as they should be, and why.
    pub failed: Vec<(i64, OriginalError)>,
}

impl Moved {
    fn count(&mut self, original: &Original) {
        self.images += 1;
        self.bytes += original.length;
    }

    /// What is wrong with one picture does not stop the others; what is wrong with the storage does.
    fn fail(&mut self, original: &Original, error: OriginalError) -> anyhow::Result<()> {
        match error {
            OriginalError::Missing { .. } | OriginalError::Damaged { .. } => {
                tracing::error!(image = original.id, %error, "an original is lost or damaged");
                self.failed.push((original.id, error));
                Ok(())
            }
            other => Err(anyhow::Error::new(other).context(format!("image {}", original.id))),
        }
    }
}

/// The right to move originals of a data folder: two that move at once could remove what the other has just put there.
#[derive(Debug)]
pub struct Mover<'a> {
    originals: &'a Originals,
    remote: &'a Remote,
    _lock: FileLock,
}

impl<'a> Mover<'a> {
    /// Takes it; none while another process has it.
    pub fn begin(originals: &'a Originals, data: &Path) -> anyhow::Result<Option<Self>> {
        let Some(remote) = originals.remote() else {
            bail!("--originals (CMS_ORIGINALS) does not say where originals are to go");
        };
        let path = data.join("originals.lock");
        let lock = FileLock::try_take(&path);
        let lock = lock.with_context(|| format!("cannot lock {}", path.display()))?;
        Ok(lock.map(|_lock| Self {
            originals,
            remote,
            _lock,
        }))
    }

    /// Moves what the store got at `until` (milliseconds) or before; ends early when it is told to.
    pub fn out(&self, until: i64, stop: &dyn Fn() -> bool) -> anyhow::Result<Moved> {
        let store = self.originals.store();
        let mut moved = Moved::default();
        let mut after = 0;
        loop {
            let some = store
                .read_blocking(|store| anyhow::Ok(places::here(store, after, until, BATCH)?))?;
            if some.is_empty() {
                return Ok(moved);
            }
            for original in some {
                if stop() {
                    return Ok(moved);
                }
                after = original.id;
                match self.send(&original) {
                    Ok(true) => moved.count(&original),
                    Ok(false) => {}
                    Err(error) => moved.fail(&original, error)?,
                }
            }
        }
    }

    /// Whether one went; it may have been deleted or replaced meanwhile.
    fn send(&self, original: &Original) -> Result<bool, OriginalError> {
        let (store, Original { id, hash, .. }) = (self.originals.store(), original);
        let found = store.read_blocking(|store| anyhow::Ok(images::find(store, *id)?))?;
        let found = found.filter(|found| found.hash == *hash);
        let Some(bytes) = found.and_then(|found| found.bytes) else {
            return Ok(false);
        };
        // Before it is there: what nobody knows of would stay for ever.
        store.write_blocking(|store| anyhow::Ok(places::leave(store, hash)?))?;
        self.remote
            .put(hash, &original.content_type, bytes.into())?;
        Ok(store.write_blocking(|store| anyhow::Ok(places::went(store, original)?))?)
    }

    /// Brings all of them back into the store.
    pub fn back(&self) -> anyhow::Result<Moved> {
        self.each_away(|original, bytes| {
            let store = self.originals.store();
            store.write_blocking(|store| anyhow::Ok(places::returned(store, original, bytes)?))
        })
    }

    /// Reads all of them there.
    pub fn check(&self) -> anyhow::Result<Moved> {
        self.each_away(|_, _| Ok(true))
    }

    fn each_away(
        &self,
        act: impl Fn(&Original, &[u8]) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Moved> {
        let store = self.originals.store();
        let mut moved = Moved::default();
        let mut after = 0;
        loop {
            let some =
                store.read_blocking(|store| anyhow::Ok(places::away(store, after, BATCH)?))?;
            if some.is_empty() {
                return Ok(moved);
            }
            for original in some {
                after = original.id;
                match self.remote.fetch(&original.hash, original.length) {
                    Ok(bytes) if act(&original, &bytes)? => moved.count(&original),
                    Ok(_) => {}
                    Err(error) => moved.fail(&original, error)?,
                }
            }
        }
    }

    /// Removes what nothing has named since `until` (the store's time) or before; how many.
    pub fn tidy(&self, now: i64, until: i64) -> anyhow::Result<u64> {
        let store = self.originals.store();
        let left = store.write_blocking(|store| {
            places::note_left(store, now)?;
            anyhow::Ok(places::left(store, until)?)
        })?;
        let mut removed = 0;
        for hash in left {
            self.remote.remove(&hash)?;
            store.write_blocking(|store| anyhow::Ok(places::forget(store, &hash)?))?;
            removed += 1;
        }
        Ok(removed)
    }
}

/// Moves what has become a day old, until the service stops. What fails is tried again the next time: it stays in the store.
pub async fn run(originals: Originals, data: PathBuf, clock: Clock, stopping: CancellationToken) {
    if originals.remote().is_none() {
        return warn_of_missing(originals).await;
    }
    loop {
        let (originals, data, stop) = (originals.clone(), data.clone(), stopping.clone());
        // Somebody may still be at work with a picture that came today.
        let until = clock.now().as_millisecond() - DAY;
        let moved = blocking(move || {
            let Some(mover) = Mover::begin(&originals, &data)? else {
                return Ok(Moved::default());
            };
            mover.out(until, &|| stop.is_cancelled())
        });
        match moved.await {
            Ok(Moved { images: 0, .. }) => {}
            Ok(Moved { images, bytes, .. }) => {
                tracing::info!(images, bytes, "pictures moved to object storage");
            }
            Err(error) => tracing::warn!(
                error = format!("{error:#}"),
                "pictures could not be moved to object storage and stay in the store"
            ),
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// Somebody took the setting away while pictures were there.
async fn warn_of_missing(originals: Originals) {
    let read = |store: &_| anyhow::Ok(places::sums(store)?.1.images);
    match originals.store().read(read).await {
        Ok(0) => {}
        Ok(images) => tracing::error!(
            images,
            "pictures are in object storage, and CMS_ORIGINALS does not say where: they cannot be shown"
        ),
        Err(error) => tracing::warn!(
            error = format!("{error:#}"),
            "where pictures are could not be read"
        ),
    }
}
