//! Whoever looks at posts hears of every change of what staff see: each raises the number that lists and the stream of events go by.

use std::time::Duration;

use cms::{cli::jobs, posts::trash::KEPT};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{Session, TestApp, azerbaijani, nothing};

/// A post in two languages that nobody sees but staff.
async fn drafted(admin: &Session<'_>) -> i64 {
    let form = azerbaijani("a")
        .with("title_en", "a")
        .with("content_en", "<p>a</p>");
    admin.drafted(form).await
}

/// Fails unless what was done is told to whoever looks.
struct Ear<'a> {
    admin: &'a Session<'a>,
    edits: i64,
}

impl Ear<'_> {
    async fn hears(&mut self, what: &str, answer: Response) {
        assert!(answer.status().is_success(), "{what}: {}", answer.status());
        self.heard(what).await;
    }

    async fn heard(&mut self, what: &str) {
        let site: Value = self.admin.app.get_json("/api/site/").await;
        let edits = site["edits"].as_i64().unwrap();
        assert!(edits > self.edits, "{what}");
        self.edits = edits;
    }
}

/// A new draft, and whoever has heard of it.
async fn drafted_and_heard<'a>(admin: &'a Session<'a>) -> (i64, Ear<'a>) {
    let id = drafted(admin).await;
    let mut ear = Ear { admin, edits: 0 };
    ear.heard("a draft").await;
    (id, ear)
}

async fn call(admin: &Session<'_>, method: Method, id: i64, rest: &str) -> Response {
    admin.of_post(method, id, rest).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_requests_plans_links_and_addresses() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (id, mut ear) = drafted_and_heard(&admin).await;
    let ask = async || admin.post_json(id, "approval/", json!({})).await;
    ear.hears("asked", ask().await).await;
    let back = json!({"note": "x"});
    let back = admin.post_json(id, "approval/return/", back).await;
    ear.hears("sent back", back).await;
    ear.hears("asked again", ask().await).await;
    let withdrawn = call(&admin, Method::DELETE, id, "approval/").await;
    ear.hears("withdrawn", withdrawn).await;
    let shared = call(&admin, Method::POST, id, "share/").await;
    ear.hears("shared", shared).await;
    let taken = call(&admin, Method::DELETE, id, "share/").await;
    ear.hears("taken back", taken).await;
    let settled = json!({"language": "en"});
    let settled = admin.post_json(id, "translated/", settled).await;
    ear.hears("a translation declared right", settled).await;
    let at = app.clock.now() + Duration::from_secs(60);
    let when = json!({"languages": ["az"], "at": at.to_string()});
    let planned = admin.post_json(id, "publish/", when.clone()).await;
    ear.hears("planned", planned).await;
    let cancelled = call(&admin, Method::DELETE, id, "schedule/").await;
    ear.hears("cancelled", cancelled).await;
    let planned = admin.post_json(id, "publish/", when).await;
    ear.hears("planned again", planned).await;
    let saved = admin.save(id, nothing().with("title_az", "")).await;
    ear.hears("saved", saved).await;
    app.clock.advance(Duration::from_secs(60));
    jobs::scheduler(&app.app).round().await.unwrap();
    ear.heard("what was planned could not be done").await;
    let elsewhere = json!({"redirect_to": "https://example.org/"});
    let sent = admin.of_post(Method::PUT, id, "redirect/").json(&elsewhere);
    ear.hears("sent elsewhere", sent.send().await.unwrap())
        .await;
    let gone = call(&admin, Method::DELETE, id, "redirect/").await;
    ear.hears("not any more", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_trash_and_of_what_goes_live_or_off_line() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (id, mut ear) = drafted_and_heard(&admin).await;
    let live = admin.publish(id, &["az", "en"]).await;
    ear.hears("published", live).await;
    let off = admin.unpublish(id, &["en"]).await;
    ear.hears("a language off-line", off).await;
    let discarded = call(&admin, Method::DELETE, id, "draft/").await;
    ear.hears("the working copy given up", discarded).await;
    ear.hears("off-line", admin.unpublish(id, &[]).await).await;
    ear.hears("published again", admin.publish(id, &["az"]).await)
        .await;
    ear.hears("deleted", admin.delete(id).await).await;
    let trash = async |method: Method, rest: &str| {
        let path = format!("/api/blog/trash/{id}/{rest}");
        admin.request(method, &path).send().await.unwrap()
    };
    ear.hears("restored", trash(Method::POST, "restore/").await)
        .await;
    ear.hears("deleted again", admin.delete(id).await).await;
    ear.hears("forgotten", trash(Method::DELETE, "").await)
        .await;
}

/// Whatever had a row of its own for the post, but for the record of who did what, addresses that others may know, and that it is to go from
/// the site.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_post_that_is_forgotten_no_row_is_left() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let form = azerbaijani("a")
        .with("title_en", "a")
        .with("content_en", "<p>a</p>");
    let request = admin.request(Method::POST, "/api/blog/drafts/");
    let request = request.header("idempotency-key", "\"one\"");
    let made = request.multipart(form.form()).send().await.unwrap();
    let id = made.json::<Value>().await.unwrap()["id"].as_i64().unwrap();
    assert_eq!(admin.publish(id, &["az"]).await.status(), 200);
    admin.saved(id, nothing().with("title_az", "b")).await;
    let asked = admin.post_json(id, "approval/", json!({})).await;
    assert_eq!(asked.status(), 201);
    let shared = call(&admin, Method::POST, id, "share/").await;
    assert!(shared.status().is_success());
    let at = app.clock.now() + Duration::from_secs(24 * 3600);
    let when = json!({"at": at.to_string()});
    let planned = admin.post_json(id, "unpublish/", when).await;
    assert_eq!(planned.status(), 202);
    assert_eq!(admin.delete(id).await.status(), 204);
    let rows = || {
        let read = |store: &rusqlite::Connection| {
            let tables = "SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'post_id'
                 WHERE t.type = 'table' AND t.name NOT IN ('audit', 'deletions', 'slugs', 'redirects') ORDER BY 1";
            let names = store
                .prepare(tables)?
                .query_map([], |row| row.get::<_, String>(0))?
                .collect::<Result<Vec<_>, _>>()?;
            let mut left = Vec::new();
            for name in names {
                let count = format!("SELECT count(*) FROM {name} WHERE post_id = ?1");
                let count: i64 = store.query_row(&count, [id], |row| row.get(0))?;
                left.extend((count > 0).then_some(name));
            }
            Ok::<_, anyhow::Error>(left)
        };
        app.app.store.read_blocking(read).unwrap()
    };
    let before = rows();
    for kept in ["post_revisions", "translations", "trash", "working_copies"] {
        assert!(before.iter().any(|name| name == kept), "{kept}: {before:?}");
    }
    for ended in ["approvals", "creations", "schedules", "share_links"] {
        assert!(!before.iter().any(|name| name == ended), "{ended}");
    }
    let kept = Duration::from_millis(KEPT.try_into().unwrap());
    app.clock.advance(kept + Duration::from_secs(1));
    let collect = cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config);
    collect.await.unwrap();
    assert_eq!(rows(), [""; 0]);
}
