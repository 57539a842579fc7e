//! A site in German, too: its pages are there, posts are written in three languages still and fall back to Azerbaijani.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, copy_site, id, problem, text};

/// By a copy of the site whose `site.toml` names these languages.
async fn in_languages(codes: &str) -> TestApp {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let site = dir.path().join("content/site.toml");
    let facts = std::fs::read_to_string(&site).unwrap();
    let changed = facts.replace("[\"az\", \"en\", \"ru\"]", codes);
    assert_ne!(changed, facts);
    std::fs::write(site, changed).unwrap();
    for lang in ["en", "ru"] {
        if !codes.contains(lang) {
            std::fs::remove_dir_all(dir.path().join("content").join(lang)).unwrap();
        }
    }
    let app = TestApp::start_in(dir, |_| {}).await;
    app.until_live().await;
    app
}

async fn preview(admin: &Session<'_>, lang: &str) -> reqwest::Response {
    let body = json!({ "lang": lang, "title_az": "Vergi", "content_az": "<p>Mətn</p>" });
    let request = admin.request(Method::POST, "/api/blog/preview/");
    request.json(&body).send().await.unwrap()
}

async fn post(admin: &Session<'_>, path: &str, body: Value) -> reqwest::Response {
    let request = admin.request(Method::POST, path);
    request.json(&body).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_have_pages_in_every_language_of_the_site() {
    let app = in_languages("[\"az\", \"en\", \"ru\", \"de\"]").await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("Vergi")).await);
    app.until_live().await;
    let page = app
        .get(&format!("/de/blog/{number}/"))
        .send()
        .await
        .unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    let html = page.text().await.unwrap();
    assert!(html.contains("<html lang=\"de\""), "{html}");
    // Staff see it before it is published, and so do guests.
    let page = preview(&admin, "de").await;
    assert_eq!(page.status(), StatusCode::OK);
    let html = page.text().await.unwrap();
    assert!(
        html.contains("lang=\"de\"") && html.contains("Vergi"),
        "{html}"
    );
    let path = format!("/api/blog/posts/{number}/share/");
    let link: Value = post(&admin, &path, json!({})).await.json().await.unwrap();
    let link = text(&link["url"]);
    for (lang, status) in [("de/", 200), ("en/", 200), ("fr/", 404), ("az/", 404)] {
        let page = app.get(&format!("{link}{lang}")).send().await.unwrap();
        assert_eq!(page.status(), status, "{lang}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_nobody_writes_in_is_refused_by_name() {
    let app = in_languages("[\"az\", \"en\", \"ru\", \"de\"]").await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("Vergi")).await);
    let path = format!("/api/blog/posts/{number}/publish/");
    let refused = problem(post(&admin, &path, json!({ "languages": ["de"] })).await).await;
    assert_eq!(
        refused.2["errors"],
        json!({ "languages": ["invalid_choice"] })
    );
    for query in ["missing=de", "language=de"] {
        let path = format!("/api/blog/posts/?state=all&{query}");
        let refused = problem(admin.request(Method::GET, &path).send().await.unwrap()).await;
        let field = query.split('=').next().unwrap();
        assert_eq!(
            refused.2["errors"],
            json!({ field: ["invalid_choice"] }),
            "{query}"
        );
    }
    let refused = problem(preview(&admin, "fr").await).await;
    assert_eq!(refused.2["errors"], json!({ "lang": ["invalid_choice"] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_without_russian_has_no_russian_page() {
    let app = in_languages("[\"az\", \"en\"]").await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("Vergi")).await);
    app.until_live().await;
    let status = |lang: &str| {
        let page = app.get(&format!("{lang}/blog/{number}/")).send();
        async { page.await.unwrap().status() }
    };
    assert_eq!(
        (status("/en").await, status("/ru").await),
        (StatusCode::OK, StatusCode::NOT_FOUND)
    );
    assert_eq!(
        preview(&admin, "ru").await.status(),
        StatusCode::BAD_REQUEST
    );
    let path = format!("/api/blog/posts/{number}/redirect/");
    let body = json!({ "redirect_to": "/ru/about/" });
    let request = admin.request(Method::PUT, &path).json(&body);
    assert!(request.send().await.unwrap().status().is_client_error());
}
