//! The working copy of a post, which nobody but staff sees.

use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;

use crate::support::{
    Draft, PASSWORD, Process, TestApp, azerbaijani, copy_site, id, nothing, password_sign_in, png,
    problem, states,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_for_staff_alone() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let number = admin.drafted(nothing().with("title_ru", "Проект")).await;
    let draft = admin.draft(number).await;
    assert_eq!(states(&draft), ["empty", "empty", "draft"]);
    assert_eq!(
        (&draft["state"], &draft["live"]),
        (&"draft".into(), &false.into())
    );
    assert_eq!(
        (&draft["exists"], &draft["edited_by"]),
        (&true.into(), &"admin".into())
    );
    assert!(draft["post_etag"].is_null());
    assert_eq!(
        app.get_json("/api/blog/posts/").await,
        serde_json::json!([])
    );
    let address = format!("/api/blog/posts/{number}/");
    assert_eq!(app.get(&address).send().await.unwrap().status(), 404);
    for query in ["state=all", "stale=true", "missing=ru"] {
        let answer = app.get(&format!("/api/blog/posts/?{query}")).send().await;
        assert_eq!(problem(answer.unwrap()).await.0, 401, "{query}");
    }
    let status = app.app.publisher.status();
    assert_eq!(
        (status.revision, status.edits),
        (0, 1),
        "the publisher sleeps"
    );
    assert_eq!(
        id(&admin.created(Draft::new("a")).await),
        2,
        "its number is taken"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_that_are_missing_stay_as_they_are() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin
        .created(Draft::new("a").with("category", "hr").image(png(1)))
        .await);
    let live = app.get_json("/api/blog/posts/1/").await;
    let draft = admin.saved(post, nothing().with("title_en", "New")).await;
    assert_eq!(
        (&draft["title_en"], &draft["title_az"]),
        (&"New".into(), &"a az".into())
    );
    assert_eq!(
        (&draft["image_id"], &draft["category"]),
        (&live["image_id"], &"hr".into())
    );
    assert_eq!(states(&draft), ["published", "changed", "published"]);
    assert_eq!(draft["state"], "changed");
    assert_eq!(
        app.get_json("/api/blog/posts/1/").await,
        live,
        "nobody else sees it"
    );
    assert_eq!(
        draft["post_etag"],
        app.get("/api/blog/posts/1/")
            .send()
            .await
            .unwrap()
            .headers()["etag"]
            .to_str()
            .unwrap()
    );
    let draft = admin
        .saved(
            post,
            nothing().with("title_en", "").with("remove_image", "true"),
        )
        .await;
    assert_eq!(
        (&draft["title_en"], &draft["image_id"]),
        (&"".into(), &Value::Null),
        "a field can be emptied"
    );
    let again = nothing().with("title_en", "a en").with("image", "");
    let draft = admin.saved(post, again).await;
    assert_eq!(
        draft["exists"], true,
        "without the picture it is another post"
    );
    let answer = admin.save(post, nothing().with("category", "x")).await;
    assert_eq!(problem(answer).await.1, "invalid-fields");
    assert_eq!(
        problem(admin.save(9, nothing().with("author", "x")).await)
            .await
            .0,
        404
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_equals_the_published_is_no_working_copy() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a")).await);
    let tag = admin.draft_tag(post).await;
    let draft = admin
        .saved(
            post,
            nothing().with("title_az", "a az").with("automatic", "true"),
        )
        .await;
    assert_eq!(
        (&draft["exists"], &draft["state"]),
        (&false.into(), &"published".into())
    );
    assert_eq!(admin.draft_tag(post).await, tag);
    admin.saved(post, nothing().with("title_az", "b")).await;
    let back = admin.saved(post, nothing().with("title_az", "a az")).await;
    assert_eq!(
        (&back["exists"], &back["edited_at"]),
        (&false.into(), &Value::Null)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn someone_who_was_faster_is_not_overwritten() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a")).await);
    let tag = admin.draft_tag(post).await;
    let save = |tag: &str, title: &str| {
        let request = admin
            .of_post(Method::PUT, post, "draft/")
            .header("if-match", tag);
        request
            .multipart(nothing().with("title_az", title).form())
            .send()
    };
    let first = save(&tag, "first").await.unwrap();
    let next = first.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(problem(save(&tag, "second").await.unwrap()).await.0, 412);
    assert_eq!(admin.draft(post).await["title_az"], "first");
    for (method, rest) in [
        (Method::DELETE, "draft/"),
        (Method::POST, "publish/"),
        (Method::POST, "unpublish/"),
    ] {
        let request = admin.of_post(method, post, rest).header("if-match", &tag);
        let answer = request.json(&serde_json::json!({})).send().await.unwrap();
        assert_eq!(problem(answer).await.0, 412, "{rest}");
    }
    assert_eq!(save(&next, "third").await.unwrap().status(), StatusCode::OK);
    let tag = admin.draft_tag(post).await;
    let saves = (0..6).map(|number| save(&tag, if number % 2 == 0 { "x" } else { "y" }));
    let answers = futures_util::future::join_all(saves).await;
    let accepted = answers
        .into_iter()
        .filter(|answer| answer.as_ref().unwrap().status() == 200);
    assert_eq!(accepted.count(), 1, "of many with one tag one is saved");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_makes_no_second_draft() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let send = |path: &'static str, title: &'static str| {
        let request = admin
            .request(Method::POST, path)
            .header("idempotency-key", "k");
        request.multipart(Draft::new(title).form()).send()
    };
    let first = send("/api/blog/drafts/", "a").await.unwrap();
    assert_eq!(first.headers()["location"], "/api/blog/posts/1/draft/");
    let again = send("/api/blog/drafts/", "a").await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(
        again.json::<Value>().await.unwrap(),
        first.json::<Value>().await.unwrap()
    );
    for (path, title) in [("/api/blog/drafts/", "b"), ("/api/blog/posts/", "a")] {
        let answer = send(path, title).await.unwrap();
        assert_eq!(problem(answer).await.1, "idempotency-key-reused", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_that_is_given_up_goes_into_the_trash_or_into_the_history() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a")).await);
    let discard = |number| admin.of_post(Method::DELETE, number, "draft/").send();
    assert_eq!(
        problem(discard(post).await.unwrap()).await.0,
        404,
        "there is none"
    );
    admin.saved(post, nothing().with("title_az", "lost?")).await;
    assert_eq!(discard(post).await.unwrap().status(), 204);
    assert_eq!(admin.draft(post).await["title_az"], "a az");
    assert_eq!(
        admin.history(post).await,
        ["replaced az", "save az", "publication az,en,ru"]
    );
    let draft = admin.drafted(azerbaijani("b")).await;
    assert_eq!(discard(draft).await.unwrap().status(), 204);
    let answer = admin
        .of_post(Method::GET, draft, "draft/")
        .send()
        .await
        .unwrap();
    assert_eq!(problem(answer).await.0, 404);
    assert_eq!(admin.list("state=trash").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_specified_save_publishes_all_and_loses_no_word() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a")).await);
    admin
        .saved(
            post,
            nothing()
                .with("content_ru", "<p>слова</p>")
                .with("automatic", "true"),
        )
        .await;
    let edits = app.app.publisher.status().edits;
    assert_eq!(admin.update(post, Draft::new("b")).await.status(), 200);
    assert_eq!(
        admin.history(post).await,
        [
            "publication az,en,ru",
            "replaced az,en,ru",
            "auto ru",
            "publication az,en,ru"
        ]
    );
    assert!(app.app.publisher.status().edits > edits);
    let same = Draft::new("c");
    admin.saved(post, same.clone()).await;
    assert_eq!(admin.update(post, same).await.status(), 200);
    let history = admin.history(post).await;
    assert_eq!(
        history[..2],
        ["publication az,en,ru", "save az,en,ru"],
        "the same words are not given up"
    );
    let draft = admin.draft(post).await;
    assert_eq!(
        (&draft["exists"], &draft["state"]),
        (&false.into(), &"published".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_saves_at_the_same_time_leave_one_of_them_whole() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let number = admin.drafted(azerbaijani("0")).await;
    for round in 0..4 {
        let saves = ["x", "y", "z"].map(|word| {
            let title = format!("{word}{round}");
            admin.saved(number, azerbaijani(&title))
        });
        futures_util::future::join_all(saves).await;
        let draft = admin.draft(number).await;
        let title = draft["title_az"].as_str().unwrap();
        assert_eq!(draft["content_az"], format!("<p>{title}</p>"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_save_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let http = Client::new();
    let mut last = None;
    for round in 0..4_u64 {
        let process = Process::start(dir.path());
        let access = password_sign_in(&http, &process.base, PASSWORD).await;
        let (method, path) = match last {
            None => (Method::POST, "/api/blog/drafts/"),
            Some(_) => (Method::PUT, "/api/blog/posts/1/draft/"),
        };
        let title = format!("Round {round}");
        let request = http
            .request(method, format!("{}{path}", process.base))
            .bearer_auth(&access);
        let answer = request
            .multipart(azerbaijani(&title).form())
            .send()
            .await
            .unwrap();
        assert!(answer.status().is_success());
        tokio::time::sleep(Duration::from_millis(rand::random_range(0..10) * round)).await;
        process.kill();
        last = Some(title);
    }
    let process = Process::start(dir.path());
    let access = password_sign_in(&http, &process.base, PASSWORD).await;
    let address = format!("{}/api/blog/posts/1/draft/", process.base);
    let draft: Value = http
        .get(address)
        .bearer_auth(access)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(draft["title_az"].as_str(), last.as_deref());
    process.until_live().await;
    assert!(!dir.path().join("dist/blog/1").exists());
    process.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_staff_is_filtered_and_paged() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin
        .created(Draft::new("published").with("category", "hr"))
        .await;
    let changed = id(&admin.created(Draft::new("changed")).await);
    admin
        .saved(changed, nothing().with("title_az", "other"))
        .await;
    let draft = admin
        .drafted(
            azerbaijani("draft")
                .with("content_ru", "<p>x</p>")
                .with("title_ru", "x"),
        )
        .await;
    let deleted = id(&admin.created(Draft::new("deleted")).await);
    admin.delete(deleted).await;
    let planned = admin.drafted(azerbaijani("planned")).await;
    let at = app.clock.now() + Duration::from_secs(60);
    let answer = admin
        .post_json(planned, "publish/", serde_json::json!({"at": at}))
        .await;
    assert_eq!(answer.status(), 202);
    for (query, expected) in [
        ("state=all", vec![planned, draft, changed, 1]),
        ("state=draft", vec![draft]),
        ("state=changed", vec![changed]),
        ("state=published", vec![1]),
        ("state=scheduled", vec![planned]),
        ("state=trash", vec![deleted]),
        ("state=all&category=hr", vec![1]),
        ("state=all&fields=summary&page=2&page_size=3", vec![1]),
        ("missing=ru", vec![planned, changed, 1]),
        ("state=draft&missing=ru", vec![]),
    ] {
        let found: Vec<i64> = admin.list(query).await.iter().map(id).collect();
        assert_eq!(found, expected, "{query}");
    }
    let list = admin.list("state=all&fields=summary").await;
    assert_eq!(
        (&list[2]["title_az"], &list[2]["content_az"]),
        (&"other".into(), &Value::Null)
    );
    let states: Vec<&str> = list
        .iter()
        .map(|post| post["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["scheduled", "draft", "changed", "published"]);
    let answer = admin
        .request(Method::GET, "/api/blog/posts/?state=all&page=1&page_size=1")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.headers()["x-total-count"], "4");
    let tag = answer.headers()["etag"].clone();
    let ask = || {
        admin
            .request(Method::GET, "/api/blog/posts/?state=all&page=1&page_size=1")
            .header("if-none-match", tag.clone())
            .send()
    };
    assert_eq!(ask().await.unwrap().status(), 304);
    admin
        .saved(planned, nothing().with("trending", "true"))
        .await;
    assert_eq!(ask().await.unwrap().status(), 200);
}
