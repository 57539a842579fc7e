//! The OpenAPI document, the refusals that every call shares, and health.

use reqwest::{Method, StatusCode, header};
use serde_json::Value;

use crate::support::{Draft, TestApp, problem};

/// `cargo run -p cms -- openapi > cms/openapi.json` brings the snapshot up to date.
#[test]
fn the_committed_document_is_that_of_the_code() {
    let committed =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    let current = cms::api::openapi::json().unwrap();
    assert!(
        committed == current,
        "cms/openapi.json differs from the code; regenerate it"
    );
}

fn operations() -> Vec<(Method, String, bool)> {
    let document: Value = serde_json::from_str(&cms::api::openapi::json().unwrap()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            found.push((method, path.clone(), operation.get("security").is_some()));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_document_says_is_for_staff_is_for_staff() {
    let app = TestApp::start().await;
    for (method, path, staff) in operations() {
        if path.ends_with("/events/") {
            continue; // endless
        }
        let response = app
            .request(method.clone(), &path.replace("{id}", "1"))
            .send()
            .await
            .unwrap();
        assert_eq!(
            response.status() == StatusCode::UNAUTHORIZED,
            staff,
            "{method} {path}: {}",
            response.status()
        );
        if staff {
            assert_eq!(response.headers()[header::WWW_AUTHENTICATE], "Bearer");
            assert_eq!(problem(response).await.1, "unauthorized");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_address_answers_with_and_without_its_last_slash() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin
        .created(Draft::new("a").image(crate::support::png(1)))
        .await;
    for path in [
        "/api/blog/posts/",
        "/api/blog/posts/1/",
        "/api/blog/images/1/",
        "/api/site/",
    ] {
        let with = app.get(path).send().await.unwrap();
        let without = app.get(path.trim_end_matches('/')).send().await.unwrap();
        assert_eq!(
            (with.status(), without.status()),
            (StatusCode::OK, StatusCode::OK),
            "{path}"
        );
        assert_eq!(
            with.bytes().await.unwrap(),
            without.bytes().await.unwrap(),
            "{path}"
        );
    }
    let paged = app
        .get("/api/blog/posts?page=1&page_size=1")
        .send()
        .await
        .unwrap();
    assert_eq!(paged.headers()["x-total-count"], "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_is_not_there_is_answered_with_those_that_are() {
    let app = TestApp::start().await;
    let table = [
        (Method::PATCH, "/api/blog/posts/", "GET,HEAD,POST"),
        (Method::POST, "/api/blog/posts/1/", "GET,HEAD,PUT,DELETE"),
        (Method::DELETE, "/api/auth/token/", "POST"),
        (Method::PUT, "/healthz", "GET,HEAD"),
        (Method::POST, "/login", "GET,HEAD"),
        (Method::POST, "/blog/", "GET,HEAD"),
    ];
    for (method, path, allow) in table {
        let response = app.request(method.clone(), path).send().await.unwrap();
        assert_eq!(
            response.status(),
            StatusCode::METHOD_NOT_ALLOWED,
            "{method} {path}"
        );
        let mut allowed: Vec<&str> = response.headers()[header::ALLOW]
            .to_str()
            .unwrap()
            .split(',')
            .collect();
        let mut expected: Vec<&str> = allow.split(',').collect();
        allowed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(allowed, expected, "{method} {path}");
        assert_eq!(problem(response).await.1, "method-not-allowed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_addresses_of_the_api_are_problems() {
    let app = TestApp::start().await;
    for path in [
        "/api/",
        "/api/blog/",
        "/api/nothing",
        "/api/blog/posts/x/",
        "/api/blog/posts/-1/",
        "/api/blog/images/9/",
    ] {
        let (status, code, _) = problem(app.get(path).send().await.unwrap()).await;
        assert_eq!((status, code.as_str()), (404, "not-found"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn health_tells_a_running_process_from_a_usable_one() {
    let app = TestApp::start().await;
    assert_eq!(
        app.get("/healthz").send().await.unwrap().status(),
        StatusCode::OK
    );
    let (status, code, _) = problem(app.get("/readyz").send().await.unwrap()).await;
    assert_eq!(
        (status, code.as_str()),
        (503, "unavailable"),
        "nothing has been generated"
    );
    std::fs::create_dir_all(app.dir.path().join("dist")).unwrap();
    std::fs::write(app.dir.path().join("dist/index.html"), "x").unwrap();
    assert_eq!(
        app.get("/readyz").send().await.unwrap().status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_carry_a_request_id_of_ours_and_no_sniffing() {
    let app = TestApp::start().await;
    let response = app
        .get("/api/site/")
        .header("x-request-id", "forged")
        .send()
        .await
        .unwrap();
    assert_ne!(response.headers()["x-request-id"], "forged");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compressed_answer_has_its_own_tag_which_counts_as_the_same_state() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin
        .created(Draft::new("a").with("content_az", &"<p>text</p>".repeat(100)))
        .await;
    let path = format!("/api/blog/posts/{}/", post["id"]);
    let plain = app.get(&path).send().await.unwrap().headers()["etag"]
        .to_str()
        .unwrap()
        .to_owned();
    let packed = app
        .get(&path)
        .header("accept-encoding", "br")
        .send()
        .await
        .unwrap();
    assert_eq!(packed.headers()["content-encoding"], "br");
    let tag = packed.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(tag, format!("{}-br\"", plain.trim_end_matches('"')));
    let again = app
        .get(&path)
        .header("if-none-match", &tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    let saved = admin
        .request(Method::PUT, &path)
        .header("if-match", tag)
        .multipart(Draft::new("b").form())
        .send()
        .await
        .unwrap();
    assert_eq!(saved.status(), StatusCode::OK);
}
