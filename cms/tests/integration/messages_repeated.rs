//! A visitor whose answer got lost presses again: the same words of the same sender within ten minutes are one message.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    messages::{Desk, letter, sends},
    support::TestApp,
};

async fn kept(app: &TestApp) -> usize {
    let desk = Desk(app.sign_in().await);
    desk.names("").await.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_within_ten_minutes_is_one_message() {
    let app = TestApp::start().await;
    let first = letter("Aygün", "Salam");
    for _ in 0..2 {
        let request = app.request(Method::POST, "/api/contact/").json(&first);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.text().await.unwrap(), "OK");
    }
    assert_eq!(kept(&app).await, 1);
    app.clock.advance(Duration::from_secs(599));
    assert_eq!(sends(&app, &first).await, StatusCode::OK);
    assert_eq!(kept(&app).await, 1);
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(sends(&app, &first).await, StatusCode::OK);
    assert_eq!(kept(&app).await, 2, "asked once more, later");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_differs_makes_another_message() {
    let app = TestApp::start().await;
    sends(&app, &letter("Aygün", "Salam")).await;
    for (n, (field, other)) in [
        ("from_name", "Aygun"),
        ("from_email", "aygun@example.az"),
        ("phone", "+994 12 555 01 01"),
        ("subject", "tax"),
        ("message", "Salam!"),
    ]
    .into_iter()
    .enumerate()
    {
        // Each in a time of its own, and so soon that the first still counts.
        let mut changed: Value = letter("Aygün", "Salam");
        changed["template_params"][field] = json!(other);
        let sent = sends(&app, &changed).await;
        let late = n == 4;
        assert_eq!(sent == StatusCode::TOO_MANY_REQUESTS, late, "{field}");
    }
    assert_eq!(kept(&app).await, 5, "the sixth came too fast");
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_restart_nor_the_limits_make_two_of_one() {
    let app = TestApp::start().await;
    let first = letter("Aygün", "Salam");
    assert_eq!(sends(&app, &first).await, StatusCode::OK);
    for n in 1..5 {
        let sent = sends(&app, &letter("Aygün", &n.to_string())).await;
        assert_eq!(sent, StatusCode::OK);
    }
    let desk = Desk(app.sign_in().await);
    assert_eq!(
        sends(&app, &first).await,
        StatusCode::OK,
        "answered like the first, though it comes fast"
    );
    let mut robot = first.clone();
    robot["fax_number"] = json!("1");
    assert_eq!(sends(&app, &robot).await, StatusCode::OK);
    assert!(desk.names("state=suspected").await.is_empty());
    assert_eq!(desk.names("").await.len(), 5);
    let again = TestApp::start_with(|config| config.data.clone_from(&app.app.config.data)).await;
    assert_eq!(sends(&again, &first).await, StatusCode::OK);
    assert_eq!(kept(&again).await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_staff_deleted_may_come_again() {
    let app = TestApp::start().await;
    let first = letter("Aygün", "Salam");
    assert_eq!(sends(&app, &first).await, StatusCode::OK);
    let desk = Desk(app.sign_in().await);
    let gone = desk.0.request(Method::DELETE, "/api/messages/1/").send();
    assert_eq!(gone.await.unwrap().status(), StatusCode::NO_CONTENT);
    assert_eq!(sends(&app, &first).await, StatusCode::OK);
    assert_eq!(kept(&app).await, 1);
}
