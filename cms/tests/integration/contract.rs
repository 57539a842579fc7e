//! The OpenAPI document, the refusals that every call shares, and health.

use cms::http::{api::openapi, router};
use reqwest::{Method, StatusCode, header};
use serde_json::Value;

use crate::{
    conformance::Contract,
    support::{Draft, TestApp, problem},
};

/// `cargo run -p cms -- openapi > cms/openapi.json` brings the snapshot up to date.
#[test]
fn the_committed_document_is_that_of_the_code() {
    let committed =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    let current = openapi::json(&router::document()).unwrap();
    assert!(
        committed == current,
        "cms/openapi.json differs from the code; regenerate it"
    );
}

fn operations() -> Vec<(Method, String, bool)> {
    let document: Value =
        serde_json::from_str(&openapi::json(&router::document()).unwrap()).unwrap();
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
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    let tag = packed.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(tag, format!("{}-gzip\"", plain.trim_end_matches('"')));
    let again = app
        .get(&path)
        .header("accept-encoding", "gzip")
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

/// One call of each kind, each with its success and its refusals.
#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_one_that_the_document_announces() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let contract = Contract::of_the_code();
    let post = || Draft::new("a").image(crate::support::png(3));
    let letter = serde_json::json!({"template_params": {
        "from_name": "A", "from_email": "a@b.az", "subject": "audit", "message": "x",
    }});
    let json = |method: Method, path: &'static str, body: &Value| {
        (path, app.request(method, path).json(body))
    };
    let staff = |method: Method, path: &'static str| (path, admin.request(method, path));
    let handled = |etag: Option<&str>, change: Value| {
        let path = "/api/messages/1/";
        let request = admin.request(Method::PATCH, path).json(&change);
        let request = match etag {
            Some(etag) => request.header("if-match", etag),
            None => request,
        };
        (path, request)
    };
    let form = |method: Method, path: &'static str, draft: Draft| {
        (path, admin.request(method, path).multipart(draft.form()))
    };
    let (posts, one) = ("/api/blog/posts/", "/api/blog/posts/1/");
    let (token, refresh, logout) = (
        "/api/auth/token/",
        "/api/auth/token/refresh/",
        "/api/auth/logout/",
    );
    let nobody = serde_json::json!({"username": "x", "password": "x"});
    let known = serde_json::json!({"username": "admin", "password": crate::support::PASSWORD});
    let mine = serde_json::json!({"refresh": admin.refresh});
    let forged = serde_json::json!({"refresh": "x"});
    let calls: Vec<(u16, &str, reqwest::RequestBuilder)> = [
        (401, (posts, app.request(Method::POST, posts))),
        (415, staff(Method::POST, posts)),
        (
            400,
            form(Method::POST, posts, Draft::default().with("x", "y")),
        ),
        (
            201,
            form(Method::POST, posts, post().with("featured", "true")),
        ),
        (
            409,
            form(Method::POST, posts, post().with("featured", "true")),
        ),
        (200, staff(Method::GET, posts)),
        (
            200,
            staff(Method::GET, "/api/blog/posts/?fields=summary&page=1"),
        ),
        (400, staff(Method::GET, "/api/blog/posts/?page=0")),
        (200, staff(Method::GET, one)),
        (404, staff(Method::GET, "/api/blog/posts/9/")),
        (200, form(Method::PUT, one, Draft::new("b"))),
        (
            404,
            form(Method::PUT, "/api/blog/posts/9/", Draft::new("b")),
        ),
        (
            200,
            form(
                Method::POST,
                "/api/blog/preview/?lang=az",
                Draft::new("b").with("lang", "az"),
            ),
        ),
        (415, staff(Method::POST, "/api/media/")),
        (400, form(Method::POST, "/api/media/", Draft::default())),
        (201, form(Method::POST, "/api/media/", post())),
        (200, staff(Method::GET, "/api/blog/images/1/")),
        (404, staff(Method::GET, "/api/blog/images/9/")),
        (204, staff(Method::DELETE, one)),
        (404, staff(Method::DELETE, one)),
        (200, json(Method::POST, "/api/contact/", &letter)),
        (200, staff(Method::GET, "/api/audit/?kind=post_created")),
        (200, staff(Method::GET, "/api/audit/?format=csv")),
        (400, staff(Method::GET, "/api/audit/?page=0")),
        (200, staff(Method::GET, "/api/messages/?state=new&q=x")),
        (400, staff(Method::GET, "/api/messages/?page=0")),
        (200, staff(Method::GET, "/api/messages/counts/")),
        (200, staff(Method::GET, "/api/messages/assignees/")),
        (200, staff(Method::GET, "/api/messages/1/")),
        (404, staff(Method::GET, "/api/messages/9/")),
        (
            200,
            handled(
                None,
                serde_json::json!({"state": "answered", "assigned_to": 1}),
            ),
        ),
        (400, handled(None, serde_json::json!({"assigned_to": 9}))),
        (412, handled(Some("\"x\""), serde_json::json!({}))),
        (204, staff(Method::DELETE, "/api/messages/1/")),
        (404, staff(Method::DELETE, "/api/messages/1/")),
        (415, (token, app.request(Method::POST, token).body("x"))),
        (422, json(Method::POST, token, &forged)),
        (401, json(Method::POST, token, &nobody)),
        (200, json(Method::POST, token, &known)),
        (200, json(Method::POST, refresh, &mine)),
        (401, json(Method::POST, refresh, &forged)),
        (204, json(Method::POST, logout, &mine)),
        (204, json(Method::POST, logout, &forged)),
        (200, json(Method::POST, "/api/contact/", &letter)),
        (422, json(Method::POST, "/api/contact/", &nobody)),
        (200, staff(Method::GET, "/api/site/")),
        (200, staff(Method::GET, "/api/openapi.json")),
        (200, staff(Method::GET, "/healthz")),
        (200, staff(Method::GET, "/readyz")),
        (200, staff(Method::GET, "/metrics")),
    ]
    .map(|(status, (path, request))| (status, path, request))
    .into();
    for (status, path, request) in calls {
        let request = request.build().unwrap();
        let method = request.method().clone();
        let response = app.http.execute(request).await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        let complaint = contract.complaint(&method, path, response).await;
        assert_eq!(complaint, Ok(()), "{method} {path}");
    }
}
