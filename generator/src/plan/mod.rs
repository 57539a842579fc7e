//! Which files there should be, and which of them have to be made again.

mod offers;
mod unit;

use std::collections::HashSet;

use rayon::prelude::*;

use crate::catalogue::Catalogue;
use crate::fingerprint::Fingerprint;
use crate::lang::Lang;
use crate::manifest::Manifest;
use crate::routes::Output;
use crate::site::Site;
use offers::offer_all;
pub use unit::Unit;

/// A file that has to be made.
#[derive(Debug)]
pub struct Change<'a> {
    /// Which one.
    pub output: Output,
    /// What it is made of.
    pub fingerprint: Fingerprint,
    /// How.
    pub unit: Unit<'a>,
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
    /// All of it, for the next plan when this one has been carried out.
    pub planned: Planned,
}

/// What the last build brought about, by language, in the order it was planned. The next plan is nearly
/// the same: walking along is cheaper than looking 45,000 files up. Empty is always right.
#[derive(Debug, Default)]
pub struct Planned([Vec<(Output, Fingerprint)>; 4]);

const PARTS: [Option<Lang>; 4] = [Some(Lang::Az), Some(Lang::En), Some(Lang::Ru), None];

impl<'a> Plan<'a> {
    /// Compares everything with the record of the last build. `last` is what that build planned if it
    /// succeeded in this process, else empty.
    pub fn new(
        site: &'a Site,
        catalogue: &'a Catalogue,
        manifest: &'a Manifest,
        last: &Planned,
    ) -> Plan<'a> {
        let parts: Vec<Part<'a, '_>> = PARTS
            .par_iter()
            .zip(&last.0)
            .map(|(lang, last)| {
                let mut part = Part::new(manifest, last);
                offer_all(site, catalogue, *lang, &mut |output, unit| {
                    part.offer(output, unit);
                });
                part
            })
            .collect();
        let mut plan = Plan::default();
        let mut known = 0;
        for (part, planned) in parts.into_iter().zip(&mut plan.planned.0) {
            plan.changes.extend(part.changes);
            plan.total += part.planned.len();
            known += part.known;
            *planned = part.planned;
        }
        if known != manifest.outputs() {
            plan.removals = removals(&plan.planned, manifest);
        }
        plan
    }
}

fn removals(planned: &Planned, manifest: &Manifest) -> Vec<Output> {
    let wanted: HashSet<Output> = planned
        .0
        .iter()
        .flatten()
        .map(|(output, _)| *output)
        .collect();
    let mut removals: Vec<_> = manifest
        .output_names()
        .filter(|output| !matches!(output, Output::Sitemap(1..)) && !wanted.contains(*output))
        .copied()
        .collect();
    removals.sort_unstable();
    removals
}

struct Part<'a, 'l> {
    manifest: &'a Manifest,
    last: &'l [(Output, Fingerprint)],
    changes: Vec<Change<'a>>,
    planned: Vec<(Output, Fingerprint)>,
    known: usize,
}

impl<'a, 'l> Part<'a, 'l> {
    fn new(manifest: &'a Manifest, last: &'l [(Output, Fingerprint)]) -> Part<'a, 'l> {
        Part {
            manifest,
            last,
            changes: Vec::new(),
            planned: Vec::with_capacity(last.len() + 8),
            known: 0,
        }
    }

    fn offer(&mut self, output: Output, unit: Unit<'a>) {
        let fingerprint = Fingerprint::of_parts(&unit);
        self.planned.push((output, fingerprint));
        let known = match self.next_of_last(output) {
            None => self
                .manifest
                .output(output)
                .map(|record| record.fingerprint),
            known => known,
        };
        self.known += usize::from(known.is_some());
        if known != Some(fingerprint) {
            self.changes.push(Change {
                output,
                fingerprint,
                unit,
            });
        }
    }

    /// The fingerprint the last plan had for this file, if it is at hand: a file that came since is not, and
    /// one that went is stepped over.
    fn next_of_last(&mut self, output: Output) -> Option<Fingerprint> {
        let steps = self.last.iter().take(2);
        let step = steps
            .map(|(name, _)| *name)
            .position(|name| name == output)?;
        let (_, fingerprint) = self.last[step];
        self.last = &self.last[step + 1..];
        Some(fingerprint)
    }
}
