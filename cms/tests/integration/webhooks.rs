//! Webhooks: who may add them, what they are told of publications, and what they are not.

use cms::publishing::status::Build;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{
    Answer, Draft, Receiver, Session, TestApp, azerbaijani, id, nothing, problem, text,
};

pub const WEBHOOKS: &str = "/api/webhooks/";

impl Session<'_> {
    async fn hooks(&self, url: &str) -> Response {
        self.json(Method::POST, WEBHOOKS, json!({"url": url})).await
    }

    /// Its number and its secret.
    pub async fn hooked(&self, receiver: &Receiver) -> (i64, String) {
        let answer = self.hooks(&receiver.url()).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let added: Value = answer.json().await.unwrap();
        (id(&added), text(&added["secret"]))
    }

    /// The log of a webhook once it is as wanted.
    pub async fn log_when(&self, webhook: i64, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let path = format!("{WEBHOOKS}{webhook}/deliveries/");
        let asking = async {
            loop {
                let log = self.read(&path).await.as_array().unwrap().clone();
                if wanted(&log) {
                    return log;
                }
                tokio::task::yield_now().await;
            }
        };
        let found = tokio::time::timeout(std::time::Duration::from_secs(120), asking).await;
        found.expect("in time")
    }

    pub async fn posts(&self, path: &str) -> StatusCode {
        self.request(Method::POST, path)
            .send()
            .await
            .unwrap()
            .status()
    }
}

