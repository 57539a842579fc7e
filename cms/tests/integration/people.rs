//! Who is staff, and what each may do: every call by every role, invitations, and that somebody who owns the place is left.

use cms::{http::api::openapi, http::router, store::role::Role};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, PASSWORD, Session, TestApp, problem, text};

const USERS: &str = "/api/users/";
const INVITATIONS: &str = "/api/users/invitations/";

impl Session<'_> {
    async fn json(&self, method: Method, path: &str, body: Value) -> Response {
        let request = self.request(method, path).json(&body);
        request.send().await.unwrap()
    }

    async fn read(&self, path: &str) -> Value {
        let answer = self.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.unwrap()
    }

    /// Adds a user with the usual password; their number.
    async fn adds(&self, name: &str, role: &str) -> i64 {
        let body = json!({"username": name, "password": PASSWORD, "role": role});
        let answer = self.json(Method::POST, USERS, body).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        answer.json::<Value>().await.unwrap()["id"]
            .as_i64()
            .unwrap()
    }
}

async fn signed_in<'a>(app: &'a TestApp, name: &str) -> Session<'a> {
    let answer = app.sign_in_as(name, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}");
    let pair: Value = answer.json().await.unwrap();
    Session {
        app,
        access: text(&pair["access"]),
        refresh: text(&pair["refresh"]),
    }
}

/// Method, address and the role that the document says is needed, of every call for staff.
fn calls_for_staff() -> Vec<(Method, String, Role)> {
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

#[tokio::test(flavor = "multi_thread")]
async fn sign_ins_of_ones_own_are_seen_and_ended() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    app.sign_in().await.adds("orxan", "owner").await;
    let orxan = signed_in(&app, "orxan").await;
    let elsewhere = app.sign_in().await;
    let path = "/api/auth/sessions/";
    let list = here.read(path).await;
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 3);
    let current: Vec<_> = list
        .iter()
        .filter(|session| session["current"] == true)
        .collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0]["address"], "127.0.0.1");
    let theirs = orxan.read(path).await[0]["id"].as_str().unwrap().to_owned();
    let end = async |id: &str| {
        here.request(Method::DELETE, &format!("{path}{id}/"))
            .send()
            .await
            .unwrap()
            .status()
    };
    assert_eq!(end(&theirs).await, StatusCode::NOT_FOUND, "not one's own");
    let of_elsewhere = elsewhere.read(path).await;
    let of_elsewhere = of_elsewhere
        .as_array()
        .unwrap()
        .iter()
        .find(|session| session["current"] == true);
    let of_elsewhere = text(&of_elsewhere.unwrap()["id"]);
    assert_eq!(end(&of_elsewhere).await, StatusCode::NO_CONTENT);
    assert_eq!(
        elsewhere.create(Draft::new("a")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.refresh(&elsewhere.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(here.read(path).await.as_array().unwrap().len(), 2);
    let all = here.request(Method::DELETE, path).send().await.unwrap();
    assert_eq!(all.status(), StatusCode::NO_CONTENT);
    assert_eq!(
        here.create(Draft::new("a")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        orxan.read(path).await.as_array().unwrap().len(),
        1,
        "others stay"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_password_is_changed_by_the_present_one() {
    let app = TestApp::start().await;
    let (here, elsewhere) = (app.sign_in().await, app.sign_in().await);
    let change = async |current: &str, password: &str| {
        let body = json!({"current": current, "password": password});
        here.json(Method::POST, "/api/auth/password/", body).await
    };
    for (current, password, errors) in [
        ("wrong", "a new password", json!({"current": ["wrong"]})),
        (PASSWORD, "short", json!({"password": ["too_short"]})),
        (
            "",
            "",
            json!({"current": ["required"], "password": ["required"]}),
        ),
    ] {
        let (status, _, body) = problem(change(current, password).await).await;
        assert_eq!((status, &body["errors"]), (400, &errors));
    }
    assert_eq!(
        change(PASSWORD, "a new password").await.status(),
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        here.create(Draft::new("a")).await.status(),
        StatusCode::CREATED,
        "this one goes on"
    );
    assert_eq!(
        elsewhere.create(Draft::new("a")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("admin", PASSWORD).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("admin", "a new password").await.status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_of_the_present_password_are_slowed_down() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let guess = async || {
        let body = json!({"current": "a guess", "password": "a new password"});
        here.json(Method::POST, "/api/auth/password/", body)
            .await
            .status()
    };
    for _ in 0..cms::people::throttle::BY_NAME {
        assert_eq!(guess().await, StatusCode::BAD_REQUEST);
    }
    assert_eq!(guess().await, StatusCode::TOO_MANY_REQUESTS);
}
