//! Invitations: by a link somebody becomes staff, with a password that nobody else has seen.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    people::{INVITATIONS, signed_in},
    support::{PASSWORD, Process, Session, TestApp, cms, password_sign_in, problem, text},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_makes_a_user_whose_password_nobody_else_has_seen() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let body = json!({"username": "aygün", "role": "author"});
    let invited: Value = owner
        .json(Method::POST, INVITATIONS, body.clone())
        .await
        .json()
        .await
        .unwrap();
    let secret = text(&invited["url"])
        .split_once("#invitation=")
        .unwrap()
        .1
        .to_owned();
    let listed = owner.read(INVITATIONS).await;
    assert_eq!(
        (&listed[0]["username"], &listed[0]["invited_by"]),
        (&json!("aygün"), &json!("admin"))
    );
    assert!(!listed.to_string().contains(&secret), "told once");
    let file = std::fs::read(app.app.store.file()).unwrap();
    let wal = std::fs::read(app.app.store.file().with_extension("db-wal")).unwrap_or_default();
    let stored = [file, wal].concat();
    assert!(
        !stored
            .windows(secret.len())
            .any(|bytes| bytes == secret.as_bytes()),
        "only its hash is kept"
    );

    let link = format!("/api/invitations/{secret}/");
    assert_eq!(app.get_json(&link).await, body);
    let accept = |password: &str| {
        app.request(Method::POST, &link)
            .json(&json!({ "password": password }))
            .send()
    };
    let (status, _, refused) = problem(accept("short").await.unwrap()).await;
    assert_eq!(
        (status, &refused["errors"]),
        (400, &json!({"password": ["too_short"]}))
    );
    assert_eq!(
        accept("her own words").await.unwrap().status(),
        StatusCode::CREATED
    );
    assert_eq!(
        app.sign_in_as("aygün", "her own words").await.status(),
        StatusCode::OK
    );
    assert_eq!(
        accept("another try").await.unwrap().status(),
        StatusCode::NOT_FOUND,
        "once"
    );
    assert_eq!(owner.read(INVITATIONS).await, json!([]));
    let (status, _, taken) = problem(owner.json(Method::POST, INVITATIONS, body).await).await;
    assert_eq!(
        (status, &taken["errors"]),
        (400, &json!({"username": ["taken"]}))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_that_was_taken_back_or_is_over_opens_nothing() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let invite = async |name: &str| {
        let body = json!({"username": name, "role": "editor"});
        let invited: Value = owner
            .json(Method::POST, INVITATIONS, body)
            .await
            .json()
            .await
            .unwrap();
        let secret = text(&invited["url"])
            .split_once("#invitation=")
            .unwrap()
            .1
            .to_owned();
        (
            invited["id"].as_i64().unwrap(),
            format!("/api/invitations/{secret}/"),
        )
    };
    let (id, link) = invite("one").await;
    let removed = owner
        .request(Method::DELETE, &format!("{INVITATIONS}{id}/"))
        .send()
        .await
        .unwrap();
    assert_eq!(removed.status(), StatusCode::NO_CONTENT);
    assert_eq!(
        app.get(&link).send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
    for address in ["/api/invitations/%ff/", "/api/invitations/nothing/"] {
        let (status, code, _) = problem(app.get(address).send().await.unwrap()).await;
        assert_eq!((status, code.as_str()), (404, "not-found"), "{address}");
    }
    let (_, link) = invite("two").await;
    assert_eq!(
        app.get(&link).send().await.unwrap().status(),
        StatusCode::OK
    );
    app.clock
        .advance(std::time::Duration::from_secs(8 * 24 * 60 * 60));
    assert_eq!(
        app.get(&link).send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

/// An invitation of somebody as owner; the address that its link asks.
async fn invites(who: &Session<'_>, name: &str) -> String {
    let body = json!({"username": name, "role": "owner"});
    let invited = who.json(Method::POST, INVITATIONS, body).await;
    assert_eq!(invited.status(), StatusCode::CREATED);
    let invited: Value = invited.json().await.unwrap();
    let url = text(&invited["url"]);
    let (_, secret) = url.split_once("#invitation=").unwrap();
    format!("/api/invitations/{secret}/")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_does_not_outlive_the_rights_of_whoever_made_it() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let kept = invites(&owner, "kept").await;
    let cases = [
        ("removed", Method::DELETE, json!({})),
        ("shut", Method::PATCH, json!({"disabled": true})),
        ("demoted", Method::PATCH, json!({"role": "editor"})),
    ];
    for (name, method, body) in cases {
        let id = owner.adds(name, "owner").await;
        let link = invites(&signed_in(&app, name).await, &format!("{name}'s")).await;
        assert_eq!(app.get(&link).send().await.unwrap().status(), 200, "{name}");
        let path = format!("/api/users/{id}/");
        // Still an owner, and nothing ends.
        let nothing = owner.json(Method::PATCH, &path, json!({})).await;
        assert_eq!(nothing.status(), StatusCode::OK);
        assert_eq!(app.get(&link).send().await.unwrap().status(), 200, "{name}");
        let changed = owner.json(method, &path, body).await;
        assert!(changed.status().is_success(), "{name}");
        let accepted = app.request(Method::POST, &link);
        let accepted = accepted.json(&json!({"password": "a way back in"}));
        assert_eq!(
            accepted.send().await.unwrap().status(),
            StatusCode::NOT_FOUND,
            "{name}"
        );
    }
    assert_eq!(
        app.get(&kept).send().await.unwrap().status(),
        StatusCode::OK,
        "those of others stay"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_made_by_a_stolen_sign_in_ends_with_it() {
    let app = TestApp::start().await;
    let ends: [(Method, &str, Value); 2] = [
        (Method::DELETE, "/api/auth/sessions/", json!({})),
        (
            Method::POST,
            "/api/auth/password/",
            json!({"current": PASSWORD, "password": "a new password"}),
        ),
    ];
    for (method, path, body) in ends {
        let (thief, owner) = (app.sign_in().await, app.sign_in().await);
        let link = invites(&thief, "support").await;
        assert_eq!(app.get(&link).send().await.unwrap().status(), 200);
        let ended = owner.json(method, path, body).await;
        assert_eq!(ended.status(), StatusCode::NO_CONTENT);
        assert_eq!(app.get(&link).send().await.unwrap().status(), 404, "{path}");
    }
}

/// Whoever reads it could take the invitation up.
#[tokio::test(flavor = "multi_thread")]
async fn no_log_keeps_the_secret_of_an_invitation_however_much_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let mut command = cms(dir.path());
    command
        .env("CMS_ADMIN_PASSWORD", PASSWORD)
        .env("CMS_LOG", "trace");
    let process = Process::of(command.stderr(std::fs::File::create(&log).unwrap()));
    let http = reqwest::Client::new();
    let access = password_sign_in(&http, &process.base, PASSWORD).await;
    let body = json!({"username": "leyla", "role": "author"});
    let invited = http
        .post(format!("{}{INVITATIONS}", process.base))
        .bearer_auth(access);
    let invited: Value = invited
        .json(&body)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let link = text(&invited["url"]);
    let (_, secret) = link.split_once("#invitation=").unwrap();
    let at = format!("{}/api/invitations/{secret}", process.base);
    for end in ["", "/", "/?lang=az", "/more"] {
        let answer = http.get(format!("{at}{end}")).send().await.unwrap();
        assert_eq!(answer.status() == 404, end == "/more", "{end}");
    }
    for (password, status) in [
        ("short", 400),
        ("her own words", 201),
        ("her own words", 404),
    ] {
        let accepted = http
            .post(format!("{at}/"))
            .json(&json!({"password": password}));
        assert_eq!(accepted.send().await.unwrap().status(), status);
    }
    assert!(process.terminate().success());
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("path=\"/api/invitations/\""), "{said}");
    assert!(!said.contains(secret), "{said}");
    assert!(!said.contains("her own words"), "{said}");
}
