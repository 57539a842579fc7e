//! The folder of one publication.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rayon::prelude::*;

use super::{About, Entry, Publication};
use crate::output::linked;

/// What it did, an [`Entry`] a line.
pub const LIST: &str = "list.jsonl";
/// What people are told of it.
pub const ABOUT: &str = "about.json";

/// A publication on disk.
#[derive(Debug)]
pub struct Shelf {
    /// Counted from 1.
    pub number: u64,
    /// Of the files that are kept, as far as this process knows: of those before it, what was told of them.
    pub bytes: u64,
    folder: PathBuf,
    about: Option<About>,
}

impl Shelf {
    /// All of them, oldest first. What has another name is not ours.
    pub fn all(folder: &Path) -> io::Result<Vec<Shelf>> {
        let mut shelves = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let number = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok());
            if let Some(number) = number
                && entry.file_type()?.is_dir()
            {
                shelves.push(Shelf::at(entry.path(), number));
            }
        }
        shelves.sort_unstable_by_key(|shelf| shelf.number);
        Ok(shelves)
    }

    fn at(folder: PathBuf, number: u64) -> Shelf {
        let about = fs::read(folder.join(ABOUT)).ok();
        let about: Option<About> = about.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Shelf {
            number,
            bytes: about.as_ref().map_or(0, |about| about.bytes),
            folder,
            about,
        }
    }

    /// An empty one.
    pub fn make(folder: &Path, number: u64) -> io::Result<Shelf> {
        let folder = folder.join(number.to_string());
        fs::create_dir_all(&folder)?;
        Ok(Shelf::at(folder, number))
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is told of it; nothing before all of it has happened.
    pub fn about(&self) -> Option<&About> {
        self.about.as_ref()
    }

    /// Whether a build goes on in it instead of being a publication of its own.
    pub fn takes(&self, publication: &Publication) -> bool {
        match &self.about {
            None => true,
            Some(about) => {
                let same = about.revision.is_some() && about.revision == publication.revision;
                let alike = about.made_of == Some(publication.made_of.hex());
                same && alike && publication.restores.is_none() && about.restores.is_none()
            }
        }
    }

    /// What it did, in order. A line that a power cut or a full disk has shortened says nothing.
    pub fn list(&self) -> io::Result<Vec<Entry>> {
        let text = match fs::read(self.folder.join(LIST)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            text => text?,
        };
        let lines = text
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty());
        Ok(lines
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect())
    }

    /// Keeps what is about to go and says so, for each file that it has not touched yet.
    pub fn keep(&mut self, dist: &Path, publication: &Publication) -> io::Result<()> {
        let list = self.list()?;
        let touched: HashMap<&str, &Entry> = list.iter().map(|old| (old.file(), old)).collect();
        let fresh = publication.entries.iter().filter(|entry| {
            let old = touched.get(entry.file());
            // What came into use and expired within one publication was not there before it; what it retired was.
            let retired = || matches!(old, Some(Entry::Retired(_)));
            old.is_none() || (matches!(entry, Entry::Expired(..)) && retired())
        });
        let fresh: Vec<&Entry> = fresh.collect();
        let done: io::Result<Vec<Option<Done>>> = fresh
            .par_iter()
            .map(|entry| self.take_over(dist, entry))
            .collect();
        let done: Vec<Done> = done?.into_iter().flatten().collect();
        self.bytes += done.iter().map(|done| done.bytes).sum::<u64>();
        let path = self.folder.join(LIST);
        let torn = fs::read(&path).is_ok_and(|text| !text.is_empty() && !text.ends_with(b"\n"));
        let list = OpenOptions::new().append(true).create(true).open(path)?;
        let mut list = BufWriter::new(list);
        if torn {
            // Else the line that was cut short would take the next one with it.
            list.write_all(b"\n")?;
        }
        for Done { entry, .. } in &done {
            serde_json::to_writer(&mut list, entry)?;
            list.write_all(b"\n")?;
        }
        list.flush()
    }

    /// Keeps what an entry says is kept. What somebody removed meanwhile, or put a folder in the place of, was no page to go
    /// back to: then there was none.
    fn take_over(&self, dist: &Path, entry: &Entry) -> io::Result<Option<Done>> {
        let done = |entry: Entry, bytes| Ok(Some(Done { entry, bytes }));
        let Some(content) = entry.kept() else {
            return done(entry.clone(), 0);
        };
        let file = dist.join(entry.file());
        let metadata = fs::symlink_metadata(&file).ok();
        let Some(metadata) = metadata.filter(fs::Metadata::is_file) else {
            return match entry {
                Entry::Replaced(file, _) => done(Entry::Added(file.clone()), 0),
                _ => Ok(None),
            };
        };
        match linked(&file, &self.folder.join(content.hex())) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => done(entry.clone(), 0),
            other => other.and_then(|()| done(entry.clone(), metadata.len())),
        }
    }

    /// Says what it was.
    pub fn close(
        &mut self,
        dist: &Path,
        publication: &Publication,
        at: Timestamp,
    ) -> io::Result<()> {
        let list = self.list()?;
        let begun = self.about.take();
        let about = About {
            dist: dist.to_owned(),
            at: begun.as_ref().map_or(at, |about| about.at),
            revision: begun
                .as_ref()
                .map_or(publication.revision, |about| about.revision),
            restores: begun
                .as_ref()
                .map_or(publication.restores, |about| about.restores),
            made_of: begun
                .as_ref()
                .map_or(Some(publication.made_of.hex()), |about| {
                    about.made_of.clone()
                }),
            bytes: self.bytes,
            ..About::of(&list)
        };
        let whole = self.folder.join("about.new");
        let mut file = File::create(&whole)?;
        serde_json::to_writer(&mut file, &about)?;
        fs::rename(&whole, self.folder.join(ABOUT))?;
        self.about = Some(about);
        Ok(())
    }
}

/// What was kept for an entry, as the list says it.
struct Done {
    entry: Entry,
    bytes: u64,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::Fingerprint;

    /// `/dev/shm` is another file system on most machines; where it is not, this is about links.
    #[test]
    fn files_of_the_same_bytes_are_kept_once_across_file_systems() {
        let near = tempfile::tempdir().unwrap();
        let far = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let far = far.unwrap();
        let content = Fingerprint::of_bytes(b"same");
        let files: Vec<String> = (0..200).map(|n| format!("{n}.html")).collect();
        for file in &files {
            fs::write(far.path().join(file), "same").unwrap();
        }
        let entry = |file: String| Entry::Replaced(file, content.hex());
        let publication = Publication {
            entries: files.into_iter().map(entry).collect(),
            ..Publication::default()
        };
        let mut shelf = Shelf::make(near.path(), 1).unwrap();
        shelf.keep(far.path(), &publication).unwrap();
        assert_eq!(shelf.list().unwrap().len(), 200);
        let kept: Vec<_> = fs::read_dir(near.path().join("1")).unwrap().collect();
        assert_eq!(kept.len(), 2, "the list and the bytes: {kept:?}");
    }
}
