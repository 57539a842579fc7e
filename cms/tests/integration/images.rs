//! Stored pictures.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::StatusCode;

use crate::support::{Draft, TestApp, png, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_served_in_its_own_type_forever() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a").image(png(3))).await;
    let response = app.get(&text(&post["image"])).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let headers = response.headers().clone();
    assert_eq!(
        headers["content-type"], "image/png",
        "by content: the upload said it, too"
    );
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert!(
        headers["cache-control"]
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    assert!(response.bytes().await.unwrap().starts_with(b"\x89PNG"));
    let again = app
        .get(&text(&post["image"]))
        .header("if-none-match", &headers["etag"])
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_address_of_a_file_and_one_that_nobody_changed_are_kept_unasked() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a").image(png(3))).await;
    let address = text(&post["image"]);
    let known = admin
        .read(&format!("/api/media/{}/", post["image_id"]))
        .await;
    let version = text(&known["version"]);
    let year = "public, max-age=31536000, immutable";
    for (query, caching) in [
        ("", year),
        (&*format!("?v={version}"), year),
        ("?now", "public, no-cache"),
        ("?v=", "public, no-cache"),
        ("?v=0123456789abcdef", "public, no-cache"),
    ] {
        let answer = app.get(&format!("{address}{query}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{query}");
        assert_eq!(answer.headers()["cache-control"], caching, "{query}");
        let tag = answer.headers()["etag"].clone();
        let again = app.get(&format!("{address}{query}"));
        let again = again.header("if-none-match", tag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{query}");
        assert_eq!(again.headers()["cache-control"], caching, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_of_pictures_wait_for_their_turn_and_keep_nobody_from_the_store() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a").image(png(3))).await;
    let pieces = &app.app.pieces;
    let all = u32::try_from(pieces.available_permits()).unwrap();
    assert!((1..=4).contains(&all), "{all}");
    let taken = pieces.acquire_many(all).await.unwrap();
    let waiting = app.get(&text(&post["image"])).send();
    let mut waiting = tokio::spawn(async { waiting.await.unwrap().bytes().await.unwrap() });
    let early = tokio::time::timeout(Duration::from_millis(300), &mut waiting);
    assert!(early.await.is_err());
    assert_eq!(app.get_json("/api/blog/posts/1/").await, post);
    drop(taken);
    assert!(waiting.await.unwrap().starts_with(b"\x89PNG"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_picture_is_stored_once() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let one = admin.created(Draft::new("a").image(png(3))).await;
    let two = admin.created(Draft::new("b").image(png(3))).await;
    let three = admin.created(Draft::new("c").image(png(4))).await;
    assert_eq!(one["image_id"], two["image_id"]);
    assert_ne!(one["image_id"], three["image_id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_inside_a_text_are_stored_and_pointed_to() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let data = format!("data:image/png;base64,{}", STANDARD.encode(png(5)));
    let html =
        format!("<p>a<img src=\"{data}\" alt=\"b\"></p><p><img src=\"{data}\" alt=\"c\"></p>");
    let post = admin
        .created(Draft::new("a").with("content_en", &html))
        .await;
    assert_eq!(
        post["content_en"],
        "<p>a<img src=\"/api/blog/images/1/\" alt=\"b\"></p><p><img src=\"/api/blog/images/1/\" alt=\"c\"></p>"
    );
    assert_eq!(
        app.get("/api/blog/images/1/")
            .send()
            .await
            .unwrap()
            .status(),
        StatusCode::OK
    );
}
