//! A folder that is written and cleaned by lists: nothing outside of it is touched, whatever links lie in it, and
//! nothing is removed that was not named.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::BuildError;
use super::manifest::Stamp;

/// `dist`.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// This one.
    pub fn new(root: &Path) -> Folder {
        Folder(root.to_owned())
    }

    /// Where a file goes, once it is certain that the way there stays inside: between `dist` and the file there are
    /// folders or nothing, no links.
    fn place(&self, file: &str) -> Result<PathBuf, BuildError> {
        let mut path = self.0.clone();
        let mut parts = file.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            if parts.peek().is_none() {
                break;
            }
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {}
                Ok(_) => return Err(in_the_way(&path)),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(self.0.join(file)),
                Err(error) => return Err(BuildError::io(&path)(error)),
            }
        }
        Ok(path)
    }

    /// The stamp of a regular file that has these bytes.
    pub fn stamp_if_same(&self, file: &str, bytes: &[u8]) -> Result<Option<Stamp>, BuildError> {
        Ok(same_bytes(&self.place(file)?, bytes))
    }

    /// A regular file and its bytes.
    pub fn read(&self, file: &str) -> Option<(Stamp, Vec<u8>)> {
        let path = self.place(file).ok()?;
        let metadata = fs::symlink_metadata(&path).ok()?;
        let regular = metadata.is_file();
        regular.then(|| Some((Stamp::of(&metadata), fs::read(&path).ok()?)))?
    }

    /// Moves a staged file to its place.
    pub fn take_in(&self, staged: &Path, file: &str) -> Result<(), BuildError> {
        let target = self.place(file)?;
        let mut result = fs::rename(staged, &target);
        if let Err(error) = &result {
            if error.kind() == ErrorKind::NotFound
                && let Some(parent) = target.parent()
            {
                fs::create_dir_all(parent).map_err(BuildError::io(parent))?;
            } else if target.is_dir() {
                // Only an empty one goes.
                fs::remove_dir(&target).map_err(BuildError::io(&target))?;
            }
            result = fs::rename(staged, &target);
        }
        result.map_err(BuildError::io(&target))
    }

    /// Removes files and the folders they leave empty.
    pub fn remove(&self, files: &[String]) -> Result<usize, BuildError> {
        let mut removed = 0;
        for file in files {
            // What lies behind a link is not ours.
            let Ok(path) = self.place(file) else { continue };
            match fs::remove_file(&path) {
                Ok(()) => removed += 1,
                Err(error) if is_gone(&error) => {}
                Err(error) => return Err(BuildError::io(&path)(error)),
            }
            let mut parent = path.parent();
            while let Some(folder) = parent.filter(|folder| *folder != self.0) {
                if fs::remove_dir(folder).is_err() {
                    break;
                }
                parent = folder.parent();
            }
        }
        Ok(removed)
    }
}

/// Gone already, or made a folder since it was seen.
fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
    )
}

fn in_the_way(path: &Path) -> BuildError {
    let message = "a link or a file is where the site needs a folder; move it away";
    BuildError::io(path)(io::Error::new(ErrorKind::NotADirectory, message))
}

/// Writes a staged file.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    Ok(Stamp::of(&file.metadata()?))
}

fn same_bytes(path: &Path, bytes: &[u8]) -> Option<Stamp> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() != bytes.len() as u64 {
        return None;
    }
    (fs::read(path).ok()? == bytes).then(|| Stamp::of(&metadata))
}

/// Stages of builds that were killed: folders whose names begin like this, with numbered files in them.
pub fn clear_stages(folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(prefix));
        if !ours || !entry.file_type()?.is_dir() {
            continue;
        }
        for staged in fs::read_dir(entry.path())? {
            let staged = staged?;
            let name = staged.file_name();
            if name.as_encoded_bytes().iter().all(u8::is_ascii_digit) {
                fs::remove_file(staged.path())?;
            }
        }
        if let Err(error) = fs::remove_dir(entry.path()) {
            tracing::warn!(%error, path = %entry.path().display(), "stays: it holds what no build put there");
        }
    }
    Ok(())
}

/// Whether files can be renamed from one folder into the other. It is tried, with an empty stage: two mounts of one device
/// (volumes of a container) have its number and yet refuse.
pub fn can_rename(from: (&Path, &str), to: (&Path, &str)) -> bool {
    let ((from, prefix), (to, new_prefix)) = (from, to);
    let Ok(tried) = tempfile::Builder::new().prefix(prefix).tempdir_in(from) else {
        return false;
    };
    let target = tempfile::Builder::new().prefix(new_prefix).tempdir_in(to);
    // An empty folder takes the place of an empty folder.
    target.is_ok_and(|target| fs::rename(tried.path(), target.path()).is_ok())
}
