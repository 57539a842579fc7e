//! Deleted posts, and what links to a post before it goes.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Draft, Session, TestApp, azerbaijani, id, nothing, png, problem};

async fn trash(admin: &Session<'_>) -> Vec<Value> {
    let answer = admin.request(Method::GET, "/api/blog/trash/").send();
    answer.await.unwrap().json().await.unwrap()
}

async fn restore(admin: &Session<'_>, id: i64) -> reqwest::Response {
    let path = format!("/api/blog/trash/{id}/restore/");
    admin.request(Method::POST, &path).send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_post_comes_back_whole() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    let post = admin
        .created(Draft::new("a").with("featured", "true").image(png(1)))
        .await;
    admin
        .saved(1, nothing().with("title_en", "unfinished"))
        .await;
    app.until_live().await;
    assert_eq!(admin.delete(1).await.status(), 204);
    app.until_live().await;
    assert_eq!(app.page("blog/1/index.html"), "");
    let draft = admin.of_post(Method::PUT, 1, "draft/");
    let draft = draft.multipart(nothing().with("author", "x").form());
    let mut requests = vec![("draft/", draft)];
    for (path, body) in [
        ("publish/", json!({})),
        ("unpublish/", json!({})),
        ("revisions/1/restore/", json!({})),
        ("translated/", json!({"language": "ru"})),
    ] {
        requests.push((path, admin.of_post(Method::POST, 1, path).json(&body)));
    }
    for (path, request) in requests {
        assert_eq!(
            problem(request.send().await.unwrap()).await.0,
            404,
            "{path}"
        );
    }
    let list = trash(&admin).await;
    assert_eq!(list.len(), 1);
    assert_eq!(
        (&list[0]["id"], &list[0]["live"], &list[0]["title_en"]),
        (&json!(1), &true.into(), &"unfinished".into())
    );
    let expires = app.clock.now() + Duration::from_secs(30 * 24 * 60 * 60);
    assert_eq!(
        (&list[0]["deleted_by"], &list[0]["expires_at"]),
        (&"admin".into(), &json!(expires))
    );
    admin
        .created(Draft::new("b").with("featured", "true"))
        .await;

    let answer = restore(&admin, 1).await;
    assert_eq!(answer.status(), 200);
    let draft: Value = answer.json().await.unwrap();
    assert_eq!(
        (&draft["state"], &draft["title_en"]),
        (&"changed".into(), &"unfinished".into())
    );
    let mut expected = post.clone();
    expected["featured"] = false.into();
    assert_eq!(
        app.get_json("/api/blog/posts/1/").await,
        expected,
        "another is featured meanwhile"
    );
    app.until_live().await;
    assert!(app.page("en/blog/1/index.html").contains("a en"));
    assert_eq!(
        admin.draft(1).await["languages"]["ru"]["published_at"],
        post["date"]
    );
    assert_eq!(problem(restore(&admin, 1).await).await.0, 404);
    assert_eq!(admin.delete(1).await.status(), 204, "and again");
    assert_eq!(restore(&admin, 1).await.status(), 200);
    assert_eq!(app.get_json("/api/blog/posts/1/").await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_without_a_copy_and_a_copy_without_a_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("a")).await;
    let draft = admin.drafted(azerbaijani("b")).await;
    admin.delete(1).await;
    assert_eq!(
        admin
            .of_post(Method::DELETE, draft, "draft/")
            .send()
            .await
            .unwrap()
            .status(),
        204
    );
    assert_eq!(
        admin
            .list("state=trash")
            .await
            .iter()
            .map(id)
            .collect::<Vec<_>>(),
        [draft, 1]
    );
    let paged = |page| format!("state=trash&page={page}&page_size=1");
    for (page, expected) in [(1, draft), (2, 1)] {
        let found = admin.list(&paged(page)).await;
        assert_eq!(found.iter().map(id).collect::<Vec<_>>(), [expected]);
    }
    for number in [1, draft] {
        assert_eq!(restore(&admin, number).await.status(), 200);
    }
    assert_eq!(admin.draft(draft).await["state"], "draft");
    assert_eq!(admin.draft(1).await["state"], "published");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_thirty_days_or_by_hand_nothing_is_left() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    for title in ["a", "b", "c"] {
        admin.created(Draft::new(title)).await;
    }
    admin.delete(1).await;
    assert_eq!(
        problem(
            admin
                .request(Method::DELETE, "/api/blog/trash/2/")
                .send()
                .await
                .unwrap()
        )
        .await
        .0,
        404
    );
    let forget = admin.request(Method::DELETE, "/api/blog/trash/1/").send();
    assert_eq!(forget.await.unwrap().status(), 204);
    assert_eq!(problem(restore(&admin, 1).await).await.0, 404);
    assert_eq!(
        problem(
            admin
                .of_post(Method::GET, 1, "revisions/")
                .send()
                .await
                .unwrap()
        )
        .await
        .0,
        404
    );
    admin.delete(2).await;
    app.clock.set_ahead(365 * 24 * 60 * 60);
    let collect = || cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config);
    collect().await.unwrap();
    let admin = app.sign_in().await;
    assert_eq!(
        trash(&admin).await.len(),
        1,
        "a wrong clock makes nothing older"
    );
    app.clock.set_ahead(-365 * 24 * 60 * 60);
    for days in [29, 2] {
        app.clock.advance(Duration::from_secs(days * 24 * 60 * 60));
        collect().await.unwrap();
        let admin = app.sign_in().await;
        assert_eq!(trash(&admin).await.len(), usize::from(days == 29));
    }
    let left: i64 = app
        .app
        .store
        .read_blocking(|store| {
            let sql = "SELECT (SELECT count(*) FROM post_revisions WHERE post_id < 3) + (SELECT count(*) FROM translations WHERE post_id < 3)
                 + (SELECT count(*) FROM revision_images)";
            Ok::<_, anyhow::Error>(store.query_row(sql, [], |row| row.get(0))?)
        })
        .unwrap();
    assert_eq!(left, 0);
    let admin = app.sign_in().await;
    assert_eq!(
        id(&admin.created(Draft::new("d")).await),
        4,
        "numbers are not used again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_links_to_a_post_is_known_before_it_goes() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    for title in ["a", "b", "c"] {
        admin.created(Draft::new(title)).await;
    }
    let link = |number: i64| format!("<p><a href=\"/ru/blog/{number}/\">x</a></p>");
    admin.saved(2, nothing().with("content_ru", &link(1))).await;
    admin
        .saved(3, nothing().with("content_ru", &link(11)))
        .await;
    let draft = admin
        .drafted(azerbaijani("d").with("content_en", &link(1)))
        .await;
    let links = |number| admin.of_post(Method::GET, number, "links/").send();
    let found: Value = links(1).await.unwrap().json().await.unwrap();
    assert_eq!(
        found,
        json!([{"id": 2, "title": "b az"}, {"id": draft, "title": "d"}])
    );
    assert_eq!(problem(links(99).await.unwrap()).await.0, 404);

    assert_eq!(admin.publish(2, &["ru"]).await.status(), 200);
    // What no longer leads there is not named: a text that was written anew, a post in the trash.
    admin.saved(2, nothing().with("content_ru", &link(3))).await;
    assert_eq!(admin.publish(draft, &["az"]).await.status(), 200);
    assert_eq!(admin.delete(draft).await.status(), 204);
    let found: Value = links(1).await.unwrap().json().await.unwrap();
    assert_eq!(
        found,
        json!([{"id": 2, "title": "b az"}]),
        "visitors still read it"
    );
    assert_eq!(admin.publish(2, &["ru"]).await.status(), 200);
    let found: Value = links(1).await.unwrap().json().await.unwrap();
    assert_eq!(found, json!([]));
    assert_eq!(restore(&admin, draft).await.status(), 200);
    let found: Value = links(1).await.unwrap().json().await.unwrap();
    assert_eq!(found, json!([{"id": draft, "title": "d"}]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_back_from_the_trash_blanks_no_draft() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.drafted(azerbaijani("Vergi")).await;
    assert_eq!(admin.publish(post, &["az"]).await.status(), 200);
    let russian = nothing().with("content_ru", "<p>Налог</p>");
    admin.saved(post, russian.with("title_ru", "Налог")).await;
    assert_eq!(admin.delete(post).await.status(), 204);
    assert_eq!(restore(&admin, post).await.status(), 200);
    let list = admin.of_post(Method::GET, post, "revisions/").send();
    let list: Value = list.await.unwrap().json().await.unwrap();
    assert_eq!(list[0]["kind"], "restore");
    let again = format!("revisions/{}/restore/", list[0]["number"]);
    let again = admin.post_json(post, &again, json!({})).await;
    assert_eq!(again.status(), 200);
    assert_eq!(admin.draft(post).await["title_ru"], "Налог");
}

async fn discarded(admin: &Session<'_>, post: i64) {
    let gone = admin.of_post(Method::DELETE, post, "draft/").send();
    assert_eq!(gone.await.unwrap().status(), 204);
}

fn plans_and_requests(app: &TestApp) -> (usize, usize) {
    let read = |store: &rusqlite::Connection| {
        let plans = cms::store::schedules::list(store)?.len();
        let requests = cms::store::approvals::waiting(store)?.len();
        Ok::<_, anyhow::Error>((plans, requests))
    };
    app.app.store.read_blocking(read).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_planned_and_asked_is_put_aside_and_comes_back() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (planned, missed, asked) = (
        admin.drafted(azerbaijani("a")).await,
        admin.drafted(azerbaijani("b")).await,
        admin.drafted(azerbaijani("c")).await,
    );
    for (post, minutes) in [(planned, 60), (missed, 1)] {
        let at = app.clock.now() + Duration::from_secs(60 * minutes);
        let body = json!({ "at": at });
        assert_eq!(admin.post_json(post, "publish/", body).await.status(), 202);
    }
    let body = json!({"languages": ["az"], "note": "tez"});
    let answer = admin.post_json(asked, "approval/", body).await;
    assert_eq!(answer.status(), 201);
    let life = async |post| admin.draft(post).await["languages"]["az"].clone();
    let before = life(planned).await;
    let request = async || {
        admin
            .read(&format!("/api/blog/posts/{asked}/approval/"))
            .await
    };
    let request_before = request().await;
    for post in [planned, missed, asked] {
        discarded(&admin, post).await;
    }
    assert_eq!(plans_and_requests(&app), (0, 0), "nothing runs or waits");
    app.clock.advance(Duration::from_secs(120));
    for post in [planned, missed, asked] {
        assert_eq!(restore(&admin, post).await.status(), 200);
    }
    assert_eq!(life(planned).await, before);
    assert_eq!(request().await, request_before);
    let late = life(missed).await;
    assert_eq!(late["state"], "scheduled");
    assert_eq!(late["schedule_problem"], json!({"at": ["missed"]}));
    assert_eq!(plans_and_requests(&app), (2, 1));
    discarded(&admin, planned).await;
    let gone = admin.request(Method::DELETE, &format!("/api/blog/trash/{planned}/"));
    assert_eq!(gone.send().await.unwrap().status(), 204);
    let left = app.app.store.read_blocking(|store| {
        let sql = "SELECT (SELECT count(*) FROM schedules_aside) + (SELECT count(*) FROM approvals_aside)";
        Ok::<_, anyhow::Error>(store.query_row(sql, [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(left.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_post_that_was_on_line_the_plan_comes_back_too() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = id(&admin.created(Draft::new("a")).await);
    let at = app.clock.now() + Duration::from_secs(3600);
    let answer = admin
        .post_json(post, "unpublish/", json!({ "at": at }))
        .await;
    assert_eq!(answer.status(), 202);
    let before = admin.draft(post).await["languages"].clone();
    assert_eq!(admin.delete(post).await.status(), 204);
    assert_eq!(plans_and_requests(&app).0, 0);
    assert_eq!(restore(&admin, post).await.status(), 200);
    let after = admin.draft(post).await["languages"].clone();
    for lang in ["az", "en", "ru"] {
        assert_eq!(after[lang]["unpublish_at"], before[lang]["unpublish_at"]);
    }
}
