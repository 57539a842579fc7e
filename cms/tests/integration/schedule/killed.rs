//! What is planned and a program that is killed: when nothing is due yet, and at the moment when it is.

use std::{path::Path, time::Duration};

use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use super::full;
use crate::support::{Process, id, password_sign_in};

/// The real program, killed before what is planned is due, and again at the moment when it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_publishes_once() {
    let dir = tempfile::tempdir().unwrap();
    crate::support::copy_site(dir.path());
    let program = Process::start(dir.path());
    let access = sign_in(&program).await;
    let call = |program: &Process, method: Method, path: &str| {
        let http = reqwest::Client::new();
        let address = format!("{}{path}", program.base);
        http.request(method, address).bearer_auth(access.clone())
    };
    let request = call(&program, Method::POST, "/api/blog/drafts/");
    let answer = request.multipart(full().form()).send().await.unwrap();
    let post = id(&answer.json().await.unwrap());
    // Long enough for the request that says so and for the next start.
    let at = Timestamp::now() + Duration::from_secs(5);
    let request = call(
        &program,
        Method::POST,
        &format!("/api/blog/posts/{post}/publish/"),
    );
    let answer = request.json(&json!({ "at": at })).send().await.unwrap();
    assert_eq!(answer.status(), 202);
    program.kill();
    let program = Process::start(dir.path());
    while Timestamp::now() < at {
        let early = call(&program, Method::GET, &format!("/api/blog/posts/{post}/"));
        let status = early.send().await.unwrap().status();
        assert!(status == 404 || Timestamp::now() >= at, "never early");
    }
    program.kill();
    let program = Process::start(dir.path());
    program.until(|site| site["revision"] == 1).await;
    program.until_live().await;
    assert!(page(dir.path()).contains("Plan az"));
    let request = call(
        &program,
        Method::GET,
        &format!("/api/blog/posts/{post}/revisions/"),
    );
    let list: Vec<Value> = request.send().await.unwrap().json().await.unwrap();
    let public = list.iter().filter(|one| one["kind"] == "publication");
    assert_eq!(public.count(), 1);
    program.kill();
}

async fn sign_in(program: &Process) -> String {
    let http = reqwest::Client::new();
    password_sign_in(&http, &program.base, crate::support::PASSWORD).await
}

fn page(dir: &Path) -> String {
    std::fs::read_to_string(dir.join("dist/blog/1/index.html")).unwrap_or_default()
}
