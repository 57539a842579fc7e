//! A running CMS in a temporary folder, and the words to talk about it.

mod draft;
mod life;
mod picture;
mod process;
mod receiver;
mod site;
mod skipped;
mod small_disk;

use std::{net::SocketAddr, time::Duration};

use cms::{cli::serve, config::Config, http::app::App, people::first_user, time::clock::Clock};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use self::{
    draft::Draft,
    life::{azerbaijani, nothing, states},
    picture::{png, png_with_profile},
    process::{Process, cms},
    receiver::{Answer, Receiver},
    site::copy_site,
    skipped::skipped,
    small_disk::Disk,
};

pub const PASSWORD: &str = "correct horse";

/// A running CMS. Without a site its publisher has nothing to generate from, which the API must not mind.
pub struct TestApp {
    pub app: App,
    pub clock: Clock,
    pub base: String,
    pub dir: TempDir,
    pub http: reqwest::Client,
    stop: CancellationToken,
}

impl TestApp {
    pub async fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), |_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), change).await
    }

    /// With content and templates of a small site.
    pub async fn with_site() -> Self {
        let dir = tempfile::tempdir().unwrap();
        copy_site(dir.path());
        let app = Self::start_in(dir, |_| {}).await;
        app.until_live().await;
        app
    }

    pub async fn start_in(dir: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::for_testing(dir.path());
        change(&mut config);
        let clock = Clock::manual();
        let app = cms::http::app::open(config, clock.clone(), false).unwrap();
        first_user::ensure(&app.config, &app.store, &app.passwords, &clock).unwrap();
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .await
            .unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        tokio::spawn(serve::run(
            app.clone(),
            listener,
            stop.clone().cancelled_owned(),
        ));
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        Self {
            app,
            clock,
            base,
            dir,
            http,
            stop,
        }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub async fn get_json(&self, path: &str) -> Value {
        self.get(path).send().await.unwrap().json().await.unwrap()
    }

    pub async fn sign_in_as(&self, username: &str, password: &str) -> Response {
        let body = json!({ "username": username, "password": password });
        self.request(Method::POST, "/api/auth/token/")
            .json(&body)
            .send()
            .await
            .unwrap()
    }

    pub async fn sign_in(&self) -> Session<'_> {
        let response = self.sign_in_as("admin", PASSWORD).await;
        assert_eq!(response.status(), StatusCode::OK);
        let pair: Value = response.json().await.unwrap();
        Session {
            app: self,
            access: text(&pair["access"]),
            refresh: text(&pair["refresh"]),
        }
    }

    pub async fn refresh(&self, token: &str) -> Response {
        self.request(Method::POST, "/api/auth/token/refresh/")
            .json(&json!({ "refresh": token }))
            .send()
            .await
            .unwrap()
    }

    /// The file of the generated site.
    pub fn page(&self, path: &str) -> String {
        std::fs::read_to_string(self.dir.path().join("dist").join(path)).unwrap_or_default()
    }

    /// Waits until everything saved is live.
    pub async fn until_live(&self) {
        self.until(|status| {
            assert!(status.last_error.is_none(), "{:?}", status.last_error);
            status.state == cms::publishing::status::State::Idle
                && status.published_revision == status.revision
        })
        .await;
    }

    /// Like [`TestApp::until_live`], and until no picture is being made that would change a page.
    pub async fn until_settled(&self) {
        self.until(|status| {
            let build = status.last_build.as_ref();
            status.state == cms::publishing::status::State::Idle
                && status.published_revision == status.revision
                && build.is_some_and(|build| build.images_pending == 0)
        })
        .await;
    }

    /// Like [`TestApp::until_live`], when an error may still be on display.
    pub async fn until_live_after_failure(&self) {
        self.until(|status| {
            status.last_error.is_none() && status.published_revision == status.revision
        })
        .await;
    }

    /// Waits for a state of the publisher.
    pub async fn until(&self, reached: impl FnMut(&cms::publishing::status::Status) -> bool) {
        let mut status = self.app.publisher.subscribe();
        tokio::time::timeout(Duration::from_secs(120), status.wait_for(reached))
            .await
            .expect("in time")
            .unwrap();
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Someone who signed in.
pub struct Session<'a> {
    pub app: &'a TestApp,
    pub access: String,
    pub refresh: String,
}

impl Session<'_> {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.app.request(method, path).bearer_auth(&self.access)
    }

    pub async fn create(&self, draft: Draft) -> Response {
        self.request(Method::POST, "/api/blog/posts/")
            .multipart(draft.form())
            .send()
            .await
            .unwrap()
    }

    /// Creates a post that must be accepted.
    pub async fn created(&self, draft: Draft) -> Value {
        let response = self.create(draft).await;
        assert_eq!(response.status(), StatusCode::CREATED);
        response.json().await.unwrap()
    }

    pub async fn update(&self, id: i64, draft: Draft) -> Response {
        self.request(Method::PUT, &format!("/api/blog/posts/{id}/"))
            .multipart(draft.form())
            .send()
            .await
            .unwrap()
    }

    pub async fn delete(&self, id: i64) -> Response {
        self.request(Method::DELETE, &format!("/api/blog/posts/{id}/"))
            .send()
            .await
            .unwrap()
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

pub fn id(post: &Value) -> i64 {
    post["id"].as_i64().expect("an id")
}

/// The code at the end of a problem's type, after checking that it is a problem document.
pub async fn problem(response: Response) -> (u16, String, Value) {
    let status = response.status().as_u16();
    let kind = response.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(kind, "application/problem+json", "{status}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["status"], status);
    let code = body["type"]
        .as_str()
        .unwrap()
        .trim_start_matches("urn:problem:")
        .to_owned();
    (status, code, body)
}

/// An access token of the user `admin`.
pub async fn password_sign_in(http: &reqwest::Client, base: &str, password: &str) -> String {
    let body = json!({"username": "admin", "password": password});
    let answer = http
        .post(format!("{base}/api/auth/token/"))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    text(&answer.json::<Value>().await.unwrap()["access"])
}
