//! One deployment from what is known at first to what is remembered afterwards.

use std::{path::Path, sync::Arc};

use generator::Still;
use jiff::Timestamp;

use super::{
    error::DeployError,
    job::{Job, Outcome},
    listing::Listing,
    marker::{self, Marker},
    plan::{Facts, Plan},
    record::{Known, Record},
    rsync::Rsync,
    sending::Sending,
    snapshot::{self, Snapshot},
    standing::Standing,
};
use crate::{
    config::target,
    disk::lock::{self, FileLock},
};

/// Of the files that a deployment removes, so many are logged by name.
const NAMED: usize = 10;

/// All that is known before the target is looked at.
pub struct Ready {
    pub job: Job,
    pub owner: String,
    pub known: Known,
    pub site: Snapshot,
    pub sending: Arc<Sending>,
    lock: FileLock,
}

impl Ready {
    pub fn make(job: &Job) -> Result<Self, DeployError> {
        let target = target::check(&job.target, &job.protected)?;
        let own = job.own();
        lock::create_private(&own).map_err(|error| DeployError::io(&own, error))?;
        let path = own.join("lock");
        let lock = FileLock::try_take(&path)
            .map_err(|error| DeployError::io(&path, error))?
            .ok_or(DeployError::Busy)?;
        // Before anything is cleared away: it may be what a killed process is still sending.
        let sending = Arc::new(Sending::begin(&own)?);
        snapshot::clear(&own).map_err(|error| DeployError::io(&own, error))?;
        Ok(Self {
            owner: marker::owner(&own)?,
            known: Known::load(&own, &target, &job.target)?,
            site: take_snapshot(job, &own)?,
            job: Job {
                target,
                ..job.clone()
            },
            sending,
            lock,
        })
    }

    /// A target that another CMS looked after is taken over without what we remember of it.
    pub fn round(
        self,
        standing: Standing,
        marker: Option<&[u8]>,
        listing: Listing,
        now: Timestamp,
    ) -> Round {
        let known = match standing {
            Standing::Foreign(_) => Known::Nothing,
            Standing::Ours | Standing::Forgotten | Standing::Unproven => self.known,
        };
        let may_replace = standing == Standing::Forgotten || matches!(known, Known::Former(_));
        let mut record = known.record().cloned().unwrap_or_default();
        record.retire(&self.site, now);
        let facts = Facts {
            site: &self.site,
            record: &record,
            ours: standing == Standing::Ours,
            listing: &listing,
            now,
        };
        let found = marker.and_then(|bytes| serde_json::from_slice::<Marker>(bytes).ok());
        Round {
            plan: facts.plan(),
            found: found.map(|marker| marker.deployment),
            marker: Marker::new(&self.owner, now),
            job: self.job,
            may_replace,
            record,
            listing,
            site: self.site,
            now,
            _lock: self.lock,
        }
    }
}

/// A deployment whose every step is decided.
pub struct Round {
    job: Job,
    /// Whether all that is in the place of the site's files is ours, although the record does not say so.
    pub may_replace: bool,
    record: Record,
    listing: Listing,
    pub plan: Plan,
    /// The deployment that the target knew of before.
    found: Option<String>,
    marker: Marker,
    pub site: Snapshot,
    now: Timestamp,
    _lock: FileLock,
}

impl Round {
    /// Notes what may be on the target from now on, before it is.
    pub fn begin(mut self) -> Result<Self, DeployError> {
        self.marker.write(self.site.root())?;
        self.record
            .begin(&self.marker, self.found.take(), self.site.files());
        self.record.store(&self.job.own(), &self.job.target)?;
        Ok(self)
    }

    pub fn end(mut self) -> Result<Self, DeployError> {
        self.record
            .end(&self.site, &self.listing, &self.plan.removals, self.now);
        self.record.store(&self.job.own(), &self.job.target)?;
        Ok(self)
    }

    /// What would change, line by line.
    pub async fn preview(&self, rsync: &Rsync) -> Result<Outcome, DeployError> {
        let mut changes = rsync.preview().await?;
        let sent = changes.len();
        let Plan {
            removals,
            changed,
            foreign,
            conflicts,
            ..
        } = &self.plan;
        for (what, paths) in [
            ("*deleting  ", removals),
            ("*replacing, of others", conflicts),
            ("*left alone, changed since", changed),
            ("*left alone, not ours", foreign),
        ] {
            changes.extend(paths.iter().map(|path| format!("{what} {path}")));
        }
        Ok(Outcome {
            sent,
            changes,
            ..Outcome::default()
        })
    }

    /// For the log: how many, and the first of them.
    pub fn tell(&self) {
        let first = |paths: &[String]| paths[..paths.len().min(NAMED)].join(", ");
        let Plan {
            removals,
            changed,
            foreign,
            ..
        } = &self.plan;
        if !removals.is_empty() {
            let (count, first) = (removals.len(), first(removals));
            tracing::info!(
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
                tracing::warn!(count, first, why, "files of the target are left alone");
            }
        }
    }
}

/// A frozen copy of `dist`, taken while no generation writes.
fn take_snapshot(job: &Job, own: &Path) -> Result<Snapshot, DeployError> {
    let _quiet = Still::wait(&job.cache()).map_err(|error| DeployError::io(&job.data, error))?;
    Snapshot::take(&job.dist, own)
}
