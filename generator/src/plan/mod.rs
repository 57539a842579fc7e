//! Which files there should be, and which of them have to be made again.

mod blobs;
mod changes;
mod fixed;
mod job;
mod jobs;
mod moved;
mod overtaken;
mod render;
mod source;
mod total;

use std::collections::HashSet;

use rayon::prelude::*;

use crate::base::{Fingerprint, Lang};
use crate::output::manifest::Manifest;
use crate::routes::Output;

pub use blobs::BlobPlan;
pub use job::Job;
use jobs::everything;
pub use moved::{Moved, Site};
pub use overtaken::overtaken;
pub use render::render_all;
use source::Jobs;
pub use source::Source;
pub use total::Total;

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
    /// How much there should be.
    pub total: Total,
    /// Known files nobody wants any more.
    pub removals: Vec<Output>,
}

/// What belongs to each language, and to none.
fn parts(source: Source<'_>) -> Vec<Option<Lang>> {
    let languages = source.inputs.languages.iter();
    languages.map(Some).chain([None]).collect()
}

impl<'a> Plan<'a> {
    /// What has to be done. `last` is how much there was after the last build, if that succeeded in this process
    /// and only posts may have changed since: then only files are looked at that these changes can reach.
    pub fn new(source: Source<'a>, manifest: &'a Manifest, last: Option<Total>) -> Plan<'a> {
        match last.zip(source.catalogue.changes.as_ref()) {
            Some((total, changes)) => {
                let plan = changes::plan(source, manifest, (total, changes));
                debug_assert!(plan.is_same_as(&Plan::whole(source, manifest)));
                plan
            }
            None => Plan::whole(source, manifest),
        }
    }

    /// Compares everything with the record of the last build.
    fn whole(source: Source<'a>, manifest: &'a Manifest) -> Plan<'a> {
        let parts: Vec<Compared<'a>> = parts(source)
            .par_iter()
            .map(|lang| {
                let mut part = Compared::new(manifest);
                everything(source, *lang, &mut part);
                part
            })
            .collect();
        let mut plan = Plan::default();
        let mut known = 0;
        for part in parts {
            plan.changes.extend(part.changes);
            plan.total = plan.total + part.total;
            known += part.known;
        }
        if known != manifest.outputs() {
            plan.removals = removals(source, manifest);
        }
        plan
    }

    /// Whether two ways of planning come to the same.
    fn is_same_as(&self, other: &Plan<'_>) -> bool {
        let made = |plan: &Plan<'_>| -> HashSet<(Output, Fingerprint)> {
            let changes = plan.changes.iter();
            changes
                .map(|change| (change.output, change.fingerprint))
                .collect()
        };
        let gone = |plan: &Plan<'_>| plan.removals.iter().copied().collect::<HashSet<Output>>();
        (self.total, made(self), gone(self)) == (other.total, made(other), gone(other))
    }
}

fn removals(source: Source<'_>, manifest: &Manifest) -> Vec<Output> {
    let mut wanted = Wanted::default();
    for lang in parts(source) {
        everything(source, lang, &mut wanted);
    }
    let known = manifest.output_names();
    let mut removals: Vec<_> = known
        .filter(|output| !wanted.0.contains(*output))
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

/// Files compared with what the record says of them.
struct Compared<'a> {
    manifest: &'a Manifest,
    changes: Vec<Change<'a>>,
    total: Total,
    known: usize,
}

impl<'a> Compared<'a> {
    fn new(manifest: &'a Manifest) -> Compared<'a> {
        Compared {
            manifest,
            changes: Vec::new(),
            total: Total::default(),
            known: 0,
        }
    }
}

impl<'a> Jobs<'a> for Compared<'a> {
    fn add(&mut self, output: Output, job: Job<'a>) {
        self.total = self.total + Total::one(output);
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
}
