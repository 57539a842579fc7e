//! What lies in `dist`, compared with what the record says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rayon::iter::Either;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::base::{Fingerprint, Languages};
use crate::routes::{Shape, shape};

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

/// So many files of a folder are asked for in one go.
const PART: usize = 256;

/// The files of a folder that no record has confirmed yet.
#[derive(Debug, Default)]
pub struct Found(FxHashMap<String, Stamp>);

impl Found {
    /// Everything below `dist` but what begins with a dot: that belongs to tools. Links are not followed.
    pub fn in_folder(dist: &Path) -> std::io::Result<Found> {
        Ok(Found(within(dist, "")?.into_iter().collect()))
    }

    /// Keeps of the recorded files those that lie there as they were written, and names the others.
    ///
    /// `certain` says whether size and time are enough; else the bytes are read.
    pub fn confirm<K: Send + Sync, R: Send + Sync>(
        &mut self,
        dist: &Path,
        records: impl IntoIterator<Item = (K, R)>,
        certain: bool,
        look: impl Fn(&K, &R) -> (String, Stamp, Fingerprint) + Sync,
    ) -> (Vec<(K, R)>, Vec<String>) {
        let records: Vec<(K, R)> = records.into_iter().collect();
        let files = &self.0;
        let (good, lost): (Vec<_>, Vec<String>) =
            records.into_par_iter().partition_map(|(key, record)| {
                let (file, stamp, content) = look(&key, &record);
                let same = files.get(&file) == Some(&stamp)
                    && (certain || bytes_are(&dist.join(&file), content));
                if same {
                    Either::Left(((key, record), file))
                } else {
                    Either::Right(file)
                }
            });
        let good = good.into_iter().map(|(good, name)| {
            self.0.remove(&name);
            good
        });
        (good.collect(), lost)
    }

    /// Of the rest: files that only we can have written, and files that are not ours.
    pub fn sort(self, dist: &Path, languages: Languages) -> (BTreeSet<String>, BTreeSet<String>) {
        self.0
            .into_keys()
            .partition(|file| match shape(file, languages) {
                Shape::Ours => true,
                Shape::NamedByContent => is_named_by_content(dist, file),
                Shape::Foreign => false,
            })
    }
}

/// Files of a folder and those below it; `prefix` leads from `dist` to it. Folders are read side by side, and large ones in parts:
/// most of the time goes to asking the system for the stamps of files. One that goes meanwhile, or cannot be read, has none.
fn within(folder: &Path, prefix: &str) -> std::io::Result<Vec<(String, Stamp)>> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
            continue;
        };
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            folders.push((entry.path(), format!("{path}/")))
        } else {
            files.push((path, entry))
        }
    }
    // Of the entry, not of its target.
    let stamped = |(path, entry): (String, fs::DirEntry)| match entry.metadata() {
        Ok(metadata) => Some(Ok((path, Stamp::of(&metadata)))),
        Err(gone) if gone.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => Some(Err(error)),
    };
    let files = files.into_par_iter().with_min_len(PART);
    let files = files.filter_map(stamped);
    let mut files: Vec<(String, Stamp)> = files.collect::<std::io::Result<_>>()?;
    let below = folders.par_iter();
    let below: std::io::Result<Vec<Vec<_>>> = below
        .map(|(folder, prefix)| within(folder, prefix))
        .collect();
    files.extend(below?.into_iter().flatten());
    Ok(files)
}

fn bytes_are(path: &Path, content: Fingerprint) -> bool {
    fs::read(path).is_ok_and(|bytes| Fingerprint::of_bytes(&bytes) == content)
}

/// `logo-0123456789.svg` whose digits are those of its bytes.
fn is_named_by_content(dist: &Path, file: &str) -> bool {
    let path = dist.join(file);
    let regular = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
    regular
        && fs::read(&path).is_ok_and(|bytes| {
            let digits = &Fingerprint::of_bytes(&bytes).hex()[..10];
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            stem.ends_with(&format!("-{digits}"))
        })
}
