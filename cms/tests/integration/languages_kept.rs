//! Texts in a language beside the three outlive whoever does not know it: scripts, a site that gives it up, content that cannot be read,
//! another start, another store.

use cms::{ops::archive, originals::Originals, store::Store};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    command_line::succeeds,
    languages::{GERMAN, german, in_languages, page},
    support::{Draft, azerbaijani, id, nothing, text},
};

#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_of_a_language_takes_no_draft_of_it_away() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let three = || Draft::new("ƏDV").with("content_az", "<p>Mətn</p>");
    let number = id(&admin.created(three()).await);
    let draft = || {
        nothing()
            .with("title_de", "Entwurf")
            .with("content_de", "<p>Entwurf</p>")
    };
    let german = |draft: &Value| {
        let language = &draft["languages"]["de"];
        (
            text(&language["state"]),
            language["publish_at"].is_null(),
            text(&draft["title_de"]),
        )
    };
    let at = app.clock.now() + std::time::Duration::from_secs(60);
    let plan = || admin.post_json(number, "publish/", json!({ "languages": ["de"], "at": at }));
    // A script that knows three languages: the draft and what is planned of it stay.
    admin.saved(number, draft()).await;
    assert_eq!(plan().await.status(), 202);
    let saved = admin.update(number, three().with("content_az", "<p>Yeni</p>"));
    assert_eq!(saved.await.status(), 200);
    let stays = admin.draft(number).await;
    assert_eq!(
        (german(&stays), &stays["content_az"]),
        (
            ("scheduled".to_owned(), false, "Entwurf".to_owned()),
            &json!("<p>Yeni</p>")
        )
    );
    // Whoever says that there is nothing in it ends both.
    let emptied = three().with("title_de", "").with("content_de", "");
    assert_eq!(admin.update(number, emptied).await.status(), 200);
    let gone = admin.draft(number).await;
    assert_eq!(
        (german(&gone), &gone["exists"]),
        (("empty".to_owned(), true, String::new()), &json!(false))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_content_cannot_be_read_the_languages_are_those_that_are_shown() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(Draft::new("ƏDV")).await);
    for broken in ["languages = [", "languages = [\"az\", \"xx\"]"] {
        std::fs::write(app.dir.path().join("content/site.toml"), broken).unwrap();
        let saved = admin
            .saved(number, nothing().with("title_de", broken))
            .await;
        assert_eq!(saved["title_de"], broken);
        let page = app.get("/admin/").send().await.unwrap();
        assert!(page.text().await.unwrap().contains("az en ru de"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_stays_when_the_site_gives_its_language_up() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(german("ƏDV")).await);
    // Without a title it could not go live.
    let draft = azerbaijani("Layihə").with("content_de", "<p>Entwurf</p>");
    let draft = admin.drafted(draft).await;
    let begun = id(&admin.created(Draft::new("Audit")).await);
    admin
        .saved(begun, nothing().with("title_de", "Prüfung"))
        .await;
    let site = app.dir.path().join("content/site.toml");
    let facts = std::fs::read_to_string(&site).unwrap();
    std::fs::write(&site, facts.replace(", \"de\"]", "]")).unwrap();
    app.app.publisher.reload();
    let file = format!("de/blog/{number}/ust-2026/index.html");
    app.until(|_| app.page(&file).is_empty()).await;
    let changed = nothing()
        .with("title_ru", "НДС")
        .with("content_az", "<p>Başqa</p>");
    let saved = admin.saved(number, changed).await;
    assert_eq!(
        (&saved["content_de"], &saved["languages"]["de"]["stale"]),
        (&json!("<p>Die Größe zählt.</p>"), &json!(true))
    );
    // Nobody who looks for what is outdated could mend it.
    assert!(admin.list("state=all&stale=true").await.is_empty());
    let whole = Draft::new("ƏDV").with("content_az", "<p>Yeni</p>");
    assert_eq!(admin.update(number, whole).await.status(), 200);
    // Nobody could end a draft in which nobody sees anything: the history has it.
    assert_eq!(admin.update(begun, Draft::new("Audit")).await.status(), 200);
    assert_eq!(admin.draft(begun).await["exists"], false);
    assert_eq!(
        admin.history(begun).await[..2],
        ["publication az,en,ru", "replaced de"]
    );
    let all = admin.post_json(draft, "publish/", json!({})).await;
    assert_eq!(all.status(), 200);
    let draft = admin.draft(draft).await;
    assert_eq!(
        (&draft["languages"]["de"]["state"], &draft["content_de"]),
        (&json!("draft"), &json!("<p>Entwurf</p>"))
    );
    std::fs::write(&site, facts).unwrap();
    app.app.publisher.reload();
    app.until(|_| app.page(&file).contains("Die Größe zählt."))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_planned_and_what_is_live_in_a_language_that_was_given_up_can_be_ended() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(german("ƏDV")).await);
    let at = app.clock.now() + std::time::Duration::from_secs(60);
    let later = json!({ "languages": ["de"], "at": at });
    let planned = admin.post_json(number, "unpublish/", later).await;
    assert_eq!(planned.status(), 202);
    let site = app.dir.path().join("content/site.toml");
    let facts = std::fs::read_to_string(&site).unwrap();
    std::fs::write(&site, facts.replace(", \"de\"]", "]")).unwrap();
    app.app.publisher.reload();
    let german = |draft: &Value| {
        let language = &draft["languages"]["de"];
        (text(&language["state"]), language["unpublish_at"].is_null())
    };
    assert_eq!(
        german(&admin.draft(number).await),
        ("scheduled".to_owned(), false)
    );
    let cancel = |code: &'static str| {
        let admin = &admin;
        let path = format!("/api/blog/posts/{number}/schedule/?language={code}");
        async move {
            let answer = admin.request(Method::DELETE, &path).send().await;
            answer.unwrap().status()
        }
    };
    assert_eq!(cancel("xx").await, 400);
    assert_eq!(cancel("de").await, 204);
    assert_eq!(
        german(&admin.draft(number).await),
        ("published".to_owned(), true)
    );
    // It would be seen again with the language.
    let off =
        |code: &'static str| admin.post_json(number, "unpublish/", json!({ "languages": [code] }));
    assert_eq!(off("xx").await.status(), 422);
    assert_eq!(off("de").await.status(), 200);
    assert_eq!(
        german(&admin.draft(number).await),
        ("draft".to_owned(), true)
    );
    // Nothing new is published in it.
    let again = admin.post_json(number, "publish/", json!({ "languages": ["de"] }));
    assert_eq!(again.await.status(), 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_start_and_another_store_have_the_same_texts() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let number = id(&admin.created(german("ƏDV")).await);
    let draft = admin
        .drafted(azerbaijani("Layihə").with("content_de", "<p>Entwurf</p>"))
        .await;
    let deleted = id(&admin.created(german("Audit")).await);
    assert_eq!(admin.delete(deleted).await.status(), 204);
    let path = format!("/de/blog/{number}/ust-2026/");
    let (_, html) = page(&app, &path).await;
    // Another program, from nothing but the store.
    succeeds(
        app.dir.path(),
        &["generate", "--full", "--out", "elsewhere"],
        "",
    );
    let file = app.dir.path().join(format!("elsewhere{path}index.html"));
    let whole = std::fs::read_to_string(file).unwrap();
    for html in [html, whole] {
        assert!(html.contains("Die Größe zählt."), "{html}");
    }
    // Another store, from an archive.
    let export = |store: &Store| {
        let mut bytes = Vec::new();
        archive::export(&Originals::here(store.clone()), &mut bytes).unwrap();
        bytes
    };
    let exported = export(&app.app.store);
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
    assert!(export(&other) == exported, "the second archive differs");
    let texts = other.read_blocking(|store| {
        let live = cms::store::posts::find(store, number)?.unwrap().post;
        let copy = cms::store::working_copies::find(store, draft)?
            .unwrap()
            .post;
        Ok::<_, anyhow::Error>([live, copy].map(|post| serde_json::to_value(post).unwrap()))
    });
    let [live, copy] = texts.unwrap();
    assert_eq!(
        (&live["content_de"], &live["slug_de"], &copy["content_de"]),
        (
            &json!("<p>Die Größe zählt.</p>"),
            &json!("ust-2026"),
            &json!("<p>Entwurf</p>")
        )
    );
}
