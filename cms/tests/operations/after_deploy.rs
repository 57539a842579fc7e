//! What follows a deployment: several targets side by side, a CDN that is told, the public address that is looked at.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Bytes, to_bytes},
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use cms::{
    config::purge::Cdn,
    deploy::{self, DeployError},
    publishing::deployment::{DeployState, DeployStatus, Old, OldPage},
};

use crate::{
    bucket::Bucket,
    deploy_place::{Place, SITE, place, tree},
    service::{Service, went_live, write},
};

const TOKEN: &str = "secret-token-of-the-cdn";

/// A call that a CDN got.
#[derive(Debug, Clone)]
pub struct Call {
    to: String,
    auth: String,
    pub body: serde_json::Value,
    length: usize,
}

/// Somebody's interface on loopback.
#[derive(Clone, Default)]
pub struct Web {
    calls: Arc<Mutex<Vec<Call>>>,
    /// Answers to the next calls; 200 after these.
    pub answers: Arc<Mutex<Vec<Response>>>,
    /// Serves this folder as a host does.
    folder: Option<PathBuf>,
    port: u16,
}

impl Web {
    pub async fn start(folder: Option<&Path>) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let web = Self {
            port: listener.local_addr().unwrap().port(),
            folder: folder.map(Path::to_owned),
            ..Self::default()
        };
        let answering = web.clone();
        let app = Router::new()
            .fallback(move |request: Request| async move { answering.answer(request).await });
        tokio::spawn(async move { axum::serve(listener, app).await });
        web
    }

    async fn answer(self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let body: Bytes = to_bytes(body, 1 << 20).await.unwrap();
        let auth = [header::AUTHORIZATION.as_str(), "fastly-key", "accesskey"]
            .iter()
            .find_map(|name| parts.headers.get(*name))
            .map(|value| value.to_str().unwrap().to_owned());
        self.calls.lock().unwrap().push(Call {
            to: format!("{} {}", parts.method, parts.uri),
            auth: auth.unwrap_or_default(),
            body: serde_json::from_slice(&body).unwrap_or_default(),
            length: body.len(),
        });
        if let Some(answer) = self.answers.lock().unwrap().pop() {
            return answer;
        }
        let Some(folder) = &self.folder else {
            return StatusCode::OK.into_response();
        };
        let mut path = folder.join(parts.uri.path().trim_start_matches('/'));
        if parts.uri.path().ends_with('/') {
            path.push("index.html");
        }
        match fs::read(path) {
            Ok(bytes) => bytes.into_response(),
            Err(_) => StatusCode::NOT_FOUND.into_response(),
        }
    }

    pub fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.calls.lock().unwrap())
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

fn told_by(cdn: Cdn, web: &Web) -> Place {
    let mut place = place();
    place.job.purge.purge = Some(cdn);
    place.job.purge.purge_token = Some(TOKEN.into());
    place.job.purge.api = Some(web.url());
    place.job.origin = Some("https://www.site.example".into());
    place.job.patience.pause = Duration::from_millis(1);
    place.job.patience.answer = Duration::from_millis(500);
    place
}

async fn purged(place: &Place) -> Result<(), DeployError> {
    place.deploy().await;
    deploy::purge(&place.job).await
}

#[tokio::test]
async fn each_cdn_is_told_in_its_own_words() {
    let web = Web::start(None).await;
    let place = told_by(Cdn::Cloudflare("ab12".into()), &web);
    purged(place.dist(&SITE)).await.unwrap();
    let calls = web.calls();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].to, "POST /client/v4/zones/ab12/purge_cache");
    assert_eq!(calls[0].auth, format!("Bearer {TOKEN}"));
    let addresses = [
        "https://www.site.example/blog/1/",
        "https://www.site.example/",
    ];
    assert_eq!(calls[0].body, serde_json::json!({"files": addresses}));
    // Nothing changed, nobody is told.
    purged(&place).await.unwrap();
    assert!(web.calls().is_empty());
    // What is gone has changed, too; hashed files never do.
    place.without("blog/1/index.html").without("assets/a1.css");
    purged(&place).await.unwrap();
    let wanted = serde_json::json!({"files": ["https://www.site.example/blog/1/"]});
    assert_eq!(web.calls()[0].body, wanted);

    let place = told_by(Cdn::Fastly, &web);
    purged(place.dist(&SITE)).await.unwrap();
    let mut calls = web.calls();
    calls.sort_by(|one, two| one.to.cmp(&two.to));
    assert_eq!(calls[0].to, "POST /purge/www.site.example/");
    assert_eq!(calls[1].to, "POST /purge/www.site.example/blog/1/");
    assert_eq!((&*calls[1].auth, calls[1].length), (TOKEN, 0));

    let place = told_by(Cdn::Bunny, &web);
    purged(place.dist(&[("index.html", "home")])).await.unwrap();
    let calls = web.calls();
    assert_eq!(
        calls[0].to,
        "POST /purge?url=https%3A%2F%2Fwww%2Esite%2Eexample%2F"
    );
    assert_eq!((&*calls[0].auth, calls[0].length), (TOKEN, 0));

    let mut place = told_by(Cdn::Post(format!("{}/mine", web.url())), &web);
    place.job.purge.purge_body = Some(r#"{"clear": {"list": {urls}}}"#.into());
    for page in 0..40 {
        place.dist(&[(&format!("p{page}.html"), "page")]);
    }
    purged(place.dist(&SITE)).await.unwrap();
    let calls = web.calls();
    let counts: usize = calls
        .iter()
        .map(|call| call.body["clear"]["list"].as_array().unwrap().len())
        .sum();
    assert_eq!((calls.len(), counts), (2, 42), "thirty at a time");

    // Who has no token may have a name and a password in the address.
    let named = web.url().replace("//", "//me:hidden@");
    let mut place = told_by(Cdn::Post(named), &web);
    place.job.purge.purge_token = None;
    purged(place.dist(&SITE)).await.unwrap();
    assert_eq!(web.calls()[0].auth, "Basic bWU6aGlkZGVu");
}