pub fn is(log: &[Value], state: &str) -> bool {
    log.first().is_some_and(|line| line["state"] == state)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_an_address_is_named() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    owner.hooked(&receiver).await;
    for (url, code) in [
        (receiver.url().as_str(), "taken"),
        ("", "required"),
        ("http://hooks.site.example/", "insecure"),
        ("gopher://hooks.site.example/", "invalid"),
        ("https://a:b@hooks.site.example/", "invalid"),
    ] {
        let (status, _, body) = problem(owner.hooks(url).await).await;
        assert_eq!(
            (status, &body["errors"]["url"][0]),
            (400, &json!(code)),
            "{url}"
        );
    }
    for number in 1..20 {
        let url = format!("https://hooks.site.example/{number}");
        assert_eq!(owner.hooks(&url).await.status(), StatusCode::CREATED);
    }
    let (_, _, body) = problem(owner.hooks("https://hooks.site.example/20").await).await;
    assert_eq!(body["errors"]["url"][0], "too_many");
    for path in ["99/test/", "1/deliveries/99/send/"] {
        assert_eq!(
            owner.posts(&format!("{WEBHOOKS}{path}")).await,
            StatusCode::NOT_FOUND
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_is_told_once_and_the_address_only_to_owners() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, secret) = owner.hooked(&receiver).await;
    assert!(secret.starts_with("whsec_") && secret.len() == "whsec_".len() + 44);
    let list = owner.read(WEBHOOKS).await;
    assert_eq!(list[0]["url"], receiver.url());
    assert_eq!(
        (&list[0]["created_by"], &list[0]["last"]),
        (&json!("admin"), &Value::Null)
    );
    assert!(!list.to_string().contains("whsec_"));
    // Neither the secret nor the address, which may hold one, stands in the store or the record as text.
    let raw = secret.strip_prefix("whsec_").unwrap();
    let store = std::fs::read(app.app.config.store_file()).unwrap();
    let journal = std::fs::read(app.app.config.store_file().with_extension("db-wal"));
    for bytes in [store, journal.unwrap_or_default()] {
        assert!(!bytes.windows(raw.len()).any(|part| part == raw.as_bytes()));
    }
    let gone = owner.request(Method::DELETE, &format!("{WEBHOOKS}{webhook}/"));
    assert_eq!(gone.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(owner.read(WEBHOOKS).await, json!([]));
    let record = owner.read("/api/audit/").await.to_string();
    assert!(
        record.contains("webhook_added") && record.contains("webhook_removed"),
        "{record}"
    );
    assert!(!record.contains(&receiver.url()), "{record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_publication_is_told_signed_with_what_changed() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, secret) = owner.hooked(&receiver).await;
    let post = id(&owner.created(Draft::new("First")).await);
    let told = receiver.until(1).await.remove(0);
    assert!(told.is_signed_with(&secret));
    assert!(!told.is_signed_with("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
    assert_eq!(told.path, "/told");
    assert_eq!(told.headers["content-type"], "application/json");
    assert!(told.id().starts_with("msg_"));
    assert_eq!(
        told.headers["webhook-timestamp"],
        app.clock.seconds().to_string()
    );
    let body = told.json();
    assert_eq!(body["type"], "site.published");
    assert!(body["timestamp"].is_string());
    let data = &body["data"];
    assert_eq!(
        (&data["posts_total"], &data["posts"][0]["id"]),
        (&json!(1), &json!(post))
    );
    let site = text(&data["site"]);
    let version = |code: &str, prefix: &str| json!({"language": code, "url": format!("{site}{prefix}/blog/{post}/")});
    let [az, en, ru] = [
        version("az", ""),
        version("en", "/en"),
        version("ru", "/ru"),
    ];
    assert_eq!(data["posts"][0]["languages"], json!([az, en, ru]));
    // The release that it names is the one that an owner finds, and it is live by now.
    let releases = owner.read("/api/releases/").await;
    assert_eq!(releases["releases"][0]["number"], data["release"]);
    assert!(
        app.page(&format!("en/blog/{post}/index.html"))
            .contains("First")
    );
    let log = owner.log_when(webhook, |log| is(log, "delivered")).await;
    assert_eq!(
        (&log[0]["event"], &log[0]["status"]),
        (&json!(told.id()), &json!(200))
    );
    // A language goes off-line, then all of it.
    let path = format!("/api/blog/posts/{post}/unpublish/");
    let off = owner
        .json(Method::POST, &path, json!({"languages": ["en"]}))
        .await;
    assert_eq!(off.status(), StatusCode::OK);
    let told = receiver.until(2).await.remove(1).json();
    assert_eq!(
        told["data"]["posts"],
        json!([{"id": post, "languages": [az, ru]}])
    );
    owner.delete(post).await;
    let told = receiver.until(3).await.remove(2).json();
    assert_eq!(
        told["data"]["posts"],
        json!([{"id": post, "languages": []}])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_told_of_working_copies() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, _) = owner.hooked(&receiver).await;
    let hidden = owner.drafted(azerbaijani("Gizli")).await;
    let post = id(&owner.created(Draft::new("Open")).await);
    receiver.until(1).await;
    owner
        .saved(post, nothing().with("title_az", "Gizli başlıq"))
        .await;
    let other = id(&owner.created(Draft::new("Other")).await);
    let calls = receiver.until(2).await;
    owner
        .log_when(webhook, |log| log.len() == 2 && is(log, "delivered"))
        .await;
    for call in &calls {
        assert!(
            !call.body.contains("Gizli") && !call.body.contains("Open"),
            "{}",
            call.body
        );
        let ids = call.json()["data"]["posts"].clone();
        assert!(
            !ids.to_string().contains(&format!("\"id\":{hidden}")),
            "{ids}"
        );
    }
    assert_eq!(calls[1].json()["data"]["posts"][0]["id"], other);
    assert_eq!(calls.len(), 2, "saving a working copy is no publication");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_the_site_and_returns_are_told_and_a_reload_without_news_is_not() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    owner.created(Draft::new("First")).await;
    // Pictures that come later belong to what is told already.
    app.until(|status| {
        let done = |build: &Build| build.revision == 1 && build.images_pending == 0;
        status.last_build.as_ref().is_some_and(done)
    })
    .await;
    let receiver = Receiver::start().await;
    owner.hooked(&receiver).await;
    app.app.publisher.reload();
    app.until_live().await;
    let template = app.dir.path().join("templates/partials/page_header.html");
    let html = std::fs::read_to_string(&template).unwrap();
    assert!(html.contains("<h1"));
    std::fs::write(&template, html.replace("<h1", "<h1 data-new")).unwrap();
    app.app.publisher.reload();
    let told = receiver.until(1).await.remove(0).json();
    assert_eq!(told["data"]["posts"], json!([]));
    let changed = told["data"]["release"].as_u64().unwrap();
    let releases = owner.read("/api/releases/").await["releases"].clone();
    assert_eq!(
        releases[0]["number"], changed,
        "the reload before it was none"
    );
    let before = releases[1]["number"].as_u64().unwrap();
    let back = format!("/api/releases/{before}/restore/");
    assert_eq!(owner.posts(&back).await, StatusCode::ACCEPTED);
    let told = receiver.until(2).await.remove(1).json();
    assert_eq!(told["data"]["restores"], before);
    assert!(told["data"]["release"].as_u64() > Some(changed));
    assert_eq!(
        owner.posts("/api/releases/resume/").await,
        StatusCode::ACCEPTED
    );
    let told = receiver.until(3).await.remove(2).json();
    assert_eq!(
        (&told["type"], &told["data"]["restores"]),
        (&json!("site.published"), &Value::Null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_tries_it_and_sends_again_what_went_wrong() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, secret) = owner.hooked(&receiver).await;
    receiver.answers([Answer::Status(500)]);
    let test = format!("{WEBHOOKS}{webhook}/test/");
    assert_eq!(owner.posts(&test).await, StatusCode::ACCEPTED);
    let told = receiver.until(1).await.remove(0);
    assert!(told.is_signed_with(&secret));
    assert_eq!(told.json()["type"], "webhook.test");
    let failed = |log: &[Value]| log[0]["attempts"] == 1;
    let log = owner.log_when(webhook, failed).await;
    assert_eq!(
        (&log[0]["state"], &log[0]["status"]),
        (&json!("pending"), &json!(500))
    );
    assert_eq!(log[0]["reason"], "status");
    assert!(log[0]["next_at"].is_string());
    assert!(
        !log[0].to_string().contains("secret"),
        "what was answered is not kept"
    );
    let again = format!("{WEBHOOKS}{webhook}/deliveries/{}/send/", log[0]["number"]);
    assert_eq!(owner.posts(&again).await, StatusCode::ACCEPTED);
    let calls = receiver.until(2).await;
    assert_eq!(calls[0].id(), calls[1].id());
    assert_eq!(calls[0].body, calls[1].body);
    let log = owner.log_when(webhook, |log| is(log, "delivered")).await;
    assert_eq!(
        (&log[0]["reason"], &log[0]["next_at"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(owner.read(WEBHOOKS).await[0]["last"], log[0]);
}
