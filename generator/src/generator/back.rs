//! An earlier publication put in place again.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Instant;

use super::placement::Placement;
use super::{Generator, Report};
use crate::images::{Blob, BlobSource};
use crate::output::manifest::Manifest;
use crate::output::releases::{Kept, Publication, Releases, Was};
use crate::output::{BuildError, Folders, MoveLock, Stage};
use crate::plan::Total;
use crate::routes::Output;

impl Generator {
    /// Brings `dist` back to what publication `number` was, in the order of a build: what pages name first, removals last. The
    /// posts are not touched, so the next build goes on from them. It is a publication itself, from which there is
    /// a way back too.
    ///
    /// What is kept is looked at before anything moves; on an error before that `dist` is as it was, on one while files
    /// move each file is as it was or as it should be, and doing it again completes it.
    pub fn restore(&mut self, number: u64) -> Result<Report, BuildError> {
        if !self.folders.are_still(&self.options) {
            self.reopen()?;
        }
        let pool = Arc::clone(&self.pool);
        let _cleared_at_the_end = self.folders.stage.set_up()?;
        pool.install(|| self.restore_inside(number))
    }

    /// Has publication `number` stand: puts it in place, unless that was the last thing that happened to `dist`. What has gone
    /// since is put back as far as it is kept; what is not is an error, because nothing makes it again while this one stands.
    pub fn stand(&mut self, number: u64) -> Result<Report, BuildError> {
        let stands = self.restored() == Some(number) && !self.can_mend(number)?;
        let report = if stands {
            Report {
                total: Total::of(self.folders.manifest.output_names()),
                ..Report::default()
            }
        } else {
            self.restore(number)?
        };
        let lost = self.folders.manifest.lost();
        match lost.first() {
            Some(first) => Err(BuildError::Lost(lost.len(), first.clone())),
            None => Ok(report),
        }
    }

    /// Whether a way back would mend anything: something that has gone is kept, and nothing that it needs has gone for good. Each
    /// is a publication: one in vain would only push older ones out.
    fn can_mend(&self, number: u64) -> Result<bool, BuildError> {
        let lost = self.folders.manifest.lost();
        if lost.is_empty() {
            return Ok(false);
        }
        let was = self.folders.releases.before(number)?;
        let gone = was.iter().filter(|(file, _)| lost.contains(file));
        let gone: Vec<&Was> = gone.map(|(_, was)| was).collect();
        let is_kept = |was: &&Was| matches!(was, Was::File(_) | Was::Used(Some(_)));
        let is_needed = |was: &&Was| matches!(was, Was::Used(None));
        Ok(gone.iter().any(is_kept) && !gone.iter().any(is_needed))
    }

    fn restore_inside(&mut self, number: u64) -> Result<Report, BuildError> {
        let start = Instant::now();
        // What lies there is not what the posts say any more.
        self.last = None;
        let Folders {
            cache,
            stage,
            manifest,
            releases,
            ..
        } = &self.folders;
        let was = releases.before(number)?;
        let absent = was
            .iter()
            .filter(|(_, was)| matches!(was, Was::Absent | Was::Unused));
        let absent: BTreeSet<String> = absent.map(|(file, _)| file.clone()).collect();
        let placement = Placement::back((stage, releases), manifest, was)?;
        let rendered = 0;
        let still = MoveLock::wait(cache.path()).map_err(BuildError::io(&self.options.cache))?;
        let restores = Publication {
            restores: Some(number),
            ..Publication::default()
        };
        // What it does not tell of was there, also when no record says so any more.
        let placed = self.put_in_place(placement, restores, |file| absent.contains(file));
        drop(still);
        let duration = start.elapsed();
        if placed.is_ok() {
            self.folders.manifest.give_up(&absent);
        }
        let flushed = self.folders.manifest.flush();
        let (written, removed) = placed?;
        flushed.map_err(BuildError::io(&self.options.cache))?;
        Ok(Report {
            total: Total::of(self.folders.manifest.output_names()),
            rendered,
            written,
            removed,
            duration,
            warnings: self.warnings(),
            images_pending: 0,
        })
    }

    /// Which publication was put in place again by the last thing that happened to `dist`, if that was no build.
    pub fn restored(&self) -> Option<u64> {
        self.folders.releases.restored()
    }

    /// The number of the publication that is live; `None` before the first, and where none can be written down.
    pub fn release(&self) -> Option<u64> {
        self.folders.releases.newest()
    }

    /// Removes some of what publications kept that nobody can go back to any more, for a millisecond or some; whether there is more. It is
    /// for when nobody waits for a build: a change of a template keeps every page.
    pub fn tidy(&mut self) -> bool {
        self.folders.releases.tidy()
    }
}

impl Placement {
    fn back(
        (stage, releases): (&Stage, &Releases),
        manifest: &Manifest,
        was: Vec<(String, Was)>,
    ) -> Result<Placement, BuildError> {
        let mut placement = Placement::default();
        for (file, was) in was {
            match (was, Output::of_file(&file)) {
                (Was::File(kept), Some(output)) => {
                    let there = manifest.output(output);
                    if there.is_none_or(|there| there.content != kept.content) {
                        placement.staged.push(stage.kept(output, releases, kept)?);
                    }
                }
                (Was::Absent, Some(output)) => {
                    if manifest.output(output).is_some() || manifest.unknown.contains(&file) {
                        placement.removals.push(output);
                    }
                }
                (Was::File(_) | Was::Absent, None) => {
                    tracing::warn!(
                        file,
                        "was a page of an earlier version of the program; it stays away"
                    );
                }
                (Was::Used(kept), _) if !manifest.has_blob(&file) => {
                    placement
                        .blobs
                        .missing
                        .push(asset(stage, releases, file, kept)?);
                }
                (Was::Unused, _) if manifest.has_blob(&file) => placement.blobs.stale.push(file),
                (Was::Used(_) | Was::Unused, _) => {}
            }
        }
        Ok(placement)
    }
}

/// A file that went out of use: it may lie there still, else its bytes were kept when it went.
fn asset(
    stage: &Stage,
    releases: &Releases,
    file: String,
    kept: Option<Kept>,
) -> Result<Blob, BuildError> {
    let bytes = match (stage.bytes_of(&file), kept) {
        (Some(bytes), _) => bytes,
        (None, Some(kept)) => releases.bytes(kept)?,
        (None, None) => {
            let error = io::Error::new(ErrorKind::NotFound, "it is neither there nor kept");
            return Err(BuildError::io(file)(error));
        }
    };
    let source = BlobSource::Bytes(bytes.into());
    Ok(Blob { file, source })
}
