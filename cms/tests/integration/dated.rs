//! A post keeps the date of its publication, whatever the machine's clock said for a while.

use std::time::Duration;

use cms::store::timekeeping::{self, Record};
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, azerbaijani, text};

const YEAR: i64 = 365 * 24 * 60 * 60;
const HOUR: Duration = Duration::from_secs(60 * 60);

fn moment(told: &Value) -> Timestamp {
    text(told).parse().unwrap()
}

fn date(post: &Value) -> Timestamp {
    moment(&post["date"])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_published_while_the_clock_is_wrong_is_of_today() {
    let app = TestApp::start().await;
    let (begun, never_set) = (app.clock.now(), -app.clock.seconds());
    for (hours, ahead) in [(1, YEAR), (2, never_set)] {
        app.clock.advance(HOUR);
        app.clock.set_ahead(ahead);
        let admin = app.sign_in().await;
        let post = admin.drafted(azerbaijani("Vergi")).await;
        let published: Value = admin.publish(post, &["az"]).await.json().await.unwrap();
        let now = begun + SignedDuration::from_hours(hours);
        assert_eq!(date(&published), now, "{ahead} s ahead");
        let draft = admin.draft(post).await;
        assert_eq!(moment(&draft["languages"]["az"]["published_at"]), now);
        app.clock.set_ahead(-ahead);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_date_that_lies_ahead_ends_with_the_next_publication() {
    let app = TestApp::start().await;
    // A store that was made by a clock that was a year ahead believed it.
    let right = app.clock.now();
    app.clock.advance(Duration::from_secs(YEAR.unsigned_abs()));
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("Vergi")).await;
    let published: Value = admin.publish(post, &["az"]).await.json().await.unwrap();
    assert_eq!(date(&published), app.clock.now());
    app.clock.set_ahead(-YEAR);
    assert_eq!(app.clock.now(), right);
    let admin = app.sign_in().await;

    let path = format!("/api/blog/posts/{post}/unpublish/");
    let unpublish = admin.request(Method::POST, &path).json(&json!({}));
    let answer = unpublish.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    app.clock.advance(HOUR);
    let admin = app.sign_in().await;
    let published: Value = admin.publish(post, &["az"]).await.json().await.unwrap();
    assert_eq!(date(&published), app.clock.now());

    // Otherwise it keeps the date it had.
    let first = app.clock.now();
    app.clock.advance(HOUR);
    let admin = app.sign_in().await;
    let unpublish = admin.request(Method::POST, &path).json(&json!({}));
    let answer = unpublish.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let published: Value = admin.publish(post, &["az"]).await.json().await.unwrap();
    assert_eq!(date(&published), first);
}

/// What was planned comes back with its post, and waits for its day whatever the clock shows.
#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_comes_back_is_past_by_the_clock_that_plans_go_by() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("Vergi")).await;
    let plan = json!({ "at": app.clock.now() + HOUR });
    assert_eq!(admin.post_json(post, "publish/", plan).await.status(), 202);
    let gone = admin.of_post(Method::DELETE, post, "draft/").send().await;
    assert_eq!(gone.unwrap().status(), 204);
    app.clock.set_ahead(YEAR);
    let admin = app.sign_in().await;
    let back = format!("/api/blog/trash/{post}/restore/");
    let back = admin.request(Method::POST, &back).send().await.unwrap();
    assert_eq!(back.status(), 200);
    let life = &admin.draft(post).await["languages"]["az"];
    assert_eq!(
        (&life["state"], &life["schedule_problem"]),
        (&json!("scheduled"), &Value::Null)
    );
}

/// The machine was off for so long, or an older backup was restored.
async fn started_after(days: i64) -> TestApp {
    let mut app = TestApp::start().await;
    let last = app.clock.now() - SignedDuration::from_hours(24 * days);
    let record = Record {
        time: last.as_millisecond(),
        ..Record::default()
    };
    let written = |store: &rusqlite::Transaction<'_>| {
        Ok::<_, anyhow::Error>(timekeeping::write(store, &record)?)
    };
    app.app.store.write_blocking(written).unwrap();
    let dir = std::mem::replace(&mut app.dir, tempfile::tempdir().unwrap());
    drop(app);
    TestApp::start_in(dir, |_| {}).await
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_stop_what_is_published_shared_and_deleted_is_of_today() {
    for days in [2, 40] {
        let app = started_after(days).await;
        let (admin, now) = (app.sign_in().await, app.clock.now());
        let post = admin.drafted(azerbaijani("Vergi")).await;
        let published: Value = admin.publish(post, &["az"]).await.json().await.unwrap();
        assert_eq!(date(&published), now, "{days} days off");

        let share = format!("/api/blog/posts/{post}/share/");
        let link = admin.request(Method::POST, &share).send().await.unwrap();
        let link: Value = link.json().await.unwrap();
        assert!(moment(&link["expires_at"]) > now, "{link}");

        let whole = format!("/api/blog/posts/{post}/");
        let deleted = admin.request(Method::DELETE, &whole).send().await.unwrap();
        assert_eq!(deleted.status(), 204);
        let trash = admin.request(Method::GET, "/api/blog/trash/").send();
        let trash: Value = trash.await.unwrap().json().await.unwrap();
        let month = SignedDuration::from_hours(24 * 30);
        assert_eq!(moment(&trash[0]["expires_at"]), now + month, "{trash}");
    }
}
