//! Links that show what is not published to someone without an account.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::Value;

use crate::support::{Draft, Session, TestApp, id, problem, text};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn written(admin: &Session<'_>) -> i64 {
    let draft = Draft::new("Secret").with("content_az", "<p>Gizli <b>mətn</b></p>");
    let answer = admin
        .request(Method::POST, "/api/blog/drafts/")
        .multipart(draft.with("title_ru", "").form())
        .send()
        .await
        .unwrap();
    id(&answer.json().await.unwrap())
}

async fn share(admin: &Session<'_>, post: i64, method: Method) -> Response {
    let path = format!("/api/blog/posts/{post}/share/");
    admin.request(method, &path).send().await.unwrap()
}

async fn link(admin: &Session<'_>, post: i64) -> String {
    let answer = share(admin, post, Method::POST).await;
    assert_eq!(answer.status(), 201);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    text(&answer.json::<Value>().await.unwrap()["url"])
}

/// Status and page, after a look at what every answer must say.
async fn visit(app: &TestApp, path: &str) -> (StatusCode, String) {
    let answer = app.get(path).send().await.unwrap();
    let headers = answer.headers();
    assert_eq!(headers["cache-control"], "no-store", "{path}");
    assert!(
        headers["x-robots-tag"]
            .to_str()
            .unwrap()
            .contains("noindex")
    );
    assert_eq!(headers["referrer-policy"], "no-referrer");
    assert!(!headers.contains_key("etag") && !headers.contains_key("last-modified"));
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.starts_with("sandbox") && !policy.contains("allow-scripts"),
        "{policy}"
    );
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn only_staff_share_and_only_what_there_is() {
    let app = TestApp::start().await;
    for method in [Method::POST, Method::DELETE] {
        let request = app.request(method.clone(), "/api/blog/posts/1/share/");
        assert_eq!(problem(request.send().await.unwrap()).await.0, 401);
        let admin = app.sign_in().await;
        assert_eq!(problem(share(&admin, 7, method).await).await.0, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_shows_the_working_copy_as_the_page_it_will_be() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    let url = link(&admin, post).await;
    let (status, html) = visit(&app, &url).await;
    assert_eq!(status, 200);
    assert!(
        html.contains("Secret az") && html.contains("Gizli"),
        "{html}"
    );
    assert!(html.contains("<html lang=\"az\""));
    assert!(html.contains("name=\"robots\" content=\"noindex\""));
    assert!(!html.contains("rel=\"canonical\"") && !html.contains("rel=\"alternate\" hreflang"));
    assert!(
        !html.contains("'sha256-"),
        "no inline script may run: {html}"
    );
    for lang in ["en/", "ru/"] {
        let (status, html) = visit(&app, &format!("{url}{lang}")).await;
        assert_eq!(status, 200);
        assert!(html.contains(&format!("<html lang=\"{}\"", &lang[..2])));
        assert!(html.contains("Gizli"), "a text that is missing falls back");
    }
    let (_, english) = visit(&app, &format!("{url}en/")).await;
    assert!(english.contains("Secret en"));
    // Without the slash as well; other languages and anything below are nothing.
    assert_eq!(visit(&app, url.trim_end_matches('/')).await.0, 200);
    for path in ["az/", "de/"] {
        assert_eq!(visit(&app, &format!("{url}{path}")).await.0, 404, "{path}");
    }
    // What is written later is seen, also beside what is published.
    let admin = app.sign_in().await;
    let form = Draft::new("Later").with("content_az", "<p>x</p>").form();
    let path = format!("/api/blog/posts/{post}/draft/");
    let saved = admin.request(Method::PUT, &path).multipart(form);
    assert_eq!(saved.send().await.unwrap().status(), 200);
    assert!(visit(&app, &url).await.1.contains("Later az"));
    assert_eq!(
        app.get("/api/blog/posts/1/").send().await.unwrap().status(),
        404
    );
    assert_eq!(
        app.page("blog/1/index.html"),
        "",
        "nothing of it is on the site"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_ends_after_seven_days_or_when_it_is_taken_back() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    let (first, second) = (link(&admin, post).await, link(&admin, post).await);
    assert_ne!(first, second);
    app.clock.advance(DAY * 7 - Duration::from_secs(1));
    assert_eq!(visit(&app, &first).await.0, 200);
    // A clock that is wrong neither ends a link nor brings it back.
    app.clock.set_ahead(400 * 24 * 3600);
    assert_eq!(visit(&app, &first).await.0, 200);
    app.clock.set_ahead(-400 * 24 * 3600);
    app.clock.advance(Duration::from_secs(1));
    let (status, html) = visit(&app, &first).await;
    assert_eq!(status, 404);
    assert!(!html.contains("Secret"));
    app.clock.set_ahead(-30 * 24 * 3600);
    assert_eq!(visit(&app, &second).await.0, 404);

    let admin = app.sign_in().await;
    let third = link(&admin, post).await;
    let path = format!("/api/blog/posts/{post}/draft/");
    let shared = |draft: &Value| draft["shared_until"].is_string();
    let read = async || {
        let answer = admin.request(Method::GET, &path).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    assert!(shared(&read().await));
    assert_eq!(share(&admin, post, Method::DELETE).await.status(), 204);
    assert_eq!(visit(&app, &third).await.0, 404);
    assert!(!shared(&read().await));
    let fourth = link(&admin, post).await;
    let deleted = admin.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(deleted.status(), 204, "into the trash");
    assert_eq!(visit(&app, &fourth).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guess_is_any_missing_page_and_costs_no_page() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let url = link(&admin, written(&admin).await).await;
    let wrong = format!("{}A/", &url[..url.len() - 2]);
    let guesses = [
        "/shared/x/".to_owned(),
        "/shared/%20/".to_owned(),
        "/shared/%ff/".to_owned(),
        "/shared/%ff/en/".to_owned(),
        format!("/shared/{}/", "a".repeat(43)),
        format!("/shared/{}/", "a".repeat(5000)),
        if wrong == url {
            url.replace("A/", "E/")
        } else {
            wrong
        },
    ];
    for path in guesses {
        let (status, html) = visit(&app, &path).await;
        assert_eq!(status, 404, "{path}");
        assert!(!html.contains("Secret"));
    }
    // No page is being made for a guest, and one that was never made would wait.
    let stored = app.app.store.read_blocking(|store| {
        let secret = url.trim_end_matches('/').rsplit('/').next().unwrap();
        Ok::<_, anyhow::Error>(store.query_row(
            "SELECT count(*) FROM share_links WHERE token_hash = ?1",
            [secret],
            |row| row.get::<_, i64>(0),
        )?)
    });
    assert_eq!(
        stored.unwrap(),
        0,
        "the store does not know the secret itself"
    );
}
