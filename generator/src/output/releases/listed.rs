//! What people are told of the publications that are kept.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Entry;
use super::kept::Shelf;

/// Pages named in full; of the others their number.
const NAMED: usize = 12;

/// What is told of a publication.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The folder it is about.
    pub dist: PathBuf,
    /// When all of it was in place.
    pub at: Timestamp,
    /// The saved revision that it published.
    pub revision: Option<i64>,
    /// Which earlier publication it put in place again.
    pub restores: Option<u64>,
    /// Of the program, content and templates that made it; not known of those of earlier versions.
    #[serde(default)]
    pub made_of: Option<String>,
    /// Generated files that it made, changed or removed.
    pub files: usize,
    /// Of these, pages.
    pub pages: usize,
    /// Addresses of the first of these pages, in order.
    pub addresses: Vec<String>,
    /// What is kept because of it.
    pub bytes: u64,
}

impl About {
    /// Counts what it did.
    pub fn of(list: &[Entry]) -> About {
        let generated = |entry: &&Entry| matches!(entry, Entry::Replaced(..) | Entry::Added(_));
        let files = list.iter().filter(generated);
        let mut addresses: Vec<String> = files
            .clone()
            .filter_map(|entry| address(entry.file()))
            .collect();
        addresses.sort_unstable();
        let pages = addresses.len();
        addresses.truncate(NAMED);
        About {
            files: files.count(),
            pages,
            addresses,
            ..About::default()
        }
    }
}

/// `en/blog/7/index.html` is at `/en/blog/7/`.
fn address(file: &str) -> Option<String> {
    let path = file.strip_suffix("index.html")?;
    Some(format!("/{path}"))
}

/// A publication that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Counted from 1; a later one has a higher number.
    pub number: u64,
    /// What is told of it.
    pub about: About,
    /// It can be put in place again: the oldest one that is kept says what was before it, not more.
    pub newest: bool,
}

/// The publications that a cache keeps, newest first. May be asked while a generation runs.
pub fn releases(cache: &Path) -> std::io::Result<Vec<Release>> {
    let folder = cache.join("releases");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let shelves = Shelf::all(&folder)?;
    let told = shelves
        .iter()
        .rev()
        .filter_map(|shelf| shelf.about().cloned().map(|about| (shelf.number, about)));
    Ok(told
        .enumerate()
        .map(|(place, (number, about))| Release {
            number,
            about,
            newest: place == 0,
        })
        .collect())
}
