//! From a save to the generated site.

use std::{
    path::Path,
    time::{Duration, SystemTime},
};

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::support::{Draft, TestApp, copy_site, png, problem};

#[tokio::test(flavor = "multi_thread")]
async fn a_save_is_live_in_three_languages_and_a_deletion_is_gone() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    admin
        .created(
            Draft::new("First")
                .with("content_ru", "<p>текст</p>")
                .image(png(1)),
        )
        .await;
    app.until_live().await;
    for (page, title) in [
        ("blog/1", "First az"),
        ("en/blog/1", "First en"),
        ("ru/blog/1", "First ru"),
    ] {
        assert!(
            app.page(&format!("{page}/index.html")).contains(title),
            "{page}"
        );
    }
    let served = app.get("/en/blog/1/").send().await.unwrap();
    assert!(served.text().await.unwrap().contains("First en"));
    admin.update(1, Draft::new("Second")).await;
    app.until_live().await;
    assert!(app.page("en/blog/1/index.html").contains("Second en"));
    admin.delete(1).await;
    app.until_live().await;
    assert_eq!(app.page("en/blog/1/index.html"), "");
    assert_eq!(
        app.get("/en/blog/1/").send().await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_template_leaves_the_site_and_tells_the_reason_until_it_is_mended() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let template = app.dir.path().join("templates/pages/post.html");
    let good = std::fs::read_to_string(&template).unwrap();
    admin.created(Draft::new("Before")).await;
    app.until_settled().await;
    let page = app.page("en/blog/1/index.html");

    std::fs::write(
        &template,
        format!("{good}\n{{{{ nonsense.that.is.not.there }}}}\n{{% block"),
    )
    .unwrap();
    app.app.publisher.reload();
    app.until(|status| status.last_error.is_some()).await;
    admin.update(1, Draft::new("After")).await;
    app.until(|status| {
        status
            .last_error
            .as_ref()
            .is_some_and(|error| error.revision == 2)
    })
    .await;
    let status = app.get_json("/api/site/").await;
    assert_eq!(
        (
            &status["state"],
            &status["revision"],
            &status["published_revision"]
        ),
        (&json!("failed"), &json!(2), &json!(1))
    );
    let message = status["last_error"]["message"].as_str().unwrap().to_owned();
    assert!(
        message.starts_with("templates/pages/post.html:"),
        "{message}"
    );
    assert!(
        status["last_error"]["problems"][0]["line"].is_number(),
        "{status}"
    );
    assert_eq!(
        app.page("en/blog/1/index.html"),
        page,
        "the last good site stays"
    );
    assert_eq!(
        app.get_json("/api/blog/posts/1/").await["title_en"],
        "After en",
        "the CMS goes on"
    );

    std::fs::write(&template, good).unwrap();
    app.app.publisher.reload();
    app.until_live_after_failure().await;
    assert!(app.page("en/blog/1/index.html").contains("After en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_templates_are_noticed_from_the_first_moment_at_which_that_is_possible() {
    let app = TestApp::with_site().await;
    let (templates, away) = (
        app.dir.path().join("templates"),
        app.dir.path().join("away"),
    );
    std::fs::rename(&templates, &away).unwrap();
    let keeper = cms::cli::watch::keep(
        &app.app.publisher,
        SystemTime::now(),
        Duration::from_millis(20),
    );
    while !keeper.is_late() {
        tokio::task::yield_now().await;
    }
    std::fs::rename(&away, &templates).unwrap();
    write_into_footer(&templates, "noticed");
    until_shown(&app, "noticed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_between_the_first_reading_and_the_watch_is_noticed() {
    let before = SystemTime::now();
    let app = TestApp::with_site().await;
    write_into_footer(&app.dir.path().join("templates"), "noticed");
    let _keeper = cms::cli::watch::keep(&app.app.publisher, before, Duration::from_secs(60));
    until_shown(&app, "noticed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn templates_that_take_the_place_of_the_watched_ones_are_watched() {
    let app = TestApp::with_site().await;
    let path = |name: &str| app.dir.path().join(name);
    let templates = path("templates");
    for name in ["first", "second"] {
        copy_site(&path(name));
        write_into_footer(&path(name).join("templates"), name);
    }
    std::fs::rename(&templates, path("away")).unwrap();
    std::os::unix::fs::symlink(path("first/templates"), &templates).unwrap();
    let _keeper = cms::cli::watch::keep(
        &app.app.publisher,
        SystemTime::now(),
        Duration::from_millis(20),
    );
    app.app.publisher.reload();
    until_shown(&app, "first").await;
    // As a release does it: the folder that is watched does not change.
    std::os::unix::fs::symlink(path("second/templates"), path("link")).unwrap();
    std::fs::rename(path("link"), &templates).unwrap();
    until_shown(&app, "second").await;
    write_into_footer(&path("second/templates"), "third");
    until_shown(&app, "third").await;
}

fn write_into_footer(templates: &Path, words: &str) {
    let footer = templates.join("partials/footer.html");
    let text = std::fs::read_to_string(&footer).unwrap();
    std::fs::write(&footer, format!("{text}<p>{words}</p>")).unwrap();
}

async fn until_shown(app: &TestApp, words: &str) {
    let words = format!("<p>{words}</p>");
    let shown = async {
        while !app.page("en/index.html").contains(&words) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let shown = tokio::time::timeout(Duration::from_secs(120), shown).await;
    assert!(shown.is_ok(), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_disk_kept_from_being_published_follows_without_anyones_help() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("Before")).await;
    app.until_live().await;
    let (dist, away) = (app.dir.path().join("dist"), app.dir.path().join("away"));
    std::fs::rename(&dist, &away).unwrap();
    std::fs::write(&dist, "a file where the folder should be").unwrap();
    admin.update(1, Draft::new("After")).await;
    app.until(|status| status.last_error.is_some()).await;
    let told = app.get_json("/api/site/").await["last_error"].to_string();
    let folder = app.dir.path().to_str().unwrap();
    assert!(
        !told.contains(folder) && !told.contains("os error"),
        "{told}"
    );
    std::fs::remove_file(&dist).unwrap();
    std::fs::rename(&away, &dist).unwrap();
    app.until_live_after_failure().await;
    assert!(app.page("en/blog/1/index.html").contains("After en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_published_need_not_be_remembered_as_deleted() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    for n in 1..=3 {
        admin.created(Draft::new(&format!("Post {n}"))).await;
        admin.delete(n).await;
    }
    app.until_live().await;
    let remembered = |store: &rusqlite::Connection| {
        let count = store.query_row("SELECT count(*) FROM deletions", [], |row| row.get(0));
        Ok::<i64, anyhow::Error>(count?)
    };
    assert_eq!(app.app.store.read_blocking(remembered).unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_saves_at_once_are_few_generations_and_all_live() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let before = app.app.publisher.status().sequence;
    let saves = (0..20).map(|n| admin.create(Draft::new(&format!("Post {n}"))));
    for answer in futures_util::future::join_all(saves).await {
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    app.until_live().await;
    for n in 1..=20 {
        assert!(
            app.page(&format!("blog/{n}/index.html")).contains(" az"),
            "{n}"
        );
    }
    assert!(app.app.publisher.status().sequence > before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_goes_live_and_its_variants_follow() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("Picture").image(png(200))).await;
    app.until(|status| {
        status
            .last_build
            .as_ref()
            .is_some_and(|build| build.revision == 1 && build.images_pending == 0)
    })
    .await;
    assert!(app.page("blog/1/index.html").contains("/media/"));
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_sign_ins_and_previews_are_answered_while_a_generation_writes() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    // While nothing may move, a generation takes as long as we like.
    let still = generator::MoveLock::wait(&app.app.config.cache()).unwrap();
    admin.created(Draft::new("Waiting")).await;
    assert_eq!(app.get_json("/api/site/").await["state"], "publishing");
    assert_eq!(
        app.get("/api/blog/posts/").send().await.unwrap().status(),
        StatusCode::OK
    );
    assert_eq!(app.get("/").send().await.unwrap().status(), StatusCode::OK);
    app.sign_in().await;
    let preview = admin
        .request(Method::POST, "/api/blog/preview/")
        .json(&json!({"lang": "en", "title_en": "Seen at once"}));
    let preview = preview.send().await.unwrap().text().await.unwrap();
    assert!(preview.contains("Seen at once"), "{preview}");
    assert_eq!(app.get_json("/api/site/").await["state"], "publishing");
    drop(still);
    app.until_live().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_tell_the_way_of_a_save() {
    use futures_util::StreamExt as _;
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let mut events = app
        .get("/api/site/events/")
        .send()
        .await
        .unwrap()
        .bytes_stream();
    let mut text = String::new();
    admin.created(Draft::new("Seen")).await;
    while !text.contains("\"published_revision\":1") {
        text += &String::from_utf8_lossy(&events.next().await.unwrap().unwrap());
    }
    assert!(
        text.contains("event: site") && text.contains("\"state\":\"publishing\""),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_is_the_sites_own_page_and_saves_nothing() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let preview = |body: serde_json::Value| {
        admin
            .request(Method::POST, "/api/blog/preview/")
            .json(&body)
            .send()
    };
    let body = json!({"lang": "en", "title_az": "a", "title_en": "Draft & more", "content_en": "<p>x<script>y</script></p>"});
    let page = preview(body).await.unwrap();
    assert_eq!(
        (
            page.status(),
            page.headers()["content-type"].to_str().unwrap()
        ),
        (StatusCode::OK, "text/html; charset=utf-8")
    );
    let html = page.text().await.unwrap();
    assert!(
        html.contains("Draft &amp; more") && html.contains("<p>x</p>"),
        "{html}"
    );
    assert_eq!(
        preview(json!({})).await.unwrap().status(),
        StatusCode::OK,
        "an empty form has a preview, too"
    );
    assert_eq!(
        problem(preview(json!({"lang": "de"})).await.unwrap())
            .await
            .0,
        400
    );
    let form = admin
        .request(Method::POST, "/api/blog/preview/")
        .multipart(Draft::new("Form").with("lang", "ru").form());
    assert!(
        form.send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .contains("Form ru")
    );
    assert_eq!(app.get_json("/api/site/").await["revision"], 0);
}
