//! A publication that is kept no longer goes file by file: one that replaced every page among 10,000 posts keeps 50,000, which no save
//! shall wait for.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use super::Entry;
use super::kept::{ABOUT, LIST, Shelf};
use crate::base::Fingerprint;

/// The folder of a publication that nobody is told of any more.
#[derive(Debug)]
pub struct Leaving {
    folder: PathBuf,
    /// What is left of its list.
    list: Option<BufReader<File>>,
}

impl Leaving {
    /// From now on nobody is told of it.
    pub fn of(shelf: &Shelf) -> io::Result<Leaving> {
        let folder = shelf.folder().to_owned();
        gone(&folder.join(ABOUT))?;
        let list = match File::open(folder.join(LIST)) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            list => Some(BufReader::new(list?)),
        };
        Ok(Leaving { folder, list })
    }

    /// Removes what at most `lines` more of the list name, and at its end the list; a file that somebody else put there keeps the
    /// folder. Whether there is more.
    pub fn go_on(&mut self, lines: usize) -> io::Result<bool> {
        let mut kept: HashSet<Fingerprint> = HashSet::new();
        let mut line = Vec::new();
        for _ in 0..lines {
            line.clear();
            let read = self
                .list
                .as_mut()
                .map(|list| list.read_until(b'\n', &mut line));
            if read.transpose()?.unwrap_or(0) == 0 {
                self.list = None;
                break;
            }
            let entry = serde_json::from_slice::<Entry>(&line).ok();
            kept.extend(entry.and_then(|entry| entry.kept()));
        }
        for content in kept {
            gone(&self.folder.join(content.hex()))?;
        }
        if self.list.is_some() {
            return Ok(true);
        }
        for name in ["about.new", LIST] {
            gone(&self.folder.join(name))?;
        }
        if let Err(error) = fs::remove_dir(&self.folder) {
            tracing::warn!(%error, path = %self.folder.display(), "stays: it holds what no publication put there");
        }
        Ok(false)
    }

    /// Removes all of it.
    pub fn go(mut self) -> io::Result<()> {
        while self.go_on(usize::MAX)? {}
        Ok(())
    }
}

fn gone(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
