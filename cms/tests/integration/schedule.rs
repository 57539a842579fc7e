//! What is planned happens when it is due: never early, at most a minute late, once.

mod authors;
mod killed;

use std::time::Duration;

use cms::{cli::jobs, publishing::status::Status};
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, id};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const YEAR: i64 = 365 * 24 * 60 * 60;

/// A post with texts in three languages that nobody sees but staff.
async fn written(admin: &Session<'_>) -> i64 {
    written_with(admin, full()).await
}

fn full() -> Draft {
    let texts = ["az", "en", "ru"].into_iter();
    texts.fold(Draft::new("Plan"), |draft, lang| {
        draft.with(&format!("content_{lang}"), "<p>x</p>")
    })
}

async fn written_with(admin: &Session<'_>, draft: Draft) -> i64 {
    let answer = admin
        .request(Method::POST, "/api/blog/drafts/")
        .multipart(draft.form())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 201);
    id(&answer.json().await.unwrap())
}

async fn save(admin: &Session<'_>, post: i64, draft: Draft) {
    let answer = admin
        .request(Method::PUT, &format!("/api/blog/posts/{post}/draft/"))
        .multipart(draft.form())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
}

/// Plans something so long after now; `202`.
async fn plan(admin: &Session<'_>, post: i64, action: &str, languages: &[&str], after: Duration) {
    let after = SignedDuration::try_from(after).unwrap();
    let at = admin.app.clock.now().checked_add(after).unwrap();
    let answer = admin
        .request(Method::POST, &format!("/api/blog/posts/{post}/{action}/"))
        .json(&json!({ "languages": languages, "at": at }))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 202);
}

