//! One deployment, step by step.

use std::time::Instant;

use jiff::Timestamp;

use super::{
    error::DeployError,
    guard,
    job::{Job, Outcome},
    plan,
    round::Ready,
    rsync::Rsync,
    standing::Standing,
};

/// Deploys. Ends early, killing rsync, when the future is dropped; the target is in order at any moment.
pub async fn deploy(job: &Job, now: Timestamp) -> Result<Outcome, DeployError> {
    let started = Instant::now();
    let given = job.clone();
    let ready = blocking(move || Ready::make(&given)).await?;
    guard::check_site(&ready.site, &ready.known, job.force)?;

    let rsync = Rsync::new(
        ready.job.clone(),
        ready.sending.clone(),
        ready.site.root(),
        &ready.job.own(),
    )?;
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
