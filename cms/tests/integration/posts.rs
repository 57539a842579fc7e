//! Writing posts: what is new, changed, deleted, featured.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, id, png, problem, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_post_comes_back_whole_and_first_in_the_list() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("older")).await;
    app.clock.advance(std::time::Duration::from_secs(1));
    let draft = Draft::new("  New  ")
        .with("category", "tax-legal")
        .with("trending", "on")
        .with("excerpt_ru", "раз\r\nдва")
        .with(
            "content_az",
            "<p style='x'>Salam <script>x</script><strong>ə</strong></p>",
        )
        .image(png(7));
    let response = admin.create(draft).await;
    assert_eq!(response.status(), StatusCode::CREATED);
    assert_eq!(response.headers()["location"], "/api/blog/posts/2/");
    let tag = response.headers()["etag"].clone();
    let post: Value = response.json().await.unwrap();
    assert_eq!(post["id"], 2);
    assert_eq!(post["title"], "New az");
    assert_eq!(post["title_en"], "New en");
    assert_eq!(
        (&post["category"], &post["featured"], &post["trending"]),
        (&json!("tax-legal"), &json!(false), &json!(true))
    );
    assert_eq!(post["excerpt_ru"], "раз\nдва");
    assert_eq!(post["content_az"], "<p>Salam <strong>ə</strong></p>");
    assert_eq!(
        post["image"],
        format!("/api/blog/images/{}/", post["image_id"])
    );
    let date: jiff::Timestamp = text(&post["date"]).parse().unwrap();
    assert_eq!(date, app.clock.now());

    let read = app.get("/api/blog/posts/2/").send().await.unwrap();
    assert_eq!(read.headers()["etag"], tag);
    assert_eq!(read.json::<Value>().await.unwrap(), post);
    let list = app.get_json("/api/blog/posts/").await;
    assert_eq!(
        list.as_array().unwrap().iter().map(id).collect::<Vec<_>>(),
        [2, 1]
    );
    assert_eq!(list[0], post);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_replaces_texts_and_keeps_date_and_picture() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let before = admin
        .created(
            Draft::new("a")
                .image(png(1))
                .with("trending", "true")
                .with("content_en", "<p>x</p>"),
        )
        .await;
    app.clock.advance(std::time::Duration::from_secs(60));
    let response = admin
        .update(
            1,
            Draft::new("b")
                .with("category", "hr")
                .with("content_ru", "<p>р</p>"),
        )
        .await;
    assert_eq!(response.status(), StatusCode::OK);
    let after: Value = response.json().await.unwrap();
    assert_eq!(
        (&after["date"], &after["image_id"], &after["id"]),
        (&before["date"], &before["image_id"], &before["id"])
    );
    assert_eq!(
        (&after["title_az"], &after["category"], &after["content_ru"]),
        (&json!("b az"), &json!("hr"), &json!("<p>р</p>"))
    );
    assert_eq!(
        (&after["trending"], &after["content_en"]),
        (&json!(true), &json!("<p>x</p>")),
        "what is not sent is kept"
    );
    let with_picture: Value = admin
        .update(1, Draft::new("c").image(png(2)))
        .await
        .json()
        .await
        .unwrap();
    assert_ne!(with_picture["image_id"], before["image_id"]);

    let (status, _, body) =
        problem(admin.update(1, Draft::new("d").with("title_ru", "")).await).await;
    assert_eq!(
        (status, &body["errors"]),
        (400, &json!({"title_ru": ["required"]}))
    );
    assert_eq!(
        problem(admin.update(99, Draft::new("x")).await).await.0,
        404
    );
    assert_eq!(app.get_json("/api/blog/posts/1/").await["title_az"], "c az");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_based_on_an_old_state_changes_nothing() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let created = admin.create(Draft::new("a")).await;
    let old = created.headers()["etag"].clone();
    let put = |tag: reqwest::header::HeaderValue, title: &str| {
        let form = Draft::new(title).image(png(9)).form();
        admin
            .request(Method::PUT, "/api/blog/posts/1/")
            .header("if-match", tag)
            .multipart(form)
            .send()
    };
    let second = put(old.clone(), "b").await.unwrap();
    assert_eq!(second.status(), StatusCode::OK);
    let current = second.headers()["etag"].clone();
    let revision = app.get_json("/api/site/").await["revision"].clone();
    assert_eq!(
        problem(put(old.clone(), "c").await.unwrap()).await.1,
        "changed"
    );
    let gone = admin
        .request(Method::DELETE, "/api/blog/posts/1/")
        .header("if-match", old)
        .send()
        .await
        .unwrap();
    assert_eq!(gone.status(), StatusCode::PRECONDITION_FAILED);
    assert_eq!(app.get_json("/api/blog/posts/1/").await["title_az"], "b az");
    assert_eq!(app.get_json("/api/site/").await["revision"], revision);
    assert_eq!(put(current, "d").await.unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_post_is_gone_and_its_number_is_not_used_again() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("a")).await;
    let response = admin.delete(1).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert_eq!(problem(admin.delete(1).await).await.0, 404);
    assert_eq!(
        problem(app.get("/api/blog/posts/1/").send().await.unwrap())
            .await
            .0,
        404
    );
    assert_eq!(id(&admin.created(Draft::new("b")).await), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn at_most_one_post_is_featured() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin
        .created(Draft::new("a").with("featured", "true"))
        .await;
    admin.created(Draft::new("b")).await;
    let (status, code, _) =
        problem(admin.create(Draft::new("c").with("featured", "1")).await).await;
    assert_eq!((status, code.as_str()), (409, "featured-taken"));
    assert_eq!(
        problem(
            admin
                .update(2, Draft::new("b").with("featured", "on"))
                .await
        )
        .await
        .0,
        409
    );
    assert_eq!(
        app.get_json("/api/blog/posts/")
            .await
            .as_array()
            .unwrap()
            .len(),
        2,
        "nothing was saved"
    );
    assert_eq!(
        admin
            .update(1, Draft::new("a").with("featured", "true"))
            .await
            .status(),
        200,
        "the post itself may"
    );
    assert_eq!(
        admin
            .update(1, Draft::new("a").with("featured", "false"))
            .await
            .status(),
        200
    );
    assert_eq!(
        admin
            .update(2, Draft::new("b").with("featured", "true"))
            .await
            .status(),
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_feature_at_the_same_time_one_wins() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    for round in 0..3 {
        let attempts =
            (0..8).map(|n| admin.create(Draft::new(&n.to_string()).with("featured", "true")));
        let answers = futures_util::future::join_all(attempts).await;
        let statuses: Vec<u16> = answers
            .iter()
            .map(|answer| answer.status().as_u16())
            .collect();
        assert_eq!(
            statuses.iter().filter(|status| **status == 201).count(),
            1,
            "{statuses:?}"
        );
        assert_eq!(
            statuses.iter().filter(|status| **status == 409).count(),
            7,
            "{statuses:?}"
        );
        let list = app.get_json("/api/blog/posts/").await;
        let featured: Vec<i64> = list
            .as_array()
            .unwrap()
            .iter()
            .filter(|post| post["featured"] == true)
            .map(id)
            .collect();
        assert_eq!(featured.len(), 1, "round {round}");
        admin.delete(featured[0]).await;
    }
}
