//! What everyone does with an account of their own: see and end sign-ins, change the password.

use cms::store::messages;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::{
    people::signed_in,
    support::{Draft, PASSWORD, TestApp, problem, text},
};

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
    assert_eq!(
        end(&of_elsewhere).await,
        StatusCode::NOT_FOUND,
        "ended once"
    );
    let written = orxan.read("/api/audit/?kind=session_ended").await;
    assert_eq!(written.as_array().unwrap().len(), 1);
    assert_eq!(written[0]["name"], "admin");
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
        (
            &PASSWORD.repeat(100),
            "a new password",
            json!({"current": ["wrong"]}),
        ),
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
    let written = here.read("/api/audit/?kind=sign_in_failed").await;
    assert_eq!(
        (&written[0]["name"], &written[0]["times"]),
        (&json!("admin"), &json!(cms::people::throttle::BY_NAME)),
        "for whoever looks into the record"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn times_are_told_by_the_clock_that_people_read() {
    const YEAR: i64 = 365 * 24 * 60 * 60;
    let app = TestApp::start().await;
    let letter = json!({"template_params": {
        "from_name": "Aygün", "from_email": "a@example.az", "subject": "audit", "message": "x",
    }});
    let sent = app.request(Method::POST, "/api/contact/").json(&letter);
    assert_eq!(sent.send().await.unwrap().status(), StatusCode::OK);
    // The store does not believe a clock that jumps, and stays behind it from then on.
    app.clock.set_ahead(YEAR);
    let owner = app.sign_in().await;
    let now = app.app.time.now();
    app.app
        .store
        .write_blocking(|store| Ok::<_, anyhow::Error>(messages::relayed(store, 1, now)?))
        .unwrap();
    let now = json!(app.clock.now());
    let session = &owner.read("/api/auth/sessions/").await[0];
    assert_eq!((&session["created_at"], &session["seen_at"]), (&now, &now));
    assert_eq!(owner.read("/api/users/").await[0]["seen_at"], now);
    assert_eq!(owner.read("/api/messages/1/").await["mailed_at"], now);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_password_is_forgotten_only_with_what_makes_it_useless() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let file = app.app.config.first_password_file();
    let change = async || {
        let body = json!({"current": PASSWORD, "password": "a new password"});
        let changed = admin.json(Method::POST, "/api/auth/password/", body);
        changed.await.status()
    };
    let sign_in = async || app.sign_in_as("admin", PASSWORD).await.status();
    let store = rusqlite::Connection::open(app.app.store.file()).unwrap();
    std::fs::write(&file, format!("admin\n{PASSWORD}\n")).unwrap();
    // Whatever is written fails at its very end.
    store
        .execute_batch("ALTER TABLE finding_due RENAME TO away")
        .unwrap();
    assert_eq!(sign_in().await, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(change().await, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(file.exists(), "nothing has come of either");
    store
        .execute_batch("ALTER TABLE away RENAME TO finding_due")
        .unwrap();
    assert_eq!(sign_in().await, StatusCode::OK);
    assert!(!file.exists());
    std::fs::write(&file, format!("admin\n{PASSWORD}\n")).unwrap();
    assert_eq!(change().await, StatusCode::NO_CONTENT);
    assert!(!file.exists());
}
