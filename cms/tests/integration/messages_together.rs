//! The inbox while colleagues work in it and visitors write: what is shown can be known to be old, nobody is written over unseen,
//! and no message is skipped between two pages.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    messages::{Desk, MESSAGES, letter, sends},
    support::{TestApp, problem},
};

async fn with_messages(count: usize) -> TestApp {
    let app = TestApp::start().await;
    let fill = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
         INSERT INTO messages (received_at, kept_from, name, email, phone, subject, message)
         SELECT 0, 4102444800000, i, 'a@b.az', '', 'audit', 'words ' || i FROM n"
    );
    let write =
        |store: &rusqlite::Transaction<'_>| Ok::<_, anyhow::Error>(store.execute(&fill, [])?);
    app.app.store.write_blocking(write).unwrap();
    app
}

/// The names of a page, and how many messages are newer and older than it.
async fn page(desk: &Desk<'_>, query: &str) -> (Vec<i64>, [i64; 3]) {
    let answer = desk.get(&format!("?page_size=3&{query}")).await;
    assert_eq!(answer.status(), StatusCode::OK, "{query}");
    let number = |name: &str| -> i64 {
        let value = answer.headers().get(name).unwrap();
        value.to_str().unwrap().parse().unwrap()
    };
    let around = ["x-newer-count", "x-older-count", "x-total-count"].map(number);
    let list: Value = answer.json().await.unwrap();
    let list = list.as_array().unwrap().iter();
    (
        list.map(|message| message["id"].as_i64().unwrap())
            .collect(),
        around,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_begins_where_the_one_before_ended_whatever_left_meanwhile() {
    let app = with_messages(10).await;
    let desk = Desk(app.sign_in().await);
    assert_eq!(page(&desk, "state=new").await, (vec![10, 9, 8], [0, 7, 10]));
    for id in [10, 9] {
        desk.changed(id, json!({"state": "archived"})).await;
    }
    for more in ["", "&q=words"] {
        let of = async |place: &str| page(&desk, &format!("state=new{more}&{place}")).await;
        assert_eq!(of("before=8").await, (vec![7, 6, 5], [1, 4, 8]), "{more}");
        assert_eq!(of("before=5").await, (vec![4, 3, 2], [4, 1, 8]), "{more}");
        assert_eq!(of("before=1").await, (vec![], [8, 0, 8]), "{more}");
        assert_eq!(of("after=4").await, (vec![7, 6, 5], [1, 4, 8]), "{more}");
        assert_eq!(of("after=6").await, (vec![8, 7], [0, 6, 8]), "{more}");
        assert_eq!(of("page=2").await, (vec![5, 4, 3], [3, 2, 8]), "{more}");
        assert_eq!(of("page=9").await, (vec![], [8, 0, 8]), "{more}");
    }
    for (query, field) in [
        ("before=0", "before"),
        ("after=0", "after"),
        ("before=4&after=2", "after"),
        ("before=4&page=2", "page"),
        ("after=4&page=2", "page"),
    ] {
        let (status, _, body) = problem(desk.get(&format!("?{query}")).await).await;
        let errors = json!({field: ["out_of_range"]});
        assert_eq!((status, &body["errors"]), (400, &errors), "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_rises_with_whatever_happens_to_messages() {
    let app = with_messages(2).await;
    let desk = Desk(app.sign_in().await);
    let body = json!({"username": "leyla", "password": crate::support::PASSWORD, "role": "editor"});
    let added = desk.0.request(Method::POST, "/api/users/").json(&body);
    let leyla: Value = added.send().await.unwrap().json().await.unwrap();
    let mut last = desk.read("counts/").await["changes"].as_i64().unwrap();
    let mut rose = async |what: &str, rises: bool| {
        let answer = desk.get("").await;
        let of_list = answer.headers()["x-changes"].to_str().unwrap().to_owned();
        let now = desk.read("counts/").await["changes"].as_i64().unwrap();
        assert_eq!(of_list, now.to_string(), "{what}");
        assert_eq!(now > last, rises, "{what}");
        last = now;
    };
    rose("nothing", false).await;
    for change in [
        json!({"read": true}),
        json!({"read": false}),
        json!({"note": "mine"}),
        json!({"assigned_to": leyla["id"]}),
        json!({"state": "archived"}),
    ] {
        desk.changed(1, change.clone()).await;
        rose(&change.to_string(), true).await;
        desk.changed(1, change.clone()).await;
        rose(&format!("once more {change}"), false).await;
    }
    let path = format!("/api/users/{}/", leyla["id"]);
    let removed = desk.0.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(removed.status(), StatusCode::NO_CONTENT);
    rose("who was to answer left", true).await;
    // One goes and one comes: no number of a folder differs.
    let gone = desk
        .0
        .request(Method::DELETE, &format!("{MESSAGES}2/"))
        .send();
    assert_eq!(gone.await.unwrap().status(), StatusCode::NO_CONTENT);
    rose("deleted", true).await;
    assert_eq!(sends(&app, &letter("Aygün", "x")).await, StatusCode::OK);
    rose("came", true).await;
    let mut robot = letter("Robot", "Buy");
    robot["fax_number"] = json!("1");
    sends(&app, &robot).await;
    rose("kept apart", true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_acts_on_what_is_old_is_told_and_changes_nothing() {
    let app = with_messages(2).await;
    let desk = Desk(app.sign_in().await);
    let listed = desk.read("").await[1].clone();
    let etag = listed["etag"].as_str().unwrap().to_owned();
    assert_eq!(desk.get("1/").await.headers()["etag"], etag.as_str());
    let archived = desk.changed(1, json!({"state": "archived"})).await;
    assert_ne!(archived["etag"], listed["etag"]);
    for change in [json!({"state": "answered"}), json!({"assigned_to": null})] {
        let path = format!("{MESSAGES}1/");
        let request = desk.0.request(Method::PATCH, &path).json(&change);
        let answer = request.header("if-match", &etag).send().await.unwrap();
        assert_eq!(problem(answer).await.1, "message-changed");
    }
    assert_eq!(desk.read("1/").await["state"], "archived");
}
