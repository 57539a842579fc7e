//! A site without Russian: posts are written, required and published in its languages alone, and no word of another
//! one is lost.

use serde_json::{Value, json};

use crate::{
    languages::{in_languages, page},
    support::{Draft, TestApp, id, nothing, problem, text},
};

/// A post of a site in Azerbaijani and English.
fn two(title: &str) -> Draft {
    nothing()
        .with("title_az", title)
        .with("title_en", title)
        .with("content_az", "<p>Mətn</p>")
        .with("content_en", "<p>Text</p>")
        .with("author", "Aygün")
}

fn state(draft: &Value, lang: &str) -> String {
    text(&draft["languages"][lang]["state"])
}

async fn told(app: &TestApp) -> String {
    let page = app.get("/admin/").send().await.unwrap();
    let html = page.text().await.unwrap();
    let said = html.split_once("data-languages=\"");
    said.map_or_else(String::new, |(_, rest)| {
        rest.split('"').next().unwrap_or_default().to_owned()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_are_required_in_the_languages_of_the_site_alone() {
    let app = in_languages("[\"az\", \"en\"]").await;
    let admin = app.sign_in().await;
    assert_eq!(told(&app).await, "az en");
    let number = id(&admin.created(two("VAT")).await);
    assert_eq!(page(&app, &format!("/en/blog/{number}/")).await.0, 200);
    assert_eq!(
        admin.history(number).await,
        ["publication az,en"],
        "nothing is said of Russian"
    );
    let draft = admin.draft(number).await;
    assert_eq!(
        ["az", "en", "ru"].map(|lang| state(&draft, lang)),
        ["published", "published", "empty"]
    );
    let short = nothing().with("title_az", "VAT").with("author", "A");
    let refused = problem(admin.update(number, short).await).await;
    assert_eq!(refused.2["errors"], json!({ "title_en": ["required"] }));
    // A script that knows three goes on working; half of a third is as little as half of a fourth.
    let three = id(&admin.created(Draft::new("Audit")).await);
    assert_eq!(admin.draft(three).await["title_ru"], "Audit ru");
    let half = two("Audit").with("content_ru", "<p>Т</p>");
    let refused = problem(admin.create(half).await).await;
    assert_eq!(
        (refused.0, &refused.2["errors"]),
        (422, &json!({ "title_ru": ["required"] }))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_published_in_a_language_without_pages() {
    let app = in_languages("[\"az\", \"en\"]").await;
    let admin = app.sign_in().await;
    let russian = two("Layihə")
        .with("title_ru", "П")
        .with("content_ru", "<p>Т</p>");
    let number = admin.drafted(russian).await;
    let refused = problem(admin.publish(number, &["az", "ru"]).await).await;
    assert_eq!(
        (refused.0, &refused.2["errors"]),
        (422, &json!({ "languages": ["invalid_choice"] }))
    );
    let all = admin.post_json(number, "publish/", json!({})).await;
    assert_eq!(all.status(), 200);
    let draft = admin.draft(number).await;
    assert_eq!(
        ["az", "en", "ru"].map(|lang| state(&draft, lang)),
        ["published", "published", "draft"]
    );
    assert_eq!(draft["content_ru"], "<p>Т</p>");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_drafted_in_a_language_without_pages_is_in_the_history_after_a_save() {
    let app = in_languages("[\"az\", \"en\"]").await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(two("VAT")).await);
    let russian = nothing()
        .with("title_ru", "НДС")
        .with("content_ru", "<p>Текст</p>");
    admin.saved(number, russian).await;
    let changed = two("VAT").with("content_az", "<p>Yeni</p>");
    assert_eq!(admin.update(number, changed).await.status(), 200);
    assert_eq!(admin.draft(number).await["exists"], false);
    assert_eq!(
        admin.history(number).await,
        [
            "publication az,en",
            "replaced az,ru",
            "save ru",
            "publication az,en"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_outlives_a_specified_language_of_the_site() {
    let app = in_languages("[\"az\", \"ru\", \"en\"]").await;
    let admin = app.sign_in().await;
    let written = || {
        nothing()
            .with("title_az", "ƏDV")
            .with("title_en", "VAT")
            .with("content_az", "<p>Mətn</p>")
            .with("author", "A")
    };
    let russian = written()
        .with("title_ru", "НДС")
        .with("content_ru", "<p>Текст</p>");
    let number = id(&admin.created(russian).await);
    let file = format!("ru/blog/{number}/index.html");
    app.until(|_| !app.page(&file).is_empty()).await;
    let (content, aside) = (app.dir.path().join("content"), app.dir.path().join("aside"));
    let site = content.join("site.toml");
    let facts = std::fs::read_to_string(&site).unwrap();
    std::fs::rename(content.join("ru"), &aside).unwrap();
    std::fs::write(&site, facts.replace("\"ru\", ", "")).unwrap();
    app.app.publisher.reload();
    app.until(|_| app.page(&file).is_empty()).await;
    app.until_settled().await;
    assert_eq!(told(&app).await, "az en");
    // What is said of the others says nothing of it.
    let changed = || written().with("content_az", "<p>Başqa</p>");
    assert_eq!(admin.update(number, changed()).await.status(), 200);
    admin.saved(number, changed().with("excerpt_az", "Q")).await;
    let draft = admin.draft(number).await;
    assert_eq!(
        (
            &draft["content_ru"],
            &draft["title_ru"],
            state(&draft, "ru")
        ),
        (
            &json!("<p>Текст</p>"),
            &json!("НДС"),
            "published".to_owned()
        )
    );
    assert_eq!(admin.publish(number, &["az"]).await.status(), 200);
    std::fs::rename(&aside, content.join("ru")).unwrap();
    std::fs::write(&site, facts).unwrap();
    app.app.publisher.reload();
    let back = "Текст";
    app.until(|_| app.page(&file).contains(back)).await;
}
