//! Writing `dist`: first everything is staged beside it, then moved into place by rename. Assets and media
//! first, new pages, changed pages, feeds and sitemap, and removals last.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::fingerprint::Fingerprint;
use crate::images::{Blob, BlobSource};
use crate::manifest::{Manifest, Record, Stamp};
use crate::problem::BuildError;
use crate::routes::Output;

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

/// The stage while a build runs: dropping it removes what was staged, also after an error or a panic.
#[derive(Debug)]
pub struct SetUp(PathBuf);

impl Drop for SetUp {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The folder everything is staged in.
#[derive(Debug)]
pub struct Stage {
    dist: PathBuf,
    folder: PathBuf,
    next: AtomicU64,
}

impl Stage {
    /// An empty stage in the cache, or in `dist` when the cache is on another file system.
    pub fn open(cache: &Path, dist: &Path) -> std::io::Result<Stage> {
        fs::create_dir_all(dist)?;
        fs::create_dir_all(cache)?;
        let (in_cache, in_dist) = (cache.join("stage"), dist.join(".stage"));
        for left_behind in [&in_cache, &in_dist] {
            let _ = fs::remove_dir_all(left_behind);
        }
        let folder = match same_file_system(cache, dist) {
            true => in_cache,
            false => in_dist,
        };
        Ok(Stage {
            dist: dist.to_owned(),
            folder,
            next: AtomicU64::new(0),
        })
    }

    /// Makes the folder for one build.
    pub fn set_up(&self) -> Result<SetUp, BuildError> {
        fs::create_dir_all(&self.folder).map_err(BuildError::io(&self.folder))?;
        Ok(SetUp(self.folder.clone()))
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
                let path = self.dist.join(output.file());
                if let Some(stamp) = same_bytes(&path, bytes) {
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

    /// Puts blobs in place that are not there yet; their names say their content.
    pub fn blobs(&self, blobs: &[Blob], manifest: &mut Manifest) -> Result<usize, BuildError> {
        let placed: Vec<Result<(String, Stamp, bool), BuildError>> =
            blobs.par_iter().map(|blob| self.blob(blob)).collect();
        let mut written = 0;
        let mut failed = None;
        for result in placed {
            match result {
                Ok((file, stamp, fresh)) => {
                    written += usize::from(fresh);
                    manifest.unknown.remove(&file);
                    manifest.wrote_blob(file, stamp);
                }
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(written), Err)
    }

    fn blob(&self, blob: &Blob) -> Result<(String, Stamp, bool), BuildError> {
        let target = self.dist.join(&blob.file);
        let bytes;
        let content: &[u8] = match &blob.source {
            BlobSource::Bytes(content) => content,
            BlobSource::File(path) => {
                bytes = fs::read(path).map_err(BuildError::io(path))?;
                &bytes
            }
        };
        if let Some(stamp) = same_bytes(&target, content) {
            return Ok((blob.file.clone(), stamp, false));
        }
        let staged = self.fresh();
        let stamp = write_new(&staged, content).map_err(BuildError::io(&staged))?;
        move_into_place(&staged, &target)?;
        Ok((blob.file.clone(), stamp, true))
    }

    /// Moves staged files into place; what was moved is recorded even when a later one fails.
    pub fn commit(
        &self,
        staged: Vec<Staged>,
        manifest: &mut Manifest,
    ) -> Result<usize, BuildError> {
        let mut phases: [Vec<Staged>; 3] = Default::default();
        for file in staged {
            let is_page = matches!(file.output, Output::Page(_) | Output::NotFound);
            let phase = match (is_page, manifest.output(file.output).is_some()) {
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
        move_into_place(staged, &self.dist.join(file.output.file()))?;
        Ok(true)
    }

    /// Removes files and the folders they leave empty.
    pub fn remove(&self, files: &[String]) -> Result<usize, BuildError> {
        let mut removed = 0;
        for file in files {
            let path = self.dist.join(file);
            match fs::remove_file(&path) {
                Ok(()) => removed += 1,
                // Gone already, or made a folder since it was seen.
                Err(error)
                    if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::IsADirectory) => {}
                Err(error) => {
                    return Err(BuildError::Io {
                        path,
                        source: error,
                    });
                }
            }
            let mut parent = path.parent();
            while let Some(folder) = parent.filter(|folder| *folder != self.dist) {
                if fs::remove_dir(folder).is_err() {
                    break;
                }
                parent = folder.parent();
            }
        }
        Ok(removed)
    }
}

fn move_into_place(staged: &Path, target: &Path) -> Result<(), BuildError> {
    let mut result = fs::rename(staged, target);
    if let Err(error) = &result {
        if error.kind() == ErrorKind::NotFound
            && let Some(parent) = target.parent()
        {
            fs::create_dir_all(parent).map_err(BuildError::io(parent))?;
            result = fs::rename(staged, target);
        } else if target.is_dir() {
            fs::remove_dir_all(target).map_err(BuildError::io(target))?;
            result = fs::rename(staged, target);
        }
    }
    result.map_err(BuildError::io(target))
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<Stamp> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    Ok(Stamp::of(&file.metadata()?))
}

/// The stamp of a regular file that has these bytes.
fn same_bytes(path: &Path, bytes: &[u8]) -> Option<Stamp> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() != bytes.len() as u64 {
        return None;
    }
    (fs::read(path).ok()? == bytes).then(|| Stamp::of(&metadata))
}

#[cfg(unix)]
fn same_file_system(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    device(a).is_some() && device(a) == device(b)
}

#[cfg(not(unix))]
fn same_file_system(a: &Path, b: &Path) -> bool {
    a.components().next() == b.components().next()
}
