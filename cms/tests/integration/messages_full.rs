//! An inbox without room: nothing that visitors write is lost at once, staff hear of it, and make room in a minute.

use std::time::Duration;

use cms::store::messages::{MOST, MOST_BYTES, SHORT};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    command_line::succeeds,
    messages::{Desk, MESSAGES, letter, sends},
    people::signed_in,
    support::{PASSWORD, Process, TestApp, cms, copy_site, problem},
};

fn totals(app: &TestApp, count: i64, bytes: i64) {
    let set = move |store: &rusqlite::Transaction<'_>| {
        let sql = "UPDATE message_totals SET count = ?1, bytes = ?2";
        Ok::<_, anyhow::Error>(store.execute(sql, [count, bytes])?)
    };
    app.app.store.write_blocking(set).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_room_words_are_kept_apart_until_they_come_again() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    let words = letter("Aygün", "Vergi");
    for (count, bytes) in [(MOST, 0), (0, MOST_BYTES)] {
        totals(&app, count, bytes);
        assert_eq!(sends(&app, &words).await, StatusCode::INSUFFICIENT_STORAGE);
        assert_eq!(desk.names("state=suspected").await, ["Aygün"], "once");
        assert_eq!(desk.read("counts/").await["room"], "none");
    }
    assert!(desk.names("").await.is_empty());
    totals(&app, 0, 0);
    assert_eq!(sends(&app, &words).await, StatusCode::OK);
    assert_eq!(desk.names("").await, ["Aygün"]);
    assert!(desk.names("state=suspected").await.is_empty());
    assert_eq!(desk.read("counts/").await["room"], "enough");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_messages_leave_room_for_the_others() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    let long = letter("Long", &"😀".repeat(SHORT / 4));
    assert_eq!(sends(&app, &long).await, StatusCode::OK);
    app.clock.advance(Duration::from_secs(600));
    totals(&app, 0, MOST_BYTES / 2);
    assert_eq!(desk.read("counts/").await["room"], "little");
    assert_eq!(sends(&app, &long).await, StatusCode::INSUFFICIENT_STORAGE);
    assert_eq!(sends(&app, &letter("Aygün", "Vergi")).await, StatusCode::OK);
    assert_eq!(desk.names("").await, ["Aygün", "Long"]);
    assert_eq!(desk.names("state=suspected").await, ["Long"]);
    totals(&app, MOST * 3 / 4, 0);
    assert_eq!(desk.read("counts/").await["room"], "little");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_what_there_is_no_room_for() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let log = dir.path().join("log");
    let mut command = cms(dir.path());
    command.envs([("CMS_ADMIN_PASSWORD", PASSWORD), ("CMS_LOG", "warn")]);
    command.stderr(std::fs::File::create(&log).unwrap());
    let process = Process::of(&mut command);
    let store = rusqlite::Connection::open(dir.path().join("data/cms.db")).unwrap();
    let long = letter("Long", &"a".repeat(SHORT));
    let short = |name: &str| letter(name, "Vergi");
    let told = [
        (0, MOST_BYTES / 2, long, 507, ["WARN"].as_slice()),
        (MOST, 0, short("Aygün"), 507, &["WARN", "ERROR"]),
        (MOST, 0, short("Orxan"), 507, &["WARN", "ERROR"]),
        // Some were deleted.
        (MOST - 2, 0, short("Leyla"), 200, &["WARN", "ERROR"]),
        (MOST, 0, short("Rauf"), 507, &["WARN", "ERROR", "ERROR"]),
    ];
    for (count, bytes, letter, status, lines) in told {
        let sql = "UPDATE message_totals SET count = ?1, bytes = ?2";
        store.execute(sql, [count, bytes]).unwrap();
        let call = format!("{}/api/contact/", process.base);
        let sent = reqwest::Client::new().post(call).json(&letter).send().await;
        assert_eq!(sent.unwrap().status(), status);
        let log = std::fs::read_to_string(&log).unwrap();
        let room = log.lines().filter(|line| line.contains("room for"));
        let level = |line: &str| {
            let mut known = ["ERROR", "WARN"].into_iter();
            known.find(|level| line.contains(level))
        };
        let levels: Vec<_> = room.filter_map(level).collect();
        assert_eq!(levels, lines, "{log}");
    }
    let list = succeeds(dir.path(), &["messages", "--all"], "");
    let apart = "(kept apart: came too fast, or found no room)";
    assert_eq!(list.matches(apart).count(), 4, "{list}");
}

