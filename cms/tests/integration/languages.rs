//! A site in German, too: its pages are there, and posts are written in it as in any other language.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{
    Draft, Receiver, Session, TestApp, copy_site, id, nothing, png, problem, text,
};

/// By a copy of the site whose `site.toml` names these languages.
pub async fn in_languages(codes: &str) -> TestApp {
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

/// Those of a site in German, too.
pub const GERMAN: &str = "[\"az\", \"en\", \"ru\", \"de\"]";

/// A post with a text in German.
pub fn german(title: &str) -> Draft {
    Draft::new(title)
        .with("content_az", "<p>Mətn</p>")
        .with("title_de", "Umsatzsteuer 2026")
        .with("excerpt_de", "Kurz gesagt")
        .with("content_de", "<p>Die Größe zählt.</p>")
        .with("meta_title_de", "USt 2026")
        .with("slug_de", "ust-2026")
}

pub async fn page(app: &TestApp, path: &str) -> (StatusCode, String) {
    app.until_live().await;
    let page = app.get(path).send().await.unwrap();
    (page.status(), page.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_written_published_and_found_in_every_language_of_the_site() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let created = admin.created(german("ƏDV")).await;
    let number = id(&created);
    assert_eq!(
        (&created["title_de"], &created["content_de"]),
        (
            &json!("Umsatzsteuer 2026"),
            &json!("<p>Die Größe zählt.</p>")
        )
    );
    let (status, html) = page(&app, &format!("/de/blog/{number}/ust-2026/")).await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "Die Größe zählt.",
        "Umsatzsteuer 2026",
        "<title>USt 2026",
        "hreflang=\"de\"",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    // Without its title it would stand below the Azerbaijani one.
    let untitled = Draft::new("ƏDV").with("title_de", "");
    let refused = [
        admin
            .create(untitled.clone().with("content_de", "<p>x</p>"))
            .await,
        admin.update(number, untitled).await,
    ];
    for answer in refused {
        let (status, _, problem) = problem(answer).await;
        assert_eq!(
            (status, &problem["errors"]),
            (422, &json!({ "title_de": ["required"] }))
        );
    }
    // Another post has no German text: the field is there, and says so.
    let other = admin.created(Draft::new("Audit")).await;
    assert_eq!(admin.draft(id(&other)).await["title_de"], "");
    let found = |query: &'static str| async {
        let found = admin.list(query).await;
        found.iter().map(id).collect::<Vec<_>>()
    };
    assert_eq!(found("state=all&missing=de").await, [id(&other)]);
    assert_eq!(found("state=all&language=de").await, [number]);
    assert_eq!(found("language=de").await, [number]);
    assert_eq!(found("q=gr%C3%B6%C3%9Fe").await, [number]);
    let summaries = admin.list("state=all&fields=summary").await;
    let empty = |post: &Value| {
        let empty = post["empty"].as_array().unwrap();
        empty.contains(&json!("content_de"))
    };
    assert_eq!(
        summaries.iter().map(empty).collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(summaries[1]["title_de"], "Umsatzsteuer 2026");
    // Visitors' answers have what there is.
    let public = app.get_json(&format!("/api/blog/posts/{number}/")).await;
    assert_eq!(public["excerpt_de"], "Kurz gesagt");
    let public = app
        .get_json(&format!("/api/blog/posts/{}/", id(&other)))
        .await;
    assert_eq!(public.get("title_de"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_of_the_site_has_a_life_of_its_own() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(german("ƏDV")).await);
    let state = |draft: &Value| text(&draft["languages"]["de"]["state"]);
    let draft = admin.draft(number).await;
    assert_eq!(state(&draft), "published");
    let saved = admin
        .saved(number, nothing().with("content_de", "<p>Neu</p>"))
        .await;
    assert_eq!(state(&saved), "changed");
    assert_eq!(saved["languages"]["de"]["differs"], true);
    assert_eq!(saved["languages"]["ru"]["differs"], false);
    let listed = admin.list("state=changed").await;
    assert_eq!(state(&listed[0]), "changed");
    assert_eq!(admin.publish(number, &["de"]).await.status(), 200);
    let path = format!("/de/blog/{number}/ust-2026/");
    assert!(page(&app, &path).await.1.contains("<p>Neu</p>"));
    assert_eq!(
        admin.history(number).await,
        ["publication de", "save de", "publication az,de,en,ru"]
    );
    // Off-line by itself, the Azerbaijani text in its place; the words of its address lead on.
    assert_eq!(admin.unpublish(number, &["de"]).await.status(), 200);
    let (_, html) = page(&app, &format!("/de/blog/{number}/")).await;
    assert!(html.contains("Mətn") && !html.contains("Neu"), "{html}");
    let draft = admin.draft(number).await;
    assert_eq!(
        (state(&draft).as_str(), &draft["content_de"]),
        ("draft", &json!("<p>Neu</p>"))
    );
    // What was there first comes back from the history.
    let restore = admin.post_json(number, "revisions/1/restore/", json!({}));
    assert_eq!(restore.await.status(), 200);
    assert_eq!(
        admin.draft(number).await["content_de"],
        "<p>Die Größe zählt.</p>"
    );
    // Planned, and cancelled.
    let at = app.clock.now() + std::time::Duration::from_secs(60);
    let plan = json!({ "languages": ["de"], "at": at });
    assert_eq!(
        admin.post_json(number, "publish/", plan).await.status(),
        202
    );
    assert_eq!(state(&admin.draft(number).await), "scheduled");
    let cancel = admin.of_post(Method::DELETE, number, "schedule/?language=de");
    assert_eq!(cancel.send().await.unwrap().status(), 204);
    assert_eq!(state(&admin.draft(number).await), "draft");
    // Without a title, or without a text, it cannot be published.
    admin.saved(number, nothing().with("title_de", "")).await;
    let refused = problem(admin.publish(number, &["de"]).await).await;
    assert_eq!(refused.2["errors"], json!({ "title_de": ["required"] }));
}

/// Six texts in each of sixteen languages, and what else a form has.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_has_room_for_as_many_languages_as_a_site_can_have() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let form =
        |parts: usize| (0..parts).fold(nothing(), |form, part| form.with(&format!("x{part}"), ""));
    let answer = |parts| {
        let request = admin.request(Method::POST, "/api/blog/drafts/");
        let request = request.multipart(form(parts).form());
        async { request.send().await.unwrap().status() }
    };
    assert_eq!(answer(6 * 16 + 10).await, StatusCode::CREATED);
    assert_eq!(answer(200).await, StatusCode::BAD_REQUEST);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_translation_is_stale_when_its_source_changes() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(german("ƏDV")).await);
    let saved = admin
        .saved(number, nothing().with("content_az", "<p>Başqa mətn</p>"))
        .await;
    let stale = |draft: &Value| draft["languages"]["de"]["stale"].clone();
    assert_eq!(stale(&saved), true);
    let listed = admin.list("state=all&stale=true").await;
    assert_eq!(listed.iter().map(stale).collect::<Vec<_>>(), [true]);
    let words = admin.of_post(Method::GET, number, "translated/").send();
    let words: Value = words.await.unwrap().json().await.unwrap();
    assert_eq!(words["de"]["now"]["content"], "<p>Başqa mətn</p>");
    let right = json!({ "language": "de" });
    let settled = admin.post_json(number, "translated/", right).await;
    let settled: Value = settled.json().await.unwrap();
    assert_eq!(stale(&settled), false);
    assert!(admin.list("state=all&stale=true").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_the_site_does_not_have_is_refused_by_name() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("Vergi")).await);
    let refused = problem(admin.publish(number, &["fr"]).await).await;
    assert_eq!(
        refused.2["errors"],
        json!({ "languages": ["invalid_choice"] })
    );
    for query in ["missing=fr", "language=fr"] {
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
    // A text would be lost without a word; nothing to lose is no mistake.
    let refused = problem(admin.save(number, nothing().with("title_fr", "TVA")).await).await;
    assert_eq!(
        refused.2["errors"],
        json!({ "title_fr": ["invalid_choice"] })
    );
    let blank = nothing().with("title_fr", " ").with("title_anything", "x");
    assert_eq!(admin.save(number, blank).await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_described_in_every_language_of_the_site() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let created = admin.created(german("ƏDV").image(png(1))).await;
    let (number, image) = (id(&created), created["image_id"].as_i64().unwrap());
    let path = format!("/api/media/{image}/");
    let change = |body: Value| {
        let request = admin.request(Method::PATCH, &path).json(&body);
        async { request.send().await.unwrap() }
    };
    let said = json!({ "alt_az": "Ofis", "alt_de": "Das Büro", "caption_de": "Bakı" });
    let said: Value = change(said).await.json().await.unwrap();
    assert_eq!(
        (&said["alt_de"], &said["caption_de"]),
        (&json!("Das Büro"), &json!("Bakı"))
    );
    let (_, html) = page(&app, &format!("/de/blog/{number}/ust-2026/")).await;
    assert!(html.contains("alt=\"Das Büro\""), "{html}");
    let found = admin.request(Method::GET, "/api/media/?q=b%C3%BCro").send();
    let found: Value = found.await.unwrap().json().await.unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);
    for wrong in [json!({ "alt_fr": "x" }), json!({ "alt": "x" })] {
        assert_eq!(change(wrong).await.status(), 422);
    }
    let gone: Value = change(json!({ "alt_de": null }))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(gone["alt_de"], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_is_told_in_which_languages_posts_are_written() {
    let app = in_languages(GERMAN).await;
    let admin = app.get("/admin/").send().await.unwrap();
    let tag = admin.headers()["etag"].clone();
    let html = admin.text().await.unwrap();
    assert!(
        html.contains("<html data-languages=\"az en ru de\" lang="),
        "{html}"
    );
    let known = app.get("/admin/posts/").header("if-none-match", &tag);
    assert_eq!(known.send().await.unwrap().status(), 304);
    // Of the three it is the page that was built.
    let app = TestApp::start().await;
    let admin = app.get("/login").send().await.unwrap();
    assert!(!admin.text().await.unwrap().contains("data-languages"));
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

#[tokio::test(flavor = "multi_thread")]
async fn others_are_told_of_pages_that_are_there() {
    let app = in_languages("[\"az\", \"en\"]").await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    owner.hooked(&receiver).await;
    // It has a title in Russian, and no page.
    owner.created(Draft::new("Vergi")).await;
    let calls = receiver.until(1).await;
    let told = &calls[0].json()["data"]["posts"][0]["languages"];
    let codes = told.as_array().unwrap().iter();
    let codes: Vec<String> = codes.map(|version| text(&version["language"])).collect();
    assert_eq!(codes, ["az", "en"]);
}
