//! What a post was, each time it was published or saved.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, azerbaijani, id, nothing, png, problem};

async fn collect(app: &TestApp) {
    cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config)
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn pauses_in_typing_are_one_revision_and_saves_are_kept() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin
        .drafted(azerbaijani("0").with("automatic", "true"))
        .await;
    let pause = |title: &str| azerbaijani(title).with("automatic", "true");
    for title in ["1", "2"] {
        app.clock.advance(Duration::from_secs(60));
        admin.saved(post, pause(title)).await;
    }
    assert_eq!(admin.history(post).await, ["auto az"]);
    app.clock.advance(Duration::from_secs(9 * 60));
    admin.saved(post, pause("3")).await;
    assert_eq!(admin.history(post).await.len(), 2, "ten minutes are over");
    admin.saved(post, azerbaijani("3")).await;
    admin.saved(post, azerbaijani("3")).await;
    admin.saved(post, azerbaijani("4")).await;
    assert_eq!(
        admin.history(post).await,
        ["save az", "save az", "auto az"],
        "what is the same is there once"
    );
    let newest = admin
        .of_post(Method::GET, post, "revisions/1/")
        .send()
        .await
        .unwrap();
    let newest: Value = newest.json().await.unwrap();
    assert_eq!(
        (&newest["title_az"], &newest["by"], &newest["id"]),
        (&"2".into(), &"admin".into(), &json!(post))
    );
    for path in ["revisions/9/", "revisions/x/", "revisions/9/restore/"] {
        let method = if path.ends_with("restore/") {
            Method::POST
        } else {
            Method::GET
        };
        let answer = admin.of_post(method, post, path).send().await.unwrap();
        assert_eq!(problem(answer).await.0, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_within_ten_minutes_is_told_as_of_its_last_pause() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let automatic = |form: Draft| form.with("automatic", "true");
    let newest = async |post| {
        let answer = admin.of_post(Method::GET, post, "revisions/").send();
        let list: Value = answer.await.unwrap().json().await.unwrap();
        list[0].clone()
    };
    let post = admin.drafted(automatic(azerbaijani("0"))).await;
    let first = newest(post).await;
    app.clock.advance(Duration::from_secs(599));
    let english = nothing().with("title_en", "English");
    admin.saved(post, automatic(english)).await;
    assert_eq!(admin.history(post).await, ["auto az,en"]);
    let later = newest(post).await;
    assert_ne!(first["at"], later["at"]);
    app.clock.advance(Duration::from_secs(1));
    admin.saved(post, automatic(azerbaijani("1"))).await;
    assert_eq!(admin.history(post).await, ["auto az", "auto az,en"]);
    // By hand nothing is new but that it was saved, and when.
    let typed = newest(post).await;
    app.clock.advance(Duration::from_secs(60));
    admin.saved(post, azerbaijani("1")).await;
    assert_eq!(admin.history(post).await, ["save az", "auto az,en"]);
    assert_ne!(typed["at"], newest(post).await["at"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn automatic_saves_are_thinned_out_after_a_day() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("0")).await;
    for hour in 0..30 {
        let title = hour.to_string();
        let admin = app.sign_in().await;
        admin
            .saved(post, azerbaijani(&title).with("automatic", "true"))
            .await;
        app.clock.advance(Duration::from_secs(60 * 60));
    }
    collect(&app).await;
    let admin = app.sign_in().await;
    assert!(admin.history(post).await.len() > 24, "a day is kept whole");
    app.clock.advance(Duration::from_secs(2 * 24 * 60 * 60));
    collect(&app).await;
    let admin = app.sign_in().await;
    let history = admin.history(post).await;
    assert!(
        (3..=4).contains(&history.len()),
        "the last of each day, and what was saved by hand: {history:?}"
    );
    assert_eq!(history.last().unwrap(), "save az");
    assert_eq!(admin.draft(post).await["title_az"], "29");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_revision_becomes_the_working_copy() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a").image(png(1))).await);
    assert_eq!(
        admin
            .update(post, Draft::new("b").with("remove_image", "true"))
            .await
            .status(),
        200
    );
    admin
        .saved(
            post,
            nothing().with("title_az", "c").with("automatic", "true"),
        )
        .await;
    let tag = admin.draft_tag(post).await;
    let answer = admin
        .of_post(Method::POST, post, "revisions/1/restore/")
        .header("if-match", "\"x\"")
        .send();
    assert_eq!(problem(answer.await.unwrap()).await.0, 412);
    let answer = admin
        .of_post(Method::POST, post, "revisions/1/restore/")
        .header("if-match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(
        (&draft["title_az"], &draft["image_id"], &draft["live"]),
        (&"a az".into(), &json!(1), &true.into())
    );
    assert_eq!(
        app.get_json("/api/blog/posts/1/").await["title_az"],
        "b az",
        "nothing is published by it"
    );
    assert_eq!(
        admin.history(post).await[..2],
        ["restore az,en,ru", "replaced az"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn languages_that_were_not_published_keep_their_texts() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    admin
        .saved(
            post,
            nothing().with("title_az", "b").with("title_ru", "черновик"),
        )
        .await;
    let answer = admin
        .of_post(Method::POST, post, "revisions/2/restore/")
        .send()
        .await
        .unwrap();
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(
        (&draft["title_az"], &draft["title_ru"]),
        (&"a".into(), &"черновик".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_copies_and_of_the_history_are_not_collected() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a").image(png(1))).await);
    admin.update(post, Draft::new("b").image(png(2))).await;
    let draft = admin.drafted(azerbaijani("c").image(png(3))).await;
    let days = app.app.config.image_grace_days + 1;
    for _ in 0..2 {
        app.clock
            .advance(Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        collect(&app).await;
    }
    for image in 1..=3 {
        let answer = app
            .get(&format!("/api/blog/images/{image}/"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200, "image {image}");
    }
    let admin = app.sign_in().await;
    admin
        .of_post(Method::DELETE, draft, "draft/")
        .send()
        .await
        .unwrap();
    let empty = admin
        .request(Method::DELETE, &format!("/api/blog/trash/{draft}/"))
        .send();
    assert_eq!(empty.await.unwrap().status(), 204);
    for _ in 0..2 {
        app.clock
            .advance(Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        collect(&app).await;
    }
    assert_eq!(
        app.get("/api/blog/images/3/")
            .send()
            .await
            .unwrap()
            .status(),
        404
    );
    assert_eq!(
        app.get("/api/blog/images/1/")
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_dated_by_its_first_publication_and_by_nothing_before_or_after() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    let later = || app.clock.advance(Duration::from_secs(60));
    let restored = async |number: i64| {
        let path = format!("revisions/{number}/restore/");
        let answer = admin.of_post(Method::POST, post, &path).send().await;
        assert_eq!(answer.unwrap().status(), 200);
    };
    later();
    admin.saved(post, nothing().with("title_az", "b")).await;
    later();
    restored(1).await;
    later();
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    let date = json!(app.clock.now());
    let path = format!("/api/blog/posts/{post}/");
    assert_eq!(app.get_json(&path).await["date"], date);
    later();
    restored(2).await;
    later();
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    assert_eq!(app.get_json(&path).await["date"], date);
}

/// The tag of a version that somebody looks at.
async fn looked_at(admin: &Session<'_>, post: i64, number: i64) -> String {
    let path = format!("revisions/{number}/");
    let answer = admin.of_post(Method::GET, post, &path).send();
    let answer = answer.await.unwrap();
    let tag = answer.headers().get("etag").expect("a version has a tag");
    tag.to_str().unwrap().to_owned()
}

async fn put_back(admin: &Session<'_>, post: i64, number: i64, tag: &str) -> reqwest::Response {
    let path = format!("revisions/{number}/restore/");
    let request = admin.of_post(Method::POST, post, &path);
    request
        .header("x-revision-match", tag)
        .send()
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_pause_does_not_write_over_a_version_that_was_looked_at() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let pause = |title: &str| azerbaijani(title).with("automatic", "true");
    let post = admin.drafted(pause("Alpha")).await;
    let shown = looked_at(&admin, post, 1).await;
    admin.saved(post, pause("Alpha Beta")).await;
    assert_eq!(admin.history(post).await, ["auto az", "auto az"]);
    admin.saved(post, pause("Alpha Beta Gamma")).await;
    assert_eq!(admin.history(post).await.len(), 2, "nobody saw the second");
    assert_eq!(looked_at(&admin, post, 1).await, shown);
    assert_eq!(put_back(&admin, post, 1, &shown).await.status(), 200);
    assert_eq!(admin.draft(post).await["title_az"], "Alpha");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_version_than_the_one_that_was_seen_is_not_put_back() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("Alpha")).await;
    admin.saved(post, azerbaijani("Beta")).await;
    let other = looked_at(&admin, post, 2).await;
    let before = admin.history(post).await;
    let refused = put_back(&admin, post, 1, &other).await;
    assert_eq!(problem(refused).await.0, 412);
    assert_eq!(admin.history(post).await, before);
    assert_eq!(admin.draft(post).await["title_az"], "Beta");
    // By hand it is kept under the same number: the words are those that were seen.
    let typed = azerbaijani("Gamma").with("automatic", "true");
    admin.saved(post, typed).await;
    let seen = looked_at(&admin, post, 3).await;
    admin.saved(post, azerbaijani("Gamma")).await;
    assert_eq!(put_back(&admin, post, 3, &seen).await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_tells_in_which_languages_it_was_on_the_site() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    admin.saved(post, nothing().with("title_en", "a en")).await;
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    assert_eq!(admin.delete(post).await.status(), 204);
    let back = format!("/api/blog/trash/{post}/restore/");
    let answer = admin.request(Method::POST, &back).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let list = admin.of_post(Method::GET, post, "revisions/").send();
    let list: Value = list.await.unwrap().json().await.unwrap();
    assert_eq!(list[0]["kind"], "restore");
    let read = async |number: &Value| -> Value {
        let path = format!("revisions/{number}/");
        let answer = admin.of_post(Method::GET, post, &path).send();
        answer.await.unwrap().json().await.unwrap()
    };
    assert_eq!(read(&list[0]["number"]).await["live"], json!(["az"]));
    assert_eq!(read(&json!(1)).await["live"], json!([]));
}
