//! Who follows the state of the site.

use reqwest::{Response, StatusCode};

use crate::support::{TestApp, problem};

async fn follow(app: &TestApp, from: &str) -> Response {
    let request = app.get("/api/site/events/");
    let request = request.header("x-forwarded-for", from);
    request.send().await.unwrap()
}

#[tokio::test]
async fn one_address_does_not_take_the_seats_of_all() {
    let app = TestApp::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.limits.followers_per_address = 2;
    })
    .await;
    let first = follow(&app, "203.0.113.1").await;
    let second = follow(&app, "203.0.113.1").await;
    assert_eq!(
        (first.status(), second.status()),
        (StatusCode::OK, StatusCode::OK)
    );
    let (status, code, _) = problem(follow(&app, "203.0.113.1").await).await;
    assert_eq!((status, code.as_str()), (503, "unavailable"));
    assert_eq!(follow(&app, "203.0.113.2").await.status(), StatusCode::OK);
    // A seat comes back when its stream has ended.
    drop(first);
    while follow(&app, "203.0.113.1").await.status() != StatusCode::OK {}
}
