//! Keeps processes from writing `dist` and taking a snapshot of it at the same time.

use std::{fs, io, path::Path};

/// A lock on a file; released when dropped, also by a crash.
#[derive(Debug)]
pub struct Held(fs::File);

impl Held {
    /// Waits for the lock on `path`.
    pub fn wait(path: &Path) -> io::Result<Self> {
        let file = fs::File::create(path)?;
        file.lock()?;
        Ok(Self(file))
    }

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

/// Waits until nobody else uses `dist`.
pub fn hold(data: &Path) -> io::Result<Held> {
    fs::create_dir_all(data)?;
    Held::wait(&data.join("dist.lock"))
}
