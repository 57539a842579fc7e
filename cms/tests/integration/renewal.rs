//! How long a sign-in lasts, and what is written down when it ends.

use std::time::Duration;

use cms::{
    people::{
        enrolment::StepError,
        error::SignInError,
        own::{NewPassword, PasswordError},
        password::MAX_BYTES,
    },
    store::audit::Who,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    people::signed_in,
    support::{PASSWORD, TestApp, text},
};

const FORTNIGHT: Duration = Duration::from_secs(14 * 24 * 3600);

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_lasts_fourteen_days_from_its_last_renewal() {
    let app = TestApp::start().await;
    let mut token = app.sign_in().await.refresh;
    for _ in 0..3 {
        app.clock.advance(FORTNIGHT - Duration::from_secs(1));
        let renewed = app.refresh(&token).await;
        assert_eq!(renewed.status(), StatusCode::OK);
        token = text(&renewed.json::<Value>().await.unwrap()["refresh"]);
    }
    app.clock.advance(FORTNIGHT);
    let late = app.refresh(&token).await;
    assert_eq!(late.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_again_is_not_written_down_again() {
    let app = TestApp::start().await;
    let (gone, here) = (app.sign_in().await, app.sign_in().await);
    for _ in 0..2 {
        let body = json!({"refresh": gone.refresh});
        let out = app.request(Method::POST, "/api/auth/logout/").json(&body);
        assert_eq!(out.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    }
    let written = here.read("/api/audit/?kind=signed_out").await;
    assert_eq!(written.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_password_signs_in_and_is_changed() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let longest = "x".repeat(MAX_BYTES);
    for (current, password) in [(PASSWORD, longest.as_str()), (&longest, "a new password")] {
        let body = json!({"current": current, "password": password});
        let changed = here.json(Method::POST, "/api/auth/password/", body).await;
        assert_eq!(changed.status(), StatusCode::NO_CONTENT);
        let answer = app.sign_in_as("admin", password).await;
        assert_eq!(answer.status(), StatusCode::OK);
    }
}

/// The access token was looked at before; the sign-in ended while the password was being verified.
#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_has_ended_meanwhile_changes_nothing_of_the_account() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    owner.adds("leyla", "editor").await;
    let leyla = signed_in(&app, "leyla").await;
    let sessions = &app.app.sessions;
    let claims = sessions.claims(&leyla.access).unwrap();
    let (id, family) = (claims.sub.parse().unwrap(), claims.fam);
    let device = leyla.begins().await;
    let body = json!({"refresh": leyla.refresh});
    let out = app.request(Method::POST, "/api/auth/logout/").json(&body);
    assert_eq!(out.send().await.unwrap().status(), StatusCode::NO_CONTENT);

    let address = "127.0.0.1".parse().unwrap();
    let who = || Who {
        user_id: Some(id),
        name: "leyla".into(),
        address: "127.0.0.1".into(),
    };
    let password = || PASSWORD.to_owned();
    let refused = |error: &StepError| {
        matches!(
            error,
            StepError::Password(PasswordError::SignIn(SignInError::Refused))
        )
    };
    let begun = sessions.begin_second_step((id, "leyla"), family.clone(), address, password());
    assert!(begun.await.is_err_and(|error| refused(&error)));
    let code = device.code(&app);
    let confirmed =
        sessions.confirm_second_step(who(), id, family.clone(), address, (code.clone(), None));
    assert!(confirmed.await.is_err_and(|error| refused(&error)));
    let proof = || (password(), code.clone());
    let ended = sessions.end_second_step(who(), id, family.clone(), address, proof());
    assert!(ended.await.is_err_and(|error| refused(&error)));
    let renewed = sessions.renew_recovery_codes(who(), id, family.clone(), address, proof());
    assert!(renewed.await.is_err_and(|error| refused(&error)));
    let given = NewPassword {
        current: password(),
        new: "another password".into(),
    };
    let changed = sessions
        .change_password(who(), family, address, given)
        .await;
    assert!(matches!(
        changed,
        Err(PasswordError::SignIn(SignInError::Refused))
    ));
    let answer = app.sign_in_as("leyla", PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK, "neither asks for a code");
}
