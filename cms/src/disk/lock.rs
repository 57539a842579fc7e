//! One process at a time serves a store, or puts another one in its place. (`dist` and the cache are guarded by the
//! generator itself.)

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

/// Held as long as it lives; the operating system releases it however the process ends.
#[derive(Debug)]
pub struct DataLock {
    _file: File,
}

impl DataLock {
    /// Takes the lock of a data folder, or says who might have it.
    pub fn take(data: &Path) -> anyhow::Result<Self> {
        create_private(data).with_context(|| format!("cannot create {}", data.display()))?;
        let path = data.join("lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "{} is in use by another cms process (probably `cms serve`); stop it, or give this one another --data",
                data.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
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
