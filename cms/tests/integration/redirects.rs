//! Addresses of posts that go off-line may be sent elsewhere.

use std::time::Duration;

use cms::cli::jobs;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, problem};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Three posts that are on-line, in three languages.
async fn three(app: &TestApp) -> Session<'_> {
    let admin = app.sign_in().await;
    for title in ["a", "b", "c"] {
        let texts = ["az", "en", "ru"].into_iter();
        let whole = texts.fold(Draft::new(title), |draft, lang| {
            draft.with(&format!("content_{lang}"), "<p>x</p>")
        });
        admin.created(whole).await;
    }
    admin
}

async fn off(admin: &Session<'_>, id: i64, target: &str) -> Response {
    let body = json!({ "redirect_to": target });
    admin.post_json(id, "unpublish/", body).await
}

async fn send(admin: &Session<'_>, id: i64, target: &str) -> Response {
    let request = admin.of_post(Method::PUT, id, "redirect/");
    let body = json!({ "redirect_to": target });
    request.json(&body).send().await.unwrap()
}

async fn refused(answer: Response) -> Value {
    let (status, code, problem) = problem(answer).await;
    assert_eq!((status, code.as_str()), (422, "unfit"), "{problem}");
    problem["errors"]["redirect_to"].clone()
}

async fn restore(admin: &Session<'_>, id: i64) -> Response {
    let path = format!("/api/blog/trash/{id}/restore/");
    admin.request(Method::POST, &path).send().await.unwrap()
}

