//! `dist` as of one moment, so that a generation need not wait for a slow line.

use std::{
    collections::BTreeMap,
    fs, io,
    ops::Bound,
    path::{Path, PathBuf},
};

use generator::linked;
use tempfile::TempDir;
use tokio::runtime::Handle;

use super::{error::DeployError, stamp::Stamp, walk};

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

impl Snapshot {
    /// What there is to link into a new folder of `own`: every file is known by its stamp, and none is linked yet.
    pub fn look(dist: &Path, own: &Path) -> Result<Self, DeployError> {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(own)
            .map_err(|error| DeployError::io(own, error))?;
        let mut snapshot = Self {
            root: folder.path().to_owned(),
            whole: false,
            folder: Some(folder),
            dist: dist.to_owned(),
            files: BTreeMap::new(),
        };
        snapshot.look_again()?;
        Ok(snapshot)
    }

    /// All of it.
    #[cfg(test)]
    pub fn take(dist: &Path, own: &Path) -> Result<Self, DeployError> {
        let mut snapshot = Self::look(dist, own)?;
        snapshot.link(None)?;
        Ok(snapshot)
    }

    /// Takes all of it anew, into the same folder.
    pub fn take_whole(&mut self) -> Result<(), DeployError> {
        let root = &self.root;
        fs::remove_dir_all(root)
            .and_then(|()| fs::create_dir(root))
            .map_err(|error| DeployError::io(root, error))?;
        self.look_again()?;
        self.link(None)
    }

    fn look_again(&mut self) -> Result<(), DeployError> {
        self.files.clear();
        if self.dist.is_dir() {
            let files = walk::files(&self.dist);
            self.files = files.map_err(|error| DeployError::io(&self.dist, error))?;
        }
        Ok(())
    }

    /// Links these files, if not all; the others are only known by their stamps.
    pub fn link(&mut self, wanted: Option<Vec<String>>) -> Result<(), DeployError> {
        let linked = wanted.unwrap_or_else(|| self.files.keys().cloned().collect());
        self.whole = linked.len() == self.files.len();
        for path in linked {
            self.add(&path, &self.dist.join(&path))?;
        }
        Ok(())
    }

    /// Adds a file, which will never be changed in place either.
    pub fn add(&mut self, path: &str, file: &Path) -> Result<(), DeployError> {
        let target = self.root.join(path);
        // Folders only where there are files: an empty one is left over from a page that is gone.
        let made = make_parent(&target)
            .and_then(|()| linked(file, &target))
            .and_then(|()| fs::metadata(&target));
        let found = made.map_err(|error| DeployError::io(&target, error))?;
        self.files.insert(path.to_owned(), walk::stamp(&found));
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

    /// Whether a file lies in this folder, or in one below it.
    pub fn has_folder(&self, folder: &str) -> bool {
        let inside = format!("{folder}/");
        let from = (Bound::Included(inside.as_str()), Bound::Unbounded);
        let first = self.files.range::<str, _>(from).next();
        first.is_some_and(|(path, _)| path.starts_with(&inside))
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

fn make_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
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

    #[test]
    fn a_folder_is_one_of_the_site_s_while_a_file_lies_in_it() {
        let mut snapshot = Snapshot {
            folder: None,
            root: PathBuf::new(),
            dist: PathBuf::new(),
            whole: true,
            files: BTreeMap::new(),
        };
        let files = ["blog-2/x", "blog/1/index.html", "blog0"].map(str::to_owned);
        snapshot.stamped(files.map(|path| (path, Stamp::File(0, 0))).into());
        assert!(snapshot.has_folder("blog") && snapshot.has_folder("blog/1"));
        for other in ["blo", "blog/", "blog/1/index.html", "blog0", "blog/2", "z"] {
            assert!(!snapshot.has_folder(other), "{other}");
        }
    }

    #[test]
    fn a_site_that_has_gone_since_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let (dist, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("index.html"), "x").unwrap();
        let mut snapshot = Snapshot::look(&dist, &own).unwrap();
        snapshot.link(Some(Vec::new())).unwrap();
        assert!(!snapshot.is_whole() && snapshot.files().contains_key("index.html"));
        fs::remove_dir_all(&dist).unwrap();
        snapshot.take_whole().unwrap();
        assert!(snapshot.is_whole() && snapshot.files().is_empty());
    }

    #[test]
    fn what_is_linked_in_part_is_linked_anew_as_it_is_by_then() {
        let dir = tempfile::tempdir().unwrap();
        let (dist, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(dist.join("blog")).unwrap();
        for name in ["blog/index.html", "index.html", "old.html"] {
            fs::write(dist.join(name), "older").unwrap();
        }
        let some = ["index.html", "old.html"].map(str::to_owned).into();
        let mut snapshot = Snapshot::look(&dist, &own).unwrap();
        snapshot.link(Some(some)).unwrap();
        assert!(!snapshot.is_whole() && !snapshot.root().join("blog").exists());
        fs::remove_file(dist.join("old.html")).unwrap();
        fs::remove_file(dist.join("index.html")).unwrap();
        fs::write(dist.join("index.html"), "newer").unwrap();
        snapshot.take_whole().unwrap();
        let read = |name: &str| fs::read_to_string(snapshot.root().join(name)).ok();
        assert_eq!(read("index.html").as_deref(), Some("newer"));
        assert_eq!(read("blog/index.html").as_deref(), Some("older"));
        assert_eq!(read("old.html"), None);
        let files: Vec<&String> = snapshot.files().keys().collect();
        assert_eq!(files, ["blog/index.html", "index.html"]);
    }

    #[test]
    fn a_copy_is_removed_where_nobody_waits_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let (dist, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&own).unwrap();
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("index.html"), "x").unwrap();
        let snapshot = Snapshot::take(&dist, &own).unwrap();
        let root = snapshot.root().to_owned();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(1)
            .build()
            .unwrap();
        runtime.block_on(async {
            // Somebody else is at work where it is removed.
            let (go_on, wait) = std::sync::mpsc::channel::<()>();
            let busy = tokio::task::spawn_blocking(move || wait.recv().is_err());
            drop(snapshot);
            assert!(root.exists(), "it was removed by whoever dropped it");
            drop(go_on);
            assert!(busy.await.unwrap());
        });
        // Its end waits for what it has begun.
        drop(runtime);
        assert!(!root.exists());
    }
}