#[tokio::test]
async fn a_cdn_that_fails_is_told_later_and_the_token_is_told_nobody() {
    let web = Web::start(None).await;
    let place = told_by(Cdn::Cloudflare("ab12".into()), &web);
    let busy = || {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "0")],
        )
    };
    *web.answers.lock().unwrap() = vec![busy().into_response(), busy().into_response()];
    purged(place.dist(&SITE)).await.unwrap();
    assert_eq!(web.calls().len(), 3, "tried again at once");

    for refusal in [
        StatusCode::FORBIDDEN.into_response(),
        r#"{"success": false}"#.into_response(),
        StatusCode::UNAUTHORIZED.into_response(),
    ] {
        *web.answers.lock().unwrap() = vec![refusal];
        place.dist(&[("index.html", &format!("edit {}", rand::random::<u64>()))]);
        let error = purged(&place).await.unwrap_err();
        assert!(matches!(error, DeployError::Purge(_)), "{error}");
        let said = format!("{error} {error:?} {} {:?}", error.public_text(), place.job);
        assert!(!said.contains(TOKEN), "{said}");
        web.calls();
        // A later deployment, which has nothing to send, tells of it.
        purged(&place).await.unwrap();
        let wanted = serde_json::json!({"files": ["https://www.site.example/"]});
        assert_eq!(web.calls()[0].body, wanted);
    }
    // No oftener than is said.
    let mut place = told_by(Cdn::Cloudflare("ab12".into()), &web);
    place.job.patience.retries = 3;
    *web.answers.lock().unwrap() = (0..9).map(|_| busy().into_response()).collect();
    let error = purged(place.dist(&SITE)).await.unwrap_err();
    assert!(error.to_string().contains("it answered 503"), "{error}");
    assert_eq!(web.calls().len(), 4);
    // Nobody there at all.
    let mut place = told_by(Cdn::Post("http://me:hidden@127.0.0.1:1/x".into()), &web);
    place.job.patience.retries = 1;
    let error = purged(place.dist(&SITE)).await.unwrap_err();
    let said = error.to_string();
    assert!(
        said.contains("it cannot be reached") && !said.contains("hidden"),
        "{said}"
    );
}

#[tokio::test]
async fn pages_are_live_when_the_public_address_has_them() {
    let mut place = place();
    let web = Web::start(Some(&place.target())).await;
    place.job.origin = Some(web.url());
    place.job.patience.pause = Duration::from_millis(1);
    place.job.patience.visible = Duration::from_millis(50);
    let outcome = place.dist(&SITE).deploy().await;
    assert_eq!(outcome.expected.len(), 2);
    let old = deploy::look(&place.job, &outcome.expected).await.unwrap();
    assert_eq!(old, []);

    // Caches that keep older states.
    let outcome = place
        .dist(&[("index.html", "newer")])
        .without("blog/1/index.html")
        .deploy()
        .await;
    write(
        &place.target(),
        &[("index.html", "older"), ("blog/1/index.html", "gone?")],
    );
    let old = deploy::look(&place.job, &outcome.expected).await.unwrap();
    let page = |path: &str, why| OldPage {
        path: path.into(),
        why,
    };
    assert_eq!(
        old,
        [page("/blog/1/", Old::StillThere), page("/", Old::Differs)]
    );

    // It comes while we look.
    place.job.patience.visible = Duration::from_secs(60);
    let mut looking = Box::pin(deploy::look(&place.job, &outcome.expected));
    let early = tokio::time::timeout(Duration::from_millis(20), &mut looking).await;
    assert!(early.is_err(), "it is not there yet");
    write(&place.target(), &[("index.html", "newer")]);
    fs::remove_file(place.target().join("blog/1/index.html")).unwrap();
    assert_eq!((&mut looking).await.unwrap(), []);
    drop(looking);

    place.job.origin = Some("http://127.0.0.1:1".into());
    place.job.patience.visible = Duration::ZERO;
    let old = deploy::look(&place.job, &outcome.expected).await.unwrap();
    assert!(
        old.iter().all(|page| page.why == Old::Unreachable),
        "{old:?}"
    );
}

