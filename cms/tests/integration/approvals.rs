//! Asking for publication: an author asks, an editor publishes or sends it back, and everything else ends the request.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    library::stored,
    people::signed_in,
    support::{Session, TestApp, azerbaijani, nothing, problem},
};

const QUEUE: &str = "/api/approvals/";

impl Session<'_> {
    async fn asks_for(&self, id: i64, body: Value) -> Value {
        let answer = self.post_json(id, "approval/", body).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        answer.json().await.unwrap()
    }

    async fn asked(&self, id: i64) -> Value {
        let path = format!("/api/blog/posts/{id}/approval/");
        self.read(&path).await["approval"].clone()
    }

    async fn queue(&self) -> Vec<i64> {
        let list = self.read(QUEUE).await;
        let ids = list.as_array().unwrap().iter();
        ids.map(|one| one["post_id"].as_i64().unwrap()).collect()
    }
}

async fn staff(app: &TestApp) -> (Session<'_>, Session<'_>) {
    let owner = app.sign_in().await;
    owner.adds("aygun", "author").await;
    owner.adds("orxan", "editor").await;
    (signed_in(app, "aygun").await, signed_in(app, "orxan").await)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_author_asks_and_an_editor_publishes() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let id = author.drafted(azerbaijani("Hesabat")).await;
    assert_eq!(author.asked(id).await, Value::Null);
    let body = json!({"languages": ["az"], "note": " Cümə\u{0} gününə lazımdır "});
    let asked = author.asks_for(id, body).await;
    assert_eq!(
        (&asked["note"], &asked["asked_by"], &asked["changed"]),
        (
            &json!("Cümə gününə lazımdır"),
            &json!("aygun"),
            &json!(false)
        )
    );
    assert_eq!(editor.queue().await, [id]);
    let waiting = editor.read(QUEUE).await;
    assert_eq!(
        (&waiting[0]["title"], &waiting[0]["languages"]),
        (&json!("Hesabat"), &json!(["az"]))
    );
    // A further save keeps the request, and says that it is about other words.
    author
        .saved(id, nothing().with("title_az", "Hesabat 2026"))
        .await;
    assert_eq!(author.asked(id).await["changed"], true);
    assert_eq!(editor.read(QUEUE).await[0]["changed"], true);
    assert_eq!(editor.publish(id, &["az"]).await.status(), StatusCode::OK);
    assert_eq!(editor.asked(id).await, Value::Null);
    assert!(editor.queue().await.is_empty());
    let owner = app.sign_in().await;
    let record = owner.read("/api/audit/?kind=approval_asked").await;
    assert_eq!(
        (&record[0]["name"], &record[0]["post"]),
        (&json!("aygun"), &json!(id))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_says_so_when_a_picture_of_the_post_is_another_one() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let picture = stored(&author, 1, "a.png").await;
    let text = format!("<p><img src=\"/api/blog/images/{picture}/\"></p>");
    let id = author
        .drafted(azerbaijani("Hesabat").with("content_az", &text))
        .await;
    let other = author.drafted(azerbaijani("Başqa")).await;
    for id in [id, other] {
        author.asks_for(id, json!({"languages": ["az"]})).await;
    }
    let path = format!("/api/media/{picture}/");
    let said = author.json(Method::PATCH, &path, json!({"alt_az": "Ofis"}));
    assert_eq!(said.await.status(), StatusCode::OK);
    let changed = editor.read(QUEUE).await;
    let changed: Vec<&Value> = [0, 1].map(|at| &changed[at]["changed"]).into();
    assert_eq!(changed, [&json!(true), &json!(false)]);
    assert_eq!(author.asked(id).await["changed"], true);
    // Asked for again, it is about what is there now.
    author.asks_for(id, json!({"languages": ["az"]})).await;
    assert_eq!(author.asked(id).await["changed"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_editor_sends_it_back_and_the_author_asks_again() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let id = author.drafted(azerbaijani("a")).await;
    let back = async |note: &str| {
        editor
            .post_json(id, "approval/return/", json!({"note": note}))
            .await
    };
    assert_eq!(problem(back("x").await).await.0, 404, "nothing waits");
    author.asks_for(id, json!({})).await;
    let long = json!({"note": "x".repeat(1001)});
    let (status, _, body) = problem(author.post_json(id, "approval/", long).await).await;
    assert_eq!(
        (status, &body["errors"]["note"][0]),
        (422, &json!("too_long"))
    );
    author.asks_for(id, json!({"note": "ə".repeat(1000)})).await;
    for (note, code) in [
        (" \0\u{7}".to_owned(), "required"),
        ("x".repeat(1001), "too_long"),
    ] {
        let (status, _, body) = problem(back(&note).await).await;
        assert_eq!((status, &body["errors"]["note"][0]), (422, &json!(code)));
    }
    assert_eq!(back("Mənbə yoxdur").await.status(), 204);
    let asked = author.asked(id).await;
    assert_eq!(
        (&asked["returned"]["by"], &asked["returned"]["note"]),
        (&json!("orxan"), &json!("Mənbə yoxdur"))
    );
    assert!(editor.queue().await.is_empty());
    assert_eq!(problem(back("x").await).await.0, 404, "answered already");
    let again = author.asks_for(id, json!({"note": "İndi var"})).await;
    assert_eq!(again["returned"], Value::Null);
    assert_eq!(editor.queue().await, [id]);
    let withdraw = async || {
        let request = author.of_post(Method::DELETE, id, "approval/");
        request.send().await.unwrap().status()
    };
    assert_eq!(withdraw().await, StatusCode::NO_CONTENT);
    assert_eq!(withdraw().await, StatusCode::NOT_FOUND);
    assert!(editor.queue().await.is_empty());
    let owner = app.sign_in().await;
    for kind in ["approval_returned", "approval_withdrawn"] {
        let record = owner.read(&format!("/api/audit/?kind={kind}")).await;
        assert_eq!(record.as_array().unwrap().len(), 1, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_hears_of_a_request_that_ends_although_nothing_is_published() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let id = author.drafted(azerbaijani("Hesabat")).await;
    assert_eq!(editor.publish(id, &["az"]).await.status(), StatusCode::OK);
    author.saved(id, nothing().with("title_en", "Report")).await;
    author.asks_for(id, json!({"languages": ["en"]})).await;
    let edits = async || editor.read("/api/site/").await["edits"].clone();
    let before = edits().await;
    assert_eq!(editor.publish(id, &["az"]).await.status(), StatusCode::OK);
    assert_eq!(editor.asked(id).await, Value::Null);
    assert_ne!(edits().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_or_is_gone_is_asked_for_no_more() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let mut ids = Vec::new();
    for title in ["a", "b", "c", "d"] {
        let form = azerbaijani(title)
            .with("title_en", title)
            .with("content_en", "<p>x</p>");
        let id = author.drafted(form).await;
        author.asks_for(id, json!({"languages": ["az"]})).await;
        ids.push(id);
    }
    assert_eq!(editor.queue().await, ids);
    // One language of two: a working copy is left, the request is not.
    assert_eq!(editor.publish(ids[0], &["az"]).await.status(), 200);
    assert_eq!(editor.draft(ids[0]).await["exists"], true);
    // Planned is decided, too.
    let at = app.clock.now() + std::time::Duration::from_secs(3600);
    let body = json!({"languages": ["az"], "at": at.to_string()});
    let planned = editor.post_json(ids[1], "publish/", body).await;
    assert_eq!(planned.status(), StatusCode::ACCEPTED);
    // Given up, and put into the trash with it.
    let discard = author.of_post(Method::DELETE, ids[2], "draft/");
    assert_eq!(discard.send().await.unwrap().status(), 204);
    assert_eq!(editor.queue().await, [ids[3]]);
    assert_eq!(author.asked(ids[1]).await, Value::Null);
    // A refused publication ends nothing.
    assert_eq!(editor.publish(ids[3], &["ru"]).await.status(), 422);
    assert_eq!(editor.queue().await, [ids[3]]);
    // On-line as it is written there is nothing to ask for.
    assert_eq!(editor.publish(ids[3], &["az", "en"]).await.status(), 200);
    let (status, _, body) = problem(author.post_json(ids[3], "approval/", json!({})).await).await;
    assert_eq!(
        (status, &body["errors"]["languages"][0]),
        (422, &json!("no_changes"))
    );
    // Deleted and restored, nothing is asked for.
    author.saved(ids[3], nothing().with("title_az", "d2")).await;
    author.asks_for(ids[3], json!({})).await;
    assert_eq!(editor.delete(ids[3]).await.status(), 204);
    assert!(editor.queue().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_back_is_listed_for_who_asked_and_ended_by_them_or_an_editor() {
    const RETURNED: &str = "/api/approvals/returned/";
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let owner = app.sign_in().await;
    owner.adds("rena", "author").await;
    let other = signed_in(&app, "rena").await;
    let ids = [
        author.drafted(azerbaijani("a")).await,
        author.drafted(azerbaijani("b")).await,
    ];
    let end = async |who: &Session<'_>, id: i64| {
        let request = who.of_post(Method::DELETE, id, "approval/");
        request.send().await.unwrap().status()
    };
    for id in ids {
        author.asks_for(id, json!({})).await;
        assert_eq!(end(&other, id).await, StatusCode::FORBIDDEN, "waiting");
    }
    assert_eq!(author.read(RETURNED).await, json!([]));
    for id in ids {
        let note = json!({"note": "Mənbə yoxdur"});
        let back = editor.post_json(id, "approval/return/", note).await;
        assert_eq!(back.status(), StatusCode::NO_CONTENT);
    }
    let list = author.read(RETURNED).await;
    assert_eq!(
        (
            &list[0]["post_id"],
            &list[0]["title"],
            &list[0]["returned"]["note"],
            list.as_array().unwrap().len()
        ),
        (&json!(ids[0]), &json!("a"), &json!("Mənbə yoxdur"), 2)
    );
    for someone in [&other, &editor] {
        assert_eq!(someone.read(RETURNED).await, json!([]));
    }
    assert_eq!(end(&other, ids[0]).await, StatusCode::FORBIDDEN);
    assert_eq!(end(&author, ids[0]).await, StatusCode::NO_CONTENT);
    assert_eq!(end(&editor, ids[1]).await, StatusCode::NO_CONTENT);
    assert_eq!(author.read(RETURNED).await, json!([]));
    assert_eq!(end(&other, ids[0]).await, StatusCode::NOT_FOUND, "nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_editor_could_not_publish_is_not_asked_for() {
    let app = TestApp::start().await;
    let (author, editor) = staff(&app).await;
    let refused = async |id: i64, languages: Value| {
        let body = json!({"languages": languages});
        let (status, _, body) = problem(author.post_json(id, "approval/", body).await).await;
        assert_eq!(status, 422);
        body["errors"].clone()
    };
    let form = azerbaijani("a").with("title_en", "a");
    let id = author.drafted(form).await;
    assert_eq!(
        refused(id, json!(["en"])).await,
        json!({"languages": ["az_first"]})
    );
    assert_eq!(
        refused(id, json!(["az", "ru"])).await,
        json!({"title_ru": ["required"]})
    );
    assert_eq!(author.asked(id).await, Value::Null);
    author.saved(id, nothing().with("author", "")).await;
    assert_eq!(
        refused(id, json!(["az"])).await,
        json!({"author": ["required"]})
    );
    // As in the form, a title is enough.
    author.saved(id, nothing().with("author", "Aygün")).await;
    author
        .asks_for(id, json!({"languages": ["az", "en"]}))
        .await;
    let body = json!({"languages": ["az", "en"], "titles_suffice": true});
    let published = editor.post_json(id, "publish/", body).await;
    assert_eq!(published.status(), StatusCode::OK);
}
