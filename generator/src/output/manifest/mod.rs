//! The record of the last build: which files it wrote, of what. A journal in the cache; what it says is believed
//! only as far as the files on disk agree.

mod dist;
mod journal;
mod moment;
mod retired;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::base::{Fingerprint, Languages};
use crate::routes::Output;

pub use self::dist::Stamp;
pub use self::journal::{Line, append_line};
pub use self::moment::Moment;
use self::retired::{Leaving, Retired};
use self::{
    dist::Found,
    journal::{End, Journal},
};

/// A generated file.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// What it was made of.
    pub fingerprint: Fingerprint,
    /// Its bytes.
    pub content: Fingerprint,
    /// How it lies on disk.
    pub stamp: Stamp,
}

/// A file named by its content.
#[derive(Debug, Clone, Copy)]
pub struct BlobRecord {
    /// Its bytes.
    pub content: Fingerprint,
    /// How it lies on disk.
    pub stamp: Stamp,
}

/// The journal may have so many lines more than twice the files it is about.
const SPARE_LINES: u64 = 4096;

type Outputs = FxHashMap<Output, Record>;

/// Everything known of `dist`.
#[derive(Debug, Default)]
pub struct Manifest {
    outputs: Outputs,
    blobs: FxHashMap<String, BlobRecord>,
    /// Files of ours that nobody recorded, or that this version has no use for; removed after the first build
    /// unless it wants them.
    pub unknown: BTreeSet<String>,
    /// Files that are not ours; they stay.
    pub foreign: BTreeSet<String>,
    /// Of the unknown files those that an earlier version of the program recorded.
    former: Vec<(String, BlobRecord)>,
    /// Files named by their content that nothing refers to any more.
    retired: Retired,
    /// Files of the site that were found missing or damaged. The next build makes them again; while an earlier publication
    /// stands there is none.
    lost: BTreeSet<String>,
    journal: Journal,
}

/// What a journal says, before the files have been asked.
#[derive(Default)]
struct Recorded {
    outputs: Outputs,
    blobs: FxHashMap<String, BlobRecord>,
    /// Files of an earlier version of the program.
    former: FxHashMap<String, BlobRecord>,
    retired: FxHashMap<String, Leaving>,
    lost: BTreeSet<String>,
}

impl Manifest {
    /// Reads the journal and believes what the files on disk confirm.
    pub fn open(cache: &Path, dist: &Path, languages: Languages) -> std::io::Result<Manifest> {
        let mut manifest = Manifest {
            journal: Journal::new(cache, dist),
            ..Manifest::default()
        };
        let read = || {
            let mut told = manifest.journal.read();
            let mut recorded = Recorded::of(std::mem::take(&mut told.lines));
            if !told.ours {
                recorded.void();
            }
            (told, recorded)
        };
        // Both are work for half a second where there are 80,000 files.
        let ((told, recorded), found) = rayon::join(read, || Found::in_folder(dist));
        let files = recorded.files();
        let now = Moment::now();
        let started_since =
            (recorded.retired.values()).any(|leaving| leaving.since.is_of_another_start(now));
        if !told.certain && files > 0 {
            tracing::warn!(
                "after an unclean end of the machine every file is compared with its record"
            );
        }
        manifest.confirm((dist, languages), found?, recorded, told.certain);
        let all_confirmed = manifest.files() == files;
        let can_go_on =
            |end: &End| all_confirmed && !started_since && end.lines <= most_lines(files);
        match told.goes_on.filter(can_go_on) {
            Some(end) => manifest.journal.go_on(end)?,
            // What was compared byte by byte after a start of the machine came from the disk.
            None => manifest.compact(told.synced || !told.certain)?,
        }
        Ok(manifest)
    }

