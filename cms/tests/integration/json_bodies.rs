//! JSON that is not what a call takes is refused, in words for whoever sent it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, id, problem};

/// Serde would read the fields of an object from a list by their places: a list of languages that came out empty would take all of
/// a post off the site.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_no_object() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("ƏDV")).await);
    let post = |call: &str| format!("/api/blog/posts/{number}/{call}/");
    let several = "/api/blog/posts/several/".to_owned();
    for (path, body) in [
        (post("publish"), json!([])),
        (post("unpublish"), json!([])),
        (several.clone(), json!(["unpublish", null, [[number]]])),
        (
            several,
            json!({ "action": "unpublish", "posts": [[number]] }),
        ),
        ("/api/tokens/".to_owned(), json!(["name", "author", 1])),
        ("/api/auth/token/".to_owned(), json!(["admin", "secret"])),
    ] {
        let sent = admin.request(Method::POST, &path).json(&body).send().await;
        let (status, code, told) = problem(sent.unwrap()).await;
        assert_eq!((status, code.as_str()), (422, "unprocessable"), "{path}");
        let told = told["detail"].as_str().unwrap();
        assert!(told.contains("expected an object"), "{told}");
        assert!(!told.contains("deserialize"), "{told}");
    }
    assert_eq!(
        admin.draft(number).await["languages"]["az"]["state"],
        "published"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_links_as_are_said_to_be_taken_are_taken() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let longest = |number: usize| format!("{:x<2000}", format!("http://127.0.0.1:9/{number}/"));
    let urls: Vec<String> = (0..50).map(longest).collect();
    let sent = admin
        .request(Method::POST, "/api/links/")
        .json(&json!({ "urls": urls }));
    let answer = sent.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        answer
            .json::<Value>()
            .await
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        50
    );
}
