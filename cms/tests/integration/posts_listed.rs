//! Lists of posts.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::support::{Draft, TestApp, id, problem};

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
async fn what_is_wrong_in_a_query_is_named_by_field() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    for (path, errors) in [
        ("/api/blog/posts/?page=-1", json!({"page": ["invalid"]})),
        ("/api/blog/posts/?page=0", json!({"page": ["out_of_range"]})),
        (
            "/api/blog/posts/?page=x&page_size=&sort=up&stale=1&from=yesterday&q=a",
            json!({
                "page": ["invalid"], "page_size": ["invalid"], "sort": ["invalid"],
                "stale": ["invalid"], "from": ["invalid"],
            }),
        ),
        (
            "/api/blog/posts/?fields=all",
            json!({"fields": ["invalid"]}),
        ),
        (
            "/api/media/?post=x&unused=maybe",
            json!({"post": ["invalid"], "unused": ["invalid"]}),
        ),
        ("/api/messages/?state=x", json!({"state": ["invalid"]})),
        (
            "/api/audit/?kind=x&until=1",
            json!({"kind": ["invalid"], "until": ["invalid"]}),
        ),
    ] {
        let request = app.get(path).bearer_auth(&owner.access);
        let (status, code, body) = problem(request.send().await.unwrap()).await;
        assert_eq!((status, code.as_str()), (400, "invalid-fields"), "{path}");
        assert_eq!(body["errors"], errors, "{path}");
    }
    let (status, code, body) = problem(
        app.get("/api/blog/posts/?page=1&page=2")
            .send()
            .await
            .unwrap(),
    )
    .await;
    assert_eq!((status, code.as_str()), (400, "malformed"));
    assert_eq!(body["detail"], "duplicate field `page`");
}
