//! Guesses of codes by whoever is signed in: they count like those at the door, and are written down.

use std::time::Duration;

use cms::people::throttle::BY_NAME;
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::{
    second_step::{TOTP, half_a_minute},
    support::{PASSWORD, TestApp, problem},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_right_password_makes_no_guess_of_a_code_forgotten() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let device = here.enrols().await;
    half_a_minute(&app);
    for n in 0..BY_NAME {
        let status = here.ends(PASSWORD, &device.wrong(&app)).await.status();
        assert_eq!(status, StatusCode::BAD_REQUEST, "{n}");
        if n + 1 == BY_NAME {
            break;
        }
        let again = here
            .json(Method::POST, TOTP, json!({"password": PASSWORD}))
            .await;
        assert_eq!(problem(again).await.1, "second-step-on");
        let body = json!({"current": PASSWORD, "password": PASSWORD});
        let changed = here.json(Method::POST, "/api/auth/password/", body).await;
        assert_eq!(changed.status(), StatusCode::NO_CONTENT);
    }
    let status = here.ends(PASSWORD, &device.code(&app)).await.status();
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    let written = here.read("/api/audit/?kind=sign_in_failed").await;
    assert_eq!(written[0]["times"], json!(BY_NAME));
}

/// The store is not in its place: it takes no change, whoever asks.
#[tokio::test(flavor = "multi_thread")]
async fn where_we_fail_to_answer_nobody_has_guessed() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let device = here.enrols().await;
    half_a_minute(&app);
    let store = app.app.config.store_file();
    let elsewhere = app.dir.path().join("elsewhere.db");
    std::fs::rename(&store, &elsewhere).unwrap();
    for n in 0..BY_NAME {
        let status = here.ends(PASSWORD, &device.code(&app)).await.status();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{n}");
    }
    std::fs::rename(&elsewhere, &store).unwrap();
    let status = here.ends(PASSWORD, &device.code(&app)).await.status();
    assert_eq!(status, StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_of_the_first_code_are_slowed_down_and_written_down() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let device = here.begins().await;
    for n in 0..BY_NAME {
        let status = here.confirms(&device.wrong(&app)).await.status();
        assert_eq!(status, StatusCode::BAD_REQUEST, "{n}");
    }
    let late = here.confirms(&device.code(&app)).await;
    assert_eq!(late.status(), StatusCode::TOO_MANY_REQUESTS);
    let written = here.read("/api/audit/?kind=sign_in_failed").await;
    assert_eq!(written[0]["times"], json!(BY_NAME));
    app.clock.advance(Duration::from_secs(16 * 60));
    let here = app.sign_in().await;
    let answer = here.confirms(&device.code(&app)).await;
    assert_eq!(answer.status(), StatusCode::OK);
}
