//! Requests to create a post that are sent again.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, png, problem};

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_creates_no_second_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let send = |key: &'static str, title: &'static str| {
        admin
            .request(Method::POST, "/api/blog/posts/")
            .header("idempotency-key", key)
            .multipart(Draft::new(title).image(png(1)).form())
            .send()
    };
    let first = send("5f1c", "a").await.unwrap();
    assert!(!first.headers().contains_key("idempotency-replayed"));
    let tag = first.headers()["etag"].clone();
    let again = send("5f1c", "a").await.unwrap();
    assert_eq!(again.status(), StatusCode::CREATED);
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(again.headers()["location"], "/api/blog/posts/1/");
    assert_eq!(again.headers()["etag"], tag);
    assert_eq!(
        again.json::<Value>().await.unwrap(),
        first.json::<Value>().await.unwrap(),
        "the post is as the first request made it"
    );
    let (status, code, _) = problem(send("5f1c", "b").await.unwrap()).await;
    assert_eq!(
        (status, code.as_str()),
        (422, "idempotency-key-reused"),
        "other words are not dropped in silence"
    );
    let other = send("0b2e", "b").await.unwrap();
    assert_eq!(other.headers()["location"], "/api/blog/posts/2/");
    let long = "x".repeat(129);
    for key in ["", "two words\u{e9}", &long] {
        let answer = admin
            .request(Method::POST, "/api/blog/posts/")
            .header("idempotency-key", key)
            .multipart(Draft::new("c").form())
            .send();
        assert_eq!(problem(answer.await.unwrap()).await.1, "malformed");
    }

    // What an editor took off-line is not put back by a second one; on-line again, it is the one.
    assert_eq!(
        admin.post_json(1, "unpublish/", json!({})).await.status(),
        200
    );
    let off = problem(send("5f1c", "a").await.unwrap()).await;
    assert_eq!((off.0, off.1.as_str()), (422, "idempotency-key-off-line"));
    let publish = json!({ "titles_suffice": true });
    assert_eq!(admin.post_json(1, "publish/", publish).await.status(), 200);
    let replayed = send("5f1c", "a").await.unwrap();
    assert_eq!(replayed.headers()["location"], "/api/blog/posts/1/");
    admin.delete(1).await;
    let anew = send("5f1c", "c").await.unwrap();
    assert_eq!(anew.headers()["location"], "/api/blog/posts/3/");
    app.clock.advance(Duration::from_secs(15 * 24 * 60 * 60));
    cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config)
        .await
        .unwrap();
    let admin = app.sign_in().await;
    let late = admin
        .request(Method::POST, "/api/blog/posts/")
        .header("idempotency-key", "5f1c")
        .multipart(Draft::new("d").form())
        .send();
    assert_eq!(
        late.await.unwrap().headers()["location"],
        "/api/blog/posts/4/"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_with_one_key_at_the_same_time_create_one_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let sends = (0..8).map(|_| {
        admin
            .request(Method::POST, "/api/blog/posts/")
            .header("idempotency-key", "one")
            .multipart(Draft::new("Post").form())
            .send()
    });
    let answers = futures_util::future::join_all(sends).await;
    for answer in answers {
        assert_eq!(answer.unwrap().headers()["location"], "/api/blog/posts/1/");
    }
    assert_eq!(
        app.get_json("/api/blog/posts/")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_belongs_to_what_a_key_names() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let send = |draft: Draft| {
        admin
            .request(Method::POST, "/api/blog/posts/")
            .header("idempotency-key", "one")
            .multipart(draft.form())
            .send()
    };
    let draft = || Draft::new("a").with("category", "hr");
    let first = send(draft().image(png(1))).await.unwrap();
    assert_eq!(first.status(), StatusCode::CREATED);
    let reordered = Draft::new("a").without("author").with("category", "hr");
    let reordered = reordered.with("author", "Aygün").image(png(1));
    let again = send(reordered).await.unwrap();
    assert_eq!(
        again.headers()["idempotency-replayed"],
        "true",
        "the order is no content"
    );
    for other in [
        draft(),
        draft().image(png(2)),
        draft().image(png(1)).with("featured", "true"),
    ] {
        let (status, code, _) = problem(send(other).await.unwrap()).await;
        assert_eq!((status, code.as_str()), (422, "idempotency-key-reused"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_an_earlier_release_is_answered_as_it_was() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("a")).await;
    app.app
        .store
        .write_blocking(|store| {
            store.execute(
                "INSERT INTO creations (key, post_id, created_at) VALUES ('old', 1, ?1)",
                [app.app.time.now()],
            )?;
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
    let answer = admin
        .request(Method::POST, "/api/blog/posts/")
        .header("idempotency-key", "old")
        .multipart(Draft::new("b").form())
        .send();
    assert_eq!(
        answer.await.unwrap().headers()["idempotency-replayed"],
        "true"
    );
}