impl Desk<'_> {
    async fn seen(&self, query: &str) -> Value {
        self.read(&format!("found/?{query}")).await
    }

    async fn deletes(&self, messages: &Value) -> Value {
        let answer = self.several(messages).await;
        assert_eq!(answer.status(), StatusCode::OK);
        answer.json().await.unwrap()
    }

    async fn several(&self, messages: &Value) -> reqwest::Response {
        let body = json!({"action": "delete", "messages": messages});
        let path = format!("{MESSAGES}several/");
        self.0.json(Method::POST, &path, body).await
    }
}

async fn with_flood(count: i64) -> TestApp {
    let app = TestApp::start().await;
    let write = move |store: &rusqlite::Transaction<'_>| {
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
            INSERT INTO messages (received_at, kept_from, name, email, phone, subject, message)
            SELECT 0, 4102444800000, i, 'a@b.az', '', 'audit', 'flood ' || i FROM n";
        Ok::<_, anyhow::Error>(store.execute(sql, [count])?)
    };
    app.app.store.write_blocking(write).unwrap();
    assert_eq!(sends(&app, &letter("Aygün", "Vergi")).await, StatusCode::OK);
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn many_are_deleted_as_they_were_seen() {
    let app = with_flood(1_000).await;
    let desk = Desk(app.sign_in().await);
    let seen = desk.seen("state=new&q=flood").await;
    assert_eq!(seen.as_array().unwrap().len(), 1_000);
    assert_eq!(seen[0], json!({"id": 1_000, "version": 1}), "newest first");
    assert_eq!(
        desk.seen("state=new").await.as_array().unwrap().len(),
        1_001
    );
    assert_eq!(desk.seen("state=archived").await, json!([]));

    desk.changed(1, json!({"note": "He is real"})).await;
    desk.changed(2, json!({"read": true})).await;
    let gone = desk.0.request(Method::DELETE, "/api/messages/3/");
    assert_eq!(gone.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    let outcome = desk.deletes(&seen).await;
    assert_eq!(outcome, json!({"deleted": 998, "changed": 1}));
    assert_eq!(desk.names("state=new").await, ["Aygün", "1"]);
    assert_eq!(
        desk.deletes(&seen).await,
        json!({"deleted": 0, "changed": 1})
    );
    let record = desk
        .0
        .request(Method::GET, "/api/audit/?kind=message_deleted");
    let record = record.send().await.unwrap();
    assert_eq!(record.headers()["x-total-count"], "999", "each of them");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_deleted_at_once_is_refused() {
    let app = with_flood(2).await;
    let desk = Desk(app.sign_in().await);
    let seen = desk.seen("").await;
    desk.0.adds("orxan", "author").await;
    let author = Desk(signed_in(&app, "orxan").await);
    assert_eq!(problem(author.several(&seen).await).await.1, "forbidden");
    assert_eq!(problem(author.get("found/").await).await.1, "forbidden");
    let many = json!(vec![seen[0].clone(); 1_001]);
    for (messages, code) in [(json!([]), "required"), (many, "too_many")] {
        let (status, _, body) = problem(desk.several(&messages).await).await;
        assert_eq!((status, &body["errors"]["messages"]), (400, &json!([code])));
    }
    let long = format!("found/?q={}", "a".repeat(201));
    assert_eq!(
        problem(desk.get(&long).await).await.2["errors"]["q"][0],
        "too_long"
    );
    assert_eq!(desk.names("").await.len(), 3);
}
