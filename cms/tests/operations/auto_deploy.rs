//! Deployment after each publication, as the status call tells it.

use cms::{
    publishing::deployment::{DeployState, DeployStatus},
    publishing::status::Build,
    store::audit::{self, Kind},
};
use jiff::Timestamp;

use crate::service::{Service, write};

/// Says that a generation went live, as the publisher does.
fn went_live(service: &Service, revision: i64, at: i64) {
    let build = Build {
        revision,
        pages: 1,
        rendered: 1,
        written: 1,
        removed: 0,
        ms: 1.0,
        finished_at: Timestamp::from_second(at).unwrap(),
        images_pending: 0,
        warnings: Vec::new(),
    };
    service
        .app
        .publisher
        .note(|status| status.last_build = Some(build));
}

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
        config.deploy.deploy_to = vec![target.to_str().unwrap().parse().unwrap()];
    })
    .await;
    let dist = &service.app.config.dist;

    write(dist, &[("index.html", "one")]);
    went_live(&service, 1, 1);
    assert_eq!(ended(&service, 1).await.state, DeployState::Live);
    assert_eq!(
        std::fs::read_to_string(target.join("index.html")).unwrap(),
        "one"
    );

    std::fs::remove_file(dist.join("index.html")).unwrap();
    went_live(&service, 2, 2);
    let refused = ended(&service, 2).await;
    assert_eq!(refused.state, DeployState::Failed);
    let reason = refused.error.unwrap();
    assert!(
        reason.contains("empty") && !reason.contains(dist.to_str().unwrap()),
        "{reason}"
    );
    assert!(target.join("index.html").exists());

    write(dist, &[("index.html", "three")]);
    went_live(&service, 3, 3);
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
