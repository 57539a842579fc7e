//! Who may write where. A folder is owned by the one generator that has it open, as long as that lives; for the
//! moments in which files of `dist` move there is a second, short lock that readers of all of it can take.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::BuildError;

/// In the cache, because `dist` holds nothing but the site.
const MOVING: &str = "moving";

/// A folder that belongs to this generator and to no other, in this process or another.
///
/// The lock is on the folder itself, not on a file in it: so every name of the folder meets the same lock, and
/// nothing is published that is not the site. The operating system releases it however the process ends.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    handle: File,
}

impl FolderLock {
    /// Makes the folder if there is none and takes it, or says who has it.
    pub fn take(folder: &Path) -> Result<FolderLock, BuildError> {
        let failed = || BuildError::io(folder);
        fs::create_dir_all(folder).map_err(failed())?;
        let path = fs::canonicalize(folder).map_err(failed())?;
        let handle = File::open(&path).map_err(failed())?;
        match handle.try_lock() {
            Ok(()) => Ok(FolderLock { path, handle }),
            Err(TryLockError::WouldBlock) => Err(BuildError::InUse {
                folder: folder.to_owned(),
                by: owner(&handle).unwrap_or_else(|| "another program".into()),
            }),
            Err(TryLockError::Error(error)) => Err(failed()(error)),
        }
    }

    /// The folder, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the folder up before the end.
    pub fn let_go(&self) {
        release(&self.handle);
    }

    /// Whether `folder` still leads to what was locked: it may have been moved away or made anew.
    pub fn is_still(&self, folder: &Path) -> bool {
        identity(&self.handle.metadata()).is_some()
            && identity(&self.handle.metadata()) == identity(&fs::metadata(folder))
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// As long as it lives no file of `dist` moves. Taken by a generation while it moves files, and by whoever needs
/// all of `dist` as of one moment (deployment).
#[derive(Debug)]
pub struct MoveLock(File);

impl MoveLock {
    /// Waits until nothing moves. The cache is that of the generator that writes `dist`.
    pub fn wait(cache: &Path) -> io::Result<MoveLock> {
        fs::create_dir_all(cache)?;
        let file = File::create(cache.join(MOVING))?;
        file.lock()?;
        Ok(MoveLock(file))
    }
}

impl Drop for MoveLock {
    fn drop(&mut self) {
        release(&self.0);
    }
}

/// Closing alone would leave the lock to a child that is being started at this very moment.
fn release(file: &File) {
    if let Err(error) = file.unlock() {
        tracing::warn!(%error, "cannot release a lock");
    }
}

fn identity(metadata: &io::Result<fs::Metadata>) -> Option<(u64, u64)> {
    let metadata = metadata.as_ref().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// The program that has the lock, where Linux tells: `cms, process 4711`.
#[cfg(target_os = "linux")]
fn owner(handle: &File) -> Option<String> {
    let metadata = handle.metadata().ok()?;
    let (major, minor) = (
        rustix::fs::major(metadata.dev()),
        rustix::fs::minor(metadata.dev()),
    );
    let file = format!("{major:02x}:{minor:02x}:{}", metadata.ino());
    // The kernel hands the list out in parts; a line is missed when other locks come and go between two of them.
    let process = (0..READINGS).find_map(|_| {
        let locks = fs::read_to_string("/proc/locks").ok()?;
        locks.lines().find_map(|line| holder(line, &file))
    })?;
    let name = fs::read_to_string(format!("/proc/{process}/comm")).ok()?;
    Some(format!("{}, process {process}", name.trim()))
}

#[cfg(target_os = "linux")]
const READINGS: usize = 100;

/// The process of a line such as `1: FLOCK  ADVISORY  WRITE 4711 fd:00:262146 0 EOF`, if it is about this file.
#[cfg(target_os = "linux")]
fn holder(line: &str, file: &str) -> Option<String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let holds = fields.get(1) == Some(&"FLOCK") && fields.get(5) == Some(&file);
    holds
        .then(|| fields.get(4).map(|id| (*id).to_owned()))
        .flatten()
}

#[cfg(not(target_os = "linux"))]
fn owner(_: &File) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_folder_meets_the_same_lock() {
        let root = tempfile::tempdir().unwrap();
        let (dist, link) = (root.path().join("dist"), root.path().join("link"));
        let owned = FolderLock::take(&dist).unwrap();
        std::os::unix::fs::symlink(&dist, &link).unwrap();
        for name in [&dist, &link, &root.path().join("dist/../dist")] {
            let refused = FolderLock::take(name).unwrap_err().to_string();
            assert!(refused.contains("is in use by"), "{refused}");
        }
        assert_eq!(
            fs::read_dir(&dist).unwrap().count(),
            0,
            "nothing is put into it"
        );
        drop(owned);
        FolderLock::take(&link).unwrap();
    }

    #[test]
    fn a_folder_that_was_made_anew_is_another_one() {
        let root = tempfile::tempdir().unwrap();
        let dist = root.path().join("dist");
        let owned = FolderLock::take(&dist).unwrap();
        assert!(owned.is_still(&dist));
        fs::rename(&dist, root.path().join("away")).unwrap();
        assert!(!owned.is_still(&dist));
        fs::create_dir(&dist).unwrap();
        assert!(!owned.is_still(&dist));
    }
}
