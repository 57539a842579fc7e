//! What search engines and networks are told of a post: part of its working copy, its history and its page, and of nothing else.

use reqwest::StatusCode;

use crate::support::{Draft, TestApp, azerbaijani, id, nothing, problem, states};

const FIELDS: [&str; 6] = [
    "meta_title_az",
    "meta_title_en",
    "meta_title_ru",
    "meta_description_az",
    "meta_description_en",
    "meta_description_ru",
];

#[tokio::test(flavor = "multi_thread")]
async fn staff_read_it_and_the_page_has_it() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let form = Draft::new("VAT")
        .with("meta_title_en", " VAT 2026:\n what changes ")
        .with("meta_description_en", "Rates and dates.");
    let post = admin.created(form).await;
    let number = id(&post);
    app.until_live().await;
    let draft = admin.draft(number).await;
    assert_eq!(draft["meta_title_en"], "VAT 2026: what changes");
    assert_eq!(draft["meta_description_en"], "Rates and dates.");
    assert_eq!(draft["meta_title_az"], "");
    let page = app.page(&format!("en/blog/{number}/index.html"));
    assert!(
        page.contains("<title>VAT 2026: what changes"),
        "{page:.900}"
    );
    assert!(page.contains("content=\"Rates and dates.\""));
    assert!(page.contains("VAT en"), "the heading stays");
    // The specified answer is what it was.
    let public = app.get_json(&format!("/api/blog/posts/{number}/")).await;
    for field in FIELDS {
        assert!(
            public.get(field).is_none() && post.get(field).is_none(),
            "{field}"
        );
    }
    // Who does not know the fields changes none of them.
    admin.update(number, Draft::new("Tax")).await;
    assert_eq!(
        admin.draft(number).await["meta_title_en"],
        "VAT 2026: what changes"
    );
    let cleared = Draft::new("Tax").with("meta_title_en", "");
    admin.update(number, cleared).await;
    app.until_live().await;
    let page = app.page(&format!("en/blog/{number}/index.html"));
    assert!(page.contains("<title>Tax en"), "{page:.900}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_long_is_named() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let long = |field: &str, letters: usize| Draft::new("a").with(field, &"ş".repeat(letters));
    for (field, most) in [("meta_title_ru", 200), ("meta_description_az", 500)] {
        let (status, kind, problem) = problem(admin.create(long(field, most + 1)).await).await;
        assert_eq!((status, kind.as_str()), (400, "invalid-fields"));
        assert_eq!(problem["errors"][field][0], "too_long", "{problem}");
        let answer = admin.create(long(field, most)).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_written_published_compared_and_brought_back_with_its_language() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let written = Draft::new("a")
        .with("content_az", "<p>Mətn</p>")
        .with("content_en", "<p>Text</p>")
        .with("content_ru", "<p>Текст</p>");
    let number = id(&admin.created(written).await);
    let told = |text: &str| {
        nothing()
            .with("meta_title_en", text)
            .with("meta_description_ru", text)
    };
    let draft = admin.saved(number, told("First")).await;
    assert_eq!(states(&draft), ["published", "changed", "changed"]);
    let list = admin.list("state=changed").await;
    assert_eq!(states(&list[0]), ["published", "changed", "changed"]);
    // One language of the two goes live.
    assert_eq!(admin.publish(number, &["en"]).await.status(), 200);
    let draft = admin.draft(number).await;
    assert_eq!(states(&draft), ["published", "published", "changed"]);
    app.until_live().await;
    assert!(
        app.page(&format!("en/blog/{number}/index.html"))
            .contains("<title>First")
    );
    assert!(
        !app.page(&format!("ru/blog/{number}/index.html"))
            .contains("First")
    );
    // Readers of the page saw no change.
    assert!(draft["updated"].is_null());
    assert_eq!(admin.publish(number, &["ru"]).await.status(), 200);
    admin.saved(number, told("Second")).await;
    let history = admin.history(number).await;
    let answer = admin
        .request(
            reqwest::Method::GET,
            &format!("/api/blog/posts/{number}/revisions/{}/", history.len() - 1),
        )
        .send()
        .await
        .unwrap();
    let earlier: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(earlier["meta_title_en"], "First", "{history:?}");
    // What goes off-line with its language comes back with it.
    admin.unpublish(number, &["en"]).await;
    assert_eq!(admin.draft(number).await["meta_title_en"], "Second");
    app.until_live().await;
    assert!(
        !app.page(&format!("en/blog/{number}/index.html"))
            .contains("First")
    );
    let blank = azerbaijani("b").with("meta_title_az", "Only this");
    let other = admin.drafted(blank).await;
    assert_eq!(admin.draft(other).await["meta_title_az"], "Only this");
}
