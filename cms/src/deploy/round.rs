//! One deployment from what is known at first to what is remembered afterwards.

use std::sync::Arc;

use generator::Moment;

use super::{
    after::{
        announce,
        live::{self, Expected},
        pending::{Pending, Whom},
    },
    beside::with,
    error::DeployError,
    exclusive::Turn,
    job::{Job, Outcome},
    marker::Marker,
    ownership::Ownership,
    packed,
    plan::{Facts, Plan},
    ready::Ready,
    record::{Known, Record, has_arrived},
    seen::Seen,
    snapshot::{Snapshot, is_asset},
    stamp::Stamp,
};

/// Of the files that a deployment removes, so many are logged by name.
const NAMED: usize = 10;

/// A deployment whose every step is decided.
pub struct Round {
    job: Job,
    /// Whether all that is in the place of the site's files is ours, although the record does not say so.
    pub may_replace: bool,
    record: Record,
    /// What the target said.
    pub seen: Seen,
    pub plan: Plan,
    /// The deployment that the target knew of before.
    found: Option<String>,
    marker: Marker,
    pub site: Snapshot,
    now: Moment,
    _turn: Arc<Turn>,
}

/// What is sent together: nothing in it needs what comes later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// Hashed files, which pages name.
    Assets,
    /// Pages that nothing leads to yet.
    New,
    /// Pages that lead to those.
    Changed,
}

impl Pass {
    /// One after the other.
    pub const ALL: [Self; 3] = [Self::Assets, Self::New, Self::Changed];
}

impl Round {
    /// A target that another CMS looked after is taken over without what we remember of it.
    pub fn plan(
        ready: Ready,
        ownership: Ownership,
        seen: Seen,
        folders: bool,
        now: Moment,
    ) -> Self {
        let known = match ownership {
            Ownership::Foreign(_) => Known::Nothing,
            Ownership::Ours | Ownership::Forgotten | Ownership::Unproven => ready.known,
        };
        let may_replace = ownership == Ownership::Forgotten || matches!(known, Known::Former(_));
        let mut record = match known {
            Known::Record(record) => record,
            Known::Former(_) | Known::Nothing => Record::default(),
        };
        record.reuse(&ready.site);
        let facts = Facts {
            site: &ready.site,
            record: &record,
            ours: ownership == Ownership::Ours,
            listing: &seen.listing,
            now,
            folders,
        };
        let found = seen.marker.as_deref().and_then(Marker::read);
        Self {
            plan: facts.plan(),
            found: found.map(|marker| marker.deployment),
            marker: Marker::new(&ready.owner, now.wall),
            job: ready.job,
            may_replace,
            record,
            seen,
            site: ready.site,
            now,
            _turn: ready.turn,
        }
    }

    /// Notes what may be on the target from now on, before it is.
    pub fn begin(mut self) -> Result<Self, DeployError> {
        self.marker.write(self.site.root())?;
        if self.tells() {
            self.note(self.changing())?;
        }
        self.record
            .begin(&self.marker, self.found.take(), self.site.files());
        self.record.store(&self.job.own(), &self.job.target)?;
        Ok(self)
    }

    pub fn end(mut self) -> Result<Self, DeployError> {
        self.record
            .end(&self.site, &self.seen, &self.plan.removals, self.now);
        self.record.store(&self.job.own(), &self.job.target)?;
        Ok(self)
    }

    /// Whether anybody is to be told of what changes.
    fn tells(&self) -> bool {
        self.job.purge.purge.is_some() || self.job.announces()
    }

    /// Paths that will be another file afterwards, as far as the record says, and those that went in a deployment that did not
    /// end: what was written down of it may have been told by another program before they went.
    fn changing(&self) -> Vec<String> {
        let files = with(self.site.files(), self.record.files());
        let other = files.filter(|(_, stamp, known)| match known.map(Vec::as_slice) {
            Some([known]) => !known.is(stamp),
            _ => true,
        });
        let goes = self.plan.removals.iter();
        let is_there = |path: &String| self.seen.listing.0.contains_key(path);
        let went = with(self.record.files(), self.site.files())
            .filter(|(path, _, wanted)| wanted.is_none() && !is_there(path));
        let other = other.map(|(path, ..)| path);
        let gone = goes.chain(went.map(|(path, ..)| path));
        other.chain(gone).cloned().collect()
    }

