//! Deployment after each publication.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::{
    after::live::{self, Expected},
    again::{Retry, helped},
    error::DeployError,
    job::{Job, Outcome},
    run::{announce, deploy, last_written, look, note_unseen, purge, unseen},
};
use crate::{
    publishing::{
        Publisher,
        deployment::{DeployState, DeployStatus, Visible},
        status::Status,
    },
    time::clock::Clock,
};

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
    let mut retry = Retry::new(job.patience.again);
    let mut arrived = None;
    while let Some((revision, release, build)) = next_build(&mut status, deployed, &stopping).await
    {
        let job = Job {
            asked: asked(&status.borrow(), deployed),
            ..job.clone()
        };
        let begun = DeployStatus::running(target, revision, clock.now());
        publisher.note(|status| status.deployed(begun));
        let result = tokio::select! {
            result = deploy_and_tell(&job, &clock, build, &mut arrived) => result,
            () = stopping.cancelled() => return,
        };
        let before = last_written(&job).await;
        tell(&job, revision, &result);
        told(Ended {
            target,
            revision,
            release,
            live: result.is_ok(),
        });
        let ended = ended(target, revision, clock.now(), &result);
        publisher.note(|status| status.deployed(ended.clone()));
        if let Ok(done) = &result {
            let note = |visible: Visible| {
                let visible = Some(visible);
                let seen = DeployStatus {
                    visible,
                    ..ended.clone()
                };
                publisher.note(|status| status.deployed(seen));
            };
            let others = Others::new(target, &publisher);
            let afterwards = async {
                tokio::join!(
                    announce_quietly(&job),
                    look_until_seen(&job, &done.expected, &clock, note, others)
                );
            };
            tokio::select! {
                () = afterwards => {}
                // What is left to be seen of this one is looked at with a newer one.
                _ = next_build(&mut status, Some(build), &stopping) => {}
            }
        }
        let changed = next_build(&mut status, Some(build), &stopping);
        match result {
            Ok(_) => {
                deployed = Some(build);
                retry.soon();
            }
            Err(error) => {
                // Whatever comes first: a newer publication, a person who deployed, or time where that helps.
                let news = async {
                    tokio::select! {
                        _ = changed => {}
                        () = helped(&job, before) => {}
                    }
                };
                if error.needs_a_person() {
                    news.await;
                    retry.soon();
                } else {
                    retry.wait(news).await
                }
            }
        }
    }
}

/// Pages of the site that a person asked for since the publication that is `deployed`.
fn asked(status: &Status, deployed: Option<Timestamp>) -> Option<usize> {
    let asked = status.asked.filter(|asked| Some(asked.at) > deployed);
    asked.map(|asked| asked.pages)
}

/// Deploys a publication, unless it has `arrived` and only the CDN is still to be told: then nothing is looked at or sent a
/// second time.
async fn deploy_and_tell(
    job: &Job,
    clock: &Clock,
    build: Timestamp,
    arrived: &mut Option<(Timestamp, Outcome)>,
) -> Result<Outcome, DeployError> {
    let there = arrived.take().filter(|(at, _)| *at == build);
    let done = match there {
        Some((_, done)) => done,
        None => {
            let mut done = deploy(job, clock.moment()).await?;
            done.expected = with_unseen(job, done.expected).await;
            done
        }
    };
    *arrived = Some((build, done.clone()));
    purge(job).await?;
    Ok(done)
}

/// Pages that visitors should see: also of a deployment that nobody saw to its end, by this or an earlier run of the program.
async fn with_unseen(job: &Job, changed: Expected) -> Expected {
    let unseen = unseen(job).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "what was still to be seen at the public address is not known");
        Expected::new()
    });
    let pages = live::with_unseen(changed, unseen);
    write_down(job, pages.clone()).await;
    pages
}

/// Forgotten is what cannot be written down; no deployment fails for it.
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

