//! The inbox: what visitors wrote is found, read, noted down, assigned, answered and put away; what is suspected is kept apart.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{PASSWORD, Session, TestApp, problem};

pub const MESSAGES: &str = "/api/messages/";

pub fn letter(name: &str, text: &str) -> Value {
    json!({"template_params": {
        "from_name": name, "from_email": "visitor@example.az", "subject": "audit", "message": text,
    }})
}

async fn writes(app: &TestApp, letter: &Value) -> StatusCode {
    // Each in a time of its own: nobody is too fast.
    app.clock.advance(Duration::from_secs(11 * 60));
    sends(app, letter).await
}

pub async fn sends(app: &TestApp, letter: &Value) -> StatusCode {
    let request = app.request(Method::POST, "/api/contact/").json(letter);
    request.send().await.unwrap().status()
}

pub struct Desk<'a>(pub Session<'a>);

impl Desk<'_> {
    pub async fn get(&self, path: &str) -> Response {
        let path = format!("{MESSAGES}{path}");
        self.0.request(Method::GET, &path).send().await.unwrap()
    }

    pub async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.unwrap()
    }

    /// How many there are of each, without the number that rises.
    async fn numbers(&self) -> Value {
        let mut counts = self.read("counts/").await;
        assert!(counts["changes"].is_i64(), "{counts}");
        counts.as_object_mut().unwrap().remove("changes");
        counts
    }

    /// The names of who wrote the messages of a page.
    pub async fn names(&self, query: &str) -> Vec<String> {
        let list = self.read(&format!("?{query}")).await;
        let list = list.as_array().unwrap().iter();
        list.map(|message| message["name"].as_str().unwrap().to_owned())
            .collect()
    }

    pub async fn patch(&self, id: i64, change: Value) -> Response {
        let path = format!("{MESSAGES}{id}/");
        let request = self.0.request(Method::PATCH, &path).json(&change);
        request.send().await.unwrap()
    }

    pub async fn changed(&self, id: i64, change: Value) -> Value {
        let answer = self.patch(id, change).await;
        assert_eq!(answer.status(), StatusCode::OK);
        answer.json().await.unwrap()
    }
}

