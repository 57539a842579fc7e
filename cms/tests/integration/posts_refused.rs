//! Posts that are refused, and why.

use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::json;

use crate::support::{Draft, TestApp, azerbaijani, nothing, png, problem, states, text};

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

/// A colleague's pause in typing between what an editor has read and the Update that would take its place.
#[tokio::test(flavor = "multi_thread")]
async fn an_update_does_not_take_the_place_of_words_that_were_not_seen() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("a")).await;
    let update = async |seen: Option<&str>| {
        let mut request = admin.of_post(Method::PUT, 1, "");
        if let Some(tag) = seen {
            request = request.header("x-draft-match", tag);
        }
        let request = request.multipart(Draft::new("b").form());
        request.send().await.unwrap()
    };
    let before = admin.draft_tag(1).await;
    admin
        .saved(1, nothing().with("title_en", "of a colleague"))
        .await;
    let (status, code, _) = problem(update(Some(&before)).await).await;
    assert_eq!((status, code.as_str()), (412, "draft-changed"));
    let draft = admin.draft(1).await;
    assert_eq!(
        (&draft["title_en"], &draft["exists"]),
        (&"of a colleague".into(), &true.into())
    );
    assert_eq!(app.get_json("/api/blog/posts/1/").await["title_az"], "a az");
    let seen = admin.draft_tag(1).await;
    assert_eq!(update(Some(&seen)).await.status(), 200);
    assert_eq!(
        update(Some(&seen)).await.status(),
        412,
        "it has become what is on-line"
    );
    let seen = admin.draft_tag(1).await;
    assert_eq!(update(Some(&seen)).await.status(), 200);
    assert_eq!(update(None).await.status(), 200, "as specified");
}

/// What may be left out has a meaning then: a misspelt `at` would publish at once, a misspelt `languages` take all of a post off.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_not_known_is_refused_where_leaving_it_out_means_something() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("Vergi")).await;
    let refused = |answer: reqwest::Response, name: &'static str| async move {
        let (status, _, said) = problem(answer).await;
        let detail = text(&said["detail"]);
        assert!(status == 422 && detail.contains(name), "{said}");
    };
    let ahead = json!({"languages": ["az"], "publish_at": "2035-01-02T05:30:00Z"});
    refused(admin.post_json(post, "publish/", ahead).await, "publish_at").await;
    let languages = json!({"langs": ["az"]});
    refused(admin.post_json(post, "approval/", languages).await, "langs").await;
    assert_eq!(
        states(&admin.draft(post).await),
        ["draft", "empty", "empty"]
    );

    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    let one = json!({"language": ["ru"]});
    refused(admin.post_json(post, "unpublish/", one).await, "language").await;
    assert_eq!(states(&admin.draft(post).await)[0], "published");

    let plans = admin.of_post(Method::DELETE, post, "schedule/?lang=az");
    let (status, code, _) = problem(plans.send().await.unwrap()).await;
    assert_eq!((status, code.as_str()), (400, "invalid-fields"));
    for (path, change) in [
        ("/api/users/1/", json!({"disable": true})),
        ("/api/messages/1/", json!({"assignee": 1})),
    ] {
        let request = app.request(Method::PATCH, path).bearer_auth(&admin.access);
        let answer = request.json(&change).send().await.unwrap();
        assert_eq!(answer.status(), 422, "{path}");
    }
}
