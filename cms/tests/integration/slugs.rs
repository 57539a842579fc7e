//! Words in the address of a post: a part of its working copy and its history like its texts, and on-line where it stands.

use cms::{ops::archive, store::Store};
use reqwest::Method;
use serde_json::json;

use crate::support::{Draft, TestApp, copy_site, id, nothing, problem, states};

const FIELDS: [&str; 3] = ["slug_az", "slug_en", "slug_ru"];

fn leads(app: &TestApp, file: &str) -> Option<String> {
    let page = app.page(&format!("{file}/index.html"));
    let target = page.split("0; url=").nth(1)?;
    target.split('"').next().map(str::to_owned)
}

fn stands(app: &TestApp, file: &str) -> bool {
    let page = app.page(&format!("{file}/index.html"));
    !page.is_empty() && !page.contains("http-equiv=\"refresh\"")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_stands_at_its_words_and_what_it_was_called_leads_there() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let form = Draft::new("VAT").with("slug_en", " vat-2026 ");
    let post = admin.created(form).await;
    let number = id(&post);
    app.until_live().await;
    assert!(stands(&app, "en/blog/1/vat-2026") && stands(&app, "blog/1"));
    assert_eq!(
        leads(&app, "en/blog/1").as_deref(),
        Some("/en/blog/1/vat-2026/")
    );
    let draft = admin.draft(number).await;
    assert_eq!(
        (&draft["slug_en"], &draft["slug_az"]),
        (&json!("vat-2026"), &json!(""))
    );
    // The specified answer is what it was.
    let public = app.get_json("/api/blog/posts/1/").await;
    for field in FIELDS {
        assert!(
            public.get(field).is_none() && post.get(field).is_none(),
            "{field}"
        );
    }
    // Who does not know the field changes no address.
    admin.update(number, Draft::new("Tax")).await;
    assert_eq!(admin.draft(number).await["slug_en"], "vat-2026");
    admin
        .update(number, Draft::new("Tax").with("slug_en", "tax"))
        .await;
    app.until_live().await;
    assert!(stands(&app, "en/blog/1/tax"));
    for file in ["en/blog/1", "en/blog/1/vat-2026"] {
        assert_eq!(
            leads(&app, file).as_deref(),
            Some("/en/blog/1/tax/"),
            "{file}"
        );
    }
    admin
        .update(number, Draft::new("Tax").with("slug_en", ""))
        .await;
    app.until_live().await;
    assert!(stands(&app, "en/blog/1"));
    for file in ["en/blog/1/tax", "en/blog/1/vat-2026"] {
        assert_eq!(leads(&app, file).as_deref(), Some("/en/blog/1/"), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_small_letters_digits_and_hyphens() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let longest = "a".repeat(40);
    for (words, wrong) in [
        ("ƏDV", "invalid"),
        ("VAT", "invalid"),
        ("a/b", "invalid"),
        ("-a", "invalid"),
        ("..", "invalid"),
        ("a\n", ""),
        (longest.as_str(), ""),
        (&format!("{longest}a"), "too_long"),
    ] {
        let answer = admin.create(Draft::new("a").with("slug_ru", words)).await;
        if wrong.is_empty() {
            assert_eq!(answer.status(), 201, "{words}");
            continue;
        }
        let (status, kind, problem) = problem(answer).await;
        assert_eq!((status, kind.as_str()), (400, "invalid-fields"));
        assert_eq!(problem["errors"]["slug_ru"][0], wrong, "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_written_published_compared_and_brought_back_with_their_language() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let written = Draft::new("a").with("content_en", "<p>Text</p>");
    let number = id(&admin.created(written).await);
    let draft = admin
        .saved(number, nothing().with("slug_en", "first"))
        .await;
    assert_eq!(states(&draft), ["published", "changed", "published"]);
    app.until_live().await;
    assert!(stands(&app, "en/blog/1"), "nobody has published it");
    assert_eq!(admin.publish(number, &["en"]).await.status(), 200);
    app.until_live().await;
    assert!(stands(&app, "en/blog/1/first"));
    // An address is nothing that readers see: the post has not been updated.
    assert!(admin.draft(number).await["updated"].is_null());
    admin
        .saved(number, nothing().with("slug_en", "second"))
        .await;
    admin.publish(number, &["en"]).await;
    let mut kept = Vec::new();
    for revision in 1..=admin.history(number).await.len() {
        let path = format!("revisions/{revision}/");
        let answer = admin.of_post(Method::GET, number, &path).send().await;
        let whole: serde_json::Value = answer.unwrap().json().await.unwrap();
        kept.push(whole["slug_en"].as_str().unwrap().to_owned());
    }
    for words in ["", "first", "second"] {
        assert!(kept.iter().any(|kept| kept == words), "{kept:?}");
    }
    // What goes off-line with its language comes back with it; meanwhile its addresses lead to the number.
    admin.unpublish(number, &["en"]).await;
    app.until_live().await;
    assert_eq!(
        leads(&app, "en/blog/1/second").as_deref(),
        Some("/en/blog/1/")
    );
    assert_eq!(admin.draft(number).await["slug_en"], "second");
    admin.publish(number, &["en"]).await;
    app.until_live().await;
    assert!(stands(&app, "en/blog/1/second"));
    assert_eq!(
        leads(&app, "en/blog/1/first").as_deref(),
        Some("/en/blog/1/second/")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_goes_off_line_leads_all_its_addresses_elsewhere() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("a").with("slug_en", "old")).await);
    admin
        .update(number, Draft::new("a").with("slug_en", "new"))
        .await;
    let other = id(&admin
        .created(Draft::new("b").with("slug_en", "other"))
        .await);
    // An address with words is understood, and kept without them: they may change.
    let body = json!({
        "languages": ["az", "en", "ru"],
        "redirect_to": format!("/en/blog/{other}/other/"),
    });
    let gone = admin
        .of_post(Method::POST, number, "unpublish/")
        .json(&body);
    assert_eq!(gone.send().await.unwrap().status(), 200);
    let kept = &admin.draft(number).await["redirect_to"];
    assert_eq!(kept, &json!(format!("/blog/{other}/")));
    app.until_live().await;
    for file in ["en/blog/1", "en/blog/1/old", "en/blog/1/new"] {
        assert_eq!(
            leads(&app, file).as_deref(),
            Some("/en/blog/2/other/"),
            "{file}"
        );
    }
    admin
        .update(other, Draft::new("b").with("slug_en", "renamed"))
        .await;
    app.until_live().await;
    // Of a store that was carried elsewhere the same site is made.
    let mut carried = Vec::new();
    archive::export(&app.app.originals, &mut carried).unwrap();
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let store = Store::open(&dir.path().join("data/cms.db")).unwrap();
    archive::import(&store, carried.as_slice(), app.clock.now()).unwrap();
    drop(store);
    let copy = TestApp::start_in(dir, |_| {}).await;
    copy.until_live().await;
    for app in [&app, &copy] {
        for file in ["en/blog/1/old", "en/blog/2/other", "en/blog/2"] {
            assert_eq!(
                leads(app, file).as_deref(),
                Some("/en/blog/2/renamed/"),
                "{file}"
            );
        }
        assert!(stands(app, "en/blog/2/renamed"));
    }
}