async fn with_three() -> TestApp {
    let app = TestApp::start().await;
    for (name, text) in [
        ("İlqar", "Vergi yoxlaması"),
        ("Нина Фёдорова", "Нужен аудит"),
        ("Bob", "Payroll for IRELAND"),
    ] {
        assert_eq!(writes(&app, &letter(name, text)).await, StatusCode::OK);
    }
    app
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_for_editors() {
    let app = with_three().await;
    let desk = Desk(app.sign_in().await);
    let body = json!({"username": "orxan", "password": PASSWORD, "role": "author"});
    let added = desk.0.request(Method::POST, "/api/users/").json(&body);
    assert_eq!(added.send().await.unwrap().status(), StatusCode::CREATED);
    let pair = app.sign_in_as("orxan", PASSWORD).await;
    let pair: Value = pair.json().await.unwrap();
    let author = app
        .get(MESSAGES)
        .bearer_auth(pair["access"].as_str().unwrap());
    assert_eq!(problem(author.send().await.unwrap()).await.1, "forbidden");
    assert_eq!(
        app.get(MESSAGES).send().await.unwrap().status(),
        StatusCode::UNAUTHORIZED
    );
    let assignees = desk.read("assignees/").await;
    assert_eq!(assignees.as_array().unwrap().len(), 1, "no authors");
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_listed_newest_first_page_by_page_and_found_by_words() {
    let app = with_three().await;
    let desk = Desk(app.sign_in().await);
    assert_eq!(desk.names("").await, ["Bob", "Нина Фёдорова", "İlqar"]);
    let answer = desk.get("?page=2&page_size=2").await;
    assert_eq!(answer.headers()["x-total-count"], "3");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(desk.names("page=2&page_size=2").await, ["İlqar"]);
    for (words, name) in [
        ("ilqar", "İlqar"),
        ("VERGİ yoxlama", "İlqar"),
        ("федорова", "Нина Фёдорова"),
        ("ıreland", "Bob"),
        ("payroll bob", "Bob"),
    ] {
        let answer = desk.get(&format!("?q={words}")).await;
        assert_eq!(answer.headers()["x-total-count"], "1", "{words}");
        let list: Value = answer.json().await.unwrap();
        assert_eq!(list[0]["name"], name, "{words}");
    }
    assert!(desk.names("q=payroll%20vergi").await.is_empty());
    assert_eq!(desk.names("q=example.az&page=2&page_size=1").await.len(), 1);
    for (query, field, code) in [
        ("page=0".to_owned(), "page", "out_of_range"),
        ("page_size=101".to_owned(), "page_size", "out_of_range"),
        (format!("q={}", "a".repeat(201)), "q", "too_long"),
    ] {
        let (status, _, body) = problem(desk.get(&format!("?{query}")).await).await;
        assert_eq!((status, &body["errors"]), (400, &json!({field: [code]})));
    }
    assert_eq!(desk.get("?state=x").await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_of_them_is_written_down() {
    let app = with_three().await;
    let desk = Desk(app.sign_in().await);
    let counts = json!({"unread": 3, "new": 3, "answered": 0, "archived": 0, "suspected": 0, "room": "enough"});
    assert_eq!(desk.numbers().await, counts);
    let first = desk.read("1/").await;
    assert_eq!(
        (&first["read"], &first["state"]),
        (&json!(false), &json!("new"))
    );
    assert_eq!(desk.changed(1, json!({"read": true})).await["read"], true);
    assert_eq!(desk.read("counts/").await["unread"], 2);
    desk.changed(1, json!({"read": false})).await;
    assert_eq!(desk.read("counts/").await["unread"], 3);

    let answered = desk.changed(2, json!({"state": "answered"})).await;
    assert_eq!(answered["handled_by"], "admin");
    assert!(answered["handled_at"].is_string());
    assert_eq!(answered["read"], true);
    desk.changed(3, json!({"state": "archived"})).await;
    let counts = json!({"unread": 1, "new": 1, "answered": 1, "archived": 1, "suspected": 0, "room": "enough"});
    assert_eq!(desk.numbers().await, counts);
    assert_eq!(desk.names("state=answered").await, ["Нина Фёдорова"]);
    assert_eq!(desk.names("state=new").await, ["İlqar"]);
    assert_eq!(desk.names("state=archived&q=payroll").await, ["Bob"]);

    let me = desk.read("assignees/").await[0].clone();
    let assigned = desk.changed(
        1,
        json!({"assigned_to": me["id"], "note": "Call\r\nhim\u{7}"}),
    );
    let assigned = assigned.await;
    assert_eq!(
        (&assigned["assigned_to"], &assigned["note"]),
        (&me, &json!("Call\nhim"))
    );
    assert_eq!(
        desk.names("q=admin%20him").await,
        ["İlqar"],
        "note and name"
    );
    let kept = desk.changed(1, json!({})).await;
    assert_eq!(kept["assigned_to"], me, "what is left out stays");
    let nobody = desk.changed(1, json!({"assigned_to": null})).await;
    assert_eq!(nobody["assigned_to"], Value::Null);
    let wrong = json!({"assigned_to": 99, "note": "ə".repeat(2001)});
    let (status, _, body) = problem(desk.patch(1, wrong).await).await;
    let errors = json!({"assigned_to": ["unknown"], "note": ["too_long"]});
    assert_eq!((status, &body["errors"]), (400, &errors));

    let gone = desk.0.request(Method::DELETE, "/api/messages/3/");
    assert_eq!(gone.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    for method in [Method::GET, Method::DELETE] {
        let again = desk.0.request(method, "/api/messages/3/").send().await;
        assert_eq!(again.unwrap().status(), StatusCode::NOT_FOUND);
    }
    assert_eq!(
        desk.patch(3, json!({})).await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_that_someone_else_changed_meanwhile_is_not_overwritten() {
    let app = with_three().await;
    let desk = Desk(app.sign_in().await);
    let etag = desk.get("1/").await.headers()["etag"].clone();
    desk.changed(1, json!({"read": true})).await;
    let note = |words: &'static str| {
        let request = desk.0.request(Method::PATCH, "/api/messages/1/");
        let request = request.header("if-match", etag.clone());
        request.json(&json!({ "note": words })).send()
    };
    let first = note("mine").await.unwrap();
    assert_eq!(first.status(), StatusCode::OK, "reading changes no words");
    assert_ne!(first.headers()["etag"], etag);
    let (status, code, _) = problem(note("theirs").await.unwrap()).await;
    assert_eq!((status, code.as_str()), (412, "message-changed"));
    assert_eq!(desk.read("1/").await["note"], "mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_is_asked_no_more() {
    let app = with_three().await;
    let desk = Desk(app.sign_in().await);
    let body = json!({"username": "leyla", "password": PASSWORD, "role": "editor"});
    let added = desk.0.request(Method::POST, "/api/users/").json(&body);
    let leyla: Value = added.send().await.unwrap().json().await.unwrap();
    let assigned = desk.changed(1, json!({"assigned_to": leyla["id"]})).await;
    assert_eq!(assigned["assigned_to"]["username"], "leyla");
    let path = format!("/api/users/{}/", leyla["id"]);
    let removed = desk.0.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(removed.status(), StatusCode::NO_CONTENT);
    assert_eq!(desk.read("1/").await["assigned_to"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn suspected_ones_are_kept_apart_until_somebody_clears_them() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    let mut robot = letter("Robot", "Buy");
    robot["fax_number"] = json!("1");
    assert_eq!(sends(&app, &robot).await, StatusCode::OK, "answered alike");
    assert_eq!(sends(&app, &robot).await, StatusCode::OK);
    assert!(desk.names("").await.is_empty());
    assert_eq!(desk.names("state=suspected").await, ["Robot"], "once");
    let counts = desk.read("counts/").await;
    assert_eq!(
        (&counts["suspected"], &counts["unread"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(desk.read("1/").await["suspected"], "robot");
    let refused = desk.patch(1, json!({"suspected": true})).await;
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let cleared = desk.changed(1, json!({"suspected": false})).await;
    assert_eq!(
        (&cleared["suspected"], &cleared["state"]),
        (&Value::Null, &json!("new"))
    );
    assert_eq!(desk.names("state=new").await, ["Robot"]);
    let totals = app.app.store.read_blocking(|store| {
        let sql = "SELECT count FROM message_totals";
        Ok::<i64, anyhow::Error>(store.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(totals.unwrap(), 1, "counted with the others");
}

/// The first letter that comes too fast.
async fn one_too_many(app: &TestApp) -> Value {
    for n in 0..5 {
        let letter = letter(&n.to_string(), "x");
        assert_eq!(sends(app, &letter).await, StatusCode::OK);
    }
    let sixth = letter("sixth", "x");
    assert_eq!(sends(app, &sixth).await, StatusCode::TOO_MANY_REQUESTS);
    sixth
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_too_fast_is_kept_apart_until_it_comes_in_time() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    let sixth = one_too_many(&app).await;
    assert_eq!(desk.names("state=suspected").await, ["sixth"]);
    assert_eq!(desk.read("6/").await["suspected"], "rate");
    app.clock.advance(Duration::from_secs(600));
    assert_eq!(sends(&app, &sixth).await, StatusCode::OK);
    assert!(desk.names("state=suspected").await.is_empty(), "not twice");
    assert_eq!(desk.names("state=new&page_size=1").await, ["sixth"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_has_noted_on_a_message_kept_apart_outlives_its_second_coming() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    let sixth = one_too_many(&app).await;
    let mut reachable = sixth.clone();
    reachable["template_params"]["phone"] = json!("+994 12 555 01 01");
    assert_eq!(sends(&app, &reachable).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        desk.names("state=suspected").await,
        ["sixth", "sixth"],
        "a number was added"
    );
    desk.changed(6, json!({"note": "Called, wants an offer"}))
        .await;
    app.clock.advance(Duration::from_secs(600));
    assert_eq!(sends(&app, &sixth).await, StatusCode::OK);
    assert_eq!(desk.read("6/").await["note"], "Called, wants an offer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_robots_keeps_nobody_out_and_is_bounded() {
    let app = TestApp::start().await;
    let desk = Desk(app.sign_in().await);
    for n in 0..20 {
        let mut robot = letter("Robot", &n.to_string());
        robot["fax_number"] = json!("1");
        assert_eq!(sends(&app, &robot).await, StatusCode::OK);
    }
    assert_eq!(
        desk.names("state=suspected").await.len(),
        5,
        "so many from one place"
    );
    assert_eq!(sends(&app, &letter("Aygün", "x")).await, StatusCode::OK);
    let fill = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
        INSERT INTO messages (received_at, name, email, phone, subject, message, suspected)
        SELECT 0, 'old', 'a@b.az', '', 'x', i, 'robot' FROM n";
    let write =
        |store: &rusqlite::Transaction<'_>| Ok::<_, anyhow::Error>(store.execute(fill, [])?);
    app.app.store.write_blocking(write).unwrap();
    app.clock.advance(Duration::from_secs(600));
    let mut robot = letter("Robot", "the last");
    robot["fax_number"] = json!("1");
    sends(&app, &robot).await;
    let counts = desk.read("counts/").await;
    assert_eq!(
        (&counts["suspected"], &counts["new"]),
        (&json!(500), &json!(1))
    );
    assert_eq!(desk.names("state=suspected&page_size=1").await, ["Robot"]);
}
