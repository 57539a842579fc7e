//! Which files there should be, and which of them have to be made again.

mod blobs;
mod family;
mod job;
mod jobs;
mod render;

use std::collections::HashSet;
use std::hash::Hash;

use rayon::prelude::*;

use crate::base::{Fingerprint, Lang};
use crate::inputs::Inputs;
use crate::output::manifest::Manifest;
use crate::posts::Catalogue;
use crate::routes::Output;
pub use blobs::BlobPlan;
use family::{Composition, Family, Jobs};
pub use job::Job;
use jobs::all_jobs;
pub use render::{obsolete_sitemap_parts, render_all};

/// A file that has to be made.
#[derive(Debug)]
pub struct Change<'a> {
    /// Which one.
    pub output: Output,
    /// What it is made of.
    pub fingerprint: Fingerprint,
    /// How.
    pub job: Job<'a>,
}

/// The difference between what is there and what should be.
#[derive(Debug, Default)]
pub struct Plan<'a> {
    /// To be rendered.
    pub changes: Vec<Change<'a>>,
    /// Files there should be.
    pub total: usize,
    /// Known files nobody wants any more.
    pub removals: Vec<Output>,
    /// What the next plan may skip when this one has been carried out.
    pub planned: LastPlan,
}

/// What the families of the last build were made of, by language in the order of planning. Empty is always
/// right: then every file is compared with the record.
#[derive(Debug, Default)]
pub struct LastPlan([Vec<Composition>; 4]);

const PARTS: [Option<Lang>; 4] = [Some(Lang::Az), Some(Lang::En), Some(Lang::Ru), None];

impl<'a> Plan<'a> {
    /// Compares everything with the record of the last build. `last` is what that build planned if it
    /// succeeded in this process, else empty.
    pub fn new(
        inputs: &'a Inputs,
        catalogue: &'a Catalogue,
        manifest: &'a Manifest,
        last: &LastPlan,
    ) -> Plan<'a> {
        let parts: Vec<Part<'a, '_>> = PARTS
            .par_iter()
            .zip(&last.0)
            .map(|(lang, last)| {
                let mut part = Part::new(manifest, last);
                all_jobs(inputs, catalogue, *lang, &mut part);
                part
            })
            .collect();
        let mut plan = Plan::default();
        let mut known = 0;
        for (part, composition) in parts.into_iter().zip(&mut plan.planned.0) {
            plan.changes.extend(part.changes);
            plan.total += part.total;
            known += part.known;
            *composition = part.composition;
        }
        if known != manifest.outputs() {
            plan.removals = removals(inputs, catalogue, manifest);
        }
        plan
    }
}

fn removals(inputs: &Inputs, catalogue: &Catalogue, manifest: &Manifest) -> Vec<Output> {
    let mut wanted = Wanted::default();
    for lang in PARTS {
        all_jobs(inputs, catalogue, lang, &mut wanted);
    }
    let mut removals: Vec<_> = manifest
        .output_names()
        .filter(|output| !matches!(output, Output::Sitemap(1..)) && !wanted.0.contains(*output))
        .copied()
        .collect();
    removals.sort_unstable();
    removals
}

/// Names alone.
#[derive(Default)]
struct Wanted(HashSet<Output>);

impl<'a> Jobs<'a> for Wanted {
    fn add(&mut self, output: Output, _: Job<'a>) {
        self.0.insert(output);
    }
}

struct Part<'a, 'l> {
    manifest: &'a Manifest,
    last: std::slice::Iter<'l, Composition>,
    changes: Vec<Change<'a>>,
    composition: Vec<Composition>,
    total: usize,
    known: usize,
}

impl<'a, 'l> Part<'a, 'l> {
    fn new(manifest: &'a Manifest, last: &'l [Composition]) -> Part<'a, 'l> {
        Part {
            manifest,
            last: last.iter(),
            changes: Vec::new(),
            composition: Vec::new(),
            total: 0,
            known: 0,
        }
    }
}

impl<'a> Jobs<'a> for Part<'a, '_> {
    fn add(&mut self, output: Output, job: Job<'a>) {
        self.total += 1;
        let fingerprint = Fingerprint::of_parts(&job);
        let record = self.manifest.output(output);
        self.known += usize::from(record.is_some());
        if record.is_none_or(|record| record.fingerprint != fingerprint) {
            self.changes.push(Change {
                output,
                fingerprint,
                job,
            });
        }
    }

    fn family<H: Hash, const N: usize>(&mut self, family: &Family<'a, H, N>) {
        let composition = family.composition();
        let last = self
            .last
            .next()
            .filter(|last| last.comparable(&composition));
        for index in 0..family.pages {
            let places = family.places(index);
            if last.is_some_and(|last| last.same_at(&composition, &places)) {
                self.total += 1;
                self.known += 1;
            } else if let Some((output, job)) = family.page(index, places) {
                self.add(output, job);
            }
        }
        self.composition.push(composition);
    }
}
