//! `dist` as of one moment, so that a generation need not wait for a slow line.

use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use tempfile::TempDir;
use tokio::runtime::Handle;
use walkdir::WalkDir;

use super::{error::DeployError, stamp::Stamp};

const PREFIX: &str = "snapshot";
/// Of a folder to list into.
pub const LISTING: &str = "listing";
/// Of folders that a killed deployment may leave behind.
const PREFIXES: [&str; 2] = [PREFIX, LISTING];
/// Letters and digits that a temporary folder has after these.
const RANDOM: usize = 6;

/// A folder of hard links to the files of `dist`, removed when dropped.
///
/// The generator never changes a file in place, so a link keeps what it was.
#[derive(Debug)]
pub struct Snapshot {
    folder: Option<TempDir>,
    root: PathBuf,
    dist: PathBuf,
    /// Whether every file is linked.
    whole: bool,
    /// Relative, with forward slashes, in order.
    files: BTreeMap<String, Stamp>,
}

/// Which files are linked; the others are only known by their stamps.
pub type Wanted<'a> = &'a dyn Fn(&str, &Stamp) -> bool;

impl Snapshot {
    /// Takes it into a new folder of `own`.
    pub fn take(dist: &Path, own: &Path, wanted: Wanted<'_>) -> Result<Self, DeployError> {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(own)
            .map_err(|error| DeployError::io(own, error))?;
        let mut snapshot = Self {
            root: folder.path().to_owned(),
            whole: true,
            folder: Some(folder),
            dist: dist.to_owned(),
            files: BTreeMap::new(),
        };
        snapshot.fill(wanted)?;
        Ok(snapshot)
    }

    /// Takes all of it anew, into the same folder.
    pub fn take_whole(&mut self) -> Result<(), DeployError> {
        let root = &self.root;
        fs::remove_dir_all(root)
            .and_then(|()| fs::create_dir(root))
            .map_err(|error| DeployError::io(root, error))?;
        self.files.clear();
        self.whole = true;
        self.fill(&|_, _| true)
    }

    fn fill(&mut self, wanted: Wanted<'_>) -> Result<(), DeployError> {
        if !self.dist.is_dir() {
            return Ok(());
        }
        let published =
            |entry: &walkdir::DirEntry| entry.depth() == 0 || is_published(entry.file_name());
        for entry in WalkDir::new(&self.dist).into_iter().filter_entry(published) {
            let entry = entry.map_err(|error| DeployError::io(&self.dist, error.into()))?;
            let relative = entry
                .path()
                .strip_prefix(&self.dist)
                .unwrap_or(entry.path());
            if !entry.file_type().is_file() {
                continue;
            }
            let path = slashed(relative);
            let found = entry
                .metadata()
                .map_err(|error| DeployError::io(&self.dist, error.into()))?;
            let stamp = stamp(&found);
            if wanted(&path, &stamp) {
                self.add(&path, entry.path())?;
            } else {
                self.whole = false;
                self.files.insert(path, stamp);
            }
        }
        Ok(())
    }

    /// Adds a file, which will never be changed in place either.
    pub fn add(&mut self, path: &str, file: &Path) -> Result<(), DeployError> {
        let target = self.root.join(path);
        // Folders only where there are files: an empty one is left over from a page that is gone.
        let made = make_parent(&target)
            .and_then(|()| link(file, &target))
            .and_then(|()| fs::metadata(&target));
        let found = made.map_err(|error| DeployError::io(&target, error))?;
        self.files.insert(path.to_owned(), stamp(&found));
        Ok(())
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether every file is in it, and not only what changed.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Where it was taken from.
    pub fn dist(&self) -> &Path {
        &self.dist
    }

    /// Every file.
    pub fn files(&self) -> &BTreeMap<String, Stamp> {
        &self.files
    }

    /// With what they are as objects instead of files, and without those that are not for this target.
    pub fn stamped(&mut self, files: BTreeMap<String, Stamp>) {
        self.files = files;
    }

    /// Files that visitors read as pages.
    pub fn pages(&self) -> usize {
        self.files
            .keys()
            .filter(|file| file.ends_with(".html"))
            .count()
    }
}

impl Drop for Snapshot {
    /// Tens of thousands of files are not removed on a thread that others wait for, also when a deployment is given up.
    /// Should the process end before that, the next deployment removes them.
    fn drop(&mut self) {
        let Some(folder) = self.folder.take() else {
            return;
        };
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || remove(folder))),
            Err(_) => remove(folder),
        }
    }
}

fn remove(folder: TempDir) {
    let path = folder.path().to_owned();
    if let Err(error) = folder.close() {
        tracing::warn!(%error, path = %path.display(), "cannot remove");
    }
}

/// Removes what killed deployments left, for a caller who holds the lock of deployments: only one runs at a time, so that
/// these folders are nobody's.
pub fn clear(own: &Path) -> io::Result<()> {
    for entry in fs::read_dir(own)? {
        let entry = entry?;
        let ours = entry.file_name().to_str().is_some_and(is_left_over);
        if ours && entry.file_type()?.is_dir() {
            // It may be going already.
            if let Err(error) = fs::remove_dir_all(entry.path())
                && error.kind() != io::ErrorKind::NotFound
            {
                return Err(error);
            }
        }
    }
    Ok(())
}

fn is_left_over(name: &str) -> bool {
    PREFIXES
        .iter()
        .filter_map(|prefix| name.strip_prefix(prefix))
        .any(|random| {
            random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Whether a relative path has a content hash in its name.
pub fn is_asset(path: &str) -> bool {
    path.starts_with("assets/") || path.starts_with("media/")
}

/// Dot files are temporary or belong to tools.
fn is_published(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    !name.starts_with('.') || name == ".well-known"
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

fn stamp(found: &fs::Metadata) -> Stamp {
    // Below a thousand million: the system's own.
    let nanosecond = u32::try_from(found.mtime_nsec()).unwrap_or_default();
    Stamp::Sent(found.len(), found.mtime(), nanosecond)
}

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// A hard link; on another file system a copy with the same time, which is what rsync compares.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            fs::copy(from, to)?;
            let modified = fs::metadata(from)?.modified()?;
            fs::File::options()
                .write(true)
                .open(to)?
                .set_modified(modified)
        }
        other => other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_known_by_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path();
        for folder in [
            "snapshotAbC123/blog",
            "snapshots of mine",
            "listing0",
            "notes",
        ] {
            fs::create_dir_all(own.join(folder)).unwrap();
        }
        fs::write(own.join("snapshotfile12"), "a file").unwrap();
        // Folders of a deployment that was killed have the names that this release gives.
        let killed = [PREFIX, LISTING].map(|prefix| {
            let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(own);
            folder.unwrap().keep()
        });
        clear(own).unwrap();
        assert!(killed.iter().all(|folder| !folder.exists()));
        assert!(!own.join("snapshotAbC123").exists());
        assert_eq!(fs::read_dir(own).unwrap().count(), 4, "the others stay");
    }

    #[tokio::test]
    async fn a_copy_is_removed_where_nobody_waits_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let (dist, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("index.html"), "x").unwrap();
        let snapshot = Snapshot::take(&dist, &own, &|_, _| true).unwrap();
        let root = snapshot.root().to_owned();
        // The only thread of this runtime: what it removed itself would be gone at once.
        drop(snapshot);
        while root.exists() {
            tokio::task::yield_now().await;
        }
    }
}