async fn in_trash(admin: &Session<'_>) -> Value {
    let answer = admin.request(Method::GET, "/api/blog/trash/").send();
    answer.await.unwrap().json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn by_hand_and_back() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    app.until_live().await;
    let answer = off(&admin, 1, "/blog/2/").await;
    assert_eq!(answer.status(), 200);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(draft["redirect_to"], "/blog/2/");
    app.until_live().await;
    for (file, target) in [
        ("blog/1/index.html", "/blog/2/"),
        ("en/blog/1/index.html", "/en/blog/2/"),
        ("ru/blog/1/index.html", "/ru/blog/2/"),
    ] {
        let page = app.page(file);
        assert!(page.contains(&format!("0; url={target}")), "{file}: {page}");
    }
    assert!(
        app.page("_redirects")
            .contains("/en/blog/1/ /en/blog/2/ 301")
    );
    // Someone changes their mind, twice.
    let answer = send(&admin, 1, "https://example.org/a b").await;
    assert_eq!(answer.status(), 200);
    let kept: Value = answer.json().await.unwrap();
    assert_eq!(kept["redirect_to"], "https://example.org/a%20b");
    app.until_live().await;
    assert!(
        app.page("en/blog/1/index.html")
            .contains("example.org/a%20b")
    );
    let gone = admin.of_post(Method::DELETE, 1, "redirect/");
    assert_eq!(gone.send().await.unwrap().status(), 204);
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
    assert_eq!(admin.draft(1).await["redirect_to"], Value::Null);
    // Back on-line it has its address for itself, also when it goes once more.
    assert_eq!(send(&admin, 1, "/services/audit/").await.status(), 200);
    assert_eq!(admin.publish(1, &["az"]).await.status(), 200);
    app.until_live().await;
    assert!(
        !app.page("blog/1/index.html")
            .contains("http-equiv=\"refresh\"")
    );
    assert_eq!(admin.unpublish(1, &[]).await.status(), 200);
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_place_to_be_sent_to_is_refused_and_nothing_happens() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    let draft = admin.drafted(Draft::new("d")).await;
    let table = [
        ("/blog/1/", "itself"),
        ("/en/blog/1", "itself"),
        ("/blog/99/", "no_such_page"),
        (&format!("/blog/{draft}/"), "no_such_page"),
        ("/blog/page/2/", "no_such_page"),
        ("/blog/author/nobody/", "no_such_page"),
        ("/somewhere/", "no_such_page"),
        ("/blog/2/#a", "no_such_page"),
        ("//example.org/", "no_such_page"),
        ("http://example.org/", "invalid"),
        ("javascript:alert(1)", "invalid"),
        ("https://a:b@example.org/", "invalid"),
        (
            &format!("https://example.org/{}", "a".repeat(2000)),
            "invalid",
        ),
        ("blog/2/", "invalid"),
        ("", "invalid"),
    ];
    for (target, code) in table {
        assert_eq!(
            refused(off(&admin, 1, target).await).await,
            json!([code]),
            "{target}"
        );
        let value: String = url::form_urlencoded::byte_serialize(target.as_bytes()).collect();
        let request = admin.of_post(Method::DELETE, 1, &format!("?redirect_to={value}"));
        let answer = request.send().await;
        assert_eq!(refused(answer.unwrap()).await, json!([code]), "{target}");
    }
    let body = json!({ "languages": ["ru"], "redirect_to": "/blog/2/" });
    let answer = admin.post_json(1, "unpublish/", body).await;
    assert_eq!(refused(answer).await, json!(["partial"]));
    assert_eq!(
        refused(send(&admin, 1, "/blog/2/").await).await,
        json!(["on_line"])
    );
    assert_eq!(
        app.get("/api/blog/posts/1/").send().await.unwrap().status(),
        200
    );
    assert_eq!(off(&admin, 1, "/blog/2/").await.status(), 200);
    // It leads on, and not back.
    assert_eq!(
        refused(off(&admin, 3, "/blog/1/").await).await,
        json!(["no_such_page"])
    );
    assert_eq!(off(&admin, 2, "/blog/3/").await.status(), 200);
    assert_eq!(
        refused(off(&admin, 3, "/blog/1/").await).await,
        json!(["loop"])
    );
    for id in [99, 0] {
        assert_eq!(send(&admin, id, "/faq/").await.status(), 404);
        let gone = admin.of_post(Method::DELETE, id, "redirect/");
        assert_eq!(gone.send().await.unwrap().status(), 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_this_site_is_an_own_path() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    let origin = app.app.publisher.origin().unwrap();
    for (given, kept) in [
        (format!("{origin}/en/blog/2/"), "/blog/2/"),
        (format!("{origin}/ru/"), "/"),
        (origin.clone(), "/"),
        ("/en/services/audit".to_owned(), "/services/audit/"),
    ] {
        let answer = match admin.draft(1).await["live"].as_bool() {
            Some(true) => off(&admin, 1, &given).await,
            _ => send(&admin, 1, &given).await,
        };
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["redirect_to"], kept, "{given}");
    }
    let own = format!("{origin}/blog/1/");
    assert_eq!(
        refused(send(&admin, 1, &own).await).await,
        json!(["itself"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn into_the_trash_and_beyond() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    let path = "/api/blog/posts/1/?redirect_to=%2Fblog%2F2%2F";
    let answer = admin.request(Method::DELETE, path).send().await.unwrap();
    assert_eq!(answer.status(), 204);
    assert_eq!(in_trash(&admin).await[0]["redirect_to"], "/blog/2/");
    assert_eq!(send(&admin, 1, "/faq/").await.status(), 200);
    assert_eq!(in_trash(&admin).await[0]["redirect_to"], "/faq/");
    assert_eq!(restore(&admin, 1).await.status(), 200);
    assert_eq!(admin.draft(1).await["redirect_to"], Value::Null);
    app.until_live().await;
    assert!(
        !app.page("blog/1/index.html")
            .contains("http-equiv=\"refresh\"")
    );

    // Forgotten, but those who know the address still find what it is about.
    let answer = admin.request(Method::DELETE, path).send().await.unwrap();
    assert_eq!(answer.status(), 204);
    let forget = admin.request(Method::DELETE, "/api/blog/trash/1/");
    assert_eq!(forget.send().await.unwrap().status(), 204);
    app.until_live().await;
    assert!(app.page("blog/1/index.html").contains("0; url=/blog/2/"));
    assert_eq!(send(&admin, 1, "/terms/").await.status(), 200);
    let gone = || admin.of_post(Method::DELETE, 1, "redirect/");
    assert_eq!(gone().send().await.unwrap().status(), 204);
    assert_eq!(
        gone().send().await.unwrap().status(),
        404,
        "nothing is left of it"
    );
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn by_plan() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    let at = app.clock.now() + HOUR;
    let planned = |languages: Value, target: &str| {
        let body = json!({ "languages": languages, "at": at, "redirect_to": target });
        admin.post_json(1, "unpublish/", body)
    };
    let some = planned(json!(["en", "ru"]), "/blog/2/").await;
    assert_eq!(refused(some).await, json!(["partial"]));
    let answer = planned(Value::Null, "/blog/2/").await;
    assert_eq!(answer.status(), 202);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(
        (&draft["redirect_to"], &draft["live"]),
        (&json!("/blog/2/"), &json!(true))
    );
    app.until_live().await;
    assert!(!app.page("_redirects").contains("/blog/1"));
    // Another time is no other address.
    let moved = json!({ "at": at });
    let answer = admin.post_json(1, "unpublish/", moved).await;
    assert_eq!(answer.status(), 202);
    assert_eq!(admin.draft(1).await["redirect_to"], "/blog/2/");
    // What goes meanwhile is followed.
    assert_eq!(off(&admin, 2, "/blog/3/").await.status(), 200);
    app.clock.advance(HOUR);
    jobs::scheduler(&app.app).round().await.unwrap();
    app.until_live().await;
    assert!(
        app.page("en/blog/1/index.html")
            .contains("0; url=/en/blog/3/")
    );
    let admin = app.sign_in().await;
    assert_eq!(admin.draft(1).await["redirect_to"], "/blog/2/");
    assert_eq!(admin.delete(3).await.status(), 204);
    app.until_live().await;
    assert_eq!(
        app.page("blog/1/index.html"),
        "",
        "as an address that was never sent anywhere"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_planned_leads_nowhere_once_that_is_taken_back() {
    let app = TestApp::with_site().await;
    let admin = three(&app).await;
    let at = app.clock.now() + HOUR;
    let body = json!({ "at": at, "redirect_to": "/blog/2/" });
    assert_eq!(admin.post_json(1, "unpublish/", body).await.status(), 202);
    let gone = admin.of_post(Method::DELETE, 1, "redirect/");
    assert_eq!(gone.send().await.unwrap().status(), 204);
    let draft = admin.draft(1).await;
    assert_eq!(draft["redirect_to"], Value::Null);
    assert_eq!(draft["languages"]["az"]["unpublish_at"], json!(at));
    app.clock.advance(HOUR);
    jobs::scheduler(&app.app).round().await.unwrap();
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_went_live_meanwhile_keeps_the_address() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(crate::support::azerbaijani("a")).await;
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    let body = json!({ "at": app.clock.now() + HOUR, "redirect_to": "/faq/" });
    assert_eq!(
        admin.post_json(post, "unpublish/", body).await.status(),
        202
    );
    let russian = crate::support::nothing()
        .with("title_ru", "x")
        .with("content_ru", "<p>x</p>");
    admin.saved(post, russian).await;
    assert_eq!(admin.publish(post, &["ru"]).await.status(), 200);
    app.clock.advance(HOUR);
    jobs::scheduler(&app.app).round().await.unwrap();
    let admin = app.sign_in().await;
    let draft = admin.draft(post).await;
    assert_eq!(draft["live"], true);
    let problem = &draft["languages"]["az"]["schedule_problem"];
    assert_eq!(*problem, json!({ "languages": ["az_is_fallback"] }));
}
