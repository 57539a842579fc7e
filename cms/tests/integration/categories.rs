//! The services of the firm are the categories of posts: as many as the content has files.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    command_line::succeeds,
    support::{Draft, Session, TestApp, copy_site, id, problem, text},
};

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
    // Whoever saves it need not choose another one: a word is changed, and it is about the same.
    let same = || Draft::new("Logs").with("category", "it-audit");
    let changed = || same().with("excerpt_az", "Qısa");
    let saved = admin.saved(number, changed()).await;
    assert_eq!(saved["category"], "it-audit");
    assert_eq!(admin.update(number, changed()).await.status(), 200);
    app.until_live().await;
    let json = json!({ "id": number, "category": "it-audit", "title_az": "Logs" });
    let preview = admin
        .request(Method::POST, "/api/blog/preview/")
        .json(&json);
    let preview = preview.send().await.unwrap();
    let (status, page) = (preview.status(), preview.text().await.unwrap());
    assert_eq!(status, StatusCode::OK, "{page}");
    // A new post is not about it, and neither is one that was about something else.
    let other = id(&admin.created(Draft::new("Hesabat")).await);
    let refused = [
        admin.create(same()).await,
        admin.update(other, same()).await,
        admin.save(other, same()).await,
    ];
    for answer in refused {
        let (status, _, problem) = problem(answer).await;
        assert_eq!(
            (status, &problem["errors"]),
            (400, &json!({ "category": ["invalid_choice"] }))
        );
    }
    // Of a post that there is not, or not any more, that is what is said.
    assert_eq!(admin.delete(other).await.status(), 204);
    for gone in [other, 9_999] {
        assert_eq!(admin.update(gone, same()).await.status(), 404);
        assert_eq!(admin.save(gone, same()).await.status(), 404);
    }
    let said = succeeds(app.dir.path(), &["check"], "");
    let line = format!("post {number} is about it-audit, which is no service of the site");
    assert!(said.contains(&line), "{said}");
    // Drafted with another one it may go back to what is on-line, until that is saved.
    let other = || Draft::new("Logs").with("category", "audit");
    admin.saved(number, other()).await;
    assert_eq!(admin.saved(number, same()).await["category"], "it-audit");
    assert_eq!(admin.update(number, other()).await.status(), 200);
    assert_eq!(admin.update(number, same()).await.status(), 400);
    let said = succeeds(app.dir.path(), &["check"], "");
    assert!(!said.contains("it-audit"), "{said}");
}

/// A firm whose services are all its own but one.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_post_is_about_a_service_that_the_firm_has() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let content = dir.path().join("content");
    for lang in ["az", "en", "ru"] {
        let services = content.join(lang).join("services");
        std::fs::rename(services.join("audit.toml"), services.join("it.toml")).unwrap();
    }
    let site = content.join("site.toml");
    let text = std::fs::read_to_string(&site).unwrap();
    let without = text.replace("\"audit\", \"valuation\"", "\"it\", \"valuation\"");
    std::fs::write(site, without).unwrap();
    let app = TestApp::start_in(dir, |_| {}).await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("Logs")).await;
    assert_eq!(post["category"], "it");
    let draft = admin.drafted(Draft::new("Layihə")).await;
    assert_eq!(admin.draft(draft).await["category"], "it");
    // Later saves that name none leave it.
    let post = admin
        .created(Draft::new("Hesabat").with("category", "hr"))
        .await;
    let number = id(&post);
    assert_eq!(
        admin.update(number, Draft::new("Hesabat")).await.status(),
        200
    );
    assert_eq!(admin.draft(number).await["category"], "hr");
    // The admin begins with it.
    let page = app.get("/admin/").send().await.unwrap();
    let html = page.text().await.unwrap();
    assert!(html.contains("<html data-category=\"it\" "), "{html}");
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
