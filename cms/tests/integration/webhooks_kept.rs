//! What is to be told survives: a killed program, a rotation of the keys, a store that comes back from a backup.

use cms::store::deliveries::{self, Event};
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::{
    command_line::succeeds,
    support::{
        Answer, Draft, PASSWORD, Process, Receiver, TestApp, copy_site, id, password_sign_in, text,
    },
    webhooks::{WEBHOOKS, is},
};

/// An owner of a program that runs by itself.
struct Owner<'a> {
    process: &'a Process,
    http: Client,
    access: String,
}

impl<'a> Owner<'a> {
    async fn of(process: &'a Process) -> Self {
        let http = Client::new();
        let access = password_sign_in(&http, &process.base, PASSWORD).await;
        Self {
            process,
            http,
            access,
        }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.process.base);
        self.http.request(method, url).bearer_auth(&self.access)
    }

    async fn hooked(&self, receiver: &Receiver) -> (i64, String) {
        let request = self.request(Method::POST, WEBHOOKS);
        let answer = request
            .json(&json!({"url": receiver.url()}))
            .send()
            .await
            .unwrap();
        let added: Value = answer.json().await.unwrap();
        (id(&added), text(&added["secret"]))
    }

    async fn creates(&self, title: &str) {
        let request = self.request(Method::POST, "/api/blog/posts/");
        let answer = request
            .multipart(Draft::new(title).form())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
    }

    async fn log(&self, webhook: i64) -> Vec<Value> {
        let path = format!("{WEBHOOKS}{webhook}/deliveries/");
        let answer = self.request(Method::GET, &path).send().await.unwrap();
        answer.json().await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_tells_after_the_next_start_under_the_same_id() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let receiver = Receiver::start().await;
    receiver.answers([Answer::Never]);
    let process = Process::start(dir.path());
    process.until_live().await;
    let owner = Owner::of(&process).await;
    let (webhook, secret) = owner.hooked(&receiver).await;
    owner.creates("First").await;
    receiver.until(1).await;
    process.kill();
    let process = Process::start(dir.path());
    let calls = receiver.until(2).await;
    assert_eq!(calls[0].id(), calls[1].id());
    assert_eq!(calls[0].body, calls[1].body);
    assert!(calls[1].is_signed_with(&secret));
    process.until_live().await;
    let owner = Owner::of(&process).await;
    while !is(&owner.log(webhook).await, "delivered") {
        tokio::task::yield_now().await;
    }
    // The start itself was no news.
    assert_eq!(owner.log(webhook).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_saved_just_before_it_was_killed_is_told_once() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let receiver = Receiver::start().await;
    let process = Process::start(dir.path());
    process.until_live().await;
    let owner = Owner::of(&process).await;
    let (webhook, _) = owner.hooked(&receiver).await;
    let mut process = process;
    for round in 1..=4_u64 {
        let owner = Owner::of(&process).await;
        owner.creates("Post").await;
        // Sometimes before it is live, sometimes while it is noted.
        tokio::time::sleep(std::time::Duration::from_millis(rand::random_range(0..200))).await;
        process.kill();
        process = Process::start(dir.path());
        process.until_live().await;
        let told = |log: &[Value]| log.iter().all(|line| line["state"] == "delivered");
        let owner = Owner::of(&process).await;
        while !told(&owner.log(webhook).await) {
            tokio::task::yield_now().await;
        }
        let mut named: Vec<(String, u64)> = Vec::new();
        for call in receiver.calls() {
            let posts = call.json()["data"]["posts"].as_array().unwrap().clone();
            let posts = posts.iter().map(|post| post["id"].as_u64().unwrap());
            named.extend(posts.map(|post| (call.id().to_owned(), post)));
        }
        named.sort();
        named.dedup();
        let mut posts: Vec<u64> = named.into_iter().map(|(_, post)| post).collect();
        posts.sort_unstable();
        assert_eq!(
            posts,
            (1..=round).collect::<Vec<_>>(),
            "one event each, whenever it was killed"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restore_what_waited_is_given_up_and_the_site_is_told_of() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let receiver = Receiver::start().await;
    receiver.answers([Answer::Status(500); 50]);
    let process = Process::start(dir.path());
    process.until_live().await;
    let owner = Owner::of(&process).await;
    let (webhook, secret) = owner.hooked(&receiver).await;
    owner.creates("First").await;
    let old = receiver.until(1).await.remove(0);
    while owner.log(webhook).await[0]["attempts"] == 0 {
        tokio::task::yield_now().await;
    }
    succeeds(dir.path(), &["backup", "copy.db"], "");
    process.kill();
    succeeds(dir.path(), &["restore", "copy.db", "--force"], "");
    let process = Process::start(dir.path());
    process.until_live().await;
    let owner = Owner::of(&process).await;
    let log = owner.log(webhook).await;
    let states: Vec<&str> = log
        .iter()
        .map(|line| line["state"].as_str().unwrap())
        .collect();
    assert_eq!(states[1..], ["failed"], "{log:?}");
    let mut seen = 0;
    let new = loop {
        let calls = receiver.until(seen + 1).await;
        if let Some(new) = calls.iter().find(|call| call.id() != old.id()) {
            break new.clone();
        }
        seen = calls.len();
    };
    assert_eq!(new.json()["data"]["posts_total"], 1);
    assert!(new.is_signed_with(&secret));
}

/// The same store after a restart.
async fn restarted(before: &TestApp) -> TestApp {
    TestApp::start_with(|config| config.data = before.app.config.data.clone()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn rotated_keys_sign_as_before_and_without_them_nothing_is_sent() {
    let app = TestApp::start().await;
    let receiver = Receiver::start().await;
    let (webhook, secret) = app.sign_in().await.hooked(&receiver).await;
    for _ in 0..3 {
        succeeds(app.dir.path(), &["key", "rotate"], "");
    }
    let after = restarted(&app).await;
    let test = format!("{WEBHOOKS}{webhook}/test/");
    assert_eq!(
        after.sign_in().await.posts(&test).await,
        StatusCode::ACCEPTED
    );
    assert!(receiver.until(1).await[0].is_signed_with(&secret));
    // A copy of the store without the keys, as on another machine.
    std::fs::remove_file(app.app.config.key_file()).unwrap();
    let bare = restarted(&app).await;
    let owner = bare.sign_in().await;
    assert_eq!(owner.posts(&test).await, StatusCode::ACCEPTED);
    let log = owner.log_when(webhook, |log| is(log, "failed")).await;
    assert_eq!(
        (&log[0]["reason"], &log[0]["attempts"]),
        (&json!("secret"), &json!(1))
    );
    assert_eq!(receiver.calls().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_targets_that_were_taken_away_is_told_at_the_next_start() {
    let app = TestApp::start_with(|config| {
        config.deploy.deploy_to = "/proc/no-folder".parse().unwrap();
    })
    .await;
    let receiver = Receiver::start().await;
    let (webhook, _) = app.sign_in().await.hooked(&receiver).await;
    let (event, now) = (waiting_for(7), app.app.moment());
    let add = move |store: &rusqlite::Transaction<'_>| {
        Ok::<_, anyhow::Error>(deliveries::add(store, &event, now)?)
    };
    assert_eq!(app.app.store.write_blocking(add).unwrap(), 1);
    app.app.webhooks.notify_one();
    let owner = app.sign_in().await;
    owner.log_when(webhook, |log| is(log, "waiting")).await;

    let after = restarted(&app).await;
    receiver.until(1).await;
    let owner = after.sign_in().await;
    owner.log_when(webhook, |log| is(log, "delivered")).await;
}

fn waiting_for(release: u64) -> Event {
    Event {
        id: "msg_1".into(),
        kind: "site.published".into(),
        body: "{}".into(),
        after_release: Some(release),
    }
}
