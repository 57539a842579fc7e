use serde_json::json;

use crate::service::Service;

async fn figures(service: &Service) -> String {
    let response = reqwest::get(service.url("/metrics")).await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers()["content-type"],
        "text/plain; version=0.0.4; charset=utf-8"
    );
    response.text().await.unwrap()
}

#[tokio::test]
async fn requests_are_counted_by_route() {
    let service = Service::start().await;
    for id in [7, 8] {
        reqwest::get(service.url(&format!("/api/blog/posts/{id}/")))
            .await
            .unwrap();
    }
    service
        .post("/api/contact/", &json!({"template_params": {}}))
        .await;
    let text = figures(&service).await;
    for line in [
        "cms_requests_total{route=\"/api/blog/posts/{id}/\",method=\"GET\",status=\"404\"} 2",
        "cms_requests_total{route=\"/api/contact/\",method=\"POST\",status=\"400\"} 1",
        "cms_request_seconds_count{route=\"/api/contact/\"} 1",
        "cms_revision_lag 0",
        "cms_messages 0",
    ] {
        assert!(
            text.lines().any(|found| found == line),
            "{line} is missing in\n{text}"
        );
    }
}

#[tokio::test]
async fn every_figure_is_well_formed() {
    let service = Service::start().await;
    for line in figures(&service)
        .await
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (name, value) = line.rsplit_once(' ').unwrap();
        assert!(name.starts_with("cms_"), "{line}");
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
}

#[tokio::test]
async fn figures_are_not_for_visitors_behind_a_proxy() {
    let service = Service::with(|config| config.metrics_token = Some("token".into())).await;
    let client = reqwest::Client::new();
    let ask = |token: Option<&str>| {
        let request = client
            .get(service.url("/metrics"))
            .header("x-forwarded-for", "203.0.113.9");
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    };
    for (token, status) in [(None, 404), (Some("guess"), 404), (Some("token"), 200)] {
        assert_eq!(ask(token).send().await.unwrap().status(), status);
    }
}
