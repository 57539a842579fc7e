//! Languages go live and off-line, one at a time or together.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, azerbaijani, id, nothing, problem, states, text};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[tokio::test(flavor = "multi_thread")]
async fn a_language_goes_live_and_the_others_stay() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let form = azerbaijani("Vergi")
        .with("title_ru", "Налоги")
        .with("content_ru", "<p>черновик</p>");
    let post = admin.drafted(form).await;
    app.clock.advance(Duration::from_secs(60));
    let now = app.clock.now();
    let answer = admin.publish(post, &["az"]).await;
    assert_eq!(answer.status(), 200);
    let tag = answer.headers()["etag"].clone();
    let published: Value = answer.json().await.unwrap();
    assert_eq!(
        (&published["title_az"], &published["title_ru"]),
        (&"Vergi".into(), &"".into())
    );
    assert_eq!(states(&published), ["published", "empty", "draft"]);
    assert_eq!(
        text(&published["date"]).parse::<jiff::Timestamp>().unwrap(),
        now,
        "it begins with the first publication"
    );
    let specified = app.get("/api/blog/posts/1/").send().await.unwrap();
    assert_eq!(specified.headers()["etag"], tag);
    app.until_live().await;
    assert!(
        app.page("ru/blog/1/index.html").contains("Vergi"),
        "it falls back"
    );
    assert!(!app.page("ru/blog/1/index.html").contains("черновик"));
    let draft = admin.draft(post).await;
    assert_eq!(
        (&draft["state"], &draft["title_ru"], &draft["updated"]),
        (&"changed".into(), &"Налоги".into(), &Value::Null)
    );

    app.clock.advance(DAY);
    let admin = app.sign_in().await;
    let answer = admin.publish(post, &["ru"]).await;
    assert_eq!(answer.status(), 200);
    app.until_live().await;
    assert!(app.page("ru/blog/1/index.html").contains("черновик"));
    let draft = admin.draft(post).await;
    assert_eq!(
        (&draft["exists"], &draft["state"]),
        (&false.into(), &"published".into())
    );
    assert_eq!(draft["updated"], json!(app.clock.now()));
    assert_eq!(draft["date"], published["date"]);
    assert_eq!(draft["languages"]["az"]["published_at"], published["date"]);
    assert_eq!(
        admin.history(post).await,
        ["publication ru", "publication az", "save az,ru"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_fit_is_refused_field_by_field() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin
        .drafted(
            nothing()
                .with("title_az", "x")
                .with("content_ru", "<p>x</p>"),
        )
        .await;
    let errors = |answer| async { problem(answer).await };
    let (status, code, body) = errors(admin.publish(post, &["ru"]).await).await;
    assert_eq!((status, code.as_str()), (422, "unfit"));
    assert_eq!(
        body["errors"],
        json!({"title_ru": ["required"], "author": ["required"], "languages": ["az_first"]})
    );
    let (_, _, body) = errors(admin.post_json(post, "publish/", json!({})).await).await;
    assert_eq!(
        body["errors"],
        json!({"content_az": ["required"], "title_ru": ["required"], "author": ["required"]})
    );
    for (languages, code) in [(json!([]), "required"), (json!(["de"]), "invalid_choice")] {
        let answer = admin
            .post_json(post, "publish/", json!({"languages": languages}))
            .await;
        assert_eq!(
            problem(answer).await.2["errors"],
            json!({"languages": [code]})
        );
    }
    let answer = admin
        .post_json(post, "publish/", json!({"at": "soon"}))
        .await;
    assert_eq!(problem(answer).await.1, "unprocessable");
    assert_eq!(problem(admin.publish(9, &["az"]).await).await.0, 404);
    assert_eq!(
        problem(admin.unpublish(post, &[]).await).await.0,
        404,
        "it is not on-line"
    );
    let first = admin
        .drafted(azerbaijani("a").with("featured", "true"))
        .await;
    let second = admin
        .drafted(azerbaijani("b").with("featured", "true"))
        .await;
    assert_eq!(admin.publish(first, &["az"]).await.status(), 200);
    let answer = admin.publish(second, &["az"]).await;
    assert_eq!(problem(answer).await.1, "featured-taken");
    assert_eq!(
        admin.draft(second).await["state"],
        "draft",
        "nothing of it happened"
    );
    assert_eq!(admin.history(second).await, ["save az"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_fields_go_live_with_any_language() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let texts = |draft: Draft| {
        ["az", "en", "ru"].iter().fold(draft, |draft, lang| {
            draft.with(&format!("content_{lang}"), "<p>x</p>")
        })
    };
    let post = id(&admin.created(texts(Draft::new("a"))).await);
    admin
        .saved(
            post,
            nothing()
                .with("category", "hr")
                .with("title_az", "new")
                .with("title_en", "new"),
        )
        .await;
    assert_eq!(admin.publish(post, &["en"]).await.status(), 200);
    let live = app.get_json("/api/blog/posts/1/").await;
    assert_eq!(
        (&live["category"], &live["title_az"], &live["title_en"]),
        (&"hr".into(), &"a az".into(), &"new".into())
    );
    assert_eq!(
        states(&admin.draft(post).await),
        ["changed", "published", "published"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_a_reader_sees_is_an_update() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let form = Draft::new("a").with("content_az", "<p>x</p>");
    let post = id(&admin.created(form.clone()).await);
    let mut seen = Vec::new();
    for change in [
        ("featured", "true"),
        ("content_az", "<p>x</p>\n"),
        ("author", "Leyla"),
        ("content_az", "<p>y</p>"),
    ] {
        app.clock.advance(Duration::from_secs(60));
        assert_eq!(
            admin
                .update(
                    post,
                    form.clone()
                        .with("author", "Leyla")
                        .with(change.0, change.1)
                )
                .await
                .status(),
            200
        );
        seen.push(admin.draft(post).await["updated"].clone());
    }
    assert_eq!(
        seen[0], seen[1],
        "a label or space changes nothing; the author did"
    );
    assert_eq!(seen[1], seen[2]);
    assert_eq!(seen[3], json!(app.clock.now()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_goes_off_line_and_its_texts_stay() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = id(&admin
        .created(Draft::new("a").with("content_ru", "<p>слова</p>"))
        .await);
    app.until_live().await;
    let (status, _, body) = problem(admin.unpublish(post, &["az", "en"]).await).await;
    assert_eq!(
        (status, &body["errors"]),
        (422, &json!({"languages": ["az_is_fallback"]}))
    );
    let answer = admin.unpublish(post, &["ru"]).await;
    assert_eq!(answer.status(), 200);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(states(&draft), ["published", "published", "draft"]);
    assert_eq!(
        (&draft["title_ru"], &draft["live"]),
        (&"a ru".into(), &true.into())
    );
    app.until_live().await;
    assert!(!app.page("ru/blog/1/index.html").contains("слова"));
    assert_eq!(admin.publish(post, &["ru"]).await.status(), 200);
    assert_eq!(admin.draft(post).await["exists"], false, "as it was");
    assert_eq!(
        admin.history(post).await[..2],
        ["publication ru", "unpublish ru"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_goes_off_line_and_comes_back_with_its_number_and_date() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let texts = Draft::new("a")
        .with("content_az", "<p>x</p>")
        .with("content_en", "<p>x</p>")
        .with("content_ru", "<p>x</p>");
    let post = admin.created(texts).await;
    app.clock.advance(DAY);
    let admin = app.sign_in().await;
    let answer = admin.unpublish(1, &[]).await;
    assert_eq!(answer.status(), 200);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(
        (&draft["state"], &draft["live"], &draft["date"]),
        (&"draft".into(), &false.into(), &post["date"])
    );
    assert_eq!(
        app.get("/api/blog/posts/1/").send().await.unwrap().status(),
        404
    );
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
    let answer = admin.post_json(1, "publish/", json!({})).await;
    let back: Value = answer.json().await.unwrap();
    assert_eq!(
        (&back["id"], &back["date"], &back["title_ru"]),
        (&post["id"], &post["date"], &post["title_ru"])
    );
    app.until_live().await;
    assert!(app.page("blog/1/index.html").contains("a az"));
    assert!(
        admin.draft(1).await["updated"].is_null(),
        "a reader sees what was there before"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_ahead_is_planned_moved_and_cancelled() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin
        .drafted(
            azerbaijani("a")
                .with("title_ru", "б")
                .with("content_ru", "<p>б</p>"),
        )
        .await;
    let at = |days: u32| app.clock.now() + DAY * days;
    let plan = |rest: &'static str, languages: Value, days: u32| {
        admin.post_json(post, rest, json!({"languages": languages, "at": at(days)}))
    };
    let refused = plan("publish/", json!(["ru"]), 1).await;
    assert_eq!(
        problem(refused).await.2["errors"],
        json!({"languages": ["az_first"]})
    );
    assert_eq!(plan("publish/", json!(["az"]), 2).await.status(), 202);
    let refused = plan("publish/", json!(["ru"]), 1).await;
    assert_eq!(refused.status(), 422, "Azerbaijani would not be there yet");
    let answer = plan("publish/", json!(["ru"]), 3).await;
    assert_eq!(answer.status(), 202);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(states(&draft), ["scheduled", "empty", "scheduled"]);
    assert_eq!(draft["languages"]["ru"]["scheduled_at"], json!(at(3)));
    assert_eq!(draft["languages"]["ru"]["scheduled_action"], "publish");
    assert_eq!(plan("publish/", json!(["az"]), 1).await.status(), 202);
    assert_eq!(
        admin.draft(post).await["languages"]["az"]["scheduled_at"],
        json!(at(1)),
        "moved"
    );
    let past = app.clock.now() - DAY;
    let answer = admin
        .post_json(post, "publish/", json!({"languages": ["az"], "at": past}))
        .await;
    assert_eq!(answer.status(), 200, "the past is now");
    assert_eq!(
        states(&admin.draft(post).await),
        ["published", "empty", "scheduled"]
    );
    assert_eq!(
        plan("unpublish/", json!(["az"]), 2).await.status(),
        202,
        "nothing else will be live then"
    );
    assert_eq!(plan("unpublish/", json!(["az"]), 4).await.status(), 422);
    let cancel = || admin.of_post(Method::DELETE, post, "schedule/").send();
    for _ in 0..2 {
        assert_eq!(cancel().await.unwrap().status(), 204);
    }
    assert_eq!(
        states(&admin.draft(post).await),
        ["published", "empty", "draft"]
    );
    assert_eq!(
        problem(
            admin
                .of_post(Method::DELETE, 9, "schedule/")
                .send()
                .await
                .unwrap()
        )
        .await
        .0,
        404
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_are_enough_where_a_post_is_created_as_specified() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let titles = nothing()
        .with("title_az", "a")
        .with("title_en", "b")
        .with("title_ru", "c");
    let post = admin.drafted(titles).await;
    let all = |enough: bool| json!({"languages": ["az", "en", "ru"], "titles_suffice": enough});
    let refused = admin.post_json(post, "publish/", all(true)).await;
    assert_eq!(refused.status(), 422, "an author is required");
    admin.saved(post, nothing().with("author", "Aygün")).await;
    let refused = admin.post_json(post, "publish/", all(false)).await;
    assert_eq!(refused.status(), 422);
    let published = admin.post_json(post, "publish/", all(true)).await;
    assert_eq!(published.status(), 200);
    let read: Value = app
        .get("/api/blog/posts/1/")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(id(&read), post);
    assert_eq!(read["title_ru"], "c");
    assert_eq!(admin.draft(post).await["exists"], false);
    assert_eq!(admin.history(post).await.len(), 3, "nothing is forgotten");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_differs_is_said_also_of_what_is_planned() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let form = Draft::new("a").with("content_en", "<p>a</p>");
    let post = id(&admin.created(form).await);
    admin
        .saved(post, nothing().with("title_en", "next week"))
        .await;
    let later = json!({"languages": ["en"], "at": (app.clock.now() + 7 * DAY).to_string()});
    let planned = admin.post_json(post, "publish/", later).await;
    assert_eq!(planned.status(), 202);
    let draft = admin.draft(post).await;
    let differs = |draft: &Value| {
        ["az", "en", "ru"].map(|lang| draft["languages"][lang]["differs"].as_bool().unwrap())
    };
    assert_eq!(states(&draft)[1], "scheduled");
    assert_eq!(differs(&draft), [false, true, false]);
    assert_eq!(draft["shared_differs"], false);
    let draft = admin.saved(post, nothing().with("author", "other")).await;
    assert_eq!(draft["shared_differs"], true);
}
