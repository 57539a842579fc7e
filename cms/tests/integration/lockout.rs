//! Guessing does not lock the owner of a name out.

use cms::people::throttle::{BY_ADDRESS, BY_NAME};
use reqwest::{Method, Response, StatusCode, header};
use serde_json::json;

use crate::support::{PASSWORD, TestApp};

const HOME: &str = "198.51.100.7";
const CAFE: &str = "203.0.113.5";

/// Behind a proxy, so that tests can come from anywhere.
async fn start() -> TestApp {
    TestApp::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await
}

/// The same store after a restart.
async fn restarted(before: &TestApp) -> TestApp {
    TestApp::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.data = before.app.config.data.clone();
    })
    .await
}

async fn sign_in(app: &TestApp, from: &str, cookie: Option<&str>, password: &str) -> Response {
    let mut request = app
        .request(Method::POST, "/api/auth/token/")
        .header("x-forwarded-for", from)
        .json(&json!({"username": "admin", "password": password}));
    if let Some(cookie) = cookie {
        request = request.header(header::COOKIE, cookie);
    }
    request.send().await.unwrap()
}

/// What a browser sends back of the cookie that a sign-in set.
fn cookie(answer: &Response) -> String {
    let set = answer.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(set.contains("; HttpOnly; SameSite=Strict"), "{set}");
    set.split(';').next().unwrap().to_owned()
}

/// Guesses from ever other addresses until the name is locked for strangers.
async fn attack(app: &TestApp) {
    for n in 0..BY_NAME {
        let from = format!("192.0.2.{n}");
        let status = sign_in(app, &from, None, "wrong").await.status();
        assert_eq!(status, StatusCode::UNAUTHORIZED);
    }
    for password in ["wrong", PASSWORD] {
        let status = sign_in(app, "192.0.2.99", None, password).await.status();
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "as slow as ever");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_signed_in_before_gets_in_from_anywhere() {
    let app = start().await;
    let laptop = cookie(&sign_in(&app, HOME, None, PASSWORD).await);
    let app = restarted(&app).await;
    attack(&app).await;
    let answer = sign_in(&app, CAFE, Some(&laptop), PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK);
    attack_goes_on(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_store_failed_nobody_has_guessed() {
    let app = start().await;
    let store = rusqlite::Connection::open(app.app.config.store_file()).unwrap();
    store
        .execute_batch("ALTER TABLE families RENAME TO away")
        .unwrap();
    for _ in 0..=BY_NAME {
        let status = sign_in(&app, CAFE, None, PASSWORD).await.status();
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    }
    store
        .execute_batch("ALTER TABLE away RENAME TO families")
        .unwrap();
    let answer = sign_in(&app, CAFE, None, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK);
}

/// The owner's sign-in gives strangers no further guesses.
async fn attack_goes_on(app: &TestApp) {
    let status = sign_in(app, "192.0.2.98", None, "wrong").await.status();
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_that_signed_in_before_gets_in_without_a_cookie() {
    let app = start().await;
    sign_in(&app, HOME, None, PASSWORD).await;
    let app = restarted(&app).await;
    attack(&app).await;
    let answer = sign_in(&app, HOME, None, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK);
    attack_goes_on(&app).await;
    // A crowd behind the same address does not keep the owner out either.
    for n in 0..BY_ADDRESS {
        app.request(Method::POST, "/api/auth/token/")
            .header("x-forwarded-for", HOME)
            .json(&json!({"username": format!("user{n}"), "password": "x"}))
            .send()
            .await
            .unwrap();
    }
    let answer = sign_in(&app, HOME, None, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_cookie_is_slowed_down_and_a_forged_one_is_none() {
    let app = start().await;
    let laptop = cookie(&sign_in(&app, HOME, None, PASSWORD).await);
    let stolen = cookie(&sign_in(&app, HOME, None, PASSWORD).await);
    attack(&app).await;
    for n in 0..BY_NAME {
        let status = sign_in(&app, CAFE, Some(&stolen), "wrong").await.status();
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{n}");
    }
    let refused = sign_in(&app, CAFE, Some(&stolen), PASSWORD).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let forged = laptop.replace("cms_device=1.", "cms_device=01.");
    for forged in [forged.as_str(), "cms_device=1.1.aa.bb"] {
        let refused = sign_in(&app, CAFE, Some(forged), PASSWORD).await;
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    }
    let answer = sign_in(&app, CAFE, Some(&laptop), PASSWORD).await;
    assert_eq!(
        answer.status(),
        StatusCode::OK,
        "another device of the owner"
    );
}
