//! Deployment after each publication, as the status call tells it.

use std::time::Duration;

use cms::{
    publishing::deployment::{DeployState, DeployStatus},
    store::{
        audit::{self, Kind},
        deliveries::{self, Delivery, Event, State},
    },
    webhooks::desk,
};

use crate::service::{Service, went_live, write};

async fn ended(service: &Service, revision: i64) -> DeployStatus {
    let over =
        |deploy: &DeployStatus| deploy.revision == revision && deploy.state != DeployState::Running;
    let mut status = service.app.publisher.subscribe();
    let found = status
        .wait_for(|status| status.deploy.as_ref().is_some_and(over))
        .await
        .unwrap();
    found.deploy.clone().unwrap()
}

#[tokio::test]
async fn each_publication_is_deployed_and_told() {
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("target");
    let service = Service::with(|config| {
        config.deploy.deploy_to = target.to_str().unwrap().parse().unwrap();
    })
    .await;
    let dist = &service.app.config.dist;

    write(dist, &[("index.html", "one")]);
    went_live(&service.app.publisher, 1);
    assert_eq!(ended(&service, 1).await.state, DeployState::Live);
    assert_eq!(
        std::fs::read_to_string(target.join("index.html")).unwrap(),
        "one"
    );

    std::fs::remove_file(dist.join("index.html")).unwrap();
    went_live(&service.app.publisher, 2);
    let refused = ended(&service, 2).await;
    assert_eq!(refused.state, DeployState::Failed);
    let reason = refused.error.unwrap();
    assert!(
        reason.contains("empty") && !reason.contains(dist.to_str().unwrap()),
        "{reason}"
    );
    assert!(target.join("index.html").exists());

    write(dist, &[("index.html", "three")]);
    went_live(&service.app.publisher, 3);
    assert_eq!(ended(&service, 3).await.state, DeployState::Live);
    assert_eq!(
        std::fs::read_to_string(target.join("index.html")).unwrap(),
        "three"
    );

    // Each is written down; nobody waits for that.
    let written = || {
        service.app.store.read_blocking(|store| {
            let mut kinds = Vec::new();
            let filter = audit::Filter::default();
            audit::each(store, &filter, (9, 0), |entry| kinds.push(entry.deed.kind))?;
            Ok::<_, anyhow::Error>(kinds)
        })
    };
    while written().unwrap().len() < 3 {
        tokio::task::yield_now().await;
    }
    let mut kinds = written().unwrap();
    kinds.sort_by_key(|kind| kind.name());
    assert_eq!(kinds, [Kind::DeployFailed, Kind::Deployed, Kind::Deployed]);

    let told: serde_json::Value = reqwest::get(service.url("/api/site/"))
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(told["deploy"]["state"], "live");
    assert!(
        !told.to_string().contains(target.to_str().unwrap()),
        "the target is nobody's business"
    );
}

/// The only line of the only webhook's log.
fn told(service: &Service) -> Delivery {
    let read =
        |store: &rusqlite::Connection| Ok::<_, anyhow::Error>(deliveries::list(store, 1, 9)?);
    service.app.store.read_blocking(read).unwrap().remove(0)
}

pub async fn until(mut reached: impl FnMut() -> bool) {
    let asking = async {
        while !reached() {
            tokio::task::yield_now().await;
        }
    };
    let found = tokio::time::timeout(Duration::from_secs(120), asking).await;
    found.expect("in time");
}

#[tokio::test]
async fn webhooks_are_told_when_every_target_has_the_publication() {
    let place = tempfile::tempdir().unwrap();
    let targets = ["one", "blocked/two"].map(|name| place.path().join(name));
    // No folder can be made in a file.
    std::fs::write(place.path().join("blocked"), "").unwrap();
    let service = Service::with(|config| {
        let targets = targets
            .iter()
            .map(|target| target.to_str().unwrap().parse());
        config.deploy.deploy_to = targets.collect::<Result<_, _>>().unwrap();
    })
    .await;
    let app = &service.app;
    let written = app.store.write_blocking(|store| {
        let now = app.moment();
        desk::add(
            store,
            app.sessions.keys(),
            "http://127.0.0.1:9/",
            "leyla",
            now,
        )?;
        let event = Event {
            id: "msg_1".into(),
            kind: "site.published".into(),
            body: "{}".into(),
            after_release: Some(1),
        };
        Ok::<_, anyhow::Error>(deliveries::add(store, &event, now)?)
    });
    assert_eq!(written.unwrap(), 1);

    write(&app.config.dist, &[("index.html", "one")]);
    went_live(&service.app.publisher, 1);
    let mut status = app.publisher.subscribe();
    let both = |wanted: [DeployState; 2]| {
        move |status: &cms::publishing::status::Status| {
            let states = status.deployments.iter().map(|one| one.state);
            states.eq(wanted)
        }
    };
    let (live, failed) = (DeployState::Live, DeployState::Failed);
    status.wait_for(both([live, failed])).await.unwrap();
    // That both were written down says that what follows a deployment was done.
    let deeds = || {
        let count = |store: &rusqlite::Connection| {
            let mut count = 0;
            audit::each(store, &audit::Filter::default(), (9, 0), |_| count += 1)?;
            Ok::<_, anyhow::Error>(count)
        };
        app.store.read_blocking(count).unwrap()
    };
    until(|| deeds() >= 2).await;
    assert_eq!(told(&service).state, State::Waiting);

    std::fs::remove_file(place.path().join("blocked")).unwrap();
    std::fs::create_dir(place.path().join("blocked")).unwrap();
    write(&app.config.dist, &[("index.html", "two")]);
    went_live(&service.app.publisher, 2);
    until(|| told(&service).state != State::Waiting).await;
    // Nobody listens there; that it was tried is what counts.
    until(|| told(&service).attempts > 0).await;
}
