//! The second step under changes of the clock and of the keys, where it is required, and who turns it off for others.

use cms::{config::second_step::Required, store::role::Role};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::{
    command_line::{fails, succeeds},
    conformance::Contract,
    people::{calls_for_staff, signed_in, with_token},
    second_step::{Device, TOTP},
    support::{Draft, PASSWORD, TestApp, problem},
};

const YEAR: i64 = 365 * 24 * 60 * 60;

async fn signs_in(app: &TestApp, code: &str) -> bool {
    let body = json!({"username": "admin", "password": PASSWORD, "code": code});
    let request = app.request(Method::POST, "/api/auth/token/").json(&body);
    request.send().await.unwrap().status() == StatusCode::OK
}

/// The same store after a restart.
async fn restarted(before: &TestApp) -> TestApp {
    TestApp::start_with(|config| config.data = before.app.config.data.clone()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_locks_nobody_out() {
    let app = TestApp::start().await;
    let device = app.sign_in().await.enrols().await;
    let mut ahead = 0;
    for jump in [YEAR, -2 * YEAR, YEAR, 3 * 3600, -6 * 3600] {
        app.clock.advance(std::time::Duration::from_secs(60));
        app.clock.set_ahead(jump);
        ahead += jump;
        let code = device.code_at(app.clock.seconds() - ahead);
        assert!(signs_in(&app, &code).await, "{ahead}");
        assert!(!signs_in(&app, &code).await, "once, {ahead}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rotated_keys_open_what_was_sealed_before() {
    let app = TestApp::start().await;
    let device: Device = app.sign_in().await.enrols().await;
    for _ in 0..3 {
        succeeds(app.dir.path(), &["key", "rotate"], "");
    }
    let after = restarted(&app).await;
    after.clock.set_ahead(60);
    assert!(signs_in(&after, &device.code(&after)).await);
    // Without the keys, as with a copy of the store alone, no code counts; a recovery code does.
    std::fs::remove_file(app.app.config.key_file()).unwrap();
    let bare = restarted(&app).await;
    bare.clock.set_ahead(180);
    assert!(!signs_in(&bare, &device.code(&bare)).await);
    assert!(signs_in(&bare, &device.recovery[0]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_owners_must_have_one_they_do_nothing_else_before() {
    let app = TestApp::start_with(|config| config.require_second_step = Required::Owners).await;
    let owner = app.sign_in().await;
    let me = owner.read("/api/users/me/").await;
    assert_eq!(me["second_step_missing"], true);
    assert_eq!(owner.read(TOTP).await["required"], true);
    let free = [
        (Method::GET, "/api/users/me/"),
        (Method::GET, TOTP),
        (Method::POST, TOTP),
        (Method::POST, "/api/auth/totp/confirmation/"),
    ];
    let contract = Contract::of_the_code();
    let mut refused = 0;
    for (method, path, _) in calls_for_staff() {
        if free.contains(&(method.clone(), path.as_str())) {
            continue;
        }
        let path = path.replace("{id}", "999").replace("{number}", "1");
        let ask = || owner.request(method.clone(), &path).send();
        let announced = contract.complaint(&method, &path, ask().await.unwrap());
        assert_eq!(announced.await, Ok(()), "{method} {path}");
        let (status, code, _) = problem(ask().await.unwrap()).await;
        assert_eq!(
            (status, code.as_str()),
            (403, "second-step-missing"),
            "{method} {path}"
        );
        refused += 1;
    }
    assert!(refused > 40, "{refused}");
    // The list that anyone may read shows no more than it shows anyone.
    assert_eq!(owner.create(Draft::new("a")).await.status(), 403);
    let device = owner.enrols().await;
    assert_eq!(
        owner.read("/api/users/me/").await["second_step_missing"],
        false
    );
    assert_eq!(owner.create(Draft::new("a")).await.status(), 201);
    // Others need none, nor do scripts.
    owner.adds("orxan", "editor").await;
    let editor = signed_in(&app, "orxan").await;
    assert_eq!(editor.create(Draft::new("b")).await.status(), 201);
    let script = with_token(&owner, Role::Editor).await;
    assert_eq!(script.create(Draft::new("c")).await.status(), 201);
    // Whoever becomes an owner needs one from then on; whoever turns it off is where they began.
    let id = editor.read("/api/users/me/").await["id"].clone();
    let path = format!("/api/users/{id}/");
    let body = json!({"role": "owner"});
    assert_eq!(
        owner.json(Method::PATCH, &path, body).await.status(),
        StatusCode::OK
    );
    let refused = problem(editor.create(Draft::new("d")).await).await;
    assert_eq!(refused.1, "second-step-missing");
    let body = json!({"password": PASSWORD, "code": device.recovery[0]});
    assert_eq!(
        owner.json(Method::DELETE, TOTP, body).await.status(),
        StatusCode::NO_CONTENT
    );
    assert_eq!(owner.create(Draft::new("d")).await.status(), 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_everyone_must_authors_must_too() {
    let app = TestApp::start_with(|config| config.require_second_step = Required::Everyone).await;
    let owner = app.sign_in().await;
    owner.enrols().await;
    owner.adds("aygun", "author").await;
    let author = signed_in(&app, "aygun").await;
    let list = author.request(Method::GET, "/api/blog/trash/");
    assert_eq!(list.send().await.unwrap().status(), 403);
    author.enrols().await;
    author.read("/api/blog/trash/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_turns_it_off_for_who_has_lost_the_telephone_and_so_does_the_shell() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let id = owner.adds("orxan", "editor").await;
    let orxan = signed_in(&app, "orxan").await;
    let reset = async |id: i64| {
        let path = format!("/api/users/{id}/second-step/");
        owner.request(Method::DELETE, &path).send().await.unwrap()
    };
    assert_eq!(reset(id).await.status(), 404, "there is none");
    orxan.enrols().await;
    assert_eq!(reset(id).await.status(), 204);
    assert_eq!(
        orxan.create(Draft::new("a")).await.status(),
        StatusCode::UNAUTHORIZED
    );
    let orxan = signed_in(&app, "orxan").await;
    let record = owner.read("/api/audit/?kind=second_step_reset").await;
    assert_eq!(record[0]["subject"], "orxan");
    orxan.enrols().await;
    let shell = ["user", "second-step", "reset", "orxan"];
    let said = succeeds(app.dir.path(), &shell, "");
    assert!(said.contains("password alone"), "{said}");
    signed_in(&app, "orxan").await;
    fails(app.dir.path(), &shell, "", "no second step");
    let me = owner.read("/api/users/me/").await["id"].as_i64().unwrap();
    owner.enrols().await;
    assert_eq!(problem(reset(me).await).await.1, "own-second-step");
}
