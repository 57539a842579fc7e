//! Renders and stages what a plan says. Nothing is in place yet: on error all of it is dropped.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{Change, Job};
use crate::base::Problems;
use crate::inputs::Inputs;
use crate::output::manifest::Manifest;
use crate::output::{BuildError, Stage, Staged};
use crate::routes::Output;

/// A broken template breaks every page; this many say enough.
const ENOUGH_PROBLEMS: usize = 50;

/// Renders and stages everything, in parallel.
pub fn render_all(
    changes: &[Change<'_>],
    inputs: &Inputs,
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Vec<Staged>, BuildError> {
    let failures = AtomicUsize::new(0);
    let results: Vec<Result<Vec<Staged>, BuildError>> = changes
        .par_iter()
        .map(|change| {
            if failures.load(Ordering::Relaxed) >= ENOUGH_PROBLEMS {
                return Ok(Vec::new());
            }
            let staged = render_one(change, inputs, stage, manifest);
            if staged.is_err() {
                failures.fetch_add(1, Ordering::Relaxed);
            }
            staged
        })
        .collect();
    let mut staged = Vec::with_capacity(changes.len());
    let mut problems = Problems::default();
    let mut failed = None;
    for result in results {
        match result {
            Ok(files) => staged.extend(files),
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
    inputs: &Inputs,
    stage: &Stage,
    manifest: &Manifest,
) -> Result<Vec<Staged>, BuildError> {
    let files = change.job.render(inputs, change.output)?;
    files
        .into_iter()
        .map(|(output, bytes)| {
            stage.page(output, change.fingerprint, &bytes, manifest.output(output))
        })
        .collect()
}

/// Parts of an older, larger sitemap.
pub fn obsolete_sitemap_parts(
    changes: &[Change<'_>],
    staged: &[Staged],
    manifest: &Manifest,
) -> Vec<Output> {
    if !changes
        .iter()
        .any(|change| matches!(change.job, Job::Sitemap(_)))
    {
        return Vec::new();
    }
    let is_part = |output: &Output| matches!(output, Output::Sitemap(1..));
    let fresh: HashSet<Output> = staged
        .iter()
        .map(|file| file.output)
        .filter(is_part)
        .collect();
    let old = manifest
        .output_names()
        .filter(|output| is_part(output) && !fresh.contains(*output));
    old.copied().collect()
}
