//! Deployment after each publication.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::{DeployError, Job, Outcome, deploy};
use crate::{http::app::App, publishing::status::Status};

const FIRST_RETRY: Duration = Duration::from_secs(30);
const LAST_RETRY: Duration = Duration::from_secs(15 * 60);

/// The last deployment, as anyone may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeployStatus {
    /// What happens.
    pub state: DeployState,
    /// The published revision it is about.
    pub revision: i64,
    /// When this state began.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Milliseconds it took; while it runs and when it failed, `null`.
    #[schema(required = true)]
    pub ms: Option<u64>,
    /// Files sent.
    pub sent: usize,
    /// Files removed.
    pub removed: usize,
    /// Why it failed; it is tried again by itself unless the text says what to do.
    #[schema(required = true)]
    pub error: Option<String>,
}

/// What a deployment is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeployState {
    /// rsync runs.
    Running,
    /// The target has this revision.
    Live,
    /// It did not work.
    Failed,
}

impl DeployStatus {
    fn running(revision: i64, at: Timestamp) -> Self {
        Self {
            state: DeployState::Running,
            revision,
            at,
            ms: None,
            sent: 0,
            removed: 0,
            error: None,
        }
    }

    fn ended(revision: i64, at: Timestamp, result: &Result<Outcome, DeployError>) -> Self {
        let begun = Self::running(revision, at);
        match result {
            Ok(done) => Self {
                state: DeployState::Live,
                ms: Some(done.ms),
                sent: done.sent,
                removed: done.removed,
                ..begun
            },
            Err(error) => Self {
                state: DeployState::Failed,
                error: Some(error.public_text()),
                ..begun
            },
        }
    }
}

/// Deploys each publication until the service stops; a failure is tried again, ever less often.
pub async fn follow(app: App) {
    let Some(target) = app.config.deploy.deploy_to.clone() else {
        return;
    };
    let job = Job::new(&app.config, target);
    let mut status = app.publisher.subscribe();
    let mut deployed = None;
    let mut retry = FIRST_RETRY;
    let stopping = app.stopping.clone();
    while let Some((revision, build)) = next_build(&mut status, deployed, &stopping).await {
        app.publisher
            .note(|status| status.deploy = Some(DeployStatus::running(revision, app.clock.now())));
        let result = tokio::select! {
            result = deploy(&job, app.clock.now()) => result,
            () = stopping.cancelled() => return,
        };
        tell(revision, &result);
        let ended = DeployStatus::ended(revision, app.clock.now(), &result);
        app.publisher.note(|status| status.deploy = Some(ended));
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
    stopping: &tokio_util::sync::CancellationToken,
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
