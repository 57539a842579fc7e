//! Recovery codes that stand in the place of the earlier ones.

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    second_step::{TOTP, half_a_minute, refusal, sign_in},
    support::{PASSWORD, Session, TestApp, problem, text},
};

const CODES: &str = "/api/auth/totp/recovery-codes/";

impl Session<'_> {
    async fn renews(&self, password: &str, code: &str) -> Response {
        let body = json!({"password": password, "code": code});
        self.json(Method::POST, CODES, body).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fresh_recovery_codes_stand_in_the_place_of_the_others() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    let answer = here.renews(PASSWORD, "123456").await;
    assert_eq!(problem(answer).await.0, 404, "it is not on");
    let device = here.enrols().await;
    half_a_minute(&app);
    for (password, code, field) in [
        ("wrong", device.code(&app), "password"),
        (PASSWORD, device.wrong(&app), "code"),
    ] {
        let (status, _, body) = problem(here.renews(password, &code).await).await;
        assert_eq!((status, &body["errors"]), (400, &json!({field: ["wrong"]})));
    }
    half_a_minute(&app);
    let answer = here.renews(PASSWORD, &device.code(&app)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let fresh: Value = answer.json().await.unwrap();
    let fresh: Vec<String> = fresh["recovery_codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(text)
        .collect();
    assert_eq!(here.read(TOTP).await["recovery_codes_left"], 10);
    let record = here.read("/api/audit/?kind=recovery_codes_renewed").await;
    assert_eq!(record.as_array().map(Vec::len), Some(1), "{record}");
    assert!(!record.to_string().contains(&fresh[0]));
    refusal(sign_in(&app, PASSWORD, &device.recovery[0]).await).await;
    let answer = sign_in(&app, PASSWORD, &fresh[0]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    // Whoever has lost the device renews them by the next of them.
    let answer = here.renews(PASSWORD, &fresh[1]).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
}
