//! Deployment after each publication.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{
    error::DeployError,
    job::{Job, Outcome},
    run::deploy,
};
use crate::{
    publishing::{
        Publisher,
        deployment::{DeployState, DeployStatus},
        status::Status,
    },
    time::clock::Clock,
};

const FIRST_RETRY: Duration = Duration::from_secs(30);
const LAST_RETRY: Duration = Duration::from_secs(15 * 60);

/// Told of every deployment that has ended: the revision, and whether it went well.
pub type Told = Arc<dyn Fn(i64, bool) + Send + Sync>;

fn ended(revision: i64, at: Timestamp, result: &Result<Outcome, DeployError>) -> DeployStatus {
    let begun = DeployStatus::running(revision, at);
    match result {
        Ok(done) => DeployStatus {
            state: DeployState::Live,
            ms: Some(done.ms),
            sent: done.sent,
            removed: done.removed,
            ..begun
        },
        Err(error) => DeployStatus {
            state: DeployState::Failed,
            error: Some(error.public_text()),
            ..begun
        },
    }
}

/// Deploys each publication until the service stops; a failure is tried again, ever less often.
pub async fn follow(
    job: Job,
    publisher: Arc<Publisher>,
    clock: Clock,
    told: Told,
    stopping: CancellationToken,
) {
    let mut status = publisher.subscribe();
    let mut deployed = None;
    let mut retry = FIRST_RETRY;
    while let Some((revision, build)) = next_build(&mut status, deployed, &stopping).await {
        publisher.note(|status| status.deploy = Some(DeployStatus::running(revision, clock.now())));
        let result = tokio::select! {
            result = deploy(&job, clock.now()) => result,
            () = stopping.cancelled() => return,
        };
        tell(revision, &result);
        told(revision, result.is_ok());
        let ended = ended(revision, clock.now(), &result);
        publisher.note(|status| status.deploy = Some(ended));
        match result {
            Err(error) if !error.needs_a_person() => {
                let changed = next_build(&mut status, Some(build), &stopping);
                // Whatever comes first: time, or a newer publication.
                let _ = tokio::time::timeout(retry, changed).await;
                retry = (retry * 2).min(LAST_RETRY);
            }
            _ => {
                deployed = Some(build);
                retry = FIRST_RETRY;
            }
        }
    }
}

/// The newest publication that is not `deployed`; `None` when the service stops.
async fn next_build(
    status: &mut watch::Receiver<Status>,
    deployed: Option<Timestamp>,
    stopping: &CancellationToken,
) -> Option<(i64, Timestamp)> {
    let fresh = |status: &Status| {
        status
            .last_build
            .as_ref()
            .is_some_and(|build| Some(build.finished_at) != deployed)
    };
    tokio::select! {
        found = status.wait_for(fresh) => {
            let build = found.ok()?.last_build.clone()?;
            Some((build.revision, build.finished_at))
        }
        () = stopping.cancelled() => None,
    }
}

fn tell(revision: i64, result: &Result<Outcome, DeployError>) {
    match result {
        Ok(done) => tracing::info!(
            revision,
            sent = done.sent,
            removed = done.removed,
            left_alone = done.left_alone,
            ms = done.ms,
            "deployed"
        ),
        Err(error) => tracing::error!(revision, %error, "the deployment failed"),
    }
}
