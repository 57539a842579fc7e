//! Signing in, staying signed in, signing out: refusals first.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use cms::people::{access, keys::Keys, throttle};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, PASSWORD, TestApp, problem, text};

async fn write_with(app: &TestApp, token: &str) -> StatusCode {
    app.request(Method::DELETE, "/api/blog/posts/1/")
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
        .status()
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_do_not_count() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a")).await;
    let now = app.clock.seconds();
    let keys = &Keys::open(&app.app.config.key_file()).unwrap();
    let claims = access::verify(keys, &admin.access, now).unwrap();
    let parts: Vec<&str> = admin.access.split('.').collect();
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
    let table = [
        ("empty", String::new()),
        ("rubbish", "rubbish".into()),
        (
            "expired",
            access::issue(keys, 1, "admin", &claims.fam, now - access::LIFETIME).unwrap(),
        ),
        (
            "foreign key",
            access::issue(&Keys::random(), 1, "admin", &claims.fam, now).unwrap(),
        ),
        ("alg none", format!("{none}.{}.", parts[1])),
        (
            "alg none, signed",
            format!("{none}.{}.{}", parts[1], parts[2]),
        ),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        (
            "unknown family",
            access::issue(keys, 1, "admin", "other", now).unwrap(),
        ),
        ("refresh used as access", admin.refresh.clone()),
    ];
    for (what, token) in table {
        assert_eq!(
            write_with(&app, &token).await,
            StatusCode::UNAUTHORIZED,
            "{what}"
        );
    }
    let basic = app
        .request(Method::DELETE, "/api/blog/posts/1/")
        .basic_auth("admin", Some(PASSWORD));
    assert_eq!(
        basic.send().await.unwrap().status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.get_json("/api/blog/posts/1/").await,
        post,
        "nothing was deleted"
    );
    assert_eq!(
        write_with(&app, &admin.access).await,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn access_ends_after_fifteen_minutes() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    app.clock.advance(Duration::from_secs(15 * 60 - 1));
    assert_eq!(
        write_with(&app, &admin.access).await,
        StatusCode::NOT_FOUND,
        "still signed in"
    );
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(
        write_with(&app, &admin.access).await,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_sign_ins() {
    let app = TestApp::start().await;
    for (name, password) in [
        ("admin", "wrong"),
        ("nobody", PASSWORD),
        ("ADMIN", PASSWORD),
        ("admin", &"x".repeat(2000)),
    ] {
        let (status, code, _) = problem(app.sign_in_as(name, password).await).await;
        assert_eq!((status, code.as_str()), (401, "bad-credentials"), "{name}");
    }
    let (status, _, body) = problem(app.sign_in_as("", "").await).await;
    assert_eq!(
        (status, &body["errors"]),
        (
            400,
            &json!({"username": ["required"], "password": ["required"]})
        )
    );
    let table = [
        ("application/json", "{", 400),
        ("application/json", "{\"username\": \"a\"}", 422),
        (
            "application/json",
            "{\"username\": 1, \"password\": []}",
            422,
        ),
        ("application/json", "[]", 422),
        (
            "application/x-www-form-urlencoded",
            "username=a&password=b",
            415,
        ),
    ];
    for path in ["/api/auth/token/", "/api/auth/token"] {
        for (kind, body, status) in table {
            let request = app
                .request(Method::POST, path)
                .header("content-type", kind)
                .body(body);
            assert_eq!(
                problem(request.send().await.unwrap()).await.0,
                status,
                "{kind} {body}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_refresh_token_works_once_and_two_tabs_get_the_same_successor() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let first: Value = app.refresh(&admin.refresh).await.json().await.unwrap();
    app.clock.advance(Duration::from_secs(9));
    let second: Value = app.refresh(&admin.refresh).await.json().await.unwrap();
    assert_eq!(first["refresh"], second["refresh"], "no second successor");
    assert_ne!(first["refresh"], admin.refresh);
    assert_eq!(
        write_with(&app, &text(&second["access"])).await,
        StatusCode::NOT_FOUND,
        "both are signed in"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_refreshes_get_one_successor() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let answers = futures_util::future::join_all((0..8).map(|_| app.refresh(&admin.refresh))).await;
    let mut successors = Vec::new();
    for answer in answers {
        assert_eq!(answer.status(), StatusCode::OK);
        successors.push(text(&answer.json::<Value>().await.unwrap()["refresh"]));
    }
    successors.dedup();
    assert_eq!(successors.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn reuse_revokes_the_whole_family() {
    let app = TestApp::start().await;
    let (victim, other) = (app.sign_in().await, app.sign_in().await);
    let next: Value = app.refresh(&victim.refresh).await.json().await.unwrap();
    app.clock.advance(Duration::from_secs(11));
    let (status, code, _) = problem(app.refresh(&victim.refresh).await).await;
    assert_eq!((status, code.as_str()), (401, "bad-credentials"));
    assert_eq!(
        app.refresh(&text(&next["refresh"])).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        write_with(&app, &text(&next["access"])).await,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.refresh(&other.refresh).await.status(),
        StatusCode::OK,
        "another sign-in goes on"
    );
    let ended = other.read("/api/audit/?kind=session_ended").await;
    assert_eq!(ended, json!([]), "nobody ended it");
    let written = other.read("/api/audit/?kind=sign_in_revoked").await;
    assert_eq!(written.as_array().unwrap().len(), 1, "once");
    assert_eq!(
        [
            &written[0]["name"],
            &written[0]["subject"],
            &written[0]["address"]
        ],
        ["admin", "", "127.0.0.1"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn grace_is_not_for_grandparents() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let child: Value = app.refresh(&admin.refresh).await.json().await.unwrap();
    assert_eq!(
        app.refresh(&text(&child["refresh"])).await.status(),
        StatusCode::OK
    );
    assert_eq!(
        app.refresh(&admin.refresh).await.status(),
        StatusCode::UNAUTHORIZED,
        "within ten seconds, but used on"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_ends_after_fourteen_days_and_is_not_an_access_token() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    assert_eq!(
        app.refresh(&admin.access).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(app.refresh("").await.status(), StatusCode::UNAUTHORIZED);
    app.clock.advance(Duration::from_secs(14 * 24 * 3600));
    assert_eq!(
        app.refresh(&admin.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn logout_ends_access_and_refresh() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let logout = |token: String| {
        app.request(Method::POST, "/api/auth/logout/")
            .json(&json!({ "refresh": token }))
            .send()
    };
    assert_eq!(
        logout("unknown".into()).await.unwrap().status(),
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        logout(admin.refresh.clone()).await.unwrap().status(),
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        app.refresh(&admin.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        write_with(&app, &admin.access).await,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        logout(admin.refresh.clone()).await.unwrap().status(),
        StatusCode::NO_CONTENT,
        "twice is fine"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_all_sessions() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let hash = app.app.passwords.hash("another horse").unwrap();
    let changed: Result<bool, anyhow::Error> = app.app.store.write_blocking(|store| {
        Ok(cms::store::users::set_password(
            store, "admin", &hash, None, 0,
        )?)
    });
    assert!(changed.unwrap());
    assert_eq!(
        write_with(&app, &admin.access).await,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.refresh(&admin.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("admin", PASSWORD).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("admin", "another horse").await.status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn guessing_is_slowed_down_by_name_with_the_time_to_wait() {
    let app = TestApp::start().await;
    for _ in 0..throttle::BY_NAME {
        assert_eq!(
            app.sign_in_as("admin", "wrong").await.status(),
            StatusCode::UNAUTHORIZED
        );
    }
    let refused = app.sign_in_as("admin", PASSWORD).await;
    assert_eq!(refused.headers()["retry-after"], "900");
    assert_eq!(problem(refused).await.1, "too-many-requests");
    app.clock.advance(Duration::from_secs(900));
    assert_eq!(
        app.sign_in_as("admin", PASSWORD).await.status(),
        StatusCode::OK
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_guesses_are_counted_too() {
    let app = TestApp::start().await;
    let guesses =
        futures_util::future::join_all((0..40).map(|_| app.sign_in_as("admin", "wrong"))).await;
    let let_through = guesses
        .iter()
        .filter(|answer| answer.status() == StatusCode::UNAUTHORIZED)
        .count();
    assert_eq!(let_through, throttle::BY_NAME);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_the_visitor_counts_only_if_the_proxy_is_trusted() {
    let from = |app: &TestApp, address: &str, name: String| {
        let body = json!({ "username": name, "password": "x" });
        app.request(Method::POST, "/api/auth/token/")
            .header("x-forwarded-for", address)
            .json(&body)
            .send()
    };
    let trusting =
        TestApp::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()])
            .await;
    let plain = TestApp::start().await;
    for n in 0..throttle::BY_ADDRESS {
        for app in [&trusting, &plain] {
            let answer = from(app, "198.51.100.7", format!("user{n}")).await.unwrap();
            assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
        }
    }
    let status = |app, address| from(app, address, "new".into());
    assert_eq!(
        status(&trusting, "198.51.100.7").await.unwrap().status(),
        StatusCode::TOO_MANY_REQUESTS
    );
    assert_eq!(
        status(&trusting, "198.51.100.8").await.unwrap().status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        status(&plain, "198.51.100.8").await.unwrap().status(),
        StatusCode::TOO_MANY_REQUESTS
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_keeps_nobody_out() {
    const YEAR: i64 = 365 * 24 * 3600;
    let app = TestApp::start().await;
    let mut refresh = app.sign_in().await.refresh;
    for ahead in [-YEAR, YEAR, YEAR, -YEAR] {
        for _ in 0..throttle::BY_NAME {
            app.sign_in_as("nobody", "wrong").await;
        }
        app.clock.set_ahead(ahead);
        let answer = app.refresh(&refresh).await;
        assert_eq!(answer.status(), StatusCode::OK, "still signed in");
        let pair: Value = answer.json().await.unwrap();
        refresh = text(&pair["refresh"]);
        assert_eq!(
            write_with(&app, &text(&pair["access"])).await,
            StatusCode::NOT_FOUND
        );
        assert_eq!(
            app.sign_in_as("admin", PASSWORD).await.status(),
            StatusCode::OK
        );
        let waiting = app.sign_in_as("nobody", "wrong").await;
        assert_eq!(
            waiting.headers()["retry-after"],
            "900",
            "no longer than that"
        );
        app.clock.advance(Duration::from_secs(900));
    }
}
