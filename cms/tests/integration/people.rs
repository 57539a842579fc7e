//! Who is staff, and what each may do: every call by every role, invitations, and that somebody who owns the place is left.

use cms::{http::api::openapi, http::router, store::role::Role};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, PASSWORD, Session, TestApp, problem, text};

const USERS: &str = "/api/users/";
pub const INVITATIONS: &str = "/api/users/invitations/";

impl Session<'_> {
    pub async fn json(&self, method: Method, path: &str, body: Value) -> Response {
        let request = self.request(method, path).json(&body);
        request.send().await.unwrap()
    }

    pub async fn read(&self, path: &str) -> Value {
        let answer = self.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.unwrap()
    }

    /// Adds a user with the usual password; their number.
    pub async fn adds(&self, name: &str, role: &str) -> i64 {
        let body = json!({"username": name, "password": PASSWORD, "role": role});
        let answer = self.json(Method::POST, USERS, body).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        answer.json::<Value>().await.unwrap()["id"]
            .as_i64()
            .unwrap()
    }
}

pub async fn signed_in<'a>(app: &'a TestApp, name: &str) -> Session<'a> {
    let answer = app.sign_in_as(name, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}");
    let pair: Value = answer.json().await.unwrap();
    Session {
        app,
        access: text(&pair["access"]),
        refresh: text(&pair["refresh"]),
    }
}

/// A token of this role, as a session.
pub async fn with_token<'a>(owner: &Session<'a>, role: Role) -> Session<'a> {
    let body = json!({"name": role.name(), "role": role.name()});
    let answer = owner.json(Method::POST, "/api/tokens/", body).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let made: Value = answer.json().await.unwrap();
    Session {
        app: owner.app,
        access: text(&made["secret"]),
        refresh: String::new(),
    }
}

/// What is about a person is open to no script, whatever its role.
const PERSONAL: [&str; 7] = [
    "/api/users/me/",
    "/api/auth/sessions/",
    "/api/auth/sessions/{session}/",
    "/api/auth/password/",
    "/api/auth/totp/",
    "/api/auth/totp/confirmation/",
    "/api/auth/totp/recovery-codes/",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_call_refuses_scripts_whose_role_is_less_and_what_is_personal() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let mut refused = 0;
    let mut scripts = Vec::new();
    for role in [Role::Author, Role::Editor] {
        scripts.push((role, with_token(&owner, role).await));
    }
    for (method, path, needed) in calls_for_staff() {
        for (role, script) in &scripts {
            let personal = PERSONAL.contains(&path.as_str());
            let path = path.replace("{id}", "999").replace("{number}", "1");
            let answer = script.request(method.clone(), &path).send().await.unwrap();
            let status = answer.status();
            assert_ne!(status, StatusCode::UNAUTHORIZED, "{method} {path}");
            let expected = match (personal, *role < needed) {
                (true, _) => Some("not-for-tokens"),
                (false, true) => Some("forbidden"),
                (false, false) => None,
            };
            assert_eq!(
                status == StatusCode::FORBIDDEN,
                expected.is_some(),
                "{method} {path}: {status}"
            );
            if let Some(expected) = expected {
                assert_eq!(problem(answer).await.1, expected, "{method} {path}");
                refused += 1;
            }
        }
    }
    assert!(refused > 25, "{refused}");
}

