//! Carries `dist` to where visitors get it, with rsync, in the order that never breaks a live site.
//!
//! Hashed assets and media first (add only), then pages that are new, then pages that changed (each pass with
//! `--delay-updates`), then what is gone. So at any moment every page of the target is whole and everything it
//! names is there. Assets that no page names any more stay for a day, for visitors who still read an older page.
//!
//! Only files that we put there are removed, and only while they are as we put them: the record (`record`) names them,
//! a marker on the target (`marker`) says that the record is about it, the listing (`listing`) shows what is there, and
//! the plan (`plan`) made of these is the list that rsync gets (`filters`).

mod auto;
mod error;
mod filters;
mod guard;
mod listing;
mod marker;
mod plan;
mod record;
mod round;
mod rsync;
mod snapshot;

use std::{path::PathBuf, time::Instant};

use jiff::Timestamp;

pub use self::{
    auto::{DeployState, DeployStatus, follow},
    error::DeployError,
};
use self::{marker::Standing, round::Ready, rsync::Rsync};
use crate::config::{
    Config,
    target::{Protected, Target},
};

/// One deployment.
#[derive(Debug, Clone)]
pub struct Job {
    /// The generated site.
    pub dist: PathBuf,
    /// The CMS's own folder, for locks and records.
    pub data: PathBuf,
    /// Folders that the target may have nothing to do with.
    pub protected: Vec<Protected>,
    /// Where it goes.
    pub target: Target,
    /// The remote shell, if not plain `ssh`.
    pub shell: Option<String>,
    /// Most removals, if not the default.
    pub max_delete: Option<usize>,
    /// Deploy even what looks wrong; never removes what others put there.
    pub force: bool,
    /// Only tell what would be done.
    pub dry_run: bool,
}

impl Job {
    /// With these settings, to `target`.
    pub fn new(config: &Config, target: Target) -> Self {
        Self {
            dist: config.dist.clone(),
            data: config.data.clone(),
            protected: config.protected(),
            target,
            shell: config.deploy.deploy_shell.clone(),
            max_delete: config.deploy.deploy_max_delete,
            force: false,
            dry_run: false,
        }
    }

    fn own(&self) -> PathBuf {
        self.data.join("deploy")
    }
}

/// What a deployment did, or would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Pages of the site.
    pub pages: usize,
    /// Files of the site.
    pub files: usize,
    /// Files sent.
    pub sent: usize,
    /// Files removed from the target.
    pub removed: usize,
    /// Other files on the target, which stay: not ours, or changed since.
    pub left_alone: usize,
    /// From start to end.
    pub ms: u64,
    /// Each change, as rsync itemises it; only of a dry run.
    pub changes: Vec<String>,
    /// Why it would not be done as it is; only of a dry run.
    pub refused: Option<String>,
}

/// Deploys. Ends early, killing rsync, when the future is dropped; the target is in order at any moment.
pub async fn deploy(job: &Job, now: Timestamp) -> Result<Outcome, DeployError> {
    let started = Instant::now();
    let given = job.clone();
    let ready = blocking(move || Ready::make(&given)).await?;
    guard::check_site(&ready.site, &ready.known, job.force)?;

    let rsync = Rsync::new(ready.job.clone(), ready.site.root(), &ready.job.own())?;
    let listing = rsync.list().await?;
    let marker = rsync.marker(&listing).await?;
    let standing = Standing::of(marker.as_deref(), &ready.owner, ready.known.record());
    guard::check_owner(&standing, job.force)?;
    let mut round = ready.round(standing, marker.as_deref(), listing, now);
    let mut refused = guard::check_plan(&round.plan, &round.site, round.may_replace, job).err();
    if let Some(error) = refused.take_if(|error| !(job.dry_run && error.is_about_the_plan())) {
        return Err(error);
    }
    round.tell();

    let mut outcome = if job.dry_run {
        round.preview(&rsync).await?
    } else {
        round = blocking(move || round.begin()).await?;
        let sent = rsync.assets().await? + rsync.new_pages().await? + rsync.changed_pages().await?;
        if !round.plan.removals.is_empty() {
            let folders = plan::emptied(&round.plan.removals, &round.site);
            rsync.prune(&round.plan.removals, &folders).await?;
        }
        round = blocking(move || round.end()).await?;
        Outcome {
            sent,
            ..Outcome::default()
        }
    };
    outcome.pages = round.site.pages();
    outcome.files = round.site.files().len();
    outcome.removed = round.plan.removals.len();
    outcome.left_alone = round.plan.foreign.len() + round.plan.changed.len();
    outcome.refused = refused.map(|error| error.to_string());
    outcome.ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(outcome)
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeployError> + Send + 'static,
) -> Result<T, DeployError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| DeployError::Task(error.to_string()))?
}
