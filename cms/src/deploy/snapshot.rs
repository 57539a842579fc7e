//! `dist` as of one moment, so that a generation need not wait for a slow line.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use super::DeployError;

/// A folder of hard links to the files of `dist`, removed when dropped.
///
/// The generator never changes a file in place, so a link keeps what it was.
#[derive(Debug)]
pub struct Snapshot {
    root: PathBuf,
    dist: PathBuf,
    /// Relative, with forward slashes, in order.
    files: Vec<String>,
}

impl Snapshot {
    /// Takes it, replacing what a crashed deployment may have left at `root`.
    pub fn take(dist: &Path, root: &Path) -> Result<Self, DeployError> {
        if root.exists() {
            fs::remove_dir_all(root).map_err(|error| DeployError::io(root, error))?;
        }
        fs::create_dir_all(root).map_err(|error| DeployError::io(root, error))?;
        let mut snapshot = Self {
            root: root.to_owned(),
            dist: dist.to_owned(),
            files: Vec::new(),
        };
        if dist.is_dir() {
            snapshot.fill()?;
        }
        Ok(snapshot)
    }

    fn fill(&mut self) -> Result<(), DeployError> {
        let published =
            |entry: &walkdir::DirEntry| entry.depth() == 0 || is_published(entry.file_name());
        for entry in WalkDir::new(&self.dist)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(published)
        {
            let entry = entry.map_err(|error| DeployError::io(&self.dist, error.into()))?;
            let relative = entry
                .path()
                .strip_prefix(&self.dist)
                .unwrap_or(entry.path());
            if !entry.file_type().is_file() {
                continue;
            }
            let target = self.root.join(relative);
            self.files.push(slashed(relative));
            // Folders only where there are files: an empty one is left over from a page that is gone.
            let made = make_parent(&target).and_then(|()| link(entry.path(), &target));
            made.map_err(|error| DeployError::io(&target, error))?;
        }
        Ok(())
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where it was taken from.
    pub fn dist(&self) -> &Path {
        &self.dist
    }

    /// Every file.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Files that visitors read as pages.
    pub fn pages(&self) -> usize {
        self.files
            .iter()
            .filter(|file| file.ends_with(".html"))
            .count()
    }

    /// Files whose names change with their content.
    pub fn assets(&self) -> impl Iterator<Item = &String> {
        self.files.iter().filter(|file| is_asset(file))
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.root) {
            tracing::warn!(%error, path = %self.root.display(), "cannot remove");
        }
    }
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