/// Method, address and the role that the document says is needed, of every call for staff.
pub fn calls_for_staff() -> Vec<(Method, String, Role)> {
    let document = openapi::json(&router::document()).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(name) = operation["security"][0]["access"][0].as_str() else {
                assert!(operation.get("security").is_none(), "{path} names no role");
                continue;
            };
            let role = Role::ALL.into_iter().find(|role| role.name() == name);
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            found.push((method, path.clone(), role.expect(name)));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_refuses_exactly_those_whose_role_is_less() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    for role in [Role::Author, Role::Editor] {
        owner.adds(role.name(), role.name()).await;
    }
    let mut refused = 0;
    for (method, path, needed) in calls_for_staff() {
        for role in Role::ALL {
            // Signing out is among the calls.
            let name = if role == Role::Owner {
                "admin"
            } else {
                role.name()
            };
            let session = signed_in(&app, name).await;
            let path = path.replace("{id}", "999").replace("{number}", "1");
            let answer = session.request(method.clone(), &path).send().await.unwrap();
            let status = answer.status();
            assert_ne!(status, StatusCode::UNAUTHORIZED, "{method} {path}");
            assert_eq!(
                status == StatusCode::FORBIDDEN,
                role < needed,
                "{method} {path} by {name}: {status}"
            );
            if role < needed {
                let (_, code, body) = problem(answer).await;
                assert_eq!(code, "forbidden");
                assert!(text(&body["detail"]).contains(needed.name()));
                refused += 1;
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_author_writes_what_only_an_editor_brings_on_line() {
    let app = TestApp::start().await;
    app.sign_in().await.adds("orxan", "author").await;
    let author = signed_in(&app, "orxan").await;
    assert_eq!(
        author.create(Draft::new("a")).await.status(),
        StatusCode::FORBIDDEN
    );
    let draft = author
        .request(Method::POST, "/api/blog/drafts/")
        .multipart(Draft::new("a").form());
    let draft = draft.send().await.unwrap();
    assert_eq!(draft.status(), StatusCode::CREATED);
    let id = draft.json::<Value>().await.unwrap()["id"].as_i64().unwrap();
    let publish = format!("/api/blog/posts/{id}/publish/");
    let body = json!({"titles_suffice": true});
    let refused = author.json(Method::POST, &publish, body.clone()).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert_eq!(app.get_json("/api/blog/posts/").await, json!([]));
    // The staff's list is theirs to read, too.
    assert_eq!(
        author
            .read("/api/blog/posts/?state=draft")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let editor = app.sign_in().await;
    assert_eq!(
        editor.json(Method::POST, &publish, body).await.status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_counts_from_the_moment_it_changes() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let id = owner.adds("orxan", "author").await;
    let orxan = signed_in(&app, "orxan").await;
    assert_eq!(
        orxan.create(Draft::new("a")).await.status(),
        StatusCode::FORBIDDEN
    );
    let path = format!("{USERS}{id}/");
    let changed = owner
        .json(Method::PATCH, &path, json!({"role": "editor"}))
        .await;
    assert_eq!(changed.json::<Value>().await.unwrap()["role"], "editor");
    assert_eq!(
        orxan.create(Draft::new("a")).await.status(),
        StatusCode::CREATED
    );
    assert_eq!(orxan.read("/api/users/me/").await["role"], "editor");
    // Shut: the same token opens nothing, nor does the password; open again, the password does.
    owner
        .json(Method::PATCH, &path, json!({"disabled": true}))
        .await;
    assert_eq!(
        orxan.create(Draft::new("b")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.refresh(&orxan.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("orxan", PASSWORD).await.status(),
        StatusCode::UNAUTHORIZED
    );
    owner
        .json(Method::PATCH, &path, json!({"disabled": false}))
        .await;
    assert_eq!(
        orxan.create(Draft::new("b")).await.status(),
        StatusCode::UNAUTHORIZED,
        "ended"
    );
    assert_eq!(
        app.sign_in_as("orxan", PASSWORD).await.status(),
        StatusCode::OK
    );
    let gone = owner.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(
        app.sign_in_as("orxan", PASSWORD).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.get_json("/api/blog/posts/")
            .await
            .as_array()
            .unwrap()
            .len(),
        1,
        "posts stay"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_owner_cannot_go() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let me = owner.read("/api/users/me/").await;
    assert_eq!(
        (&me["username"], &me["role"]),
        (&json!("admin"), &json!("owner"))
    );
    let path = format!("{USERS}{}/", me["id"]);
    // One of an archive has no password yet, and manages nobody.
    let imported: Result<(), anyhow::Error> = app.app.store.write_blocking(|store| {
        let user = cms::store::archive::ArchivedUser {
            name: "imported".to_owned(),
            created_at: 0,
            role: Role::Owner,
        };
        Ok(cms::store::archive::insert_user(store, &user)?)
    });
    imported.unwrap();
    for body in [json!({"role": "editor"}), json!({"disabled": true})] {
        let (status, code, _) = problem(owner.json(Method::PATCH, &path, body).await).await;
        assert_eq!((status, code.as_str()), (409, "last-owner"));
    }
    let answer = owner.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(problem(answer).await.1, "last-owner");
    assert_eq!(
        owner.read(USERS).await[0]["role"],
        "owner",
        "still signed in, still an owner"
    );
    owner.adds("leyla", "owner").await;
    let left = owner.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(left.status(), StatusCode::NO_CONTENT);
}
