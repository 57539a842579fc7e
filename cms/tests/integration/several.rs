//! Several posts at once: each has an answer of its own, and what is asked is checked first.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    finding::SEVERAL,
    support::{Draft, TestApp, azerbaijani, id, nothing, problem},
};

#[tokio::test(flavor = "multi_thread")]
async fn several_at_once_have_one_answer_each() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let whole = admin.drafted(azerbaijani("Bütöv")).await;
    let half = admin
        .drafted(nothing().with("title_az", "Yarım").with("author", "A"))
        .await;
    let live = id(&admin.created(Draft::new("Canlı")).await);
    let outcomes = admin.outcomes(json!({"action": "publish", "posts": [{"id": whole}, {"id": half}, {"id": 999}, {"id": whole}]}));
    let unfit = Some("urn:problem:unfit".to_owned());
    let missing = Some("urn:problem:not-found".to_owned());
    assert_eq!(
        outcomes.await,
        [(whole, None), (half, unfit), (999, missing.clone())]
    );
    assert_eq!(
        app.get_json(&format!("/api/blog/posts/{whole}/")).await["title"],
        "Bütöv"
    );
    // Another category: on-line and in the working copy, and nothing else goes live.
    admin
        .saved(live, nothing().with("title_az", "Yazılır"))
        .await;
    let posts = json!([{"id": live}, {"id": half}]);
    let outcomes = admin.outcomes(json!({"action": "category", "category": "hr", "posts": posts}));
    assert_eq!(outcomes.await, [(live, None), (half, None)]);
    let shown = app.get_json(&format!("/api/blog/posts/{live}/")).await;
    assert_eq!(
        (&shown["category"], &shown["title_az"]),
        (&json!("hr"), &json!("Canlı az"))
    );
    assert_eq!(
        (
            admin.draft(live).await["title_az"].as_str(),
            admin.draft(half).await["category"].as_str()
        ),
        (Some("Yazılır"), Some("hr"))
    );
    assert_eq!(admin.finds(&[("category", "hr")]).await, [live, half]);
    // What has changed since it was seen stays as it is.
    let edited = admin.draft(half).await["edited_at"].clone();
    admin
        .saved(half, nothing().with("title_az", "Başqası yazdı"))
        .await;
    app.clock.advance(std::time::Duration::from_secs(1));
    admin
        .saved(half, nothing().with("title_az", "Başqası yenə yazdı"))
        .await;
    let posts = json!([{"id": half, "edited_at": edited}, {"id": whole, "edited_at": null}]);
    let changed = Some("urn:problem:changed".to_owned());
    let outcomes = admin.outcomes(json!({"action": "trash", "posts": posts}));
    assert_eq!(outcomes.await, [(half, changed), (whole, None)]);
    assert_eq!(
        admin
            .outcomes(json!({"action": "restore", "posts": [{"id": whole}, {"id": half}]}))
            .await,
        [(whole, None), (half, missing)]
    );
    assert_eq!(
        app.get_json(&format!("/api/blog/posts/{whole}/")).await["title"],
        "Bütöv",
        "on-line again"
    );
    assert_eq!(
        admin
            .outcomes(json!({"action": "unpublish", "posts": [{"id": whole}]}))
            .await,
        [(whole, None)]
    );
    assert_eq!(
        app.get(&format!("/api/blog/posts/{whole}/"))
            .send()
            .await
            .unwrap()
            .status(),
        404
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_go_into_the_trash_and_copies_that_differ_in_nothing_more_end() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let draft = admin.drafted(azerbaijani("Qaralama")).await;
    let posts = json!([{"id": draft}]);
    let outcomes = admin.outcomes(json!({"action": "trash", "posts": posts}));
    assert_eq!(outcomes.await, [(draft, None)]);
    let gone = admin.of_post(Method::GET, draft, "draft/").send().await;
    assert_eq!(problem(gone.unwrap()).await.0, 404);
    let outcomes = admin.outcomes(json!({"action": "restore", "posts": posts}));
    assert_eq!(outcomes.await, [(draft, None)]);
    assert_eq!(admin.draft(draft).await["title_az"], "Qaralama");

    let [moved, written] = [
        nothing().with("category", "hr"),
        nothing().with("category", "hr").with("title_az", "Yazılır"),
    ];
    for (copy, state) in [(moved, "published"), (written, "changed")] {
        let live = id(&admin.created(Draft::new("Canlı")).await);
        admin.saved(live, copy).await;
        assert_eq!(admin.draft(live).await["state"], "changed");
        let posts = json!([{"id": live}]);
        let asked = json!({"action": "category", "category": "hr", "posts": posts});
        assert_eq!(admin.outcomes(asked).await, [(live, None)]);
        assert_eq!(admin.draft(live).await["state"], state);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_of_several_is_checked_first() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let many: Vec<Value> = (1..=101).map(|id| json!({"id": id})).collect();
    for (field, code, body) in [
        ("posts", "required", json!({"action": "trash", "posts": []})),
        (
            "posts",
            "too_many",
            json!({"action": "trash", "posts": many}),
        ),
        (
            "category",
            "required",
            json!({"action": "category", "posts": [{"id": 1}]}),
        ),
        (
            "category",
            "invalid_choice",
            json!({"action": "category", "category": "x", "posts": [{"id": 1}]}),
        ),
    ] {
        let (status, _, body) = problem(admin.several(body).await).await;
        assert_eq!((status, &body["errors"][field][0]), (400, &json!(code)));
    }
    let answer = admin
        .several(json!({"action": "burn", "posts": [{"id": 1}]}))
        .await;
    assert_eq!(answer.status(), 422);
    let anyone = app
        .request(Method::POST, SEVERAL)
        .json(&json!({"action": "trash", "posts": [{"id": 1}]}));
    assert_eq!(anyone.send().await.unwrap().status(), 401);
}
