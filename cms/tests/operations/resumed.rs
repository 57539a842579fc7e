//! What a failure or a restart leaves to do after a deployment: the CDN is told, the public address is looked at.

use std::{fs, sync::Arc, time::Duration};

use axum::{http::StatusCode, response::IntoResponse as _};
use cms::{
    config::purge::Cdn,
    deploy::{self, Job},
    publishing::deployment::{DeployState, DeployStatus, Visible},
};
use jiff::Timestamp;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    after_deploy::{Web, wait},
    bucket::Bucket,
    deploy_place::{SITE, now, place},
    service::{Service, went_live, write},
};

/// Follows the publications of a service with this job, as the service does with its own.
struct Following {
    stopping: CancellationToken,
    task: JoinHandle<()>,
}

impl Following {
    /// Nothing that happens afterwards is seen by it.
    async fn stop(self) {
        self.stopping.cancel();
        self.task.await.unwrap();
    }
}

fn follow(service: &Service, job: &Job) -> Following {
    let stopping = CancellationToken::new();
    let task = tokio::spawn(deploy::follow(
        1,
        job.clone(),
        Arc::clone(&service.app.publisher),
        service.app.clock.clone(),
        Arc::new(|_| {}),
        stopping.clone(),
    ));
    Following { stopping, task }
}

#[tokio::test]
async fn a_purge_that_failed_is_tried_again_without_a_second_deployment() {
    let (web, bucket) = (Web::start(None).await, Bucket::start().await);
    let service = Service::start().await;
    let mut place = bucket.place("/www");
    place.job.purge.purge = Some(Cdn::Cloudflare("ab12".into()));
    place.job.purge.api = Some(web.url());
    place.job.origin = Some("http://127.0.0.1:1".into());
    place.job.patience.visible = Duration::ZERO;
    place.job.patience.again = Duration::from_millis(1);
    place.dist(&[("index.html", "one")]);
    let refusal = || StatusCode::FORBIDDEN.into_response();
    *web.answers.lock().unwrap() = vec![refusal(), refusal()];
    let following = follow(&service, &place.job);
    went_live(&service.app.publisher, 1);
    wait(&service, |all| {
        all.iter().any(|one| one.state == DeployState::Live)
    })
    .await;
    assert_eq!(web.calls().len(), 3, "refused twice, then taken");
    let asked = bucket.requests();
    let marked =
        |request: &&String| request.starts_with("PUT") && request.contains(".cms-deployment");
    assert_eq!(asked.iter().filter(marked).count(), 1, "{asked:?}");
    following.stop().await;

    // Meanwhile there is a newer publication: it is deployed, and the CDN hears of both at once.
    place.job.patience.again = Duration::from_secs(3600);
    place.dist(&[("index.html", "two")]);
    *web.answers.lock().unwrap() = vec![refusal()];
    follow(&service, &place.job);
    went_live(&service.app.publisher, 2);
    wait(&service, |all| {
        all.iter()
            .any(|one| one.revision == 2 && one.state == DeployState::Failed)
    })
    .await;
    place.dist(&[("blog/2/index.html", "new")]);
    went_live(&service.app.publisher, 3);
    wait(&service, |all| {
        all.iter()
            .any(|one| one.revision == 3 && one.state == DeployState::Live)
    })
    .await;
    assert_eq!(bucket.objects()["www/blog/2/index.html"], "new");
    let told = web.calls().pop().unwrap().body["files"].clone();
    assert_eq!(told.as_array().unwrap().len(), 2, "{told}");
}

