//! A post keeps the date of its publication, whatever the machine's clock said for a while.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, azerbaijani, text};

const YEAR: i64 = 365 * 24 * 60 * 60;
const HOUR: Duration = Duration::from_secs(60 * 60);

fn date(post: &Value) -> Timestamp {
    text(&post["date"]).parse().unwrap()
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
