//! Both a publication and an unpublication of a language may be ahead, and each is moved and cancelled alone.

use std::time::Duration;

use cms::cli::jobs;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, azerbaijani, problem, states};

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn plan(admin: &Session<'_>, id: i64, action: &str, lang: &str, at: Timestamp) -> u16 {
    let body = json!({ "languages": [lang], "at": at });
    let answer = admin.post_json(id, &format!("{action}/"), body).await;
    answer.status().as_u16()
}

async fn cancel(admin: &Session<'_>, id: i64, query: &str) -> u16 {
    let request = admin.of_post(Method::DELETE, id, &format!("schedule/{query}"));
    request.send().await.unwrap().status().as_u16()
}

/// When a language goes live and off-line, and what comes first.
async fn ahead(admin: &Session<'_>, id: i64, lang: &str) -> [Value; 4] {
    let draft = admin.draft(id).await;
    let language = &draft["languages"][lang];
    [
        "publish_at",
        "unpublish_at",
        "scheduled_at",
        "scheduled_action",
    ]
    .map(|field| language[field].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_seen_an_older_text_plans_nothing() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    let asked = |tag: &str| {
        let body = json!({ "languages": ["az"], "at": app.clock.now() + HOUR });
        let request = admin.of_post(Method::POST, post, "publish/").json(&body);
        request.header("if-match", tag).send()
    };
    let refused = asked("\"x\"").await.unwrap();
    assert_eq!(refused.status(), 412);
    assert_eq!(ahead(&admin, post, "az").await[0], Value::Null);
    let tag = admin.draft_tag(post).await;
    assert_eq!(asked(&tag).await.unwrap().status(), 202);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_goes_live_at_nine_and_off_line_at_eighteen() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    let start = app.clock.now();
    let (nine, eighteen) = (start + HOUR, start + HOUR * 10);
    assert_eq!(plan(&admin, post, "publish", "az", nine).await, 202);
    assert_eq!(plan(&admin, post, "unpublish", "az", eighteen).await, 202);
    let expected = [json!(nine), json!(eighteen), json!(nine), json!("publish")];
    assert_eq!(ahead(&admin, post, "az").await, expected);
    // One is moved, the other stays.
    let ten = start + HOUR * 2;
    assert_eq!(plan(&admin, post, "publish", "az", ten).await, 202);
    assert_eq!(
        ahead(&admin, post, "az").await[..2],
        [json!(ten), json!(eighteen)]
    );
    let path = format!("/api/blog/posts/{post}/");
    let is_live = async || app.get(&path).send().await.unwrap().status() == 200;
    app.clock.advance(HOUR * 2);
    jobs::scheduler(&app.app).round().await.unwrap();
    assert!(is_live().await);
    let admin = app.sign_in().await;
    let expected = [
        Value::Null,
        json!(eighteen),
        json!(eighteen),
        json!("unpublish"),
    ];
    assert_eq!(ahead(&admin, post, "az").await, expected);
    app.clock.advance(HOUR * 8);
    jobs::scheduler(&app.app).round().await.unwrap();
    assert!(!is_live().await);
    let admin = app.sign_in().await;
    assert_eq!(ahead(&admin, post, "az").await, [const { Value::Null }; 4]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_does_not_go_off_line_before_it_goes_live() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    let start = app.clock.now();
    assert_eq!(
        plan(&admin, post, "publish", "az", start + HOUR * 2).await,
        202
    );
    for at in [start + HOUR, start + HOUR * 2] {
        let body = json!({ "languages": ["az"], "at": at });
        let answer = admin.post_json(post, "unpublish/", body).await;
        let (status, _, problem) = problem(answer).await;
        assert_eq!(
            (status, &problem["errors"]["at"]),
            (422, &json!(["before_publish"]))
        );
    }
    assert_eq!(
        plan(&admin, post, "unpublish", "az", start + HOUR * 3).await,
        202
    );
    for at in [start + HOUR * 3, start + HOUR * 4] {
        let body = json!({ "languages": ["az"], "at": at });
        let answer = admin.post_json(post, "publish/", body).await;
        let (status, _, problem) = problem(answer).await;
        assert_eq!(
            (status, &problem["errors"]["at"]),
            (422, &json!(["after_unpublish"]))
        );
    }
    // What is on-line may go and come back.
    admin.created(Draft::new("b")).await;
    let live = post + 1;
    let text = azerbaijani("b");
    admin.saved(live, text).await;
    assert_eq!(
        plan(&admin, live, "publish", "az", start + HOUR * 3).await,
        202
    );
    let body = json!({ "at": start + HOUR });
    assert_eq!(
        admin.post_json(live, "unpublish/", body).await.status(),
        202
    );
    let [publish, unpublish, first, action] = ahead(&admin, live, "az").await;
    assert_eq!(
        [publish, unpublish.clone()],
        [json!(start + HOUR * 3), json!(start + HOUR)]
    );
    assert_eq!([first, action], [unpublish, json!("unpublish")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_are_cancelled_one_by_one() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin
        .created(
            Draft::new("a")
                .with("content_az", "<p>x</p>")
                .with("content_ru", "<p>x</p>"),
        )
        .await;
    let start = app.clock.now();
    for lang in ["az", "ru"] {
        assert_eq!(plan(&admin, 1, "publish", lang, start + HOUR).await, 202);
    }
    assert_eq!(
        plan(&admin, 1, "unpublish", "ru", start + HOUR * 2).await,
        202
    );
    assert_eq!(cancel(&admin, 1, "?language=ru&action=publish").await, 204);
    assert_eq!(
        ahead(&admin, 1, "ru").await[..2],
        [Value::Null, json!(start + HOUR * 2)]
    );
    assert_eq!(ahead(&admin, 1, "az").await[0], json!(start + HOUR));
    assert_eq!(cancel(&admin, 1, "?action=unpublish").await, 204);
    assert_eq!(ahead(&admin, 1, "ru").await[1], Value::Null);
    assert_eq!(cancel(&admin, 1, "?language=en").await, 204);
    assert_eq!(admin.draft(1).await["state"], "scheduled");
    assert_eq!(cancel(&admin, 1, "").await, 204);
    assert_eq!(admin.draft(1).await["state"], "published");
    for (query, field) in [("?language=xx", "language"), ("?action=run", "action")] {
        let request = admin.of_post(Method::DELETE, 1, &format!("schedule/{query}"));
        let (status, _, problem) = problem(request.send().await.unwrap()).await;
        assert_eq!(
            (status, &problem["errors"][field]),
            (400, &json!(["invalid_choice"]))
        );
    }
    // What does not go live after all need not go off-line.
    let post = admin.drafted(azerbaijani("b")).await;
    assert_eq!(plan(&admin, post, "publish", "az", start + HOUR).await, 202);
    assert_eq!(
        plan(&admin, post, "unpublish", "az", start + HOUR * 2).await,
        202
    );
    assert_eq!(
        cancel(&admin, post, "?language=az&action=publish").await,
        204
    );
    assert_eq!(admin.draft(post).await["state"], "draft");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_only_for_later_is_never_done_now() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("a")).await;
    let (past, ahead) = (app.clock.now() - HOUR, app.clock.now() + HOUR);
    let ask = |rest: &'static str, at: Value| {
        admin.post_json(post, rest, json!({"at": at, "only_later": true}))
    };
    let refused = async |rest, at| problem(ask(rest, at).await).await.2["errors"].clone();
    let now = app.clock.now();
    for at in [past, now] {
        let errors = refused("publish/", json!(at)).await;
        assert_eq!(errors, json!({"at": ["past"]}));
    }
    let errors = refused("publish/", Value::Null).await;
    assert_eq!(errors, json!({"at": ["required"]}));
    assert_eq!(
        states(&admin.draft(post).await),
        ["draft", "empty", "empty"]
    );
    assert_eq!(ask("publish/", json!(ahead)).await.status(), 202);
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    let errors = refused("unpublish/", json!(past)).await;
    assert_eq!(errors, json!({"at": ["past"]}));
    assert_eq!(
        states(&admin.draft(post).await),
        ["published", "empty", "empty"]
    );
    assert_eq!(ask("unpublish/", json!(ahead)).await.status(), 202);
}
