//! Whether a translation still says what its source says.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, id, nothing, problem};

fn whole() -> Draft {
    let draft = Draft::new("a").with("content_az", "<p>Vergi 2025</p>");
    draft
        .with("content_en", "<p>Tax 2025</p>")
        .with("content_ru", "<p>Налог 2025</p>")
}

async fn stale(admin: &Session<'_>, post: i64) -> [bool; 3] {
    let draft = admin.draft(post).await;
    ["az", "en", "ru"].map(|lang| draft["languages"][lang]["stale"].as_bool().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn words_make_a_translation_stale_and_nothing_else_does() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(whole()).await);
    let az = |html: &str| nothing().with("content_az", html);
    assert_eq!(stale(&admin, post).await, [false; 3]);
    for same in [
        "<p><strong>Vergi</strong>, 2025!</p>",
        "<p><a href=\"https://a.az/\">vergi</a> 2025</p>",
    ] {
        admin.saved(post, az(same)).await;
        assert_eq!(stale(&admin, post).await, [false; 3], "{same}");
    }
    admin.saved(post, az("<p>Vergi 2026</p>")).await;
    assert_eq!(stale(&admin, post).await, [false, true, true]);
    admin.saved(post, az("<p>Vergi 2025</p>")).await;
    assert_eq!(
        stale(&admin, post).await,
        [false; 3],
        "back to the words that were translated"
    );
    admin.saved(post, az("<p>Vergi 2026</p>")).await;
    admin
        .saved(post, nothing().with("content_en", "<p>Tax 2026</p>"))
        .await;
    assert_eq!(
        stale(&admin, post).await,
        [false, false, true],
        "English was looked at"
    );
    let found: Vec<i64> = admin.list("stale=true").await.iter().map(id).collect();
    assert_eq!(found, [post]);

    let compared: Value = admin
        .of_post(Method::GET, post, "translated/")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(compared["ru"]["then"]["content"], "<p>Vergi 2025</p>");
    assert_eq!(compared["ru"]["now"]["content"], "<p>Vergi 2026</p>");
    assert_eq!(
        (&compared["ru"]["source_language"], &compared["en"]["stale"]),
        (&"az".into(), &false.into())
    );
    let answer = admin
        .post_json(post, "translated/", json!({"language": "ru"}))
        .await;
    assert_eq!(answer.status(), 200);
    assert_eq!(stale(&admin, post).await, [false; 3]);
    assert!(admin.list("stale=true").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_there_before_its_source_is_not_old() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let english = Draft::new("a").with("title_az", "Vergi");
    let english = english.with("content_az", "").with("content_ru", "");
    let english = english.with("content_en", "<p>Tax 2025</p>");
    let post = id(&admin.created(english).await);
    for az in ["<p>Vergi</p>", "<p>Vergi 2025</p>"] {
        admin.saved(post, nothing().with("content_az", az)).await;
        assert_eq!(stale(&admin, post).await, [false; 3], "{az}");
    }
    let looked_at = nothing().with("content_en", "<p>Taxes 2025</p>");
    admin.saved(post, looked_at).await;
    let later = nothing().with("content_az", "<p>Vergi 2026</p>");
    admin.saved(post, later).await;
    assert_eq!(stale(&admin, post).await, [false, true, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn publishing_changes_nothing_about_it_and_giving_up_takes_it_back() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(whole()).await);
    admin
        .saved(post, nothing().with("content_az", "<p>Vergi 2026</p>"))
        .await;
    assert_eq!(
        admin
            .of_post(Method::DELETE, post, "draft/")
            .send()
            .await
            .unwrap()
            .status(),
        204
    );
    assert_eq!(stale(&admin, post).await, [false; 3]);
    admin
        .saved(post, nothing().with("content_az", "<p>Vergi 2026</p>"))
        .await;
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    assert_eq!(stale(&admin, post).await, [false, true, true]);
    assert_eq!(admin.unpublish(post, &["ru"]).await.status(), 200);
    assert_eq!(stale(&admin, post).await, [false, true, true]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_translation_cannot_be_declared_right() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(nothing().with("title_az", "x")).await;
    for (language, code) in [
        ("az", "is_source"),
        ("ru", "no_text"),
        ("de", "invalid_choice"),
    ] {
        let answer = admin
            .post_json(post, "translated/", json!({"language": language}))
            .await;
        let (status, _, body) = problem(answer).await;
        assert_eq!(
            (status, &body["errors"]),
            (422, &json!({"language": [code]}))
        );
    }
    let answer = admin
        .post_json(9, "translated/", json!({"language": "ru"}))
        .await;
    assert_eq!(problem(answer).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_an_earlier_release_begins_with_what_was_there() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(whole()).await);
    let forget = |store: &rusqlite::Transaction<'_>| {
        store.execute("DELETE FROM translations", [])?;
        Ok::<_, anyhow::Error>(())
    };
    app.app.store.write_blocking(forget).unwrap();
    admin
        .saved(post, nothing().with("content_az", "<p>Vergi 2026</p>"))
        .await;
    assert_eq!(stale(&admin, post).await, [false, true, true]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_alone_is_no_translation_yet() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let titles = ["az", "en", "ru"].map(|lang| format!("title_{lang}"));
    let form = titles
        .iter()
        .fold(nothing(), |form, name| form.with(name, "a"));
    let post = admin.drafted(form).await;
    admin
        .saved(post, nothing().with("content_az", "<p>Vergi</p>"))
        .await;
    assert_eq!(stale(&admin, post).await, [false; 3]);
    admin
        .saved(post, nothing().with("content_en", "<p>Tax</p>"))
        .await;
    admin
        .saved(post, nothing().with("content_az", "<p>Rüsum</p>"))
        .await;
    assert_eq!(stale(&admin, post).await, [false, true, false]);
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_to_what_is_on_the_site_raises_no_alarm() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(whole()).await);
    let both = nothing()
        .with("content_az", "<p>Vergi 2026</p>")
        .with("content_ru", "<p>Налог 2026</p>");
    admin.saved(post, both).await;
    assert_eq!(stale(&admin, post).await, [false, true, false]);
    let dropped = admin.of_post(Method::DELETE, post, "draft/").send();
    assert_eq!(dropped.await.unwrap().status(), 204);
    assert_eq!(stale(&admin, post).await, [false; 3]);
}
