//! What is known before a target is looked at.

use std::sync::Arc;

use generator::{Moment, Still};

use super::{
    blocking::blocking,
    error::DeployError,
    exclusive::Turn,
    guard,
    job::Job,
    packed,
    record::{Known, Record},
    snapshot::Snapshot,
    standing::Standing,
};
use crate::{
    config::target::{self, Target},
    disk::lock,
};

/// All that is known before the target is looked at.
pub struct Ready {
    pub job: Job,
    pub owner: String,
    pub known: Known,
    pub site: Snapshot,
    pub turn: Arc<Turn>,
}

impl Ready {
    pub fn make(job: &Job, now: Moment) -> Result<Self, DeployError> {
        let target = target::check(&job.target, &job.protected)?;
        let own = job.own();
        lock::create_private(&own).map_err(|error| DeployError::io(&own, error))?;
        let turn = Arc::new(Turn::take(&own, &target)?);
        let known = Known::load(&own, &target, &job.target, now)?;
        // Every file is read where packed forms are made or where files become objects.
        let by_stamps = !matches!(target, Target::Bucket(_)) && job.precompress.is_empty();
        let believed = known
            .record()
            .filter(|record| by_stamps && !job.verify && record.is_recent(now));
        let site = take_snapshot(job, &target, &turn, believed)?;
        Ok(Self {
            owner: turn.owner().to_owned(),
            known,
            site,
            job: Job {
                target,
                ..job.clone()
            },
            turn,
        })
    }

    /// With every file in the frozen copy.
    pub async fn whole(mut self) -> Result<Self, DeployError> {
        if self.site.is_whole() {
            return Ok(self);
        }
        blocking(move || {
            let _quiet = quiet(&self.job)?;
            self.site.take_whole()?;
            // It may be another site than the one that was looked at first.
            guard::check_site(&self.site, &self.known, self.job.force)?;
            Ok(self)
        })
        .await
    }

    /// Whose the target is.
    pub fn standing(&self, marker: Option<&[u8]>) -> Standing {
        Standing::of(marker, &self.owner, self.known.record())
    }
}

/// While this is held, no generation writes.
fn quiet(job: &Job) -> Result<Still, DeployError> {
    Still::wait(&job.cache()).map_err(|error| DeployError::io(&job.data, error))
}

/// A frozen copy of `dist`, without what a record that is believed says is on the target. What is packed beside it is made
/// afterwards.
fn take_snapshot(
    job: &Job,
    target: &Target,
    turn: &Turn,
    believed: Option<&Record>,
) -> Result<Snapshot, DeployError> {
    let own = job.own();
    let quiet = quiet(job)?;
    let mut site = Snapshot::take(&job.dist, &own, &|files| {
        believed.map(|record| record.missing(files).cloned().collect())
    })?;
    drop(quiet);
    if !matches!(target, Target::Bucket(_)) {
        let _alone = turn.packing();
        packed::add(&mut site, &own, &job.precompress)?;
    }
    Ok(site)
}
