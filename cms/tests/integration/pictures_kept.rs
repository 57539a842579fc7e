//! Which pictures stay when nothing uses them, what is told of the others, and addresses of the service itself in texts.

use std::time::Duration;

use reqwest::{Method, StatusCode, multipart};
use serde_json::{Value, json};

use crate::{
    library::stored,
    people::signed_in,
    support::{Draft, Session, TestApp, id, png, text},
};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn collect(app: &TestApp) -> usize {
    cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config)
        .await
        .unwrap()
        .images
}

/// Uploaded into the library on purpose.
pub async fn kept(staff: &Session<'_>, shade: u8) -> i64 {
    let part = multipart::Part::bytes(png(shade)).file_name("a.png");
    let form = multipart::Form::new()
        .part("image", part)
        .text("keep", "true");
    let request = staff.request(Method::POST, "/api/media/").multipart(form);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    id(&answer.json().await.unwrap())
}

async fn picture(staff: &Session<'_>, id: i64) -> Value {
    staff.read(&format!("/api/media/{id}/")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_keeps_or_has_described_is_not_collected() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let pasted = stored(&owner, 1, "a.png").await;
    let described = stored(&owner, 2, "b.png").await;
    let chosen = kept(&owner, 3).await;
    let later = stored(&owner, 4, "d.png").await;
    assert_eq!(kept(&owner, 4).await, later, "the same file");
    let path = format!("/api/media/{described}/");
    let said = owner.json(Method::PATCH, &path, json!({"alt_az": "Ofis"}));
    assert_eq!(said.await.status(), StatusCode::OK);
    let html = format!("<p><img src=\"/api/blog/images/{chosen}/\" alt=\"\"></p>");
    let post = id(&owner
        .created(Draft::new("Bir").with("content_az", &html))
        .await);
    collect(&app).await;
    owner.delete(post).await;
    let emptied = owner.request(Method::DELETE, &format!("/api/blog/trash/{post}/"));
    assert_eq!(emptied.send().await.unwrap().status(), 204);
    // Sent again from a text, it is kept as before.
    stored(&owner, 3, "c.png").await;
    let mut collected = collect(&app).await;
    for _ in 0..2 {
        app.clock.advance(DAY * 8);
        collected += collect(&app).await;
    }
    assert_eq!(collected, 1);
    let owner = app.sign_in().await;
    let list = owner.read("/api/media/?unused=true").await;
    let left: Vec<i64> = list.as_array().unwrap().iter().map(id).collect();
    assert_eq!(left, [later, chosen, described], "and not {pasted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_library_says_when_a_picture_goes() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let pasted = stored(&owner, 1, "a.png").await;
    let chosen = kept(&owner, 2).await;
    let used = owner.created(Draft::new("Bir").image(png(3))).await;
    collect(&app).await;
    let from = app.clock.now();
    app.clock.advance(DAY);
    let owner = app.sign_in().await;
    let goes = text(&picture(&owner, pasted).await["goes_at"]);
    let goes: jiff::Timestamp = goes.parse().unwrap();
    let week = Duration::from_secs(7 * 24 * 60 * 60);
    assert_eq!(goes.duration_since(from).unsigned_abs(), week);
    assert_eq!(picture(&owner, chosen).await["goes_at"], Value::Null);
    let used = used["image_id"].as_i64().unwrap();
    assert_eq!(picture(&owner, used).await["goes_at"], Value::Null);
    let path = format!("/api/media/{pasted}/");
    owner
        .json(Method::PATCH, &path, json!({"focus_x": 10}))
        .await;
    assert_eq!(picture(&owner, pasted).await["goes_at"], Value::Null);
    let fresh = stored(&owner, 5, "e.png").await;
    assert!(
        picture(&owner, fresh).await["goes_at"].is_string(),
        "before any round has seen it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_says_who_may_change_it() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("murad", "author").await;
    let author = signed_in(&app, "murad").await;
    let theirs = stored(&author, 1, "a.png").await;
    let other = stored(&owner, 2, "b.png").await;
    assert_eq!(picture(&author, theirs).await["editable"], true);
    assert_eq!(picture(&author, other).await["editable"], false);
    assert_eq!(picture(&owner, theirs).await["editable"], true);
    let html = format!("<p><img src=\"/api/blog/images/{theirs}/\"></p>");
    owner
        .created(Draft::new("Bir").with("content_az", &html))
        .await;
    assert_eq!(picture(&author, theirs).await["editable"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_the_service_itself_are_paths_and_pictures_among_them_are_used() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let linked = stored(&owner, 1, "a.png").await;
    let shown = stored(&owner, 2, "b.png").await;
    let again = stored(&owner, 3, "c.png").await;
    let base = &app.base;
    let html = format!(
        "<p><a href=\"{base}/api/blog/images/{linked}/\">a</a> <img src=\"{base}/api/blog/images/{shown}/?v=abc\" alt=\"\"> \
         <a href=\"/api/blog/images/{again}/?v=abc\">b</a> <a href=\"{base}/blog/1/?x=1#y\">c</a> <a href=\"{base}\">d</a> \
         <a href=\"{base}/admin/pictures\">e</a> <a href=\"https://other.example/api/blog/images/{linked}/\">f</a> \
         <a href=\"{base}//other.example/\">g</a></p>"
    );
    let wanted = format!(
        "<p><a href=\"/api/blog/images/{linked}/\">a</a> <img src=\"/api/blog/images/{shown}/\" alt=\"\"> \
         <a href=\"/api/blog/images/{again}/\">b</a> <a href=\"/blog/1/?x=1#y\">c</a> <a href=\"/\">d</a> \
         <a href=\"{base}/admin/pictures\">e</a> <a href=\"https://other.example/api/blog/images/{linked}/\">f</a> \
         <a href=\"{base}//other.example/\">g</a></p>"
    );
    let post = owner
        .created(Draft::new("Bir").with("content_az", &html))
        .await;
    assert_eq!(text(&post["content_az"]), wanted);
    for picture in [linked, shown, again] {
        let uses = owner.read(&format!("/api/media/{picture}/uses/")).await;
        assert_eq!(uses[0]["id"], json!(id(&post)), "{picture}");
        let path = format!("/api/media/{picture}/");
        let refused = owner.request(Method::DELETE, &path).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::CONFLICT);
    }
}
