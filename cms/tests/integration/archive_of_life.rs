//! What only staff see travels in an archive, and an archive of before is still taken.

use cms::{ops::archive, originals::Originals, store::Store};
use reqwest::Method;

use crate::support::{Draft, TestApp, azerbaijani, nothing, png};

fn export(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    archive::export(&Originals::here(store.clone()), &mut bytes).unwrap();
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_carries_the_whole_life_of_a_post() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    for title in ["a", "b"] {
        admin.created(Draft::new(title).image(png(1))).await;
    }
    admin
        .saved(1, nothing().with("content_az", "<p>yeni</p>").image(png(2)))
        .await;
    admin.delete(2).await;
    let draft = admin.drafted(azerbaijani("c")).await;
    let body = serde_json::json!({"at": app.clock.now() + std::time::Duration::from_secs(60)});
    assert_eq!(admin.post_json(draft, "publish/", body).await.status(), 202);
    assert_eq!(admin.unpublish(1, &["ru"]).await.status(), 200);
    let request = admin.of_post(Method::PUT, 2, "redirect/");
    let sent = request.json(&serde_json::json!({"redirect_to": "/blog/1/"}));
    assert_eq!(sent.send().await.unwrap().status(), 200);
    let exported = export(&app.app.store);
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("data/cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
    assert!(export(&other) == exported, "the second archive differs");
    assert!(
        archive::import(&other, exported.as_slice(), app.clock.now()).is_err(),
        "it is not empty any more"
    );

    drop(other);
    let copy = TestApp::start_in(dir, |_| {}).await;
    let name = "restorer";
    let hash = copy.app.passwords.hash(crate::support::PASSWORD).unwrap();
    copy.app
        .store
        .write_blocking(|store| {
            Ok::<_, anyhow::Error>(cms::store::users::insert(
                store,
                name,
                &hash,
                cms::store::role::Role::Editor,
                0,
            )?)
        })
        .unwrap();
    let answer = copy.sign_in_as(name, crate::support::PASSWORD).await;
    let pair: serde_json::Value = answer.json().await.unwrap();
    let access = pair["access"].as_str().unwrap().to_owned();
    let there = crate::support::Session {
        app: &copy,
        access,
        refresh: String::new(),
    };
    for id in [1, draft] {
        let (mut left, mut right) = (admin.draft(id).await, there.draft(id).await);
        for draft in [&mut left, &mut right] {
            draft["post_etag"] = serde_json::Value::Null;
        }
        assert_eq!(left, right, "post {id}");
        assert_eq!(admin.history(id).await, there.history(id).await);
    }
    let trash = there.request(Method::GET, "/api/blog/trash/").send();
    let trash: serde_json::Value = trash.await.unwrap().json().await.unwrap();
    assert_eq!(trash[0]["redirect_to"], "/blog/1/");
    let restored = there
        .request(Method::POST, "/api/blog/trash/2/restore/")
        .send()
        .await
        .unwrap();
    assert_eq!(restored.status(), 200);
    assert_eq!(
        copy.get_json("/api/blog/posts/2/").await["title_az"],
        "b az"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_publication_go_along_and_know_whether_the_words_are_others() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let mut asked = Vec::new();
    for title in ["as asked", "saved since", "sent back"] {
        let id = admin.drafted(azerbaijani(title)).await;
        let body = serde_json::json!({"languages": ["az"], "note": title});
        let answer = admin.post_json(id, "approval/", body).await;
        assert_eq!(answer.status(), 201);
        asked.push(id);
    }
    let change = nothing().with("title_az", "başqa");
    admin.saved(asked[1], change).await;
    let note = serde_json::json!({"note": "mənbə yoxdur"});
    let back = admin.post_json(asked[2], "approval/return/", note).await;
    assert!(back.status().is_success(), "{}", back.status());
    let exported = export(&app.app.store);

    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
    assert!(export(&other) == exported, "the second archive differs");
    let found = |store: &Store| {
        store
            .read_blocking(|store| {
                let found = asked
                    .iter()
                    .map(|id| cms::posts::approval::find(store, *id));
                Ok::<_, anyhow::Error>(found.map(|asked| asked.unwrap().unwrap()).collect())
            })
            .unwrap()
    };
    let (here, there): (Vec<_>, Vec<_>) = (found(&app.app.store), found(&other));
    for (mut was, is) in here.into_iter().zip(there) {
        was.approval.version = is.approval.version;
        assert_eq!(was, is);
        assert_eq!(is.changed, is.approval.note == "saved since");
        assert_eq!(
            is.approval.returned.is_some(),
            is.approval.note == "sent back"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_whose_time_has_passed_are_left_behind_and_named() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (soon, later) = (
        admin.drafted(azerbaijani("a")).await,
        admin.drafted(azerbaijani("b")).await,
    );
    let minutes = |count: u64| app.clock.now() + std::time::Duration::from_secs(60 * count);
    for (post, at) in [(soon, minutes(1)), (later, minutes(3))] {
        let body = serde_json::json!({ "at": at });
        assert_eq!(admin.post_json(post, "publish/", body).await.status(), 202);
    }
    let exported = export(&app.app.store);
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    let carried = archive::import(&other, exported.as_slice(), minutes(1)).unwrap();
    let named: Vec<(i64, &str)> = carried
        .overdue
        .iter()
        .map(|plan| (plan.post_id, plan.lang.code()))
        .collect();
    assert_eq!(named, [(soon, "az")]);
    let left = other
        .read_blocking(|store| Ok::<_, anyhow::Error>(cms::store::schedules::list(store)?))
        .unwrap();
    assert_eq!(
        left.iter().map(|plan| plan.post_id).collect::<Vec<_>>(),
        [later]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_off_the_site_is_not_planned_without_what_would_be_on_it() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let minutes = |count: u64| app.clock.now() + std::time::Duration::from_secs(60 * count);
    let (never, live) = (
        admin.drafted(azerbaijani("a")).await,
        admin.drafted(azerbaijani("b")).await,
    );
    assert_eq!(admin.publish(live, &["az"]).await.status(), 200);
    for (post, action, at) in [
        (never, "publish/", minutes(1)),
        (never, "unpublish/", minutes(9)),
        (live, "unpublish/", minutes(9)),
    ] {
        let body = serde_json::json!({ "at": at });
        assert_eq!(admin.post_json(post, action, body).await.status(), 202);
    }
    let exported = export(&app.app.store);
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    let carried = archive::import(&other, exported.as_slice(), minutes(2)).unwrap();
    let named: Vec<(i64, bool)> = (carried.overdue.iter())
        .map(|plan| (plan.post_id, plan.in_vain))
        .collect();
    assert_eq!(named, [(never, false), (never, true)]);
    let left = other
        .read_blocking(|store| Ok::<_, anyhow::Error>(cms::store::schedules::list(store)?))
        .unwrap();
    let left: Vec<i64> = left.iter().map(|plan| plan.post_id).collect();
    assert_eq!(left, [live]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_somebody_keeps_is_kept_elsewhere_too() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let chosen = crate::pictures_kept::kept(&admin, 3).await;
    let passing = crate::library::stored(&admin, 4, "d.png").await;
    let exported = export(&app.app.store);
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
    assert!(export(&other) == exported, "the second archive differs");
    let left = other.write_blocking(|store| {
        cms::store::unused::collect(store, 0, 0)?;
        let there = |id| cms::store::images::exists(store, id);
        Ok::<_, anyhow::Error>((there(chosen)?, there(passing)?))
    });
    assert_eq!(left.unwrap(), (true, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_comes_back_as_json_has_its_address_for_itself() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    admin.created(Draft::new("a")).await;
    admin.delete(1).await;
    let sent = admin.of_post(Method::PUT, 1, "redirect/");
    let sent = sent.json(&serde_json::json!({"redirect_to": "/faq/"}));
    assert_eq!(sent.send().await.unwrap().status(), 200);
    let gone = admin.request(Method::DELETE, "/api/blog/trash/1/");
    assert_eq!(gone.send().await.unwrap().status(), 204);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("posts.json");
    let posts = r#"[{"id": 1, "date": "2025-03-05T08:00:00Z", "title_az": "a", "author": "A"}]"#;
    std::fs::write(&file, posts).unwrap();
    cms::ops::import::import_json(
        &app.app.store,
        &file,
        &app.app.config.content,
        1 << 20,
        &app.clock,
    )
    .unwrap();
    let exported = export(&app.app.store);
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_put_aside_with_a_deleted_post_goes_along() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let (planned, asked) = (
        admin.drafted(azerbaijani("a")).await,
        admin.drafted(azerbaijani("b")).await,
    );
    let at = app.clock.now() + std::time::Duration::from_secs(3600);
    let body = serde_json::json!({ "at": at });
    assert_eq!(
        admin.post_json(planned, "publish/", body).await.status(),
        202
    );
    let body = serde_json::json!({"languages": ["az"], "note": "tez"});
    let answer = admin.post_json(asked, "approval/", body).await;
    assert_eq!(answer.status(), 201);
    for post in [planned, asked] {
        let gone = admin.of_post(Method::DELETE, post, "draft/").send();
        assert_eq!(gone.await.unwrap().status(), 204);
    }
    let exported = export(&app.app.store);
    let said = String::from_utf8_lossy(&exported);
    assert!(said.contains("\"note\": \"tez\""), "it is in the archive");
    let dir = tempfile::tempdir().unwrap();
    let other = Store::open(&dir.path().join("cms.db")).unwrap();
    archive::import(&other, exported.as_slice(), app.clock.now()).unwrap();
    assert!(export(&other) == exported, "the second archive differs");
    let waiting = other.read_blocking(|store| {
        let plans = cms::store::schedules::list(store)?;
        let asked = cms::store::approvals::waiting(store)?;
        Ok::<_, anyhow::Error>((plans.len(), asked.len()))
    });
    assert_eq!(waiting.unwrap(), (0, 0));
}
