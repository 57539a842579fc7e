//! The record of the last build: which files it wrote, of what. An append-only journal in the cache; what
//! it says is believed only as far as the files on disk agree.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::fingerprint::Fingerprint;
use crate::routes::Output;

/// What a file looked like when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Size in bytes.
    pub len: u64,
    /// Modification time in nanoseconds.
    pub mtime: i128,
}

impl Stamp {
    /// Of a file.
    pub fn of(metadata: &fs::Metadata) -> Stamp {
        let mtime = metadata.modified().ok().and_then(|time| {
            let since = time.duration_since(std::time::UNIX_EPOCH).ok()?;
            i128::try_from(since.as_nanos()).ok()
        });
        Stamp {
            len: metadata.len(),
            mtime: mtime.unwrap_or(-1),
        }
    }
}

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

#[derive(Serialize, Deserialize)]
enum Line {
    /// The folder the journal is about.
    Dist(PathBuf),
    Wrote(Output, String, String, Stamp),
    Blob(String, Stamp),
    Gone(Output),
    BlobGone(String),
}

/// A quick hash for small keys that nobody chooses maliciously.
#[derive(Debug, Default)]
pub struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

type Outputs = HashMap<Output, Record, BuildHasherDefault<Quick>>;

/// Everything known of `dist`.
#[derive(Debug, Default)]
pub struct Manifest {
    outputs: Outputs,
    blobs: HashMap<String, Stamp>,
    /// Files nobody recorded; removed after the first build unless it wants them.
    pub unknown: BTreeSet<String>,
    journal: PathBuf,
    dist: PathBuf,
    pending: Vec<u8>,
}

impl Manifest {
    /// Reads the journal and believes what the files on disk confirm.
    pub fn open(cache: &Path, dist: &Path) -> std::io::Result<Manifest> {
        let mut manifest = Manifest {
            journal: cache.join("manifest.jsonl"),
            dist: fs::canonicalize(dist).unwrap_or_else(|_| dist.to_owned()),
            ..Manifest::default()
        };
        manifest.read_journal();
        manifest.confirm(dist)?;
        fs::create_dir_all(cache)?;
        manifest.compact()?;
        Ok(manifest)
    }

    fn read_journal(&mut self) {
        let Ok(bytes) = fs::read(&self.journal) else {
            return;
        };
        for line in bytes.split(|byte| *byte == b'\n') {
            // A line cut short by a crash says nothing; its file is looked at like any unknown one.
            match serde_json::from_slice(line) {
                Ok(Line::Dist(dist)) if dist != self.dist => return,
                Ok(line) => self.apply(line),
                Err(_) => {}
            }
        }
    }

    fn apply(&mut self, line: Line) {
        match line {
            Line::Dist(_) => {}
            Line::Wrote(output, fingerprint, content, stamp) => {
                let parsed =
                    Fingerprint::from_hex(&fingerprint).zip(Fingerprint::from_hex(&content));
                if let Some((fingerprint, content)) = parsed {
                    self.outputs.insert(
                        output,
                        Record {
                            fingerprint,
                            content,
                            stamp,
                        },
                    );
                }
            }
            Line::Blob(file, stamp) => {
                self.blobs.insert(file, stamp);
            }
            Line::Gone(output) => {
                self.outputs.remove(&output);
            }
            Line::BlobGone(file) => {
                self.blobs.remove(&file);
            }
        }
    }

    /// Forgets records whose file is gone or different, and notes files without a record.
    fn confirm(&mut self, dist: &Path) -> std::io::Result<()> {
        let mut found: HashMap<String, Stamp> = HashMap::new();
        for entry in WalkDir::new(dist).min_depth(1) {
            let Ok(entry) = entry else { continue };
            if entry.file_type().is_dir() {
                continue;
            }
            let path = entry.path().strip_prefix(dist).unwrap_or(entry.path());
            let Some(path) = path.to_str() else { continue };
            if path == ".gitkeep" {
                continue;
            }
            let metadata = fs::symlink_metadata(entry.path())?;
            found.insert(path.replace('\\', "/"), Stamp::of(&metadata));
        }
        self.outputs
            .retain(|output, record| confirmed(&mut found, &output.file(), record.stamp));
        self.forget_torn_sitemap();
        self.blobs
            .retain(|file, stamp| confirmed(&mut found, file, *stamp));
        self.unknown = found.into_keys().collect();
        Ok(())
    }

    /// The sitemap is made as a whole: when a part is not what it was, all of it is made again.
    fn forget_torn_sitemap(&mut self) {
        let parts: Vec<u32> = self
            .outputs
            .keys()
            .filter_map(|output| match output {
                Output::Sitemap(part) => Some(*part),
                _ => None,
            })
            .collect();
        let last = parts.iter().max().copied().unwrap_or(0);
        if parts.len() <= last as usize {
            self.outputs.remove(&Output::Sitemap(0));
        }
    }

    fn compact(&mut self) -> std::io::Result<()> {
        // Always the same name: one left behind by a kill is overwritten.
        let whole = self.journal.with_extension("new");
        let mut file = BufWriter::new(fs::File::create(&whole)?);
        write_line(&mut file, &Line::Dist(self.dist.clone()))?;
        for (output, record) in &self.outputs {
            write_line(&mut file, &wrote(*output, record))?;
        }
        for (name, stamp) in &self.blobs {
            write_line(&mut file, &Line::Blob(name.clone(), *stamp))?;
        }
        file.flush()?;
        fs::rename(&whole, &self.journal)
    }

    /// How many generated files are recorded; all parts of the sitemap are one.
    pub fn outputs(&self) -> usize {
        let parts = (1..).take_while(|part| self.outputs.contains_key(&Output::Sitemap(*part)));
        self.outputs.len() - parts.count()
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
        self.note(&wrote(output, &record));
        self.outputs.insert(output, record);
    }

    /// Notes a blob.
    pub fn wrote_blob(&mut self, file: String, stamp: Stamp) {
        self.note(&Line::Blob(file.clone(), stamp));
        self.blobs.insert(file, stamp);
    }

    /// Notes that a generated file is gone.
    pub fn removed(&mut self, output: Output) {
        self.note(&Line::Gone(output));
        self.outputs.remove(&output);
    }

    /// Notes that a blob is gone.
    pub fn removed_blob(&mut self, file: &str) {
        self.note(&Line::BlobGone(file.to_owned()));
        self.blobs.remove(file);
    }

    fn note(&mut self, line: &Line) {
        if serde_json::to_writer(&mut self.pending, line).is_ok() {
            self.pending.push(b'\n');
        }
    }

    /// Appends what was noted. Losing it costs a look at the files at the next start, nothing else.
    pub fn flush(&mut self) -> std::io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.journal)?;
        file.write_all(&self.pending)?;
        self.pending.clear();
        Ok(())
    }
}

fn wrote(output: Output, record: &Record) -> Line {
    Line::Wrote(
        output,
        record.fingerprint.hex(),
        record.content.hex(),
        record.stamp,
    )
}

fn confirmed(found: &mut HashMap<String, Stamp>, file: &str, stamp: Stamp) -> bool {
    let same = found.get(file) == Some(&stamp);
    if same {
        found.remove(file);
    }
    same
}

fn write_line(file: &mut impl Write, line: &Line) -> std::io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}