    /// Forgets records whose file is gone or different, and sorts the files without a record.
    fn confirm(
        &mut self,
        (dist, languages): (&Path, Languages),
        mut found: Found,
        recorded: Recorded,
        certain: bool,
    ) {
        let (outputs, lost) = found.confirm(dist, recorded.outputs, certain, |output, record| {
            (output.file(), record.stamp, record.content)
        });
        self.outputs.extend(outputs);
        self.lost = recorded.lost;
        self.lost.extend(lost);
        let of_blob = |file: &String, blob: &BlobRecord| (file.clone(), blob.stamp, blob.content);
        let (blobs, lost) = found.confirm(dist, recorded.blobs, certain, of_blob);
        self.blobs.extend(blobs);
        self.lost.extend(lost);
        (self.former, _) = found.confirm(dist, recorded.former, certain, of_blob);
        let of_leaving = |file: &String, leaving: &Leaving| of_blob(file, &leaving.blob);
        let (retired, _) = found.confirm(dist, recorded.retired, certain, of_leaving);
        self.retired = Retired::new(retired, Moment::now());
        (self.unknown, self.foreign) = found.sort(dist, languages);
        let former = self.former.iter().map(|(file, _)| file.clone());
        self.unknown.extend(former);
    }

    fn compact(&mut self, synced: bool) -> std::io::Result<()> {
        let outputs = self.outputs.iter();
        let files = outputs.map(|(output, record)| wrote(*output, record));
        let blobs = self.blobs.iter();
        let blobs = blobs.map(|(file, blob)| wrote_blob(file.clone(), blob));
        let former = self.former.iter();
        let former = former.map(|(file, blob)| {
            let none = Fingerprint::default().hex();
            Line::File(file.clone(), none, blob.content.hex(), blob.stamp)
        });
        let lost = self.lost.iter().map(|file| Line::Lost(file.clone()));
        let lines = files.chain(blobs).chain(former).chain(self.retired.lines());
        self.journal.rewrite(lines.chain(lost), synced)
    }

    /// How many generated files are recorded.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Names of all recorded generated files.
    pub fn output_names(&self) -> impl Iterator<Item = &Output> {
        self.outputs.keys()
    }

    /// The record of a generated file.
    pub fn output(&self, output: Output) -> Option<&Record> {
        self.outputs.get(&output)
    }

    /// Whether a blob is there.
    pub fn has_blob(&self, file: &str) -> bool {
        self.blobs.contains_key(file)
    }

    /// Names of all recorded blobs.
    pub fn blob_names(&self) -> impl Iterator<Item = &String> {
        self.blobs.keys()
    }

    /// Notes a generated file.
    pub fn wrote(&mut self, output: Output, record: Record) {
        self.journal.note(&wrote(output, &record));
        if !self.lost.is_empty() {
            self.lost.remove(&output.file());
        }
        self.outputs.insert(output, record);
    }

    /// Notes a blob.
    pub fn wrote_blob(&mut self, file: String, blob: BlobRecord) {
        self.journal.note(&wrote_blob(file.clone(), &blob));
        self.retired.forget(&file);
        self.lost.remove(&file);
        self.blobs.insert(file, blob);
    }

    /// Files of the site that are missing or damaged.
    pub fn lost(&self) -> &BTreeSet<String> {
        &self.lost
    }

    /// Notes that the site does without these.
    pub fn give_up<'a>(&mut self, files: impl IntoIterator<Item = &'a String>) {
        for file in files {
            if self.lost.remove(file) {
                self.journal.note(&Line::Gone(file.clone()));
            }
        }
    }

    /// Notes that a generated file is gone.
    pub fn removed(&mut self, output: Output) {
        self.journal.note(&Line::Gone(output.file()));
        self.outputs.remove(&output);
    }

    /// Notes that nothing refers to a blob any more. It stays for a day: see [`Retired`].
    pub fn retire(&mut self, file: &str) {
        if let Some(blob) = self.blobs.remove(file) {
            self.retire_unknown(file, blob);
        }
    }

    /// The same for one that nobody had recorded.
    pub fn retire_unknown(&mut self, file: &str, blob: BlobRecord) {
        let line = self.retired.add(file, blob, Moment::now());
        self.journal.note(&line);
    }

    /// One that nothing refers to any more and that is there still.
    pub fn retired(&self, file: &str) -> Option<BlobRecord> {
        self.retired.get(file)
    }

    /// Retired files whose time is over.
    pub fn expired(&self) -> Vec<String> {
        self.retired.expired(Moment::now())
    }

    /// Notes that a retired file is gone.
    pub fn removed_retired(&mut self, file: &str) {
        self.journal.note(&Line::Gone(file.to_owned()));
        self.retired.forget(file);
    }

    /// How long it is until the next retired file has to go; `None` when there is none.
    pub fn next_expiry(&self) -> Option<Duration> {
        self.retired.next_expiry(Moment::now())
    }

    /// Notes that these of the unknown files are gone, or retired.
    pub fn removed_unknown(&mut self, files: &[String]) {
        for file in files {
            self.unknown.remove(file);
        }
        let unknown = &self.unknown;
        for (file, _) in self
            .former
            .extract_if(.., |(file, _)| !unknown.contains(file))
        {
            self.journal.note(&Line::Gone(file));
        }
    }

    /// Appends what was noted to the journal, and writes it anew when most of it is out of date.
    pub fn flush(&mut self) -> std::io::Result<()> {
        if self.journal.lines() > most_lines(self.files()) {
            return self.compact(false);
        }
        self.journal.flush()
    }

    /// How many files it is about.
    fn files(&self) -> usize {
        self.outputs.len() + self.blobs.len() + self.former.len() + self.retired.len()
    }

    /// What has to be appended to which file once all that was written is on the disk.
    pub fn synced(&self) -> (PathBuf, Line) {
        self.journal.synced()
    }
}

