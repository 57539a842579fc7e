//! Tokens for scripts: told once, kept as hashes, ended by an owner or by time, and named in the record of who did what.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    command_line::{fails, succeeds},
    support::{Session, TestApp, azerbaijani, problem, text},
};

const TOKENS: &str = "/api/tokens/";

impl<'a> Session<'a> {
    async fn asks(&self, body: Value) -> Response {
        let request = self.request(Method::POST, TOKENS).json(&body);
        request.send().await.unwrap()
    }

    /// A token as whoever has it.
    async fn token(&self, body: Value) -> Session<'a> {
        let answer = self.asks(body).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let made: Value = answer.json().await.unwrap();
        Session {
            app: self.app,
            access: text(&made["secret"]),
            refresh: String::new(),
        }
    }

    async fn tokens(&self) -> Vec<Value> {
        let answer = self.request(Method::GET, TOKENS).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.json().await.unwrap()
    }

    async fn status(&self, method: Method, path: &str) -> u16 {
        self.request(method, path)
            .send()
            .await
            .unwrap()
            .status()
            .as_u16()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_does_what_its_role_may_and_is_named() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let author = owner
        .token(json!({"name": "Idxal", "role": "author"}))
        .await;
    let editor = owner
        .token(json!({"name": "Dərc", "role": "editor", "days": 30}))
        .await;
    assert!(author.access.starts_with("cms_") && author.access.len() > 40);
    let post = author.drafted(azerbaijani("a")).await;
    assert_eq!(
        author.publish(post, &["az"]).await.status(),
        StatusCode::FORBIDDEN
    );
    assert_eq!(owner.draft(post).await["edited_by"], "token Idxal");
    assert_eq!(editor.publish(post, &["az"]).await.status(), StatusCode::OK);
    let record = owner
        .request(Method::GET, "/api/audit/?kind=post_published")
        .send()
        .await
        .unwrap();
    let record: Value = record.json().await.unwrap();
    assert_eq!(record[0]["name"], "token Dərc");
    let record = owner
        .request(Method::GET, "/api/audit/?kind=token_made")
        .send()
        .await
        .unwrap();
    let record = record.text().await.unwrap();
    assert!(
        record.contains("Dərc: editor") && !record.contains(&author.access),
        "{record}"
    );
    let list = owner.tokens().await;
    assert_eq!([&list[0]["name"], &list[1]["name"]], ["Dərc", "Idxal"]);
    assert_eq!(list[0]["created_by"], "admin");
    assert!(list[0]["expires_at"].is_string() && list[1]["expires_at"].is_null());
    assert!(list.iter().all(|token| token.get("secret").is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_use_is_shown_to_the_minute() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let script = owner.token(json!({"name": "a", "role": "author"})).await;
    owner.token(json!({"name": "b", "role": "author"})).await;
    assert!(owner.tokens().await[0]["used_at"].is_null());
    let path = "/api/blog/trash/";
    assert_eq!(script.status(Method::GET, path).await, 200);
    let first = owner.tokens().await[0].clone();
    assert!(first["used_at"].is_string());
    assert_eq!(first["used_from"], "127.0.0.1");
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(script.status(Method::GET, path).await, 200);
    assert_eq!(owner.tokens().await[0], first);
    app.clock.advance(Duration::from_secs(31));
    assert_eq!(script.status(Method::GET, path).await, 200);
    assert_ne!(owner.tokens().await[0]["used_at"], first["used_at"]);
    assert!(owner.tokens().await[1]["used_at"].is_null(), "another one");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_when_it_is_revoked_and_by_its_time() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let short = owner
        .token(json!({"name": "short", "role": "editor", "days": 2}))
        .await;
    let long = owner.token(json!({"name": "long", "role": "editor"})).await;
    let path = "/api/blog/trash/";
    assert_eq!(
        (
            short.status(Method::GET, path).await,
            long.status(Method::GET, path).await
        ),
        (200, 200)
    );
    app.clock.advance(Duration::from_secs(2 * 24 * 3600 - 1));
    assert_eq!(short.status(Method::GET, path).await, 200);
    app.clock.advance(Duration::from_secs(1));
    let owner = app.sign_in().await;
    assert_eq!(
        (
            short.status(Method::GET, path).await,
            long.status(Method::GET, path).await
        ),
        (401, 200)
    );
    let list = owner.tokens().await;
    assert_eq!(
        (&list[0]["expired"], &list[1]["expired"]),
        (&json!(false), &json!(true))
    );
    let id = list[0]["id"].as_i64().unwrap();
    assert_eq!(
        owner
            .status(Method::DELETE, &format!("{TOKENS}{id}/"))
            .await,
        204
    );
    assert_eq!(
        owner
            .status(Method::DELETE, &format!("{TOKENS}{id}/"))
            .await,
        404
    );
    assert_eq!(owner.tokens().await[0]["name"], "short", "the other stays");
    assert_eq!(long.status(Method::GET, path).await, 401);
    // Made anew under its name, the old secret still opens nothing.
    owner.token(json!({"name": "long", "role": "editor"})).await;
    assert_eq!(long.status(Method::GET, path).await, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_named_and_rubbish_opens_nothing() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.token(json!({"name": "a", "role": "author"})).await;
    for (field, code, body) in [
        ("name", "taken", json!({"name": "a", "role": "author"})),
        ("name", "required", json!({"name": "", "role": "author"})),
        (
            "name",
            "too_long",
            json!({"name": "a".repeat(101), "role": "author"}),
        ),
        ("name", "invalid", json!({"name": " a", "role": "author"})),
        (
            "name",
            "required",
            json!({"name": "\u{200b}\u{200d}", "role": "author"}),
        ),
        (
            "name",
            "invalid",
            json!({"name": "a\u{202e}b", "role": "author"}),
        ),
        (
            "role",
            "invalid_choice",
            json!({"name": "b", "role": "owner"}),
        ),
        (
            "days",
            "out_of_range",
            json!({"name": "b", "role": "author", "days": 0}),
        ),
        (
            "days",
            "out_of_range",
            json!({"name": "b", "role": "author", "days": 3651}),
        ),
    ] {
        let (status, _, body) = problem(owner.asks(body).await).await;
        assert_eq!((status, &body["errors"][field][0]), (400, &json!(code)));
    }
    assert_eq!(owner.tokens().await.len(), 1);
    let longest = json!({"name": "ə".repeat(100), "role": "author", "days": 3650});
    assert_eq!(owner.asks(longest).await.status(), 201);
    for secret in [
        "cms_",
        "cms_x",
        "cms_\u{e9}",
        "cms_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] {
        let answer = app
            .get("/api/blog/trash/")
            .header("authorization", format!("Bearer {secret}"));
        assert_eq!(answer.send().await.unwrap().status(), 401);
    }
}

#[test]
fn the_shell_does_the_same() {
    let dir = tempfile::tempdir().unwrap();
    succeeds(dir.path(), &["user", "add", "leyla"], "long enough\n");
    let secret = succeeds(
        dir.path(),
        &[
            "token",
            "add",
            "Gecə idxalı",
            "--role",
            "editor",
            "--days",
            "7",
        ],
        "",
    );
    assert!(secret.starts_with("cms_") && secret.ends_with('\n'));
    fails(dir.path(), &["token", "add", "Gecə idxalı"], "", "taken");
    fails(
        dir.path(),
        &["token", "add", "x", "--role", "owner"],
        "",
        "an author's or an editor's",
    );
    assert_eq!(
        succeeds(dir.path(), &["token", "list"], ""),
        "Gecə idxalı\teditor\tused never\n"
    );
    assert_eq!(
        succeeds(dir.path(), &["token", "revoke", "Gecə idxalı"], ""),
        "revoked Gecə idxalı\n"
    );
    fails(
        dir.path(),
        &["token", "revoke", "Gecə idxalı"],
        "",
        "there is no token",
    );
    assert_eq!(succeeds(dir.path(), &["token", "list"], ""), "");
}
