//! Locks on files of the data folder. Who writes `dist` and the cache is the generator's business alone: it locks these
//! folders themselves.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::DirBuilderExt as _,
    path::Path,
};

use anyhow::{Context as _, bail};

/// Creates the data folder for its owner alone: password hashes and people's messages are in it. One that exists
/// keeps the mode it was given.
pub fn create_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// A lock on a file, held as long as this lives; the operating system releases it however the process ends.
#[derive(Debug)]
pub struct FileLock(File);

impl FileLock {
    /// The lock on `path`, unless someone else has it.
    pub fn try_take(path: &Path) -> io::Result<Option<Self>> {
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for FileLock {
    /// Closing alone would leave the lock to a child that is being started at this very moment.
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "cannot release a lock");
        }
    }
}

/// The lock of a data folder: one process at a time serves its store, or puts another one in its place.
#[derive(Debug)]
pub struct DataLock(#[allow(dead_code, reason = "held")] FileLock);

impl DataLock {
    /// Takes the lock of a data folder, or says who might have it.
    pub fn take(data: &Path) -> anyhow::Result<Self> {
        create_private(data).with_context(|| {
            format!(
                "cannot create {}: --data (CMS_DATA) names a folder that the user who runs this may make and write",
                data.display()
            )
        })?;
        let path = data.join("lock");
        match FileLock::try_take(&path)
            .with_context(|| format!("cannot lock {}", path.display()))?
        {
            Some(lock) => Ok(Self(lock)),
            None => bail!(
                "{} is in use by another cms process (probably `cms serve`); stop it, or give this one another --data",
                data.display()
            ),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let first = DataLock::take(dir.path()).unwrap();
        assert!(
            DataLock::take(dir.path())
                .unwrap_err()
                .to_string()
                .contains("in use")
        );
        drop(first);
        DataLock::take(dir.path()).unwrap();
    }
}
