//! What is planned is what an editor saw: an author who writes after that publishes nothing.

use cms::{
    cli::jobs,
    fields,
    posts::schedule::{self, Run},
    store::schedules,
};
use reqwest::{Method, multipart};
use rusqlite::Transaction;
use serde_json::{Value, json};

use super::{MINUTE, draft, full, is_live_after_a_look, plan, save, written, written_with};
use crate::{
    people::signed_in,
    support::{Session, TestApp, id, nothing, png},
};

/// What a plan for the Azerbaijani text says of itself, as editors see it.
async fn problem(staff: &Session<'_>, post: i64) -> Value {
    draft(staff, post).await["languages"]["az"]["schedule_problem"].clone()
}

fn withheld() -> Value {
    json!({ "at": ["changed_since"] })
}

/// A file that becomes a picture of the library, or takes the place of one.
async fn sent(staff: &Session<'_>, method: Method, path: &str, shade: u8) -> i64 {
    let file = multipart::Part::bytes(png(shade)).file_name("a.png");
    let form = multipart::Form::new().part("image", file);
    let request = staff.request(method, path).multipart(form);
    let answer = request.send().await.unwrap();
    assert!(answer.status().is_success(), "{path}");
    id(&answer.json().await.unwrap())
}

async fn discards(staff: &Session<'_>, post: i64) {
    let answer = staff.of_post(Method::DELETE, post, "draft/").send().await;
    assert_eq!(answer.unwrap().status(), 204);
}

/// A post that is on-line with other words in its working copy, which an editor plans to publish.
async fn planned_update(owner: &Session<'_>) -> i64 {
    let post = id(&owner.created(full()).await);
    save(owner, post, full().with("content_az", "<p>y</p>")).await;
    plan(owner, post, "publish", &["az"], MINUTE).await;
    post
}

