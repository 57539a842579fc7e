//! What an answer says about itself is true: tags, `Vary`, and whether a request may be repeated.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::Value;

use crate::support::{Draft, TestApp, png, problem, text};

const CODINGS: [&str; 6] = [
    "identity",
    "gzip",
    "br",
    "gzip, deflate, br",
    "gzip;q=0.5, br;q=0",
    "identity;q=0, zstd",
];

/// What a cache needs to know.
fn facts(response: &Response) -> Vec<(&'static str, Vec<String>)> {
    ["etag", "vary", "cache-control", "last-modified"]
        .into_iter()
        .map(|name| {
            let values = response.headers().get_all(name).iter();
            let mut values: Vec<String> = values
                .flat_map(|value| value.to_str().unwrap().split(','))
                .map(|value| value.trim().to_lowercase())
                .collect();
            values.sort();
            (name, values)
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_304_says_what_the_200_would_have_said() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a").image(png(3))).await;
    let dist = app.dir.path().join("dist");
    for (file, size) in [
        ("index.html", 10),
        ("assets/a.js", 4000),
        ("media/a.mp4", 500_000),
    ] {
        let file = dist.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, vec![b' '; size]).unwrap();
    }
    let mut paths: Vec<String> = [
        "/api/blog/posts/",
        "/api/blog/posts/?category=hr",
        "/api/blog/posts/?fields=summary&page=1",
        "/api/blog/posts/1/",
        "/",
        "/assets/a.js",
        "/media/a.mp4",
    ]
    .map(str::to_owned)
    .into();
    paths.push(text(&post["image"]));
    // Before npm has built the admin there is nothing to serve.
    let login = app.get("/login").send().await.unwrap();
    if login.status() == StatusCode::OK {
        let page = login.text().await.unwrap();
        let script = page
            .split("src=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        paths.extend(["/login".to_owned(), script.unwrap().to_owned()]);
    }
    for path in &paths {
        for coding in CODINGS {
            check(&app, path, coding).await;
        }
    }
}

async fn check(app: &TestApp, path: &str, coding: &str) {
    let place = format!("{path} in {coding}");
    let ask = |method: Method| app.request(method, path).header("accept-encoding", coding);
    let full = ask(Method::GET).send().await.unwrap();
    assert_eq!(full.status(), StatusCode::OK, "{place}");
    let tag = full.headers()["etag"].to_str().unwrap().to_owned();
    let coded = full.headers().get("content-encoding");
    let mark = coded.map(|coding| format!("-{}\"", coding.to_str().unwrap()));
    let marked = mark.is_none_or(|mark| tag.ends_with(&mark));
    assert!(marked, "{place}: {tag} for {coded:?}");
    let expected = facts(&full);
    for (name, value) in [("if-none-match", &*tag), ("if-none-match", "*")] {
        let known = ask(Method::GET).header(name, value).send().await.unwrap();
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED, "{place} {value}");
        assert_eq!(facts(&known), expected, "{place} {value}");
        for absent in ["content-encoding", "content-type"] {
            assert!(known.headers().get(absent).is_none(), "{place}: {absent}");
        }
        assert!(known.bytes().await.unwrap().is_empty(), "{place}");
    }
    if let Some(modified) = full.headers().get("last-modified") {
        let known = ask(Method::GET).header("if-modified-since", modified);
        let known = known.send().await.unwrap();
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED, "{place}");
        assert_eq!(facts(&known), expected, "{place}");
    }
    let head = ask(Method::HEAD).send().await.unwrap();
    assert_eq!(facts(&head), expected, "{place}: HEAD");
    // The tag of another representation is not the tag of this one.
    for other in CODINGS {
        let theirs = app.get(path).header("accept-encoding", other);
        let theirs = theirs.send().await.unwrap().headers()["etag"].clone();
        let answer = ask(Method::GET).header("if-none-match", &theirs);
        let known = answer.send().await.unwrap().status() == StatusCode::NOT_MODIFIED;
        assert_eq!(known, theirs == *tag, "{place}: {theirs:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_is_not_refused_for_the_coding_of_its_answer() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let created = admin
        .request(Method::POST, "/api/blog/posts/")
        .header("accept-encoding", "identity;q=0, zstd")
        .multipart(Draft::new("a").form())
        .send();
    assert_eq!(created.await.unwrap().status(), StatusCode::CREATED);
}

/// The store is locked by somebody else for longer than a request may take.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_given_up_does_not_claim_that_nothing_happened() {
    let app = TestApp::start_with(|config| config.request_timeout = 1).await;
    let admin = app.sign_in().await;
    let other = rusqlite::Connection::open(app.app.config.store_file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let create = || {
        admin
            .request(Method::POST, "/api/blog/posts/")
            .header("idempotency-key", "k")
            .multipart(Draft::new("a").form())
            .send()
    };
    let (status, code, body) = problem(create().await.unwrap()).await;
    assert_eq!((status, code.as_str()), (504, "unfinished"), "{body}");
    other.execute_batch("ROLLBACK").unwrap();
    // It was carried out after all: exactly why nothing else could be said.
    let listed = async {
        while app
            .get_json("/api/blog/posts/")
            .await
            .as_array()
            .unwrap()
            .is_empty()
        {
            tokio::task::yield_now().await;
        }
    };
    assert!(
        tokio::time::timeout(Duration::from_secs(60), listed)
            .await
            .is_ok()
    );
    let again = create().await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    let list: Value = app.get_json("/api/blog/posts/").await;
    assert_eq!(list.as_array().unwrap().len(), 1);
}
