//! Search engines are told which pages changed, where the site has a key for that.

use std::time::Duration;

use axum::{http::StatusCode, response::IntoResponse as _};
use cms::{
    config::Config,
    deploy::{self, DeployError},
    publishing::deployment::DeployStatus,
};
use serde_json::{Value, json};

use crate::{
    after_deploy::{Web, wait},
    auto_deploy::until,
    deploy_place::{Place, SITE, place},
    service::{Service, went_live, write},
};

const KEY: &str = "0123456789abcdef";
const ORIGIN: &str = "https://www.site.example";

/// A site with a key, announced to `web`.
fn announced_to(web: &Web) -> Place {
    let mut place = place();
    place.job.announce_to = Some(web.url());
    place.job.origin = Some(ORIGIN.into());
    place.job.patience.answer = Duration::from_secs(20);
    place.dist(&SITE).dist(&[
        ("indexnow.txt", KEY),
        ("feed.xml", "feed"),
        ("404.html", ""),
    ]);
    place
}

async fn announced(place: &Place) -> Result<(), DeployError> {
    place.deploy().await;
    deploy::announce(&place.job).await
}

fn body(pages: &[&str]) -> Value {
    let urls: Vec<String> = pages.iter().map(|page| format!("{ORIGIN}{page}")).collect();
    json!({
        "host": "www.site.example",
        "key": KEY,
        "keyLocation": format!("{ORIGIN}/indexnow.txt"),
        "urlList": urls,
    })
}

fn bodies(web: &Web) -> Vec<Value> {
    web.calls().into_iter().map(|call| call.body).collect()
}

#[tokio::test]
async fn pages_that_changed_are_announced_once() {
    let web = Web::start(None).await;
    let place = announced_to(&web);
    announced(&place).await.unwrap();
    assert_eq!(bodies(&web), [body(&["/blog/1/", "/"])], "pages alone");
    announced(&place).await.unwrap();
    assert_eq!(bodies(&web), Vec::<Value>::new(), "nothing changed");
    // What is gone is to be looked at, too.
    place
        .without("blog/1/index.html")
        .dist(&[("feed.xml", "another")]);
    announced(&place).await.unwrap();
    assert_eq!(bodies(&web), [body(&["/blog/1/"])]);
}

#[tokio::test]
async fn who_did_not_listen_is_told_with_the_next_deployment() {
    let web = Web::start(None).await;
    let place = announced_to(&web);
    web.answers
        .lock()
        .unwrap()
        .push(StatusCode::TOO_MANY_REQUESTS.into_response());
    let error = announced(&place).await.unwrap_err().to_string();
    assert!(error.contains("429"), "{error}");
    web.calls();
    place.dist(&[("blog/2/index.html", "two")]);
    web.answers
        .lock()
        .unwrap()
        .push(StatusCode::ACCEPTED.into_response());
    announced(&place).await.unwrap();
    assert_eq!(bodies(&web), [body(&["/blog/1/", "/blog/2/", "/"])]);
    announced(&place).await.unwrap();
    assert!(web.calls().is_empty());
}

#[tokio::test]
async fn without_a_key_or_an_address_nobody_is_told() {
    let web = Web::start(None).await;
    let mut place = announced_to(&web);
    place.without("indexnow.txt");
    announced(&place).await.unwrap();
    place.job.origin = None;
    place.dist(&[("indexnow.txt", KEY), ("blog/2/index.html", "two")]);
    announced(&place).await.unwrap();
    assert!(web.calls().is_empty());
    // What was live before there was a key is no news.
    place.job.origin = Some(ORIGIN.into());
    place.dist(&[("blog/3/index.html", "three")]);
    announced(&place).await.unwrap();
    assert_eq!(bodies(&web), [body(&["/blog/3/"])]);
    // Switched off while something was left to say: that is forgotten.
    web.answers
        .lock()
        .unwrap()
        .push(StatusCode::FORBIDDEN.into_response());
    place.dist(&[("blog/4/index.html", "four")]);
    announced(&place).await.unwrap_err();
    web.calls();
    place.without("indexnow.txt");
    announced(&place).await.unwrap();
    place.dist(&[("indexnow.txt", KEY)]);
    announced(&place).await.unwrap();
    assert!(web.calls().is_empty());
}

#[test]
fn who_deploys_elsewhere_than_the_settings_say_announces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::for_testing(folder.path());
    let target = |text: &str| text.parse().unwrap();
    config.deploy.deploy_to = vec![target("/srv/www"), target("/srv/copy")].into();
    let told = |text: &str| {
        deploy::Job::new(&config, target(text))
            .announce_to
            .is_some()
    };
    assert!(told("/srv/www"));
    assert!(!told("/srv/copy") && !told("/srv/staging"));
}

#[tokio::test]
async fn of_several_targets_one_is_announced_after_each_publication() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (engines, web) = (Web::start(None).await, Web::start(Some(&at("one"))).await);
    let service = Service::with(|config| {
        let targets = ["one", "two"].map(|name| at(name).display().to_string());
        config.deploy.deploy_to = targets.join("\n").parse().unwrap();
        config.deploy.announce_to = Some(engines.url());
        config.public_url = Some(web.url());
    })
    .await;
    let dist = &service.app.config.dist;
    write(dist, &[("indexnow.txt", KEY), ("index.html", "one")]);
    for (revision, page) in [(1, "index.html"), (2, "blog/index.html")] {
        write(dist, &[(page, "new")]);
        went_live(&service.app.publisher, revision);
        wait(&service, |all| {
            let seen = |one: &DeployStatus| one.visible.as_ref().is_some_and(|seen| !seen.looking);
            all.len() == 2 && all.iter().all(|one| one.revision == revision && seen(one))
        })
        .await;
        let mut calls = Vec::new();
        until(|| {
            calls.extend(engines.calls());
            !calls.is_empty()
        })
        .await;
        assert_eq!(calls.len(), 1, "{calls:?}");
        let page = page.trim_end_matches("index.html");
        assert_eq!(
            calls[0].body["urlList"],
            json!([format!("{}/{page}", web.url())])
        );
    }
}
