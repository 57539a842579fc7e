//! Renders and stages what a plan says. Nothing is in place yet: on error all of it is dropped.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Change;
use crate::base::Problems;
use crate::inputs::Inputs;
use crate::output::manifest::Manifest;
use crate::output::{BuildError, Stage, Staged};
use crate::posts::TextStore;

/// A broken template breaks every page; this many say enough.
const ENOUGH_PROBLEMS: usize = 50;

/// Renders and stages everything, in parallel.
pub fn render_all(
    changes: &[Change<'_>],
    made_of: (&Inputs, &dyn TextStore),
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Vec<Staged>, BuildError> {
    let failures = AtomicUsize::new(0);
    let results: Vec<Result<Option<Staged>, BuildError>> = changes
        .par_iter()
        .map(|change| {
            if failures.load(Ordering::Relaxed) >= ENOUGH_PROBLEMS {
                return Ok(None);
            }
            let staged = render_one(change, made_of, stage, manifest);
            if staged.is_err() {
                failures.fetch_add(1, Ordering::Relaxed);
            }
            staged.map(Some)
        })
        .collect();
    let mut staged = Vec::with_capacity(changes.len());
    let mut problems = Problems::default();
    let mut failed = None;
    for result in results {
        match result {
            Ok(file) => staged.extend(file),
            Err(BuildError::Problems(found)) => problems.extend(found.0),
            Err(error) => failed = Some(error),
        }
    }
    if !problems.is_empty() {
        problems.sort();
        problems.0.dedup();
        failed = Some(BuildError::Problems(problems));
    }
    match failed {
        None => Ok(staged),
        Some(error) => Err(error),
    }
}

fn render_one(
    change: &Change<'_>,
    (inputs, texts): (&Inputs, &dyn TextStore),
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Staged, BuildError> {
    let (output, fingerprint) = (change.output, change.fingerprint);
    let bytes = change.job.render(inputs, texts)?;
    stage.page(output, fingerprint, &bytes, manifest.output(output))
}
