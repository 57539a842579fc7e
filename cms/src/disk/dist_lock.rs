//! Locks of parts other than the generator's, which guards `dist` and the cache itself.

use std::{fs, io, path::Path};

use generator::Still;

/// A lock on a file; released when dropped, also by a crash.
#[derive(Debug)]
pub struct Held(fs::File);

impl Held {
    /// The lock on `path`, unless someone else has it.
    pub fn try_take(path: &Path) -> io::Result<Option<Self>> {
        let file = fs::File::create(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Held {
    /// Closing alone would leave the lock to a child that is being started at this very moment.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot release a lock");
        }
    }
}

/// Waits until no file of `dist` moves, and keeps it so: for taking a snapshot, not for sending one.
pub fn hold(data: &Path) -> io::Result<Still> {
    Still::wait(&crate::config::cache_in(data))
}
