//! Deployment after each publication.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{
    after::live::{self, Expected},
    error::DeployError,
    job::{Job, Outcome},
    run::{announce, deploy, look, note_unseen, purge, unseen},
};
use crate::{
    publishing::{
        Publisher,
        deployment::{DeployState, DeployStatus, Visible},
        status::Status,
    },
    time::clock::Clock,
};

const LAST_RETRY: Duration = Duration::from_secs(15 * 60);

/// A deployment that has ended.
#[derive(Debug, Clone, Copy)]
pub struct Ended {
    /// Of which target, counted from 1.
    pub target: usize,
    /// The published revision.
    pub revision: i64,
    /// The number of the publication, where they have any.
    pub release: Option<u64>,
    /// Whether it went well.
    pub live: bool,
}

/// Told of every deployment that has ended.
pub type Told = Arc<dyn Fn(Ended) + Send + Sync>;

fn ended(
    target: usize,
    revision: i64,
    at: Timestamp,
    result: &Result<Outcome, DeployError>,
) -> DeployStatus {
    let begun = DeployStatus::running(target, revision, at);
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

/// Deploys each publication until the service stops; a failure is tried again, ever less often. Targets have a number, and
/// each a follower of its own: none waits for another.
pub async fn follow(
    target: usize,
    job: Job,
    publisher: Arc<Publisher>,
    clock: Clock,
    told: Told,
    stopping: CancellationToken,
) {
    let mut status = publisher.subscribe();
    let mut deployed = None;
    let mut retry = job.patience.again;
    let mut course = Course::begin(&job).await;
    while let Some((revision, release, build)) = next_build(&mut status, deployed, &stopping).await
    {
        let begun = DeployStatus::running(target, revision, clock.now());
        publisher.note(|status| status.deployed(begun));
        let result = tokio::select! {
            result = course.deploy_and_tell(&job, &clock, build) => result,
            () = stopping.cancelled() => return,
        };
        tell(revision, &result);
        told(Ended {
            target,
            revision,
            release,
            live: result.is_ok(),
        });
        let ended = ended(target, revision, clock.now(), &result);
        publisher.note(|status| status.deployed(ended.clone()));
        if result.is_ok() {
            let pages = std::mem::take(&mut course.expected);
            let note = |visible: Visible| {
                let visible = Some(visible);
                let seen = DeployStatus {
                    visible,
                    ..ended.clone()
                };
                publisher.note(|status| status.deployed(seen));
            };
            let afterwards = async {
                tokio::join!(
                    announce_quietly(&job),
                    look_until_seen(&job, pages, &clock, note)
                );
            };
            tokio::select! {
                () = afterwards => {}
                // A newer publication makes what was expected old.
                _ = next_build(&mut status, Some(build), &stopping) => {}
            }
        }
        match result {
            Err(error) if !error.needs_a_person() => {
                let changed = next_build(&mut status, Some(build), &stopping);
                // Whatever comes first: time, or a newer publication.
                let _ = tokio::time::timeout(retry, changed).await;
                retry = (retry * 2).min(LAST_RETRY);
            }
            _ => {
                deployed = Some(build);
                retry = job.patience.again;
            }
        }
    }
}

/// How far a target has come.
struct Course {
    /// The publication that is there; whether the CDN was told is another matter.
    arrived: Option<(Timestamp, Outcome)>,
    /// Pages that visitors should see. Also of a deployment after which the CDN could not be told, and of one that an
    /// earlier run of the program made.
    expected: Expected,
}

impl Course {
    async fn begin(job: &Job) -> Self {
        let expected = unseen(job).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "what was still to be seen at the public address is not known");
            Expected::new()
        });
        Self {
            arrived: None,
            expected,
        }
    }

    /// Where only the CDN is still to be told, nothing is looked at or sent a second time.
    async fn deploy_and_tell(
        &mut self,
        job: &Job,
        clock: &Clock,
        build: Timestamp,
    ) -> Result<Outcome, DeployError> {
        let there = self.arrived.take().filter(|(at, _)| *at == build);
        let done = match there {
            Some((_, done)) => done,
            None => {
                let done = deploy(job, clock.now()).await?;
                self.expected.extend(done.expected.clone());
                write_down(job, self.expected.clone()).await;
                done
            }
        };
        self.arrived = Some((build, done.clone()));
        purge(job).await?;
        Ok(done)
    }
}

/// Forgotten at the next restart is what cannot be written down; no deployment fails for it.
async fn write_down(job: &Job, pages: Expected) {
    if let Err(error) = note_unseen(job, pages).await {
        tracing::warn!(%error, "what is to be seen at the public address cannot be written down");
    }
}

/// No deployment fails because a search engine does not listen; it is told with the next one.
async fn announce_quietly(job: &Job) {
    if let Err(error) = announce(job).await {
        tracing::warn!(%error, "search engines were not told");
    }
}

/// Looks, where there is anything to see, and writes down that it was seen.
async fn look_until_seen(job: &Job, pages: Expected, clock: &Clock, note: impl Fn(Visible)) {
    if !pages.is_empty() && look_at(job, &pages, clock, note).await {
        write_down(job, Expected::new()).await;
    }
}

/// Looks at the public address until what was deployed is there, or nobody believes any more that it comes. Whether it was
/// all seen.
async fn look_at(job: &Job, expected: &Expected, clock: &Clock, note: impl Fn(Visible)) -> bool {
    let pages = expected.len();
    let seen = |looking, languages, old| Visible {
        looking,
        at: clock.now(),
        pages,
        languages,
        old,
    };
    note(seen(true, Vec::new(), Vec::new()));
    match look(job, expected).await {
        Ok(old) => {
            if !old.is_empty() {
                tracing::warn!(
                    ?old,
                    "pages are not as they were deployed at the public address"
                );
            }
            let languages = live::languages(expected, &old);
            let all = old.is_empty();
            note(seen(false, languages, old));
            all
        }
        Err(error) => {
            tracing::error!(%error, "the public address cannot be looked at");
            false
        }
    }
}

/// The newest publication that is not `deployed`; `None` when the service stops.
async fn next_build(
    status: &mut watch::Receiver<Status>,
    deployed: Option<Timestamp>,
    stopping: &CancellationToken,
) -> Option<(i64, Option<u64>, Timestamp)> {
    let fresh = |status: &Status| {
        status
            .last_build
            .as_ref()
            .is_some_and(|build| Some(build.finished_at) != deployed)
    };
    tokio::select! {
        found = status.wait_for(fresh) => {
            let build = found.ok()?.last_build.clone()?;
            Some((build.revision, build.release, build.finished_at))
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
