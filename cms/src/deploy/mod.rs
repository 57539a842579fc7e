//! Carries `dist` to where visitors get it, with rsync, in the order that never breaks a live site.
//!
//! Hashed assets and media first (add only), then pages that are new, then pages that changed (each pass with
//! `--delay-updates`), then what is gone. So at any moment every page of the target is whole and everything it
//! names is there. Assets that no page names any more stay for a day, for visitors who still read an older page.

mod auto;
mod error;
mod guard;
mod record;
mod rsync;
mod snapshot;
mod target;

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;
use jiff::Timestamp;

pub use self::{
    auto::{DeployState, DeployStatus, follow},
    error::DeployError,
    target::Target,
};
use self::{record::Record, rsync::Rsync, snapshot::Snapshot};
use crate::dist_lock::{self, Held};

/// Where the site goes by itself.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Deployment")]
#[group(skip)]
pub struct Settings {
    /// Deploy after each publication: a folder, `host:path` or `rsync://host/module/path` [default: nowhere]
    #[arg(long, env = "CMS_DEPLOY_TO", global = true, value_name = "DEST")]
    pub deploy_to: Option<Target>,
    /// The remote shell of `host:path` destinations, e.g. `ssh -i /etc/cms/deploy_key`
    #[arg(long, env = "CMS_DEPLOY_SHELL", global = true, value_name = "COMMAND")]
    pub deploy_shell: Option<String>,
}

/// One deployment.
#[derive(Debug, Clone)]
pub struct Job {
    /// The generated site.
    pub dist: PathBuf,
    /// The CMS's own folder, for locks and records.
    pub data: PathBuf,
    /// Where it goes.
    pub target: Target,
    /// The remote shell, if not plain `ssh`.
    pub shell: Option<String>,
    /// Deploy even what looks wrong.
    pub force: bool,
    /// Only tell what would be done.
    pub dry_run: bool,
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
    /// From start to end.
    pub ms: u64,
    /// Each change, as rsync itemises it; only of a dry run.
    pub changes: Vec<String>,
}

/// Deploys. Ends early, killing rsync, when the future is dropped; the target is in order at any moment.
pub async fn deploy(job: &Job, now: Timestamp) -> Result<Outcome, DeployError> {
    let started = Instant::now();
    let own = job.data.join("deploy");
    fs::create_dir_all(&own).map_err(|error| DeployError::io(&own, error))?;
    let lock = own.join("lock");
    let _one_at_a_time = Held::try_take(&lock)
        .map_err(|error| DeployError::io(&lock, error))?
        .ok_or(DeployError::Busy)?;

    let snapshot = take_snapshot(job, &own).await?;
    let mut record = Record::load(&own, &job.target)?;
    guard::check_site(&snapshot, record.as_ref(), job.force)?;

    let rsync = Rsync::new(job, snapshot.root());
    let protected = record.get_or_insert_default().protect(&snapshot, now);
    let filters = record::write_filters(&own, &protected)?;
    let removals = rsync.removals(&filters).await?;
    guard::check_removals(&snapshot, &removals, record.as_ref(), job.force)?;

    let mut outcome = send(&rsync, job.dry_run).await?;
    outcome.removed = removals.len();
    if job.dry_run {
        outcome
            .changes
            .extend(removals.iter().map(|path| format!("*deleting   {path}")));
    } else {
        rsync.prune(&filters).await?;
        record
            .unwrap_or_default()
            .store(&own, &job.target, &snapshot, now)?;
    }
    outcome.pages = snapshot.pages();
    outcome.files = snapshot.files().len();
    outcome.ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(outcome)
}

/// The three passes that add; later ones find less to do.
async fn send(rsync: &Rsync, dry_run: bool) -> Result<Outcome, DeployError> {
    if dry_run {
        let changes = rsync.preview().await?;
        return Ok(Outcome {
            sent: changes.len(),
            changes,
            ..Outcome::default()
        });
    }
    let sent = rsync.assets().await? + rsync.new_pages().await? + rsync.changed_pages().await?;
    Ok(Outcome {
        sent,
        ..Outcome::default()
    })
}

/// A frozen copy of `dist`, taken while no generation writes.
async fn take_snapshot(job: &Job, own: &Path) -> Result<Snapshot, DeployError> {
    let (dist, data, place) = (job.dist.clone(), job.data.clone(), own.join("snapshot"));
    let take = move || {
        let _quiet = dist_lock::hold(&data).map_err(|error| DeployError::io(&data, error))?;
        Snapshot::take(&dist, &place)
    };
    tokio::task::spawn_blocking(take)
        .await
        .map_err(|error| DeployError::Task(error.to_string()))?
}
