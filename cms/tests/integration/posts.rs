//! Reading and writing posts.

use reqwest::{
    Method, StatusCode,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, id, png, problem, text};

#[tokio::test(flavor = "multi_thread")]
async fn bad_forms_are_refused_field_by_field() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let table = [
        (
            Draft::default().with("trending", "0"),
            json!({"author": ["required"], "title_az": ["required"], "title_en": ["required"], "title_ru": ["required"]}),
        ),
        (
            Draft::new("a").with("title_en", "  "),
            json!({"title_en": ["required"]}),
        ),
        (
            Draft::new("a").without("author"),
            json!({"author": ["required"]}),
        ),
        (
            Draft::new("a").with("category", "tax"),
            json!({"category": ["invalid_choice"]}),
        ),
        (
            Draft::new("a").with("featured", "perhaps"),
            json!({"featured": ["invalid_choice"]}),
        ),
        (
            Draft::new("a").image(b"GIF? no".to_vec()),
            json!({"image": ["image_unsupported"]}),
        ),
        (
            Draft::new("a").image(b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
            json!({"image": ["image_unsupported"]}),
        ),
        (
            Draft::new("a").image(Vec::new()),
            json!({"image": ["image_empty"]}),
        ),
        (
            Draft::new("a").with("title_az", &"x".repeat(501)),
            json!({"title_az": ["too_long"]}),
        ),
    ];
    for (draft, errors) in table {
        let (status, code, body) = problem(admin.create(draft.clone()).await).await;
        assert_eq!(
            (status, code.as_str()),
            (400, "invalid-fields"),
            "{draft:?}"
        );
        assert_eq!(body["errors"], errors);
    }
    assert_eq!(
        app.get_json("/api/blog/posts/").await,
        json!([]),
        "nothing was saved"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_bodies_are_refused() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = |kind: &str, body: &str| {
        admin
            .request(Method::POST, "/api/blog/posts/")
            .header("content-type", kind)
            .body(body.to_owned())
            .send()
    };
    let table = [
        ("application/json", "{}", 415, "unsupported-media-type"),
        ("text/plain", "a", 415, "unsupported-media-type"),
        ("multipart/form-data", "a", 400, "malformed"),
        (
            "multipart/form-data; boundary=x",
            "rubbish",
            400,
            "malformed",
        ),
        (
            "multipart/form-data; boundary=x",
            "--x\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\ncut",
            400,
            "malformed",
        ),
    ];
    for (kind, body, status, code) in table {
        let refused = problem(post(kind, body).await.unwrap()).await;
        assert_eq!(
            (refused.0, refused.1.as_str()),
            (status, code),
            "{kind} {body}"
        );
    }
    let latin = Form::new().part("title_az", Part::bytes(vec![0xe9]));
    let refused = admin
        .request(Method::POST, "/api/blog/posts/")
        .multipart(latin)
        .send()
        .await
        .unwrap();
    assert_eq!(
        problem(refused).await.2["errors"],
        json!({"title_az": ["not_utf8"]})
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn too_large_is_refused_announced_or_not() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let large = vec![b'x'; app.app.config.max_post_bytes() + 1];
    let form = || Draft::new("a").image(large.clone()).form();
    let announced = admin
        .request(Method::POST, "/api/blog/posts/")
        .multipart(form())
        .send()
        .await
        .unwrap();
    assert_eq!(problem(announced).await.0, 413);
    let allowed = Draft::new("a").image(vec![b'x'; app.app.config.max_image_bytes()]);
    let anonymous = app
        .request(Method::POST, "/api/blog/posts/")
        .multipart(allowed.form())
        .send()
        .await
        .unwrap();
    assert_eq!(
        problem(anonymous).await.0,
        401,
        "seen, although nobody read the body"
    );
    let picture =
        Draft::new("a").image([png(1), vec![0; app.app.config.max_image_bytes()]].concat());
    assert_eq!(
        problem(admin.create(picture).await).await.2["errors"],
        json!({"image": ["image_too_many_bytes"]})
    );
    let json = app
        .request(Method::POST, "/api/auth/token/")
        .header("content-type", "application/json");
    let refused = json
        .body(format!("{{\"username\":\"{}\"}}", "x".repeat(70_000)))
        .send()
        .await
        .unwrap();
    assert_eq!(problem(refused).await.0, 413);
}

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
async fn lists_are_filtered_paged_summarised_and_cached() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    for n in 0..7 {
        let category = if n % 2 == 0 { "audit" } else { "hr" };
        admin
            .created(
                Draft::new(&n.to_string())
                    .with("category", category)
                    .with("content_az", "<p>x</p>"),
            )
            .await;
        app.clock.advance(std::time::Duration::from_secs(1));
    }
    let ids = |list: Value| list.as_array().unwrap().iter().map(id).collect::<Vec<_>>();
    let page = app
        .get("/api/blog/posts/?page=2&page_size=3")
        .send()
        .await
        .unwrap();
    assert_eq!(page.headers()["x-total-count"], "7");
    assert_eq!(ids(page.json().await.unwrap()), [4, 3, 2]);
    assert_eq!(
        ids(app.get_json("/api/blog/posts/?category=hr").await),
        [6, 4, 2]
    );
    assert_eq!(
        ids(app.get_json("/api/blog/posts/?page=99").await),
        [0_i64; 0]
    );
    for category in ["tax", "HR", "%27%20OR%201=1--", ""] {
        assert_eq!(
            app.get_json(&format!("/api/blog/posts/?category={category}"))
                .await,
            json!([]),
            "{category}"
        );
    }
    let summary = app.get_json("/api/blog/posts/?fields=summary").await;
    assert!(summary[0].get("content_az").is_none() && summary[0]["title_az"] == "6 az");
    let empty = json!([
        "excerpt_az",
        "excerpt_en",
        "excerpt_ru",
        "content_en",
        "content_ru"
    ]);
    assert_eq!(summary[0]["empty"], empty);
    let preferred = app
        .get("/api/blog/posts/")
        .header("prefer", "return=minimal")
        .send()
        .await
        .unwrap();
    assert_eq!(
        preferred
            .headers()
            .get_all("vary")
            .iter()
            .filter(|value| *value == "prefer")
            .count(),
        1
    );
    assert_eq!(preferred.json::<Value>().await.unwrap(), summary);

    for (query, status) in [
        ("page=0", 400),
        ("page_size=0", 400),
        ("page_size=101", 400),
        ("page=x", 400),
        ("fields=all", 400),
    ] {
        let response = app
            .get(&format!("/api/blog/posts/?{query}"))
            .send()
            .await
            .unwrap();
        assert_eq!(problem(response).await.0, status, "{query}");
    }

    let first = app.get("/api/blog/posts/").send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert!(!tag.starts_with("W/"));
    let again = || {
        app.get("/api/blog/posts/")
            .header("if-none-match", &tag)
            .send()
    };
    assert_eq!(again().await.unwrap().status(), StatusCode::NOT_MODIFIED);
    let other = app
        .get("/api/blog/posts/?category=hr")
        .header("if-none-match", &tag)
        .send()
        .await
        .unwrap();
    assert_eq!(
        other.status(),
        StatusCode::OK,
        "another query is another list"
    );
    admin.delete(1).await;
    assert_eq!(again().await.unwrap().status(), StatusCode::OK);
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
