//! The second step of a sign-in: a code besides the password, taken once; recovery codes; and who must have one.

use std::time::Duration;

use cms::people::{second_step::MOST_FAILURES, throttle::BY_NAME};
use reqwest::{Method, Response, StatusCode, header};
use serde_json::{Value, json};
use totp_rs::Builder;

use crate::support::{Draft, PASSWORD, Session, TestApp, problem, text};

pub const TOTP: &str = "/api/auth/totp/";
const CONFIRM: &str = "/api/auth/totp/confirmation/";

/// What somebody has in the pocket.
pub struct Device {
    secret: [u8; 20],
    pub recovery: Vec<String>,
}

impl Device {
    /// What it shows at this time, in seconds since the epoch.
    pub fn code_at(&self, time: i64) -> String {
        let totp = Builder::new().with_secret(self.secret);
        let time = u64::try_from(time).unwrap();
        totp.build_noncompliant().generate(time).to_string()
    }

    pub fn code(&self, app: &TestApp) -> String {
        self.code_at(app.clock.seconds())
    }

    /// A code that is none, now and in the minutes around.
    pub fn wrong(&self, app: &TestApp) -> String {
        let now = app.clock.seconds();
        let near: Vec<String> = (-4..=4).map(|n| self.code_at(now + n * 30)).collect();
        let mut codes = (0..20).map(|n| format!("{n:06}"));
        codes.find(|code| !near.contains(code)).unwrap()
    }
}

impl Session<'_> {
    pub async fn begins(&self) -> Device {
        let body = json!({"password": PASSWORD});
        let answer = self.json(Method::POST, TOTP, body).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let begun: Value = answer.json().await.unwrap();
        let secret = text(&begun["secret"]);
        let url = text(&begun["url"]);
        assert!(
            url.starts_with("otpauth://totp/") && url.contains(&secret),
            "{url}"
        );
        Device {
            secret: data_encoding::BASE32_NOPAD
                .decode(secret.as_bytes())
                .unwrap()
                .try_into()
                .unwrap(),
            recovery: Vec::new(),
        }
    }

    pub async fn confirms(&self, code: &str) -> Response {
        self.json(Method::POST, CONFIRM, json!({"code": code}))
            .await
    }

    /// Turns the second step on. The code of this half minute is used up then.
    pub async fn enrols(&self) -> Device {
        let mut device = self.begins().await;
        let answer = self.confirms(&device.code(self.app)).await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let codes: Value = answer.json().await.unwrap();
        let codes = codes["recovery_codes"].as_array().unwrap();
        device.recovery = codes.iter().map(text).collect();
        device
    }

    pub async fn ends(&self, password: &str, code: &str) -> Response {
        let body = json!({"password": password, "code": code});
        self.json(Method::DELETE, TOTP, body).await
    }
}

pub async fn sign_in(app: &TestApp, password: &str, code: &str) -> Response {
    sign_in_from(app, "127.0.0.1", password, code).await
}

async fn sign_in_from(app: &TestApp, from: &str, password: &str, code: &str) -> Response {
    let body = json!({"username": "admin", "password": password, "code": code});
    let request = app.request(Method::POST, "/api/auth/token/");
    let request = request.header("x-forwarded-for", from).json(&body);
    request.send().await.unwrap()
}

pub async fn refusal(answer: Response) -> String {
    assert!(!answer.headers().contains_key(header::SET_COOKIE));
    let (status, code, _) = problem(answer).await;
    assert_eq!(status, 401, "{code}");
    code
}

