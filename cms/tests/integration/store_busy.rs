//! The store is held by another program while many want to write.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::Stdio,
};

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::{Draft, PASSWORD, Process, TestApp, cms, password_sign_in, text};

fn hold(data: &Path) -> Connection {
    let store = Connection::open(data.join("cms.db")).unwrap();
    store.execute_batch("BEGIN IMMEDIATE").unwrap();
    store
}

fn threads(process: &Process) -> usize {
    std::fs::read_dir(format!("/proc/{}/task", process.id()))
        .unwrap()
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn made_up_tokens_take_no_threads_and_stop_neither_readers_nor_staff() {
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start(dir.path());
    let http = reqwest::Client::new();
    let access = password_sign_in(&http, &process.base, PASSWORD).await;
    let post = |path: &str| http.post(format!("{}{path}", process.base));
    let made_up = |path: &'static str, n: usize| {
        post(path)
            .json(&json!({ "refresh": format!("made up {n}") }))
            .send()
    };
    let save = || {
        post("/api/blog/posts/")
            .bearer_auth(&access)
            .multipart(Draft::new("a").form())
            .send()
    };
    let held = hold(&dir.path().join("data"));
    let refreshes = join_all((0..600).map(|n| made_up("/api/auth/token/refresh/", n)));
    let logouts = join_all((0..100).map(|n| made_up("/api/auth/logout/", n)));
    let saves = join_all((0..100).map(|_| save()));
    let watched = async {
        let (refreshes, logouts) = tokio::join!(refreshes, logouts);
        // All of these were answered while the store was held.
        for answer in refreshes {
            assert_eq!(answer.unwrap().status(), StatusCode::UNAUTHORIZED);
        }
        for answer in logouts {
            assert_eq!(answer.unwrap().status(), StatusCode::NO_CONTENT);
        }
        let list = http.get(format!("{}/api/blog/posts/", process.base)).send();
        assert_eq!(list.await.unwrap().status(), StatusCode::OK);
        let seen = threads(&process);
        assert!(seen < 64, "{seen} threads");
        held.execute_batch("ROLLBACK").unwrap();
    };
    let (saves, ()) = tokio::join!(saves, watched);
    for answer in saves {
        let answer = answer.unwrap();
        match answer.status() {
            StatusCode::CREATED => {}
            StatusCode::SERVICE_UNAVAILABLE => assert_eq!(answer.headers()["retry-after"], "1"),
            other => panic!("{other}"),
        }
    }
    assert_eq!(save().await.unwrap().status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_waits_for_a_short_lock_and_is_refused_as_temporary_behind_a_long_one() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let data = &app.app.config.data;
    let held = hold(data);
    let refused = admin.create(Draft::new("a")).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers()["retry-after"], "1");
    let problem: Value = refused.json().await.unwrap();
    assert_eq!(problem["type"], "urn:problem:unavailable");
    let refresh = app.refresh(&admin.refresh).await;
    assert_eq!(refresh.status(), StatusCode::SERVICE_UNAVAILABLE, "not 401");
    held.execute_batch("ROLLBACK").unwrap();
    admin.created(Draft::new("b")).await;
    assert_eq!(app.refresh(&admin.refresh).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_was_just_exchanged_is_answered_again_without_the_writer() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let first: Value = app.refresh(&admin.refresh).await.json().await.unwrap();
    let _held = hold(&app.app.config.data);
    let again: Value = app.refresh(&admin.refresh).await.json().await.unwrap();
    assert_eq!(text(&again["refresh"]), text(&first["refresh"]));
    let method = Method::POST;
    let logout = app
        .request(method, "/api/auth/logout/")
        .json(&json!({"refresh": "x"}));
    assert_eq!(
        logout.send().await.unwrap().status(),
        StatusCode::NO_CONTENT
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_waits_for_a_store_that_another_program_keeps_locked() {
    let dir = tempfile::tempdir().unwrap();
    Process::start(dir.path()).terminate();
    let held = Connection::open(dir.path().join("data/cms.db")).unwrap();
    held.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        .unwrap();
    let mut child = cms(dir.path())
        .arg("serve")
        .env("CMS_LOG", "warn")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(log.any(|line| {
        line.unwrap()
            .contains("keeps the store locked; trying again")
    }));
    drop(held);
    let mut printed = BufReader::new(child.stdout.take().unwrap()).lines();
    let site = printed.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(site.starts_with("site"), "{site}");
}