#[tokio::test]
async fn a_restarted_server_goes_on_looking_at_what_was_deployed() {
    let public = tempfile::tempdir().unwrap();
    let web = Web::start(Some(public.path())).await;
    let mut place = place();
    place.job.origin = Some(web.url());
    place.job.patience.pause = Duration::from_millis(1);
    place.dist(&[("index.html", "one"), ("en/index.html", "one")]);

    // The first one is stopped while visitors do not see it yet.
    let first = Service::start().await;
    let following = follow(&first, &place.job);
    went_live(&first.app.publisher, 1);
    wait(&first, |all| {
        all.iter()
            .any(|one| one.visible.as_ref().is_some_and(|seen| seen.looking))
    })
    .await;
    following.stop().await;
    drop(first);

    // One page has changed since, and is none that anybody waits for.
    place.dist(&[("en/index.html", "two")]);
    let pages = deploy::unseen(&place.job).await.unwrap();
    assert_eq!(pages.keys().collect::<Vec<_>>(), ["index.html"]);
    place.dist(&[("en/index.html", "one")]);

    let second = Service::start().await;
    let following = follow(&second, &place.job);
    went_live(&second.app.publisher, 1);
    wait(&second, |all| {
        all.iter().any(|one| {
            one.visible
                .as_ref()
                .is_some_and(|seen| seen.looking && seen.pages == 2)
        })
    })
    .await;
    write(
        public.path(),
        &[("index.html", "one"), ("en/index.html", "one")],
    );
    let found = wait(&second, |all| {
        all.iter()
            .any(|one| one.visible.as_ref().is_some_and(|seen| !seen.looking))
    })
    .await;
    let seen = found[0].visible.as_ref().unwrap();
    assert_eq!((seen.old.len(), seen.languages.len()), (0, 2));

    // What was seen is not looked at again.
    let left = || {
        let files = fs::read_dir(place.job.data.join("deploy")).unwrap();
        files
            .filter(|file| {
                file.as_ref()
                    .unwrap()
                    .path()
                    .extension()
                    .is_some_and(|end| end == "unseen")
            })
            .count()
    };
    while left() > 0 {
        tokio::task::yield_now().await;
    }
    following.stop().await;
    assert!(deploy::unseen(&place.job).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_nobody_saw_yet_is_looked_at_with_the_next_publication() {
    let public = tempfile::tempdir().unwrap();
    let web = Web::start(Some(public.path())).await;
    let mut place = place();
    place.job.origin = Some(web.url());
    place.job.patience.pause = Duration::from_millis(1);
    place.dist(&[("index.html", "one"), ("en/index.html", "one")]);
    let service = Service::start().await;
    let following = follow(&service, &place.job);
    went_live(&service.app.publisher, 1);
    let visible = |one: &DeployStatus| one.visible.clone().unwrap_or_else(nothing_seen);
    wait(&service, |all| all.iter().any(|one| visible(one).looking)).await;

    // Somebody saves another text before visitors see the first ones.
    place.dist(&[("ru/index.html", "two")]);
    write(
        public.path(),
        &[("index.html", "one"), ("ru/index.html", "two")],
    );
    went_live(&service.app.publisher, 2);
    let both = |one: &DeployStatus| one.revision == 2 && visible(one).looking;
    let looking = wait(&service, |all| all.iter().any(both)).await;
    assert_eq!(visible(&looking[0]).pages, 3);
    write(public.path(), &[("en/index.html", "one")]);
    let over = |one: &DeployStatus| one.visible.is_some() && !visible(one).looking;
    let found = wait(&service, |all| all.iter().any(over)).await;
    assert_eq!(visible(&found[0]).languages, ["az", "en", "ru"]);
    following.stop().await;
    assert!(deploy::unseen(&place.job).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_visitors_get_from_a_slower_target_is_looked_at_once_that_one_has_it() {
    let public = tempfile::tempdir().unwrap();
    let web = Web::start(Some(public.path())).await;
    let mut place = place();
    place.job.origin = Some(web.url());
    place.job.patience.pause = Duration::from_millis(1);
    place.job.patience.visible = Duration::ZERO;
    place.dist(&[("index.html", "one"), ("en/index.html", "one")]);
    write(public.path(), &[("en/index.html", "one")]);
    let service = Service::start().await;
    let following = follow(&service, &place.job);
    went_live(&service.app.publisher, 1);
    let seen = |old: usize| {
        move |all: &[DeployStatus]| {
            let visible = all.first().and_then(|one| one.visible.as_ref());
            visible.is_some_and(|seen| !seen.looking && (seen.pages, seen.old.len()) == (2, old))
        }
    };
    let given_up = wait(&service, seen(1)).await;
    assert_eq!(given_up[0].visible.as_ref().unwrap().languages, ["en"]);

    // The other one, which visitors get the site from, is done only now.
    write(public.path(), &[("index.html", "one")]);
    let other = DeployStatus {
        state: DeployState::Live,
        ..DeployStatus::running(2, 1, Timestamp::now())
    };
    let publisher = &service.app.publisher;
    publisher.note(|status| status.deployed(other));
    let found = tokio::time::timeout(Duration::from_secs(60), wait(&service, seen(0)));
    let found = found.await.expect("it is looked at again");
    assert_eq!(found[0].visible.as_ref().unwrap().languages, ["az", "en"]);
    following.stop().await;
    assert!(deploy::unseen(&place.job).await.unwrap().is_empty());
}

fn nothing_seen() -> Visible {
    Visible {
        looking: false,
        at: Timestamp::UNIX_EPOCH,
        pages: 0,
        languages: Vec::new(),
        old: Vec::new(),
    }
}

#[tokio::test]
async fn what_a_person_deployed_by_hand_is_noticed_by_the_server_that_was_refused() {
    let service = Service::start().await;
    let mut place = place();
    place.job.patience.again = Duration::from_millis(1);
    let pages = ["a.html", "b.html", "c.html", "d.html", "e.html", "f.html"];
    place.dist(&SITE).dist(&pages.map(|page| (page, "")));
    let following = follow(&service, &place.job);
    went_live(&service.app.publisher, 1);
    let has = |revision, state| {
        move |all: &[DeployStatus]| {
            let fits = |one: &DeployStatus| (one.revision, one.state) == (revision, state);
            all.iter().any(fits)
        }
    };
    wait(&service, has(1, DeployState::Live)).await;
    for page in pages {
        place.without(page);
    }
    went_live(&service.app.publisher, 2);
    let refused = wait(&service, has(2, DeployState::Failed)).await;
    let said = refused[0].error.clone().unwrap();
    assert!(said.contains("--force"), "{said}");
    let by_hand = Job {
        force: true,
        ..place.job.clone()
    };
    deploy::deploy(&by_hand, now()).await.unwrap();
    wait(&service, has(2, DeployState::Live)).await;
    following.stop().await;
}

#[tokio::test]
async fn the_site_goes_live_once_what_was_in_its_way_is_removed() {
    let service = Service::start().await;
    let mut place = place();
    place.job.patience.again = Duration::from_millis(1);
    write(&place.target(), &[("blog", "a file")]);
    place.dist(&SITE);
    let following = follow(&service, &place.job);
    went_live(&service.app.publisher, 1);
    let is = |state| move |all: &[DeployStatus]| all.iter().any(|one| one.state == state);
    wait(&service, is(DeployState::Failed)).await;
    fs::remove_file(place.target().join("blog")).unwrap();
    wait(&service, is(DeployState::Live)).await;
    following.stop().await;
}
