//! Pictures that are stored before the text that shows them, and pictures that are taken away.

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, id, png, problem};

async fn upload(admin: &Session<'_>, form: Draft) -> Response {
    let request = admin.request(Method::POST, "/api/media/");
    request.multipart(form.form()).send().await.unwrap()
}

async fn stored(admin: &Session<'_>, bytes: Vec<u8>) -> Value {
    let response = upload(admin, Draft::default().image(bytes)).await;
    assert_eq!(response.status(), StatusCode::CREATED);
    response.json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_staff_store_pictures() {
    let app = TestApp::start().await;
    let form = Draft::default().image(png(1)).form();
    let request = app.request(Method::POST, "/api/media/").multipart(form);
    assert_eq!(problem(request.send().await.unwrap()).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_picture_is_refused_by_name() {
    let app = TestApp::start_with(|config| config.max_image_mib = 1).await;
    let admin = app.sign_in().await;
    let table = [
        (Draft::default().with("x", "y"), 400, Some("required")),
        (
            Draft::default().image(b"<svg/>".into()),
            400,
            Some("image_unsupported"),
        ),
        (
            Draft::default().image(vec![0; 1 << 20]),
            400,
            Some("image_unsupported"),
        ),
        (Draft::default().image(vec![0; 2 << 20]), 413, None),
    ];
    for (form, expected, code) in table {
        let (status, _, body) = problem(upload(&admin, form).await).await;
        assert_eq!(status, expected);
        if let Some(code) = code {
            assert_eq!(body["errors"], json!({"image": [code]}));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_served_at_once_and_has_one_number_however_often_it_comes() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let first = stored(&admin, png(1)).await;
    assert_eq!(
        first,
        json!({"id": 1, "url": "/api/blog/images/1/", "width": 8, "height": 8})
    );
    assert_eq!(stored(&admin, png(1)).await, first);
    let served = app.get("/api/blog/images/1/").send().await.unwrap();
    assert_eq!(served.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_save_ever_used_is_collected_after_the_grace_period() {
    const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    stored(&admin, png(1)).await;
    stored(&admin, png(2)).await;
    stored(&admin, png(3)).await;
    let text = "<p>x</p><p><img src=\"/api/blog/images/1/\" alt=\"\"></p>";
    admin
        .created(Draft::new("a").with("content_az", text))
        .await;
    let collect = || async {
        cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config)
            .await
            .unwrap()
            .images
    };
    assert_eq!(collect().await, 0);
    app.clock.advance(DAY * 6);
    let admin = app.sign_in().await;
    stored(&admin, png(2)).await;
    app.clock.advance(DAY);
    assert_eq!(
        collect().await,
        1,
        "the third: the second came again yesterday"
    );
    for (number, expected) in [(1, 200), (2, 200), (3, 404)] {
        let path = format!("/api/blog/images/{number}/");
        let response = app.get(&path).send().await.unwrap();
        assert_eq!(response.status(), expected, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_loses_its_picture_only_when_it_is_taken_away() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a").image(png(1))).await;
    let image = |sent: Draft| async {
        let response = admin.update(id(&post), sent).await;
        response.json::<Value>().await.unwrap()["image_id"].clone()
    };
    assert_eq!(image(Draft::new("a")).await, json!(1));
    let away = || Draft::new("a").with("remove_image", "true");
    assert_eq!(image(away()).await, Value::Null);
    assert_eq!(
        image(away().image(png(2))).await,
        json!(2),
        "a picture sent with it counts more"
    );
}