/// How long a journal about so many files may be.
fn most_lines(files: usize) -> u64 {
    SPARE_LINES + 2 * files as u64
}

impl Recorded {
    /// How many files it is about.
    fn files(&self) -> usize {
        self.outputs.len() + self.blobs.len() + self.former.len() + self.retired.len()
    }

    fn of(lines: Vec<Line>) -> Recorded {
        let mut recorded = Recorded::default();
        for line in lines {
            match line {
                Line::File(file, fingerprint, content, stamp) => {
                    let made = Fingerprint::from_hex(&fingerprint);
                    if let Some((fingerprint, content)) = made.zip(Fingerprint::from_hex(&content))
                    {
                        recorded.lost.remove(&file);
                        recorded.file(file, fingerprint, content, stamp);
                    }
                }
                Line::Blob(file, content, stamp) => {
                    if let Some(content) = Fingerprint::from_hex(&content) {
                        recorded.retired.remove(&file);
                        recorded.lost.remove(&file);
                        recorded.blobs.insert(file, BlobRecord { content, stamp });
                    }
                }
                Line::Retired(file, content, stamp, since) => {
                    if let Some(content) = Fingerprint::from_hex(&content) {
                        let blob = BlobRecord { content, stamp };
                        recorded.blobs.remove(&file);
                        recorded.retired.insert(file, Leaving { blob, since });
                    }
                }
                Line::Gone(file) => recorded.gone(&file),
                Line::Lost(file) => {
                    recorded.gone(&file);
                    recorded.lost.insert(file);
                }
                Line::Head { .. } | Line::Synced(..) => {}
            }
        }
        recorded
    }

    fn file(&mut self, file: String, fingerprint: Fingerprint, content: Fingerprint, stamp: Stamp) {
        match Output::of_file(&file) {
            Some(output) => {
                let record = Record {
                    fingerprint,
                    content,
                    stamp,
                };
                self.outputs.insert(output, record);
            }
            None => {
                self.former.insert(file, BlobRecord { content, stamp });
            }
        }
    }

    fn gone(&mut self, file: &str) {
        if let Some(output) = Output::of_file(file) {
            self.outputs.remove(&output);
        }
        self.blobs.remove(file);
        self.former.remove(file);
        self.retired.remove(file);
        self.lost.remove(file);
    }

    /// What another program made of equal things may have other bytes: all of it is made again, and written where the
    /// bytes differ.
    fn void(&mut self) {
        for record in self.outputs.values_mut() {
            record.fingerprint = Fingerprint::default();
        }
    }
}

fn wrote(output: Output, record: &Record) -> Line {
    Line::File(
        output.file(),
        record.fingerprint.hex(),
        record.content.hex(),
        record.stamp,
    )
}

fn wrote_blob(file: String, blob: &BlobRecord) -> Line {
    Line::Blob(file, blob.content.hex(), blob.stamp)
}

#[cfg(test)]
mod tests;
