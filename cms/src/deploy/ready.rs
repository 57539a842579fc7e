//! What is known before a target is looked at.

use std::{panic, sync::Arc, thread};

use generator::{Moment, MoveLock};

use super::{
    blocking::blocking, error::DeployError, exclusive::Turn, guard, job::Job, ownership::Ownership,
    packed, record::Known, snapshot::Snapshot,
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
        let (known, site) = take_snapshot(job, &target, &turn, now)?;
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
            guard::check_site(&self.site, &self.known, self.job.force, self.job.asked)?;
            Ok(self)
        })
        .await
    }

    /// Whose the target is.
    pub fn ownership(&self, marker: Option<&[u8]>) -> Ownership {
        Ownership::of(marker, &self.owner, self.known.record())
    }
}

/// While this is held, no generation writes.
fn quiet(job: &Job) -> Result<MoveLock, DeployError> {
    MoveLock::wait(&job.cache()).map_err(|error| DeployError::io(&job.data, error))
}

/// The record, and a frozen copy of `dist` without what a record that is believed says is on the target. What is packed beside
/// it is made afterwards.
fn take_snapshot(
    job: &Job,
    target: &Target,
    turn: &Turn,
    now: Moment,
) -> Result<(Known, Snapshot), DeployError> {
    let own = job.own();
    let quiet = quiet(job)?;
    // Of 10,000 posts reading the record takes half as long as looking at their files.
    let (known, site) = thread::scope(|scope| {
        let known = thread::Builder::new()
            .name("deploy-record".into())
            .spawn_scoped(scope, || Known::load(&own, target, &job.target, now))
            .map_err(|error| DeployError::io(&own, error))?;
        let site = Snapshot::look(&job.dist, &own);
        let known = known.join();
        let known = known.unwrap_or_else(|panic| panic::resume_unwind(panic));
        Ok::<_, DeployError>((known, site))
    })?;
    let (known, mut site) = (known?, site?);
    // Every file is read where packed forms are made or where files become objects.
    let by_stamps = !matches!(target, Target::Bucket(_)) && job.precompress.is_empty();
    let believed = known
        .record()
        .filter(|record| by_stamps && !job.verify && record.is_recent(now));
    let wanted = believed.map(|record| record.missing(site.files()).cloned().collect());
    site.link(wanted)?;
    drop(quiet);
    if !matches!(target, Target::Bucket(_)) {
        let _alone = turn.packing();
        packed::add(&mut site, &own, &job.precompress)?;
    }
    Ok((known, site))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::Config;

    #[tokio::test]
    async fn a_site_that_was_emptied_since_it_was_looked_at_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target").to_str().unwrap().parse();
        let job = Job::new(&Config::for_testing(folder.path()), target.unwrap());
        let home = job.dist.join("index.html");
        fs::create_dir_all(&job.dist).unwrap();
        fs::write(&home, "home").unwrap();
        let now = Moment { wall: 1, up: 1 };
        let partly = || {
            let mut ready = Ready::make(&job, now).unwrap();
            ready.site = Snapshot::look(&job.dist, &job.own()).unwrap();
            ready.site.link(Some(Vec::new())).unwrap();
            ready
        };
        let ready = partly().whole().await.unwrap();
        assert!(ready.site.is_whole() && ready.site.root().join("index.html").exists());
        drop(ready);
        let ready = partly();
        fs::remove_file(&home).unwrap();
        let refused = ready.whole().await.err().unwrap();
        assert!(matches!(refused, DeployError::Empty(_)), "{refused}");
    }
}