async fn draft(admin: &Session<'_>, post: i64) -> Value {
    let path = format!("/api/blog/posts/{post}/draft/");
    let answer = admin.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

async fn publications(admin: &Session<'_>, post: i64) -> usize {
    let path = format!("/api/blog/posts/{post}/revisions/");
    let answer = admin.request(Method::GET, &path).send().await.unwrap();
    let list: Vec<Value> = answer.json().await.unwrap();
    let publications = list.iter().filter(|one| one["kind"] == "publication");
    publications.count()
}

/// Looks once, and says whether the post is on-line then.
async fn is_live_after_a_look(app: &TestApp, post: i64) -> bool {
    jobs::scheduler(&app.app).round().await.unwrap();
    is_live(app, post).await
}

async fn is_live(app: &TestApp, post: i64) -> bool {
    let path = format!("/api/blog/posts/{post}/");
    app.get(&path).send().await.unwrap().status() == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn it_happens_when_it_is_due_and_once() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    plan(&admin, post, "publish", &["az", "ru"], HOUR).await;
    let due = app.clock.now() + HOUR;
    assert_eq!(
        draft(&admin, post).await["languages"]["ru"]["state"],
        "scheduled"
    );
    app.clock.advance(HOUR - Duration::from_millis(1));
    assert!(!is_live_after_a_look(&app, post).await, "never early");
    app.clock.advance(Duration::from_millis(1));
    let scheduler = jobs::scheduler(&app.app);
    let (one, other, third) = tokio::join!(scheduler.round(), scheduler.round(), scheduler.round());
    assert!([one, other, third].iter().all(Result::is_ok));
    app.until_live().await;
    assert!(app.page("ru/blog/1/index.html").contains("Plan ru"));
    assert!(!app.page("en/blog/1/index.html").contains("Plan en"));
    let admin = app.sign_in().await;
    assert_eq!(publications(&admin, post).await, 1, "never twice");
    let seen = draft(&admin, post).await;
    assert_eq!(seen["date"], json!(due));
    let states = ["az", "en", "ru"].map(|lang| seen["languages"][lang]["state"].clone());
    assert_eq!(states, ["published", "draft", "published"].map(Value::from));
    assert_eq!(seen["languages"]["ru"]["schedule_problem"], Value::Null);
    assert_eq!(scheduler.round().await.unwrap(), None, "nothing is left");

    plan(&admin, post, "unpublish", &["ru"], HOUR).await;
    app.clock.advance(HOUR);
    assert!(is_live_after_a_look(&app, post).await);
    let admin = app.sign_in().await;
    let seen = draft(&admin, post).await;
    assert_eq!(seen["languages"]["ru"]["published_at"], Value::Null);
    assert_eq!(seen["title_ru"], "Plan ru", "and nothing is lost");
}

/// What happens, in steps of seconds that pass and seconds that the clock is set ahead by first, and whether the post is
/// on-line then.
type Case = (&'static str, &'static [(i64, i64)], bool);

/// The post is planned for an hour later.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_clock_does_it_is_not_early() {
    const H: i64 = 3600;
    let table: [Case; 12] = [
        ("nothing", &[(H - 1, 0)], false),
        ("an hour", &[(H, 0)], true),
        ("corrected by some minutes", &[(H - 300, 300)], true),
        ("set back by some minutes", &[(H, -300)], false),
        (
            "set back, and the minutes pass",
            &[(H, -300), (300, 0)],
            true,
        ),
        ("a year ahead", &[(60, YEAR)], false),
        (
            "a year ahead, for an hour less a minute",
            &[(60, YEAR), (H - 120, 0)],
            false,
        ),
        (
            "a year ahead, and the hour passes",
            &[(60, YEAR), (H - 60, 0)],
            true,
        ),
        (
            "a year ahead and right again",
            &[(60, YEAR), (60, -YEAR)],
            false,
        ),
        (
            "the same, and the hour passes",
            &[(60, YEAR), (60, -YEAR), (H - 120, 0)],
            true,
        ),
        ("a year back", &[(H, -YEAR)], false),
        (
            "a year back and right again",
            &[(H, -YEAR), (60, YEAR)],
            true,
        ),
    ];
    for (what, steps, expected) in table {
        let app = TestApp::start().await;
        let admin = app.sign_in().await;
        let post = written(&admin).await;
        plan(&admin, post, "publish", &["az"], HOUR).await;
        let mut live = false;
        for (pass, ahead) in steps {
            app.clock.set_ahead(*ahead);
            app.clock.advance(Duration::from_secs(pass.unsigned_abs()));
            live = is_live_after_a_look(&app, post).await;
        }
        assert_eq!(live, expected, "{what}");
        // Whatever was done is not done again when the clock goes on.
        app.clock.advance(HOUR);
        jobs::scheduler(&app.app).round().await.unwrap();
        let revisions = app.app.store.read_blocking(|store| {
            Ok::<_, anyhow::Error>(cms::posts::history::list(store, post).unwrap())
        });
        let public = revisions.unwrap().into_iter();
        assert!(
            public.filter(|one| one.kind.is_public()).count() <= 1,
            "{what}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_not_believed_is_told_and_publishes_nothing_asked_for_later() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    let later = app.clock.now() + HOUR * 24 * 9;
    plan(&admin, post, "publish", &["az"], HOUR).await;
    app.clock.set_ahead(YEAR);
    assert!(!is_live_after_a_look(&app, post).await);
    let admin = app.sign_in().await;
    let problem = &draft(&admin, post).await["languages"]["az"]["schedule_problem"];
    assert_eq!(*problem, json!({ "at": ["clock_in_doubt"] }));
    // Nine days from now lie behind by that clock.
    let other = written(&admin).await;
    let answer = admin
        .request(Method::POST, &format!("/api/blog/posts/{other}/publish/"))
        .json(&json!({ "at": later }))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 202);
    app.clock.set_ahead(-YEAR);
    assert!(!is_live_after_a_look(&app, post).await);
    let admin = app.sign_in().await;
    let seen = draft(&admin, post).await;
    assert_eq!(seen["languages"]["az"]["schedule_problem"], Value::Null);
    assert_eq!(seen["state"], "scheduled");
    app.clock.advance(HOUR);
    assert!(is_live_after_a_look(&app, post).await);
    assert!(!is_live(&app, other).await);
}

/// While the clock is in doubt time is counted by the program alone, and the next one goes on from there.
#[tokio::test(flavor = "multi_thread")]
async fn what_passed_by_a_doubted_clock_is_known_after_a_restart() {
    let mut app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    plan(&admin, post, "publish", &["az"], HOUR).await;
    app.clock.set_ahead(YEAR);
    app.clock.advance(HOUR / 2);
    assert!(!is_live_after_a_look(&app, post).await);

    let dir = std::mem::replace(&mut app.dir, tempfile::tempdir().unwrap());
    drop(app);
    let app = TestApp::start_in(dir, |_| {}).await;
    app.clock.set_ahead(YEAR);
    app.clock.advance(HOUR / 3);
    assert!(!is_live_after_a_look(&app, post).await);
    app.clock.advance(HOUR / 6);
    assert!(is_live_after_a_look(&app, post).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_moved_or_cancelled_is_not_done() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (moved, cancelled, deleted) = (
        written(&admin).await,
        written(&admin).await,
        written(&admin).await,
    );
    for post in [moved, cancelled, deleted] {
        plan(&admin, post, "publish", &["az"], MINUTE * 5).await;
    }
    plan(&admin, moved, "publish", &["az"], MINUTE * 10).await;
    let gone = [
        format!("/api/blog/posts/{cancelled}/schedule/"),
        format!("/api/blog/posts/{deleted}/draft/"),
    ];
    for path in gone {
        let answer = admin.request(Method::DELETE, &path).send().await.unwrap();
        assert_eq!(answer.status(), 204, "{path}");
    }
    app.clock.advance(MINUTE * 5);
    for post in [moved, cancelled, deleted] {
        assert!(!is_live_after_a_look(&app, post).await, "{post}");
    }
    app.clock.advance(MINUTE * 5);
    assert!(is_live_after_a_look(&app, moved).await);
    assert!(!is_live(&app, cancelled).await && !is_live(&app, deleted).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_says_why_and_waits_for_a_person() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    plan(&admin, post, "publish", &["az", "ru"], MINUTE).await;
    let blank = full().with("title_ru", "").with("content_ru", "");
    save(&admin, post, blank).await;
    app.clock.advance(MINUTE);
    assert!(
        !is_live_after_a_look(&app, post).await,
        "all of it or nothing"
    );
    let expected = json!({ "title_ru": ["required"], "content_ru": ["required"] });
    let seen = draft(&admin, post).await;
    for lang in ["az", "ru"] {
        let language = &seen["languages"][lang];
        assert_eq!(language["schedule_problem"], expected, "{lang}");
        assert_eq!(language["state"], "scheduled");
    }
    // Half a title is not what anybody wants to see published.
    save(&admin, post, full().with("title_ru", "П")).await;
    let before = app.get_json("/api/site/").await;
    app.clock.advance(MINUTE);
    assert!(!is_live_after_a_look(&app, post).await);
    assert_eq!(
        app.get_json("/api/site/").await,
        before,
        "it is not even tried"
    );
    save(&admin, post, full()).await;
    plan(&admin, post, "publish", &["az", "ru"], MINUTE).await;
    let seen = draft(&admin, post).await;
    assert_eq!(seen["languages"]["ru"]["schedule_problem"], Value::Null);
    app.clock.advance(MINUTE);
    assert!(is_live_after_a_look(&app, post).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_cannot_be_done_does_not_hold_up_others_and_the_featured_one_stays() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let featured = id(&admin.created(full().with("featured", "true")).await);
    let blank = written(&admin).await;
    let second = written_with(&admin, full().with("featured", "true")).await;
    for post in [blank, second] {
        plan(&admin, post, "publish", &["az"], MINUTE).await;
    }
    save(&admin, blank, full().with("content_az", "")).await;
    app.clock.advance(MINUTE);
    assert!(is_live_after_a_look(&app, second).await);
    assert!(!is_live(&app, blank).await);
    let of = |post: i64| format!("/api/blog/posts/{post}/");
    assert_eq!(app.get_json(&of(featured)).await["featured"], true);
    assert_eq!(app.get_json(&of(second)).await["featured"], false);
    // One that makes room at the same moment goes first.
    let third = written_with(&admin, full().with("featured", "true")).await;
    plan(&admin, third, "publish", &["az"], MINUTE).await;
    plan(&admin, featured, "unpublish", &["az", "en", "ru"], MINUTE).await;
    app.clock.advance(MINUTE);
    assert!(is_live_after_a_look(&app, third).await);
    assert_eq!(app.get_json(&of(third)).await["featured"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_generation_delays_only_the_site() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    plan(&admin, post, "publish", &["az"], MINUTE).await;
    let template = app.dir.path().join("templates/pages/post.html");
    let good = std::fs::read_to_string(&template).unwrap();
    std::fs::write(&template, "{% block").unwrap();
    app.app.publisher.reload();
    app.until(|status| status.last_error.is_some()).await;
    app.clock.advance(MINUTE);
    assert!(is_live_after_a_look(&app, post).await);
    let of_this = |status: &Status| {
        let error = status.last_error.as_ref();
        error.is_some_and(|error| error.revision == 1)
    };
    app.until(of_this).await;
    assert_eq!(app.page("blog/1/index.html"), "");
    std::fs::write(&template, good).unwrap();
    app.app.publisher.reload();
    app.until_live_after_failure().await;
    assert!(app.page("blog/1/index.html").contains("Plan az"));
    let admin = app.sign_in().await;
    assert_eq!(publications(&admin, post).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_due_while_nothing_ran_is_done_at_the_start() {
    let mut app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = written(&admin).await;
    plan(&admin, post, "publish", &["az"], HOUR).await;
    let dir = std::mem::replace(&mut app.dir, tempfile::tempdir().unwrap());
    drop(app);
    let app = TestApp::start_in(dir, |_| {}).await;
    app.clock.set_ahead(50 * 60);
    assert!(!is_live_after_a_look(&app, post).await);
    app.clock.set_ahead(3 * 60 * 60);
    assert!(is_live_after_a_look(&app, post).await);
    let dir = std::mem::replace(&mut { app }.dir, tempfile::tempdir().unwrap());
    let app = TestApp::start_in(dir, |_| {}).await;
    app.clock.set_ahead(4 * 60 * 60);
    assert!(is_live_after_a_look(&app, post).await);
    let admin = app.sign_in().await;
    assert_eq!(publications(&admin, post).await, 1);
}
