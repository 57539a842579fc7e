//! Writing `dist`: first everything is staged beside it, then moved into place by rename. Assets and media
//! first, new pages, changed pages, feeds and sitemap, and removals last.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use imaging::Seal;
use rayon::prelude::*;
use tempfile::TempDir;

use super::BuildError;
use super::manifest::{BlobRecord, Manifest, Record, Stamp};
use super::releases::{Kept, Releases};
use crate::base::Fingerprint;
use crate::images::{Blob, BlobSource};
use crate::routes::{Output, is_named_truly};

use super::folder::{Folder, can_rename, clear_stages, write_new};

/// A rendered file: staged, or already in place with the same bytes.
#[derive(Debug)]
pub struct Staged {
    /// Which one.
    pub output: Output,
    /// What it was made of.
    pub fingerprint: Fingerprint,
    /// Its bytes.
    pub content: Fingerprint,
    /// The staged file; `None` when the one in place has these bytes.
    pub file: Option<PathBuf>,
    stamp: Stamp,
}

/// The folder everything is staged in.
#[derive(Debug)]
pub struct Stage {
    dist: Folder,
    /// Where the folder of a build is made, and how its name begins.
    parent: PathBuf,
    prefix: &'static str,
    /// Of the build that runs.
    folder: PathBuf,
    next: AtomicU64,
}

const IN_CACHE: &str = "stage";
const IN_DIST: &str = ".stage";

impl Stage {
    /// A stage in the cache, or in `dist` when nothing can be renamed from there. Both folders are ours alone, so
    /// what is staged in them was left behind by a build that was killed.
    pub fn open(cache: &Path, dist: &Path) -> std::io::Result<Stage> {
        clear_stages(cache, IN_CACHE)?;
        clear_stages(dist, IN_DIST)?;
        let (parent, prefix) = if can_rename((cache, IN_CACHE), (dist, IN_DIST)) {
            (cache, IN_CACHE)
        } else {
            (dist, IN_DIST)
        };
        Ok(Stage {
            dist: Folder::new(dist),
            parent: parent.to_owned(),
            prefix,
            folder: PathBuf::new(),
            next: AtomicU64::new(0),
        })
    }

    /// Makes a folder for one build. Dropping it removes what was staged, also after an error or a panic.
    pub fn set_up(&mut self) -> Result<TempDir, BuildError> {
        let folder = tempfile::Builder::new()
            .prefix(&format!("{}-", self.prefix))
            .tempdir_in(&self.parent)
            .map_err(BuildError::io(&self.parent))?;
        self.folder = folder.path().to_owned();
        Ok(folder)
    }

