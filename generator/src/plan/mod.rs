//! Which files there should be, and which of them have to be made again.

mod family;
mod offers;
mod unit;

use std::collections::HashSet;
use std::hash::Hash;

use rayon::prelude::*;

use crate::catalogue::Catalogue;
use crate::fingerprint::Fingerprint;
use crate::lang::Lang;
use crate::manifest::Manifest;
use crate::routes::Output;
use crate::site::Site;
use family::{Family, Made, Offers};
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
    /// What the next plan may skip when this one has been carried out.
    pub planned: Planned,
}

/// What the families of the last build were made of, by language in the order of planning. Empty is always
/// right: then every file is compared with the record.
#[derive(Debug, Default)]
pub struct Planned([Vec<Made>; 4]);

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
                offer_all(site, catalogue, *lang, &mut part);
                part
            })
            .collect();
        let mut plan = Plan::default();
        let mut known = 0;
        for (part, made) in parts.into_iter().zip(&mut plan.planned.0) {
            plan.changes.extend(part.changes);
            plan.total += part.total;
            known += part.known;
            *made = part.made;
        }
        if known != manifest.outputs() {
            plan.removals = removals(site, catalogue, manifest);
        }
        plan
    }
}

fn removals(site: &Site, catalogue: &Catalogue, manifest: &Manifest) -> Vec<Output> {
    let mut wanted = Wanted::default();
    for lang in PARTS {
        offer_all(site, catalogue, lang, &mut wanted);
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

impl<'a> Offers<'a> for Wanted {
    fn offer(&mut self, output: Output, _: Unit<'a>) {
        self.0.insert(output);
    }
}

struct Part<'a, 'l> {
    manifest: &'a Manifest,
    last: std::slice::Iter<'l, Made>,
    changes: Vec<Change<'a>>,
    made: Vec<Made>,
    total: usize,
    known: usize,
}

impl<'a, 'l> Part<'a, 'l> {
    fn new(manifest: &'a Manifest, last: &'l [Made]) -> Part<'a, 'l> {
        Part {
            manifest,
            last: last.iter(),
            changes: Vec::new(),
            made: Vec::new(),
            total: 0,
            known: 0,
        }
    }
}

impl<'a> Offers<'a> for Part<'a, '_> {
    fn offer(&mut self, output: Output, unit: Unit<'a>) {
        self.total += 1;
        let fingerprint = Fingerprint::of_parts(&unit);
        let record = self.manifest.output(output);
        self.known += usize::from(record.is_some());
        if record.is_none_or(|record| record.fingerprint != fingerprint) {
            self.changes.push(Change {
                output,
                fingerprint,
                unit,
            });
        }
    }

    fn family<H: Hash, const N: usize>(&mut self, family: &Family<'a, H, N>) {
        let made = family.made();
        let last = self.last.next().filter(|last| last.comparable(&made));
        for index in 0..family.pages {
            let places = family.places(index);
            if last.is_some_and(|last| last.same_at(&made, &places)) {
                self.total += 1;
                self.known += 1;
            } else if let Some((output, unit)) = family.page(index, places) {
                self.offer(output, unit);
            }
        }
        self.made.push(made);
    }
}