/// Looks at the public address, where there is anything to see, until what was deployed is there or nobody believes any more
/// that it comes, and writes down what is left for the next time. Visitors may get the site from another target: once that one
/// has it, too, what is left is looked at again.
async fn look_until_seen(
    job: &Job,
    expected: &Expected,
    clock: &Clock,
    note: impl Fn(Visible),
    mut others: Others,
) {
    let pages = expected.len();
    let seen = |looking, languages, old| Visible {
        looking,
        at: clock.now(),
        pages,
        languages,
        old,
    };
    let (mut left, mut languages) = (expected.clone(), Vec::new());
    while !left.is_empty() {
        others.look();
        note(seen(true, languages, Vec::new()));
        let old = match look(job, &left).await {
            Ok(old) => old,
            Err(error) => {
                tracing::error!(%error, "the public address cannot be looked at");
                return;
            }
        };
        if !old.is_empty() {
            tracing::warn!(
                target = %job.target,
                ?old,
                "pages are not as they were deployed at the public address"
            );
        }
        left = live::left(&left, &old);
        write_down(job, left.clone()).await;
        languages = live::languages(expected, &old);
        note(seen(false, languages.clone(), old));
        if !left.is_empty() && !others.wait().await {
            return;
        }
    }
}

/// What the targets beside one have.
struct Others {
    target: usize,
    status: watch::Receiver<Status>,
    had: Vec<(usize, i64, Timestamp)>,
}

impl Others {
    fn new(target: usize, publisher: &Publisher) -> Self {
        Self {
            target,
            status: publisher.subscribe(),
            had: Vec::new(),
        }
    }

    /// Takes note of it.
    fn look(&mut self) {
        self.had = have(&self.status.borrow(), self.target).collect();
    }

    /// Waits until one of them has something newer; `false` when nobody tells any more.
    async fn wait(&mut self) -> bool {
        let Self {
            target,
            status,
            had,
        } = self;
        let news = |status: &Status| have(status, *target).any(|one| !had.contains(&one));
        status.wait_for(news).await.is_ok()
    }
}

/// Which targets other than this one have a publication: which, and since when.
fn have(status: &Status, target: usize) -> impl Iterator<Item = (usize, i64, Timestamp)> {
    let live = status
        .deployments
        .iter()
        .filter(move |one| one.target != target && one.state == DeployState::Live);
    live.map(|one| (one.target, one.revision, one.at))
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

fn tell(job: &Job, revision: i64, result: &Result<Outcome, DeployError>) {
    let target = &job.target;
    match result {
        Ok(done) => tracing::info!(
            %target,
            revision,
            sent = done.sent,
            removed = done.removed,
            left_alone = done.left_alone,
            ms = done.ms,
            "deployed"
        ),
        Err(error) => tracing::error!(%target, revision, %error, "the deployment failed"),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::store::revisions::Revisions;

    const REVISIONS: Revisions = Revisions {
        saved: 0,
        published: 0,
        edits: 0,
    };

    /// At this second.
    fn live(target: usize, revision: i64, at: i64) -> DeployStatus {
        DeployStatus {
            state: DeployState::Live,
            ..DeployStatus::running(
                target,
                revision,
                Timestamp::from_second(at).unwrap_or_default(),
            )
        }
    }

    #[test]
    fn news_are_what_another_target_has_and_had_not() {
        let (tell, status) = watch::channel(Status::new(REVISIONS));
        let mut others = Others {
            target: 1,
            status,
            had: Vec::new(),
        };
        tell.send_modify(|status| status.deployed(live(2, 1, 1)));
        assert_eq!(others.wait().now_or_never(), Some(true), "as nobody looked");
        others.look();
        let running = DeployStatus::running(3, 2, Timestamp::UNIX_EPOCH);
        for none in [live(1, 2, 2), running] {
            tell.send_modify(|status| status.deployed(none));
            assert_eq!(others.wait().now_or_never(), None);
        }
        tell.send_modify(|status| status.deployed(live(3, 2, 2)));
        assert_eq!(others.wait().now_or_never(), Some(true));
        others.look();
        assert_eq!(others.wait().now_or_never(), None);
        // The same publication once more.
        tell.send_modify(|status| status.deployed(live(2, 1, 3)));
        assert_eq!(others.wait().now_or_never(), Some(true));
        others.look();
        drop(tell);
        assert_eq!(others.wait().now_or_never(), Some(false));
    }
}