    fn fresh(&self) -> PathBuf {
        self.folder
            .join(self.next.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Stages a generated file unless the one in place has the same bytes.
    pub fn page(
        &self,
        output: Output,
        fingerprint: Fingerprint,
        bytes: &[u8],
        record: Option<&Record>,
    ) -> Result<Staged, BuildError> {
        let content = Fingerprint::of_bytes(bytes);
        let in_place = |stamp| Staged {
            output,
            fingerprint,
            content,
            file: None,
            stamp,
        };
        match record {
            Some(record) if record.content == content => return Ok(in_place(record.stamp)),
            Some(_) => {}
            None => {
                if let Some(stamp) = self.dist.stamp_if_same(&output.file(), bytes)? {
                    return Ok(in_place(stamp));
                }
            }
        }
        let path = self.fresh();
        let stamp = write_new(&path, bytes).map_err(BuildError::io(&path))?;
        Ok(Staged {
            output,
            fingerprint,
            content,
            file: Some(path),
            stamp,
        })
    }

    /// Stages what an earlier publication had. What it was made of is not said: the next build makes it again.
    pub fn kept(
        &self,
        output: Output,
        releases: &Releases,
        kept: Kept,
    ) -> Result<Staged, BuildError> {
        releases.bytes(kept)?;
        let path = self.fresh();
        releases.link(kept, &path)?;
        let metadata = fs::metadata(&path).map_err(BuildError::io(&path))?;
        Ok(Staged {
            output,
            fingerprint: Fingerprint::default(),
            content: kept.content,
            file: Some(path),
            stamp: Stamp::of(&metadata),
        })
    }

    /// Puts blobs in place that are not there yet; their names say their content.
    pub fn blobs(&self, blobs: &[Blob], manifest: &mut Manifest) -> Result<usize, BuildError> {
        let placed: Vec<Result<(BlobRecord, bool), BuildError>> =
            blobs.par_iter().map(|blob| self.blob(blob)).collect();
        let mut written = 0;
        let (mut failed, mut damaged) = (None, Vec::new());
        for (blob, result) in blobs.iter().zip(placed) {
            match result {
                Ok((record, fresh)) => {
                    written += usize::from(fresh);
                    manifest.unknown.remove(&blob.file);
                    manifest.foreign.remove(&blob.file);
                    manifest.wrote_blob(blob.file.clone(), record);
                }
                Err(BuildError::Damaged(files)) => damaged.extend(files),
                Err(error) => failed = Some(error),
            }
        }
        if failed.is_none() && !damaged.is_empty() {
            failed = Some(BuildError::Damaged(damaged));
        }
        failed.map_or(Ok(written), Err)
    }

    fn blob(&self, blob: &Blob) -> Result<(BlobRecord, bool), BuildError> {
        let bytes;
        let bytes: &[u8] = match &blob.source {
            BlobSource::Bytes(content) => content,
            BlobSource::File(path, seal) => {
                bytes = sealed(path, seal)?;
                &bytes
            }
        };
        let content = Fingerprint::of_bytes(bytes);
        if let Some(stamp) = self.dist.stamp_if_same(&blob.file, bytes)? {
            return Ok((BlobRecord { content, stamp }, false));
        }
        let staged = self.fresh();
        let stamp = write_new(&staged, bytes).map_err(BuildError::io(&staged))?;
        self.dist.take_in(&staged, &blob.file)?;
        Ok((BlobRecord { content, stamp }, true))
    }

    /// Moves staged files into place: new pages, pages that were there, the rest. What was moved is recorded even when
    /// a later one fails.
    pub fn commit(
        &self,
        staged: Vec<Staged>,
        manifest: &mut Manifest,
    ) -> Result<usize, BuildError> {
        let mut phases: [Vec<Staged>; 3] = Default::default();
        for file in staged {
            let is_page = matches!(file.output, Output::Page(_) | Output::NotFound);
            // With or without a record: what lies there may be the page that others link to already.
            let there = manifest.output(file.output).is_some()
                || (!manifest.unknown.is_empty() && manifest.unknown.contains(&file.output.file()));
            let phase = match (is_page, there) {
                // Every list refers to it.
                _ if file.output == Output::Counts => 0,
                (true, false) => 0,
                (true, true) => 1,
                (false, _) => 2,
            };
            phases[phase].push(file);
        }
        let mut written = 0;
        for phase in phases {
            let moved: Vec<_> = phase
                .into_par_iter()
                .map(|file| (self.place(&file), file))
                .collect();
            let mut failed = None;
            for (result, file) in moved {
                match result {
                    Ok(fresh) => {
                        written += usize::from(fresh);
                        let Staged {
                            output,
                            fingerprint,
                            content,
                            stamp,
                            ..
                        } = file;
                        if !manifest.unknown.is_empty() {
                            manifest.unknown.remove(&output.file());
                        }
                        manifest.wrote(
                            output,
                            Record {
                                fingerprint,
                                content,
                                stamp,
                            },
                        );
                    }
                    Err(error) => failed = Some(error),
                }
            }
            if let Some(error) = failed {
                return Err(error);
            }
        }
        Ok(written)
    }

    fn place(&self, file: &Staged) -> Result<bool, BuildError> {
        let Some(staged) = &file.file else {
            return Ok(false);
        };
        self.dist.take_in(staged, &file.output.file())?;
        Ok(true)
    }

    /// What lies at a place that nobody recorded, if it may stay for a while: a file whose name is that of other bytes
    /// may not.
    pub fn record_of(&self, file: &str) -> Option<BlobRecord> {
        let (stamp, bytes) = self.dist.read(file)?;
        is_named_truly(file, &bytes).then(|| BlobRecord {
            content: Fingerprint::of_bytes(&bytes),
            stamp,
        })
    }

    /// The bytes of what lies there.
    pub fn bytes_of(&self, file: &str) -> Option<Vec<u8>> {
        self.dist.read(file).map(|(_, bytes)| bytes)
    }

    /// Removes files and the folders they leave empty.
    pub fn remove(&self, files: &[String]) -> Result<usize, BuildError> {
        self.dist.remove(files)
    }
}

/// The bytes of a file of the cache, if they are what was put there.
fn sealed(path: &Path, seal: &Seal) -> Result<Vec<u8>, BuildError> {
    match fs::read(path) {
        Ok(bytes) if seal.is_of(&bytes) => Ok(bytes),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(BuildError::io(path)(error)),
        _ => Err(BuildError::Damaged(vec![path.to_owned()])),
    }
}
