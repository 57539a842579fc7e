//! Carrying what was written to the disk, away from the way of a save.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::manifest::{Line, append_line};

/// What a generator has written so far and what may still be in memory only. After a power cut files may have their
/// size and nothing in them; until this was synced, the next start after one reads every file.
#[derive(Debug)]
pub struct Unsynced {
    folders: [PathBuf; 2],
    journal: PathBuf,
    mark: Line,
}

impl Unsynced {
    pub(crate) fn new(folders: [&Path; 2], (journal, mark): (PathBuf, Line)) -> Unsynced {
        Unsynced {
            folders: folders.map(Path::to_owned),
            journal,
            mark,
        }
    }

    /// Waits until all of it is on the disk, and notes that. May take as long as the disk likes.
    pub fn sync(&self) -> io::Result<()> {
        for folder in &self.folders {
            sync_file_system(&File::open(folder)?)?;
        }
        append_line(&self.journal, &self.mark)
    }
}

/// One call for any number of files.
#[cfg(target_os = "linux")]
fn sync_file_system(folder: &File) -> io::Result<()> {
    Ok(rustix::fs::syncfs(folder)?)
}

#[cfg(not(target_os = "linux"))]
fn sync_file_system(_: &File) -> io::Result<()> {
    rustix::fs::sync();
    Ok(())
}