#[tokio::test]
async fn hosts_that_never_answer_are_looked_at_no_longer_than_is_said() {
    let mut place = place();
    // Connections are taken, and nothing is ever said.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    place.job.origin = Some(format!("http://{}", silent.local_addr().unwrap()));
    place.job.patience.visible = Duration::from_secs(2);
    place.job.patience.answer = Duration::from_secs(2);
    for page in 0..4 {
        for language in ["", "en/", "ru/"] {
            place.dist(&[(&format!("{language}{page}/index.html"), "page")]);
        }
    }
    let outcome = place.dist(&SITE).deploy().await;
    assert_eq!(outcome.expected.len(), 12);
    let old = deploy::look(&place.job, &outcome.expected).await.unwrap();
    // For what is left there was no time to ask.
    silent.set_nonblocking(true).unwrap();
    let asked = std::iter::from_fn(|| silent.accept().ok()).count();
    assert!(asked < 12, "{asked}");
    assert_eq!(old.len(), 12);
    assert!(old.iter().all(|page| page.why == Old::Slow), "{old:?}");
}

pub async fn wait(service: &Service, fits: impl Fn(&[DeployStatus]) -> bool) -> Vec<DeployStatus> {
    let mut status = service.app.publisher.subscribe();
    let found = status.wait_for(|status| fits(&status.deployments)).await;
    found.unwrap().deployments.clone()
}

#[tokio::test]
async fn several_targets_have_the_site_and_none_waits_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let bucket = Bucket::start().await;
    let web = Web::start(Some(&at("one"))).await;
    let service = Service::with(|config| {
        let text = [
            at("one").display().to_string(),
            bucket.target("/www"),
            // Nobody is there.
            "s3://site?endpoint=http://127.0.0.1:1".to_owned(),
        ];
        config.deploy.deploy_to = text.join("\n").parse().unwrap();
        let mut job = place().job;
        bucket.aim(&mut job, "");
        config.deploy.s3 = job.s3;
        config.public_url = Some(web.url());
    })
    .await;
    write(&service.app.config.dist, &[("index.html", "one")]);
    went_live(&service.app.publisher, 1);
    let found = wait(&service, |all| {
        let over = |one: &DeployStatus| match one.state {
            DeployState::Running => false,
            DeployState::Failed => true,
            DeployState::Live => one.visible.as_ref().is_some_and(|seen| !seen.looking),
        };
        all.len() == 3 && all.iter().all(over)
    })
    .await;
    let states: Vec<(usize, DeployState)> =
        found.iter().map(|one| (one.target, one.state)).collect();
    assert_eq!(
        states,
        [
            (1, DeployState::Live),
            (2, DeployState::Live),
            (3, DeployState::Failed)
        ]
    );
    assert_eq!(tree(&at("one"))["index.html"], "one");
    assert_eq!(bucket.objects()["www/index.html"], "one");
    let seen = found[0].visible.as_ref().unwrap();
    assert_eq!((seen.pages, seen.old.len()), (1, 0));
    assert_eq!(seen.languages, ["az"]);

    // The next publication does not wait for the third, either.
    write(&service.app.config.dist, &[("index.html", "two")]);
    went_live(&service.app.publisher, 2);
    wait(&service, |all| {
        all[..2]
            .iter()
            .all(|one| one.revision == 2 && one.state == DeployState::Live)
    })
    .await;
    assert_eq!(tree(&at("one"))["index.html"], "two");
    assert_eq!(bucket.objects()["www/index.html"], "two");

    let told = reqwest::get(service.url("/api/site/")).await.unwrap();
    let told: serde_json::Value = told.json().await.unwrap();
    assert_eq!(told["deployments"].as_array().unwrap().len(), 3);
    assert_eq!(
        told["deploy"]["target"], 3,
        "the worst is the one that is told"
    );
    let text = told.to_string();
    assert!(
        !text.contains("127.0.0.1") && !text.contains("www"),
        "{text}"
    );
}
