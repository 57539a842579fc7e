//! The services of the firm are the categories of posts: as many as the content has files.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, copy_site, id, problem, text};

const IT_AUDIT: &str = r#"icon = "audit"
image = "services/audit.jpg"
image_alt = "şəkil"
title = "İT auditi"
short_title = "İT auditi"
subtitle = "s"
summary = "x"
description = ["d"]
features = [{ title = "f", description = "d" }]
benefits = ["1"]
seo = { title = "İT auditi", description = "təsvir" }
"#;

fn grow(app: &TestApp) {
    let content = app.dir.path().join("content");
    std::fs::write(content.join("az/services/it-audit.toml"), IT_AUDIT).unwrap();
    let site = content.join("site.toml");
    let text = std::fs::read_to_string(&site).unwrap();
    let grown = text.replace(
        "\"audit\", \"valuation\"",
        "\"audit\", \"it-audit\", \"valuation\"",
    );
    assert_ne!(grown, text);
    std::fs::write(site, grown).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seventh_service_takes_posts() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let app = TestApp::start_in(dir, |_| {}).await;
    let admin = app.sign_in().await;
    let form = || Draft::new("Logs").with("category", "it-audit");
    let refused = problem(admin.create(form()).await).await;
    assert_eq!(
        refused.2["errors"],
        json!({ "category": ["invalid_choice"] })
    );
    let names = |answer: Value| -> Vec<String> {
        let all = answer.as_array().unwrap().iter();
        all.map(|one| text(&one["id"])).collect()
    };
    let six = [
        "audit",
        "valuation",
        "tax-legal",
        "consulting",
        "accounting",
        "hr",
    ];
    assert_eq!(names(categories(&admin).await), six);
    grow(&app);
    let grown = categories(&admin).await;
    let it_audit = json!({ "id": "it-audit", "title_az": "İT auditi", "title_en": "İT auditi", "title_ru": "İT auditi" });
    assert_eq!(grown[1], it_audit);
    assert_eq!(grown.as_array().unwrap().len(), 7);
    let post = admin.created(form()).await;
    assert_eq!(post["category"], "it-audit");
    let several =
        json!({ "action": "category", "category": "it-audit", "posts": [{ "id": id(&post) }] });
    let done = admin
        .request(Method::POST, "/api/blog/posts/several/")
        .json(&several);
    assert_eq!(done.send().await.unwrap().status(), StatusCode::OK);
    // Its page is a place to send readers to, that of a service that there is not is none.
    let number = id(&post);
    let leading = |target: &str| {
        let path = format!("/api/blog/posts/{number}/?redirect_to={target}");
        admin.request(Method::DELETE, &path).send()
    };
    let nowhere = leading("/services/bookkeeping/").await.unwrap();
    assert_eq!(problem(nowhere).await.0, 422);
    let gone = leading("/services/it-audit/").await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_outlives_its_service() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let app = TestApp::start_in(dir, |_| {}).await;
    grow(&app);
    let admin = app.sign_in().await;
    let post = admin
        .created(Draft::new("Logs").with("category", "it-audit"))
        .await;
    let number = id(&post);
    let content = app.dir.path().join("content");
    copy_site(app.dir.path());
    std::fs::remove_file(content.join("az/services/it-audit.toml")).unwrap();
    let kept = app.get_json(&format!("/api/blog/posts/{number}/")).await;
    assert_eq!(kept["category"], "it-audit");
    // Who saves it chooses one that there is.
    let same = Draft::new("Logs").with("category", "it-audit");
    let refused = problem(admin.update(number, same).await).await;
    assert_eq!(
        refused.2["errors"],
        json!({ "category": ["invalid_choice"] })
    );
    let other = admin
        .update(number, Draft::new("Logs").with("category", "audit"))
        .await;
    assert_eq!(other.status(), StatusCode::OK);
}

async fn categories(admin: &Session<'_>) -> Value {
    let answer = admin
        .request(Method::GET, "/api/blog/categories/")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.json().await.unwrap()
}
