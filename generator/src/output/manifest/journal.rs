//! The file behind the record: one line for each change, rewritten as a whole whenever most of it is out of date, and at a start
//! that finds it cut short, of another program, of before the machine's start, or not what lies in `dist`.

use std::fs::{self, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Moment, Stamp};
use crate::base::PROGRAM;

const FILE: &str = "manifest.jsonl";
/// Clocks are set by a few seconds now and then; a machine that was restarted differs by more.
const SAME_BOOT: i64 = 5;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
pub enum Line {
    /// What the journal is about, and since when the machine runs on which it is written.
    Head {
        /// The folder.
        dist: PathBuf,
        /// Seconds since 1970; unknown on some systems.
        boot: Option<i64>,
        /// Tells journals apart.
        id: u64,
        /// Identity of the program that writes it.
        #[serde(default)]
        program: String,
    },
    /// A generated file: path, what it was made of, its bytes. Named by its path, so that the next version of the
    /// program knows whose it was, even if it has no such page any more.
    File(String, String, String, Stamp),
    /// A file named by its content: path, its bytes.
    Blob(String, String, Stamp),
    /// Nothing refers to such a file any more since then: path, its bytes.
    Retired(String, String, Stamp, Moment),
    /// It was removed.
    Gone(String),
    /// At a start it was not as it had been recorded, and nothing has been put in its place since.
    Lost(String),
    /// Of the journal with this id, all that so many lines tell of has reached the disk.
    Synced(u64, u64),
}

/// The journal as it is written.
#[derive(Debug, Default)]
pub struct Journal {
    path: PathBuf,
    dist: PathBuf,
    id: u64,
    /// Lines about files since the head.
    lines: u64,
    pending: Vec<u8>,
}

/// What an earlier journal tells.
#[derive(Debug, Default)]
pub struct Told {
    /// About files, in order.
    pub lines: Vec<Line>,
    /// Everything told of has reached the disk, or the machine has not been restarted since: then what a file's
    /// size and time say can be believed. Else its bytes may be missing: a power cut keeps some and loses others.
    pub certain: bool,
    /// Everything told of has reached the disk.
    pub synced: bool,
    /// It is of this very program: what another one made of equal things may have other bytes.
    pub ours: bool,
    /// Where it can be written on: it is whole, of this program, and the machine has not been restarted since.
    pub goes_on: Option<End>,
}

/// The end of a journal.
#[derive(Debug, Clone, Copy)]
pub struct End {
    id: u64,
    /// Lines about files since the head.
    pub lines: u64,
}

impl Journal {
    /// The journal in a cache, about a folder.
    pub fn new(cache: &Path, dist: &Path) -> Journal {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Journal {
            path: cache.join(FILE),
            dist: dist.to_owned(),
            id: since.map_or(0, |since| since.as_nanos() as u64),
            ..Journal::default()
        }
    }

    /// Reads what is there; nothing when it is about another folder.
    pub fn read(&self) -> Told {
        let bytes = fs::read(&self.path).unwrap_or_default();
        let mut told = Told::default();
        let (mut head, mut since, mut count, mut synced) = (0, None, 0, None);
        let lines: Vec<&[u8]> = bytes
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .collect();
        let lines: Vec<Result<Line, serde_json::Error>> =
            lines.into_par_iter().map(serde_json::from_slice).collect();
        for line in lines {
            match line {
                Ok(Line::Head { dist, .. }) if dist != self.dist => return Told::default(),
                Ok(Line::Head {
                    boot, id, program, ..
                }) => {
                    (head, since) = (id, boot);
                    told.ours = program == PROGRAM;
                }
                Ok(Line::Synced(id, lines)) if id == head => synced = Some(lines),
                Ok(Line::Synced(..)) => {}
                Ok(line) => {
                    count += 1;
                    told.lines.push(line);
                }
                // A line cut short says nothing; its file is looked at like any unknown one.
                Err(_) => count += 1,
            }
        }
        told.synced = synced == Some(count);
        let same_boot = same_boot(since, boot());
        told.certain = told.synced || same_boot;
        let whole = count == told.lines.len() as u64 && bytes.ends_with(b"\n");
        told.goes_on = (whole && told.ours && same_boot).then_some(End {
            id: head,
            lines: count,
        });
        told
    }

    /// Goes on behind what is there, and removes a half-written other one that a kill left.
    pub fn go_on(&mut self, End { id, lines }: End) -> std::io::Result<()> {
        (self.id, self.lines) = (id, lines);
        match fs::remove_file(self.half()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// What it is while it is written anew. Always the same name, so that one left behind by a kill is known.
    fn half(&self) -> PathBuf {
        self.path.with_extension("new")
    }

    /// Replaces what is there by these lines.
    pub fn rewrite(
        &mut self,
        lines: impl Iterator<Item = Line>,
        synced: bool,
    ) -> std::io::Result<()> {
        // What is said to be synced of the lines that were there says nothing of the new ones.
        self.id = self.id.wrapping_add(1);
        self.pending.clear();
        let half = self.half();
        let mut file = BufWriter::new(fs::File::create(&half)?);
        let head = Line::Head {
            dist: self.dist.clone(),
            boot: boot(),
            id: self.id,
            program: PROGRAM.to_owned(),
        };
        write_line(&mut file, &head)?;
        self.lines = 0;
        for line in lines {
            write_line(&mut file, &line)?;
            self.lines += 1;
        }
        if synced {
            write_line(&mut file, &Line::Synced(self.id, self.lines))?;
        }
        file.flush()?;
        fs::rename(&half, &self.path)
    }

    /// How many lines it has about files.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Adds a line.
    pub fn note(&mut self, line: &Line) {
        if serde_json::to_writer(&mut self.pending, line).is_ok() {
            self.pending.push(b'\n');
            self.lines += 1;
        }
    }

    /// Appends what was noted. Losing it costs a look at the files at the next start, nothing else.
    pub fn flush(&mut self) -> std::io::Result<()> {
        if !self.pending.is_empty() {
            append(&self.path, &self.pending)?;
            self.pending.clear();
        }
        Ok(())
    }

    /// What has to be appended once everything written so far is on the disk, and where.
    pub fn synced(&self) -> (PathBuf, Line) {
        (self.path.clone(), Line::Synced(self.id, self.lines))
    }
}

/// Appends a line to a journal that may have grown meanwhile.
pub fn append_line(journal: &Path, line: &Line) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    write_line(&mut bytes, line)?;
    append(journal, &bytes)
}

fn append(journal: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(journal)?;
    file.write_all(bytes)
}

fn write_line(file: &mut impl Write, line: &Line) -> std::io::Result<()> {
    serde_json::to_writer(&mut *file, line)?;
    file.write_all(b"\n")
}

fn same_boot(then: Option<i64>, now: Option<i64>) -> bool {
    matches!((then, now), (Some(then), Some(now)) if (then - now).abs() <= SAME_BOOT)
}

/// When the machine was started, in seconds since 1970.
#[cfg(target_os = "linux")]
fn boot() -> Option<i64> {
    Some(Moment::now().start())
}

/// Unknown: then only what has reached the disk for certain is believed.
#[cfg(not(target_os = "linux"))]
fn boot() -> Option<i64> {
    None
}