    /// Writes down what others must be told of, where there are any. A packed form has no address that anybody asks for.
    fn note(&self, mut paths: Vec<String>) -> Result<(), DeployError> {
        let (own, target) = (self.job.own(), &self.job.target);
        paths.retain(|path| !packed::is_form(path));
        if self.job.purge.purge.is_some() {
            Pending::load(&own, target, Whom::Cdn).add(&paths)?;
        }
        if self.job.announces() {
            paths.retain(|path| announce::is_announced(path));
            Pending::load(&own, target, Whom::Engines).add(&paths)?;
        }
        Ok(())
    }

    /// What was sent and removed after all, and what visitors should see of it.
    pub fn sent(&self, sent: &[String]) -> Result<Expected, DeployError> {
        let changed = sent.iter().chain(&self.plan.removals);
        self.note(changed.clone().cloned().collect())?;
        Ok(match self.job.origin {
            Some(_) => live::expected(&self.site, changed),
            None => Expected::new(),
        })
    }

    /// Writes down what is known by now.
    pub fn save(mut self) -> Result<Self, DeployError> {
        self.record.store(&self.job.own(), &self.job.target)?;
        Ok(self)
    }

    /// The note for the target.
    pub fn marker(&self) -> &Marker {
        &self.marker
    }

    /// A file has arrived.
    pub fn arrived(&mut self, path: &str, stamp: Stamp) {
        self.record.arrived(path, stamp);
    }

    /// What was put at a path may look like this there.
    pub fn stamps(&self, path: &str) -> &[Stamp] {
        self.record.stamps(path).unwrap_or_default()
    }

    /// Files that are not known to be on the target as they are to be, in the order in which they go: those of each pass, in order.
    pub fn pending(&self) -> Vec<(Pass, Vec<(String, Stamp)>)> {
        let there = with(self.site.files(), &self.seen.listing.0);
        let known = with(self.site.files(), self.record.files());
        let mut passes = Pass::ALL.map(|pass| (pass, Vec::new()));
        for ((path, stamp, there), (.., known)) in there.zip(known) {
            let lies = there.and_then(Option::as_ref);
            if is_there(stamp, lies, known.map(Vec::as_slice)) {
                continue;
            }
            let its = match is_asset(path) {
                true => Pass::Assets,
                false if there.is_some() => Pass::Changed,
                false => Pass::New,
            };
            for (_, files) in passes.iter_mut().filter(|(pass, _)| *pass == its) {
                files.push((path.clone(), stamp.clone()));
            }
        }
        passes.into()
    }

    /// What would change, line by line, after these lines about what would be sent.
    pub fn preview(&self, mut changes: Vec<String>) -> Outcome {
        let sent = changes.len();
        let Plan {
            changed,
            foreign,
            conflicts,
            ..
        } = &self.plan;
        for (what, paths) in [
            ("*deleting  ", &self.plan.going()),
            ("*replacing, of others", conflicts),
            ("*left alone, changed since", changed),
            ("*left alone, not ours", foreign),
        ] {
            changes.extend(paths.iter().map(|path| format!("{what} {path}")));
        }
        Outcome {
            sent,
            changes,
            ..Outcome::default()
        }
    }

    /// For the log: how many, and the first of them.
    pub fn tell(&self) {
        let first = |paths: &[String]| paths[..paths.len().min(NAMED)].join(", ");
        let Plan {
            changed, foreign, ..
        } = &self.plan;
        let going = self.plan.going();
        if !going.is_empty() {
            let (count, first) = (going.len(), first(&going));
            tracing::info!(
                target = %self.job.target,
                count,
                first,
                dry_run = self.job.dry_run,
                "removing from the target"
            );
        }
        for (paths, why) in [
            (changed, "changed since they were put there"),
            (foreign, "not put there by us"),
        ] {
            if !paths.is_empty() {
                let (count, first) = (paths.len(), first(paths));
                tracing::warn!(
                    target = %self.job.target,
                    count,
                    first,
                    why,
                    "files of the target are left alone"
                );
            }
        }
    }
}

/// A file arrived, nothing else was tried since, and it is there.
fn is_there(stamp: &Stamp, there: Option<&Stamp>, known: Option<&[Stamp]>) -> bool {
    has_arrived(stamp, known)
        && there.is_some_and(|there| {
            known
                .unwrap_or_default()
                .iter()
                .any(|known| known.is(there))
        })
}
