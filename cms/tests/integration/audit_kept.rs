//! The record as it is read and kept: filters, pages, the table, age; what happens by itself is in it, once.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    audit::{AUDIT, does, entries, kinds},
    support::{PASSWORD, TestApp, azerbaijani, problem},
};

#[tokio::test(flavor = "multi_thread")]
async fn it_is_filtered_paged_and_taken_along_as_a_table() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let user = json!({"username": "=1+1", "password": PASSWORD, "role": "editor"});
    does(&owner, Method::POST, "/api/users/", user).await;
    app.clock.advance(Duration::from_secs(3600));
    let between = app.clock.now();
    app.clock.advance(Duration::from_secs(3600));
    app.sign_in_as("=1+1", PASSWORD).await;
    let owner = app.sign_in().await;
    assert_eq!(
        kinds(&owner, &format!("until={between}")).await,
        ["signed_in", "user_added"]
    );
    assert_eq!(
        kinds(&owner, &format!("from={between}")).await,
        ["signed_in", "signed_in"]
    );
    assert_eq!(kinds(&owner, "person=admin&kind=signed_in").await.len(), 2);
    let page = owner
        .request(Method::GET, "/api/audit/?page=2&page_size=3")
        .send()
        .await
        .unwrap();
    assert_eq!(page.headers()["x-total-count"], "4");
    assert_eq!(page.json::<Vec<Value>>().await.unwrap().len(), 1);
    for query in ["page=0", "page_size=201", "kind=x", "from=yesterday"] {
        let answer = owner
            .request(Method::GET, &format!("{AUDIT}?{query}"))
            .send()
            .await
            .unwrap();
        assert_eq!(problem(answer).await.0, 400, "{query}");
    }
    let csv = owner
        .request(Method::GET, "/api/audit/?format=csv&kind=signed_in")
        .send()
        .await
        .unwrap();
    assert_eq!(csv.headers()["content-type"], "text/csv; charset=utf-8");
    let csv = csv.text().await.unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        (lines.len(), lines[0]),
        (4, "at,kind,name,post,subject,address,times,until")
    );
    assert!(
        lines[2].contains("\"signed_in\",\"'=1+1\","),
        "no formula: {}",
        lines[2]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_has_all_of_it_however_long_it_is() {
    use cms::store::audit::{self, Deed, Kind, Who};
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let now = app.app.moment();
    let shell = Who {
        address: "shell".to_owned(),
        ..Who::default()
    };
    let write = move |store: &rusqlite::Transaction<'_>| {
        for number in 0..5_000 {
            let subject = number.to_string();
            audit::record(store, &shell, &Deed::about(Kind::UserChanged, subject), now)?;
        }
        Ok::<_, anyhow::Error>(())
    };
    app.app.store.write_blocking(write).unwrap();
    let table = async |query: &str| {
        let path = format!("{AUDIT}?format=csv{query}");
        let answer = owner.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.text().await.unwrap()
    };
    let all = table("").await;
    let subjects: Vec<&str> = all
        .lines()
        .filter_map(|line| line.split("\",\"").nth(4))
        .collect();
    let newest_first: Vec<String> = (0..5_000).rev().map(|number| number.to_string()).collect();
    assert_eq!(subjects.len(), 5_001, "and the sign-in");
    assert_eq!(subjects[..5_000], newest_first);
    let by_shell = table("&person=shell").await;
    assert_eq!(by_shell.lines().count(), 5_001, "and the head");
    assert!(
        kinds(&owner, "person=shell&kind=signed_in")
            .await
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_changes_it_and_only_age_deletes() {
    let app = TestApp::start_with(|config| config.audit_days = 100).await;
    let owner = app.sign_in().await;
    let run = |sql: &'static str| {
        let write = move |store: &rusqlite::Transaction<'_>| {
            Ok::<_, anyhow::Error>(store.execute(sql, [])?)
        };
        app.app.store.write_blocking(write)
    };
    let collect = || cms::ops::collector::collect(&app.app.store, &app.app.time, &app.app.config);
    collect().await.unwrap();
    for sql in [
        "UPDATE audit SET name = 'x'",
        "DELETE FROM audit",
        "UPDATE audit SET kind = 'sign_in_failed'",
    ] {
        let refused = run(sql).unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{refused}");
    }
    let day = Duration::from_secs(24 * 60 * 60);
    app.clock.advance(day * 99);
    assert_eq!(collect().await.unwrap().entries, 0);
    app.clock.advance(day * 2);
    let other = app.sign_in().await;
    assert_eq!(collect().await.unwrap().entries, 1);
    assert_eq!(kinds(&other, "").await, ["signed_in"]);
    drop(owner);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_planned_is_written_down_when_it_is_done() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let draft = owner
        .request(Method::POST, "/api/blog/drafts/")
        .multipart(azerbaijani("a").form());
    let id = draft.send().await.unwrap().json::<Value>().await.unwrap()["id"].clone();
    let at = app.clock.now() + Duration::from_secs(3600);
    let when = json!({"languages": ["az"], "at": at.to_string()});
    does(
        &owner,
        Method::POST,
        &format!("/api/blog/posts/{id}/publish/"),
        when,
    )
    .await;
    let made = entries(&owner, "kind=plan_made").await;
    assert_eq!(made[0]["subject"], format!("publish: az {at}"));
    app.clock.advance(Duration::from_secs(3601));
    cms::cli::jobs::scheduler(&app.app).round().await.unwrap();
    let owner = app.sign_in().await;
    let list = entries(&owner, "kind=plan_done").await;
    let told = (&list[0]["name"], &list[0]["subject"], &list[0]["post"]);
    assert_eq!(told, (&json!("admin"), &json!("publish: az"), &id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deployment_that_fails_again_and_again_is_one_entry() {
    use cms::store::audit::{self, Deed, Kind, Who};
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let now = app.app.moment();
    let deploy = |kinds: &'static [Kind]| {
        let write = move |store: &rusqlite::Transaction<'_>| {
            for kind in kinds {
                audit::record(store, &Who::default(), &Deed::about(*kind, "7"), now)?;
            }
            Ok::<_, anyhow::Error>(())
        };
        app.app.store.write_blocking(write).unwrap();
    };
    deploy(&[
        Kind::DeployFailed,
        Kind::DeployFailed,
        Kind::Deployed,
        Kind::Deployed,
        Kind::DeployFailed,
        Kind::DeployFailed,
    ]);
    assert_eq!(
        kinds(&owner, "").await,
        [
            "signed_in",
            "deploy_failed",
            "deployed",
            "deployed",
            "deploy_failed"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn deployments_of_several_targets_fail_each_for_itself() {
    use cms::store::audit::{self, Deed, Kind, Who};
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let now = app.app.moment();
    let write = move |store: &rusqlite::Transaction<'_>| {
        for (kind, subject) in [
            (Kind::DeployFailed, "7, target 1"),
            (Kind::DeployFailed, "7, target 2"),
            (Kind::DeployFailed, "7, target 1"),
            (Kind::Deployed, "7, target 2"),
            (Kind::DeployFailed, "8, target 1"),
            (Kind::DeployFailed, "8, target 2"),
        ] {
            audit::record(store, &Who::default(), &Deed::about(kind, subject), now)?;
        }
        Ok::<_, anyhow::Error>(())
    };
    app.app.store.write_blocking(write).unwrap();
    let list = entries(&owner, "").await;
    let told: Vec<_> = list
        .iter()
        .map(|entry| (entry["kind"].as_str().unwrap(), &entry["subject"]))
        .filter(|(kind, _)| kind.starts_with("deploy"))
        .map(|(kind, subject)| format!("{kind} {}", subject.as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            "deploy_failed 8, target 2",
            "deployed 7, target 2",
            "deploy_failed 7, target 2",
            "deploy_failed 7, target 1"
        ]
    );
}
