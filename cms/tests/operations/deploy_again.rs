//! When a deployment after a publication is tried again, by a clock that only the test moves.

use std::{
    fs,
    sync::Arc,
    time::{Duration, SystemTime},
};

use cms::{
    config::Config,
    deploy::{self, Ended, Job},
    http::app::{self, App},
    publishing::deployment::DeployState,
    time::clock::Clock,
};
use tokio::{sync::mpsc, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    deploy_place::{Place, SITE, now, place},
    service::{went_live, write},
};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Follows the publications of a site, and tells of every deployment that has ended.
struct Following {
    app: App,
    ended: mpsc::UnboundedReceiver<(Instant, Ended)>,
    stopping: CancellationToken,
    _folder: tempfile::TempDir,
}

impl Following {
    fn of(job: &Job) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app = app::open(Config::for_testing(folder.path()), Clock::manual(), false).unwrap();
        let (tell, ended) = mpsc::unbounded_channel();
        let stopping = CancellationToken::new();
        tokio::spawn(deploy::follow(
            1,
            job.clone(),
            Arc::clone(&app.publisher),
            app.clock.clone(),
            Arc::new(move |ended| tell.send((Instant::now(), ended)).unwrap_or_default()),
            stopping.clone(),
        ));
        Self {
            app,
            ended,
            stopping,
            _folder: folder,
        }
    }

    fn went_live(&self, revision: i64) {
        went_live(&self.app.publisher, revision);
    }

    /// When the next one ends, and whether well.
    async fn next(&mut self) -> (Instant, bool) {
        let (at, ended) = self.ended.recv().await.unwrap();
        (at, ended.live)
    }

    /// Seconds between those that end next, all of which fail.
    async fn failures(&mut self, count: usize) -> Vec<u64> {
        let (mut before, mut between) = (None, Vec::new());
        for _ in 0..count {
            let (at, live) = self.next().await;
            assert!(!live);
            between.extend(before.replace(at).map(|before| (at - before).as_secs()));
        }
        between
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

/// A site whose target is in no folder yet, but in a file.
fn in_the_way() -> Place {
    let mut place = place();
    let blocked = place.folder.path().join("blocked");
    place.job.target = blocked.join("site").to_str().unwrap().parse().unwrap();
    write(place.folder.path(), &[("blocked", "a file")]);
    place.dist(&SITE);
    place
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_tried_again_ever_less_often_and_soon_after_a_success() {
    let place = in_the_way();
    let blocked = place.folder.path().join("blocked");
    let mut following = Following::of(&place.job);
    following.went_live(1);
    let waited = following.failures(8).await;
    assert_eq!(waited, [30, 60, 120, 240, 480, 900, 900]);
    fs::remove_file(&blocked).unwrap();
    assert!(following.next().await.1);

    fs::remove_dir_all(&blocked).unwrap();
    write(place.folder.path(), &[("blocked", "a file")]);
    following.went_live(2);
    assert_eq!(following.failures(3).await, [30, 60]);
    // So it is after one that waited for a person.
    place.without("index.html");
    following.went_live(3);
    following.failures(1).await;
    place.dist(&SITE);
    following.went_live(4);
    assert_eq!(following.failures(3).await, [30, 60]);
}

#[tokio::test(start_paused = true)]
async fn publications_during_an_outage_do_not_put_the_next_try_off() {
    let place = in_the_way();
    let mut following = Following::of(&place.job);
    for revision in 1..=7 {
        following.went_live(revision);
        following.failures(1).await;
    }
    assert_eq!(following.failures(3).await, [60, 120]);
    following.went_live(8);
    assert_eq!(following.failures(3).await, [30, 60]);
}

#[tokio::test(start_paused = true)]
async fn after_an_outage_that_a_person_saw_the_end_of_nobody_waits_for_the_next_try() {
    let place = in_the_way();
    let mut following = Following::of(&place.job);
    following.went_live(1);
    // The next one is in a quarter of an hour.
    following.failures(7).await;
    let failed = Instant::now();
    fs::remove_file(place.folder.path().join("blocked")).unwrap();
    // As a deployment by hand leaves it.
    let record = fs::File::options().write(true).open(place.record());
    record
        .unwrap()
        .set_modified(SystemTime::UNIX_EPOCH)
        .unwrap();
    let (at, live) = following.next().await;
    assert!(
        live && at - failed <= Duration::from_secs(60),
        "{:?}",
        at - failed
    );
}

#[tokio::test(start_paused = true)]
async fn what_needs_a_person_waits_for_one() {
    let place = place();
    let mut following = Following::of(&place.job);
    following.went_live(1);
    assert!(!following.next().await.1, "there is no site");
    let early = tokio::time::timeout(HOUR, following.next()).await;
    assert!(early.is_err(), "nobody did anything");
    place.dist(&SITE);
    deploy::deploy(&place.job, now()).await.unwrap();
    // Theirs may still be under way when it is noticed.
    while !following.next().await.1 {}
}

#[tokio::test]
async fn a_deployment_is_under_way_until_it_ends() {
    let place = place();
    place.dist(&SITE);
    let generation = generator::MoveLock::wait(&place.job.cache()).unwrap();
    let mut following = Following::of(&place.job);
    let mut status = following.app.publisher.subscribe();
    following.went_live(7);
    let is = |revision, state| {
        move |status: &cms::publishing::status::Status| {
            let mut all = status.deployments.iter();
            all.any(|one| (one.target, one.revision, one.state) == (1, revision, state))
        }
    };
    status.wait_for(is(7, DeployState::Running)).await.unwrap();
    drop(generation);
    status.wait_for(is(7, DeployState::Live)).await.unwrap();
    assert!(following.next().await.1);
}