/// Whether the record says that a plan was carried out, after a look.
async fn is_recorded_after_a_look(app: &TestApp) -> bool {
    jobs::scheduler(&app.app).round().await.unwrap();
    let owner = app.sign_in().await;
    owner.read("/api/audit/?kind=plan_done").await != json!([])
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_author_changed_since_waits_for_an_editor() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let post = written(&owner).await;
    plan(&owner, post, "publish", &["az"], MINUTE).await;
    let problem = async || draft(&owner, post).await["languages"]["az"]["schedule_problem"].clone();
    save(&author, post, full()).await;
    assert_eq!(problem().await, Value::Null, "nothing is changed");
    save(&owner, post, full().with("content_az", "<p>y</p>")).await;
    assert_eq!(problem().await, Value::Null, "an editor's own");
    save(&author, post, full().with("content_az", "<p>z</p>")).await;
    assert_eq!(problem().await, json!({ "at": ["changed_since"] }));
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await);
    plan(&owner, post, "publish", &["az"], MINUTE).await;
    assert_eq!(problem().await, Value::Null);
    let path = format!("/api/blog/posts/{post}/revisions/1/restore/");
    let restored = author.request(Method::POST, &path).send().await.unwrap();
    assert_eq!(restored.status(), 200);
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await, "an old text");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_its_author_changed_since_waits_for_an_editor_too() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let inside = sent(&author, Method::POST, "/api/media/", 2).await;
    let html = format!("<p>x</p><p><img src=\"/api/blog/images/{inside}/\"></p>");
    let form = full().with("content_az", &html);
    let post = written_with(&author, form.image(png(1))).await;
    let cover = draft(&owner, post).await["image_id"].as_i64().unwrap();
    let before = written_with(&author, full().with("content_az", &html)).await;
    save(&author, before, full()).await;
    let posts = [post, before];
    for (picture, shade) in [(cover, 3), (inside, 4)] {
        let (said, file) = (
            format!("/api/media/{picture}/"),
            format!("/api/media/{picture}/file/"),
        );
        for post in posts {
            plan(&owner, post, "publish", &["az"], MINUTE).await;
        }
        sent(&owner, Method::PUT, &file, shade + 10).await;
        assert_eq!(problem(&owner, post).await, Value::Null, "an editor's own");
        sent(&author, Method::PUT, &file, shade + 10).await;
        assert_eq!(problem(&owner, post).await, Value::Null, "the same file");
        sent(&author, Method::PUT, &file, shade).await;
        assert_eq!(problem(&owner, post).await, withheld());
        plan(&owner, post, "publish", &["az"], MINUTE).await;
        let words = json!({ "alt_az": "Ofis" });
        let answer = author.json(Method::PATCH, &said, words).await;
        assert_eq!(answer.status(), 200);
        assert_eq!(problem(&owner, post).await, withheld());
        assert_eq!(
            problem(&owner, before).await,
            Value::Null,
            "an earlier version has it"
        );
    }
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await);
    assert!(is_live_after_a_look(&app, before).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_an_author_discards_waits_until_an_editor_publishes_or_cancels() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let post = planned_update(&owner).await;
    discards(&author, post).await;
    assert_eq!(problem(&owner, post).await, withheld());
    app.clock.advance(MINUTE);
    assert!(!is_recorded_after_a_look(&app).await);
    assert_eq!(problem(&owner, post).await, withheld());
    assert_eq!(owner.publish(post, &["az"]).await.status(), 200);
    let seen = draft(&owner, post).await;
    assert_eq!(seen["languages"]["az"]["state"], "published");
    assert_eq!(problem(&owner, post).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_an_author_undoes_is_ended_by_publishing() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let post = planned_update(&owner).await;
    save(&author, post, nothing().with("content_az", "<p>x</p>")).await;
    let seen = draft(&owner, post).await;
    assert_eq!(seen["exists"], false, "as it is on-line");
    assert_eq!(problem(&owner, post).await, withheld());
    assert_eq!(owner.publish(post, &["az"]).await.status(), 200);
    let seen = draft(&owner, post).await;
    assert_eq!(seen["languages"]["az"]["state"], "published");
    app.clock.advance(MINUTE);
    assert!(!is_recorded_after_a_look(&app).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_its_editor_discards_ends_and_is_not_recorded_as_done() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let post = planned_update(&owner).await;
    discards(&owner, post).await;
    assert_eq!(problem(&owner, post).await, Value::Null);
    app.clock.advance(MINUTE);
    assert!(!is_recorded_after_a_look(&app).await);
    let seen = draft(&owner, post).await;
    assert_eq!(seen["languages"]["az"]["state"], "published");
    let post = planned_update(&owner).await;
    app.clock.advance(MINUTE);
    assert!(is_recorded_after_a_look(&app).await, "{post}: was done");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_before_an_author_changed_it_does_not_hide_that() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let post = written(&owner).await;
    plan(&owner, post, "publish", &["az"], MINUTE).await;
    let plans = |store: &_| anyhow::Ok(schedules::of_post(store, post)?);
    let found = app.app.store.read_blocking(plans).unwrap();
    let run = Run::of(&found[0]);
    let doubt = fields::one("at", "clock_in_doubt");
    let keeps = |known: Option<&_>, problem: Option<&_>| {
        let keep = |store: &Transaction<'_>| -> anyhow::Result<()> {
            Ok(schedule::keep_problem(store, &run, known, problem)?)
        };
        app.app.store.write_blocking(keep).unwrap();
    };
    keeps(None, Some(&doubt));
    assert_eq!(problem(&owner, post).await, json!(doubt));
    keeps(Some(&doubt), None);
    assert_eq!(problem(&owner, post).await, Value::Null);
    save(&author, post, full().with("content_az", "<p>z</p>")).await;
    for (known, problem) in [(None, Some(&doubt)), (Some(&doubt), None)] {
        keeps(known, problem);
    }
    assert_eq!(problem(&owner, post).await, withheld());
}
