//! The way back. Each publication keeps what it replaced, as links to the files that were there, so that an earlier one can be
//! put in place again. Nothing is copied: a generation never writes into a file, it puts another one in its place.
//!
//! `<cache>/releases/<number>/` has the list of what it did (`list.jsonl`, written before the first file moves), the files it
//! keeps, named by their bytes, and what people are told of it (`about.json`, written when all has moved). One without the last is
//! of a build that failed or was killed in between; the next build goes on in it.

mod entry;
mod kept;
mod leaving;
mod listed;

use std::collections::VecDeque;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

pub use self::entry::{Entry, Kept, Was};
pub use self::listed::{About, Release, releases};

use self::kept::Shelf;
use self::leaving::Leaving;
use super::{BuildError, linked};
use crate::base::Fingerprint;

/// So many steps back; the newest publication is what is there.
const STEPS: usize = 20;
/// What is kept may have so many bytes, unless it is the last step: a change of a template replaces every page.
const MOST_BYTES: u64 = 2 << 30;

/// So many files of a publication that goes are removed at once: a millisecond, on a slow disk some.
const PIECE: usize = 64;

/// The publications that are kept.
#[derive(Debug)]
pub struct Releases {
    folder: PathBuf,
    dist: PathBuf,
    shelves: Vec<Shelf>,
    /// What is kept no longer and still has files, oldest first.
    leaving: VecDeque<Leaving>,
}

/// A publication as a build is about to make it.
#[derive(Debug, Default)]
pub struct Publication {
    /// In the order in which it is said; a file is named once.
    pub entries: Vec<Entry>,
    /// The saved revision that it publishes, when somebody counts them. What follows with the same revision (variants
    /// of pictures that are ready) is the same publication.
    pub revision: Option<i64>,
    /// Of the program, content and templates. With others it is not the same publication, even if the revision is.
    pub made_of: Fingerprint,
    /// Which earlier publication it puts in place again.
    pub restores: Option<u64>,
    /// The site as it was is not known, so nothing leads back to it.
    pub begins: bool,
}

impl Releases {
    /// Those of a cache that are about this `dist`; others are of no use to anyone and go with the next publication.
    pub fn open(cache: &Path, dist: &Path) -> io::Result<Releases> {
        let folder = cache.join("releases");
        fs::create_dir_all(&folder)?;
        let mut shelves = Shelf::all(&folder)?;
        // A build goes on in the newest one that tells nothing of itself; others were going when the process ended.
        let untold = shelves.iter().take_while(|shelf| shelf.about().is_none());
        let left = untold.count().min(shelves.len().saturating_sub(1));
        let leaving = shelves.drain(..left).filter_map(|shelf| {
            let leaving = Leaving::of(&shelf);
            leaving.inspect_err(|error| stays(&folder, error)).ok()
        });
        let leaving = leaving.collect();
        Ok(Releases {
            folder,
            dist: dist.to_owned(),
            shelves,
            leaving,
        })
    }

    /// Notes what is about to happen, and keeps what goes. Nothing has moved yet; when this fails nothing may.
    pub fn begin(&mut self, publication: &Publication) -> Result<(), BuildError> {
        if publication.begins || !self.is_about_dist() {
            self.forget_all()?;
        } else if self.has_nothing_to_do(publication) {
            return Ok(());
        }
        let expires = |entry: &Entry| matches!(entry, Entry::Expired(..));
        let builds = !publication.begins && publication.restores.is_none();
        let only_expires = builds && publication.entries.iter().all(expires);
        let goes_on = self
            .shelves
            .last()
            .is_some_and(|last| last.takes(publication));
        if self.shelves.is_empty() || !(only_expires || goes_on) {
            let number = self.shelves.last().map_or(1, |last| last.number + 1);
            let shelf = Shelf::make(&self.folder, number);
            self.shelves
                .push(shelf.map_err(BuildError::io(&self.folder))?);
        }
        let Some(shelf) = self.shelves.last_mut() else {
            return Ok(());
        };
        let noted = shelf.keep(&self.dist, publication);
        noted.map_err(BuildError::io(self.folder.join(shelf.number.to_string())))
    }

    /// All of it has happened. What is too old is told no more, and goes with [`Releases::tidy`].
    pub fn finish(&mut self, publication: &Publication) -> Result<(), BuildError> {
        let at = Timestamp::now();
        let closed = match self.shelves.last_mut() {
            Some(last) => last.close(&self.dist, publication, at),
            None => Ok(()),
        };
        closed
            .and_then(|()| self.forget_old())
            .map_err(BuildError::io(&self.folder))
    }