pub fn half_a_minute(app: &TestApp) {
    app.clock.advance(Duration::from_secs(30));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_counts_once_a_code_has_confirmed_it() {
    let app = TestApp::start().await;
    let (here, elsewhere) = (app.sign_in().await, app.sign_in().await);
    let (_, _, body) = problem(
        here.json(Method::POST, TOTP, json!({"password": "wrong"}))
            .await,
    )
    .await;
    assert_eq!(body["errors"], json!({"password": ["wrong"]}));
    assert_eq!(problem(here.confirms("123456").await).await.0, 404);
    let device = here.begins().await;
    assert_eq!(here.read(TOTP).await["on"], false);
    app.sign_in().await;
    let (_, _, body) = problem(here.confirms(&device.wrong(&app)).await).await;
    assert_eq!(body["errors"], json!({"code": ["wrong"]}));
    // Begun again, the first secret is nothing any more.
    let device = here.enrols().await;
    assert_eq!(device.recovery.len(), 10);
    let standing = here.read(TOTP).await;
    assert_eq!(
        (
            &standing["on"],
            &standing["required"],
            &standing["recovery_codes_left"]
        ),
        (&json!(true), &json!(false), &json!(10))
    );
    assert_eq!(
        here.create(Draft::new("a")).await.status(),
        StatusCode::CREATED,
        "this sign-in goes on"
    );
    assert_eq!(
        elsewhere.create(Draft::new("a")).await.status(),
        StatusCode::UNAUTHORIZED,
        "it began without"
    );
    let again = here
        .json(Method::POST, TOTP, json!({"password": PASSWORD}))
        .await;
    assert_eq!(problem(again).await.1, "second-step-on");
    assert_eq!(
        problem(here.confirms("123456").await).await.1,
        "second-step-on"
    );
    assert_eq!(here.read("/api/users/").await[0]["second_step"], true);
    let record = here.read("/api/audit/?kind=second_step_on").await;
    assert_eq!(record[0]["name"], "admin");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_begun_is_over_after_an_hour() {
    for (seconds, status) in [(3601, 404), (3600, 200)] {
        let app = TestApp::start().await;
        let device = app.sign_in().await.begins().await;
        app.clock.advance(Duration::from_secs(seconds));
        let here = app.sign_in().await;
        let confirmed = here.confirms(&device.code(&app)).await;
        assert_eq!(confirmed.status(), status, "{seconds}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_right_password_a_code_is_asked_for_and_taken_once() {
    let app = TestApp::start().await;
    let device = app.sign_in().await.enrols().await;
    let used = device.code(&app);
    half_a_minute(&app);
    let code = device.code(&app);
    for nothing in ["", " "] {
        assert_eq!(
            refusal(sign_in(&app, PASSWORD, nothing).await).await,
            "second-step-required"
        );
    }
    let plain = app.sign_in_as("admin", PASSWORD).await;
    assert_eq!(refusal(plain).await, "second-step-required");
    for code in [code.as_str(), "", "000000"] {
        assert_eq!(
            refusal(sign_in(&app, "wrong", code).await).await,
            "bad-credentials",
            "nobody learns from a wrong password that a code is asked for"
        );
    }
    let long = "1".repeat(1000);
    for wrong in [&device.wrong(&app), &used, "12345", "ə", &long] {
        assert_eq!(
            refusal(sign_in(&app, PASSWORD, wrong).await).await,
            "second-step-wrong"
        );
    }
    assert_eq!(sign_in(&app, PASSWORD, &code).await.status(), 200);
    assert_eq!(
        refusal(sign_in(&app, PASSWORD, &code).await).await,
        "second-step-wrong",
        "once"
    );
    half_a_minute(&app);
    let spaced = device.code(&app);
    let spaced = format!("{} {}", &spaced[..3], &spaced[3..]);
    assert_eq!(sign_in(&app, PASSWORD, &spaced).await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_requests_with_one_code_one_signs_in() {
    let app = TestApp::start().await;
    let device = app.sign_in().await.enrols().await;
    half_a_minute(&app);
    for code in [device.code(&app), device.recovery[0].clone()] {
        let all = (0..6).map(|_| sign_in(&app, PASSWORD, &code));
        let answers = futures_util::future::join_all(all).await;
        let good = answers.iter().filter(|answer| answer.status() == 200);
        assert_eq!(good.count(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_stands_for_the_device_once() {
    let app = TestApp::start().await;
    let device = app.sign_in().await.enrols().await;
    let code = &device.recovery[3];
    let typed = code.to_lowercase().replace('-', " ");
    assert_eq!(sign_in(&app, PASSWORD, &typed).await.status(), 200);
    assert_eq!(
        refusal(sign_in(&app, PASSWORD, code).await).await,
        "second-step-wrong"
    );
    let answer = sign_in(&app, PASSWORD, &device.recovery[0]).await;
    let pair: Value = answer.json().await.unwrap();
    let here = Session {
        app: &app,
        access: text(&pair["access"]),
        refresh: text(&pair["refresh"]),
    };
    assert_eq!(here.read(TOTP).await["recovery_codes_left"], 8);
    let record = here.read("/api/audit/?kind=recovery_code_used").await;
    assert_eq!(record.as_array().unwrap().len(), 2);
    // Neither the secret nor a code stands in the store as it is.
    let secret = data_encoding::BASE32_NOPAD.encode(&device.secret);
    for name in ["cms.db", "cms.db-wal"] {
        let bytes = std::fs::read(app.app.config.data.join(name)).unwrap_or_default();
        let plain = device.recovery[1].replace('-', "");
        for word in [
            device.secret.as_slice(),
            secret.as_bytes(),
            plain.as_bytes(),
        ] {
            assert!(
                !bytes.windows(word.len()).any(|part| part == word),
                "{name}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_of_a_code_are_slowed_down_like_those_of_a_password() {
    let app =
        TestApp::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()])
            .await;
    let device = app.sign_in().await.enrols().await;
    half_a_minute(&app);
    for n in 0..BY_NAME {
        let from = format!("192.0.2.{n}");
        let answer = sign_in_from(&app, &from, PASSWORD, &device.wrong(&app)).await;
        assert_eq!(refusal(answer).await, "second-step-wrong");
        // Asking for the second step neither counts nor makes the guesses forgotten.
        if n + 1 < BY_NAME {
            let answer = sign_in_from(&app, &from, PASSWORD, "").await;
            assert_eq!(refusal(answer).await, "second-step-required");
        }
    }
    let answer = sign_in_from(&app, "192.0.2.99", PASSWORD, &device.code(&app)).await;
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    let record = app.app.store.read_blocking(|store| {
        let kind = Some(cms::store::audit::Kind::SignInFailed);
        let filter = cms::store::audit::Filter {
            kind,
            ..Default::default()
        };
        Ok::<_, anyhow::Error>(cms::store::audit::count(store, &filter)?)
    });
    assert_eq!(record.unwrap(), BY_NAME as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_hundred_wrong_codes_only_a_recovery_code_helps() {
    let app = TestApp::start().await;
    let device = app.sign_in().await.enrols().await;
    for n in 0..MOST_FAILURES {
        if n % 9 == 0 {
            app.clock.advance(Duration::from_secs(16 * 60));
        }
        let wrong = device.wrong(&app);
        assert_eq!(
            refusal(sign_in(&app, PASSWORD, &wrong).await).await,
            "second-step-wrong"
        );
    }
    app.clock.advance(Duration::from_secs(16 * 60));
    let code = device.code(&app);
    assert_eq!(
        refusal(sign_in(&app, PASSWORD, &code).await).await,
        "second-step-wrong"
    );
    let recovered = sign_in(&app, PASSWORD, &device.recovery[0]).await;
    assert_eq!(recovered.status(), 200);
    assert_eq!(sign_in(&app, PASSWORD, &code).await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_turned_off_by_password_and_code_together() {
    let app = TestApp::start().await;
    let here = app.sign_in().await;
    for _ in 0..=BY_NAME {
        let none = here.ends(PASSWORD, "123456").await;
        assert_eq!(none.status(), 404, "nobody has guessed anything");
    }
    let device = here.enrols().await;
    half_a_minute(&app);
    let code = device.code(&app);
    for (password, code, errors) in [
        ("wrong", code.as_str(), json!({"password": ["wrong"]})),
        ("", code.as_str(), json!({"password": ["required"]})),
        (PASSWORD, "", json!({"code": ["wrong"]})),
        (
            PASSWORD,
            device.wrong(&app).as_str(),
            json!({"code": ["wrong"]}),
        ),
    ] {
        let (status, _, body) = problem(here.ends(password, code).await).await;
        assert_eq!((status, &body["errors"]), (400, &errors));
    }
    assert_eq!(here.ends(PASSWORD, &code).await.status(), 204);
    assert_eq!(here.read(TOTP).await["on"], false);
    app.sign_in().await;
    assert_eq!(
        here.read("/api/audit/?kind=second_step_off")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // On again there are other codes.
    let other = here.enrols().await;
    assert_eq!(
        refusal(sign_in(&app, PASSWORD, &device.recovery[0]).await).await,
        "second-step-wrong"
    );
    for _ in 1..BY_NAME {
        let status = here.ends(PASSWORD, &other.wrong(&app)).await.status();
        assert_eq!(status, StatusCode::BAD_REQUEST);
    }
    let status = here.ends(PASSWORD, &other.wrong(&app)).await.status();
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_a_secret_that_another_took_the_place_of_is_not_called_wrong() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (first, second) = (admin.begins().await, admin.begins().await);
    let confirm = async |device: &Device, code: String| {
        let secret = data_encoding::BASE32_NOPAD.encode(&device.secret);
        let body = json!({"code": code, "secret": secret});
        admin.json(Method::POST, CONFIRM, body).await.status()
    };
    let code = first.code(&app);
    assert_eq!(confirm(&first, code).await, StatusCode::NOT_FOUND);
    let wrong = second.wrong(&app);
    assert_eq!(confirm(&second, wrong).await, StatusCode::BAD_REQUEST);
    let code = second.code(&app);
    assert_eq!(confirm(&second, code).await, StatusCode::OK);
}