    /// Nothing changes, and nothing was left unfinished.
    fn has_nothing_to_do(&self, publication: &Publication) -> bool {
        let whole = self
            .shelves
            .last()
            .is_some_and(|last| last.about().is_some());
        whole && publication.entries.is_empty() && publication.restores.is_none()
    }

    /// Which publication the newest one put in place again.
    pub fn restored(&self) -> Option<u64> {
        self.shelves.last()?.about()?.restores
    }

    /// The number of the newest publication.
    pub fn newest(&self) -> Option<u64> {
        self.shelves.last().map(|last| last.number)
    }

    /// What there was when publication `number` was the newest, of all that was touched since.
    pub fn before(&self, number: u64) -> Result<Vec<(String, Was)>, BuildError> {
        let first = self.shelves.first().map(|first| first.number);
        let last = self.shelves.last().map(|last| last.number);
        let known = first
            .zip(last)
            .is_some_and(|(first, last)| (first..last).contains(&number));
        if !known || !self.is_about_dist() {
            return Err(BuildError::NoSuchRelease(number));
        }
        let mut entries = Vec::new();
        for shelf in self.shelves.iter().filter(|shelf| shelf.number > number) {
            let list = shelf.list();
            let list = list.map_err(BuildError::io(&self.folder))?;
            entries.extend(list.into_iter().map(|entry| (shelf.number, entry)));
        }
        Ok(entry::before(entries).into_iter().collect())
    }

    /// The bytes that a publication keeps, if they are what they were.
    pub fn bytes(&self, kept: Kept) -> Result<Vec<u8>, BuildError> {
        let path = self.path(kept);
        let bytes = fs::read(&path).map_err(BuildError::io(&path))?;
        if Fingerprint::of_bytes(&bytes) != kept.content {
            let error = io::Error::new(
                ErrorKind::InvalidData,
                "a file that was kept has other bytes",
            );
            return Err(BuildError::io(&path)(error));
        }
        Ok(bytes)
    }

    /// Puts a link to what is kept at `to`.
    pub fn link(&self, kept: Kept, to: &Path) -> Result<(), BuildError> {
        linked(&self.path(kept), to).map_err(BuildError::io(to))
    }

    fn path(&self, Kept { release, content }: Kept) -> PathBuf {
        self.folder.join(release.to_string()).join(content.hex())
    }

    /// Whether they tell of this folder: the cache may have been used for another one.
    fn is_about_dist(&self) -> bool {
        let mut told = self.shelves.iter().rev().filter_map(Shelf::about);
        told.next().is_none_or(|about| about.dist == self.dist)
    }

    fn forget_all(&mut self) -> Result<(), BuildError> {
        // The next one is called 1 again.
        let failed = BuildError::io(&self.folder);
        let shelves = self.shelves.drain(..).map(|shelf| Leaving::of(&shelf));
        let leaving = self.leaving.drain(..).map(Ok);
        let mut all = leaving.chain(shelves);
        all.try_for_each(|one| one?.go()).map_err(failed)
    }

    fn forget_old(&mut self) -> io::Result<()> {
        let mut bytes = 0;
        let newest_first = self.shelves.iter().rev().enumerate();
        let kept = newest_first.take_while(|(back, shelf)| {
            bytes += shelf.bytes;
            *back <= STEPS && (*back < 2 || bytes <= MOST_BYTES)
        });
        let old = self.shelves.len() - kept.count();
        for shelf in self.shelves.drain(..old) {
            self.leaving.push_back(Leaving::of(&shelf)?);
        }
        Ok(())
    }

    /// Removes some files of publications that are kept no longer, for a millisecond or some. Whether there are more.
    pub fn tidy(&mut self) -> bool {
        let Some(oldest) = self.leaving.front_mut() else {
            return false;
        };
        let more = oldest.go_on(PIECE).unwrap_or_else(|error| {
            stays(&self.folder, &error);
            false
        });
        if !more {
            self.leaving.pop_front();
        }
        !self.leaving.is_empty()
    }
}

fn stays(folder: &Path, error: &io::Error) {
    tracing::warn!(%error, path = %folder.display(), "an old publication stays until the next start");
}
