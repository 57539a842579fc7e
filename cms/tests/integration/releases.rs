//! The way back to an earlier publication: in the admin, from the shell, beside a running server and across a restart.

use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    command_line::{fails, succeeds},
    people::signed_in,
    support::{Draft, PASSWORD, Process, Session, TestApp, copy_site, password_sign_in, problem},
};

const RELEASES: &str = "/api/releases/";
const PAGE: &str = "en/blog/1/index.html";

impl Session<'_> {
    async fn posts_to(&self, path: &str) -> Value {
        let answer = self.request(Method::POST, path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::ACCEPTED, "{path}");
        answer.json().await.unwrap()
    }
}

/// A site whose post was created, changed once, and is live.
async fn two_titles(app: &TestApp) -> Session<'_> {
    let owner = app.sign_in().await;
    owner.created(Draft::new("First")).await;
    app.until_live().await;
    owner.update(1, Draft::new("Second")).await;
    app.until_live().await;
    owner
}

/// The number of the publication before the newest one.
async fn one_before(owner: &Session<'_>) -> u64 {
    let listed = owner.read(RELEASES).await;
    assert_eq!(listed["releases"][0]["current"], json!(true));
    assert_eq!(listed["releases"][1]["can_return"], json!(true));
    listed["releases"][1]["number"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_goes_back_and_what_is_saved_waits_until_publishing_goes_on() {
    let app = TestApp::with_site().await;
    let owner = two_titles(&app).await;
    let listed = owner.read(RELEASES).await;
    let newest = &listed["releases"][0];
    let addresses = newest["addresses"].as_array().unwrap();
    assert!(addresses.contains(&json!("/en/blog/1/")), "{newest}");
    assert_eq!(listed["held"], Value::Null);

    let number = one_before(&owner).await;
    owner
        .posts_to(&format!("{RELEASES}{number}/restore/"))
        .await;
    app.until(|status| status.held.is_some_and(|held| held.release == number))
        .await;
    assert!(app.page(PAGE).contains("First en"));
    let post = owner.read("/api/blog/posts/1/").await;
    assert_eq!(post["title_en"], "Second en", "the post is untouched");

    owner.update(1, Draft::new("Third")).await;
    app.until(|status| status.revision == 3 && status.published_revision == 2)
        .await;
    app.until(|status| status.held.is_some() && format!("{:?}", status.state) == "Idle")
        .await;
    assert!(app.page(PAGE).contains("First en"), "it waits");

    owner.posts_to(&format!("{RELEASES}resume/")).await;
    app.until_live().await;
    app.until(|status| status.held.is_none()).await;
    assert!(app.page(PAGE).contains("Third en"));
    // Once more is no deed.
    owner.posts_to(&format!("{RELEASES}resume/")).await;
    let record = owner.read("/api/audit/").await.to_string();
    assert_eq!(record.matches("release_restored").count(), 1, "{record}");
    assert_eq!(record.matches("publishing_resumed").count(), 1, "{record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_that_passes_is_over_also_while_an_earlier_publication_stands() {
    let app = TestApp::with_site().await;
    let owner = two_titles(&app).await;
    let number = one_before(&owner).await;
    owner
        .posts_to(&format!("{RELEASES}{number}/restore/"))
        .await;
    app.until(|status| status.held.is_some()).await;
    let store = rusqlite::Connection::open(app.app.config.store_file()).unwrap();
    let renamed = |from: &str, to: &str| {
        let words = format!("ALTER TABLE {from} RENAME TO {to}");
        store.execute_batch(&words).unwrap();
    };
    renamed("site", "away");
    app.app.publisher.reload();
    app.until(|status| status.last_error.is_some()).await;
    renamed("away", "site");
    app.until(|status| status.last_error.is_none()).await;
    assert!(app.page(PAGE).contains("First en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stood_before_a_way_back_that_failed_half_way_is_put_in_place_again() {
    let app = TestApp::with_site().await;
    let owner = two_titles(&app).await;
    let first = one_before(&owner).await;
    owner.update(1, Draft::new("Third")).await;
    app.until_live().await;
    let second = one_before(&owner).await;
    let go_back = async |number: u64| {
        owner
            .posts_to(&format!("{RELEASES}{number}/restore/"))
            .await
    };
    go_back(first).await;
    app.until(|status| status.held.is_some()).await;
    // No file takes the place of a folder.
    let last = app.dir.path().join("dist/ru/blog/1/index.html");
    let aside = app.dir.path().join("aside");
    std::fs::rename(&last, &aside).unwrap();
    std::fs::create_dir_all(last.join("in-the-way")).unwrap();
    go_back(second).await;
    app.until(|status| status.last_error.is_some()).await;
    assert!(app.page(PAGE).contains("Second en"), "half of it is there");
    go_back(first).await;
    std::fs::remove_dir_all(&last).unwrap();
    std::fs::rename(&aside, &last).unwrap();
    app.until(|status| {
        status.last_error.is_none() && status.held.is_some_and(|held| held.release == first)
    })
    .await;
    assert!(app.page(PAGE).contains("First en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_may_and_only_to_what_is_kept() {
    let app = TestApp::with_site().await;
    let owner = two_titles(&app).await;
    owner.adds("aysel", "editor").await;
    let editor = signed_in(&app, "aysel").await;
    let number = one_before(&owner).await;
    for (method, path) in [
        (Method::GET, RELEASES.to_owned()),
        (Method::POST, format!("{RELEASES}{number}/restore/")),
        (Method::POST, format!("{RELEASES}resume/")),
    ] {
        let refused = editor.request(method, &path).send().await.unwrap();
        assert_eq!(problem(refused).await.0, 403, "{path}");
    }
    let newest = number + 1;
    for number in [newest.to_string(), "99".into(), "-1".into(), "x".into()] {
        let path = format!("{RELEASES}{number}/restore/");
        let refused = owner.request(Method::POST, &path).send().await.unwrap();
        assert_eq!(problem(refused).await.0, 404, "{path}");
    }
    assert!(app.page(PAGE).contains("Second en"));
}

/// Saves a title, as an editor over HTTP.
async fn save(process: &Process, method: Method, path: &str, title: &str) {
    let http = Client::new();
    let access = password_sign_in(&http, &process.base, PASSWORD).await;
    let request = http.request(method, format!("{}{path}", process.base));
    let request = request
        .bearer_auth(access)
        .multipart(Draft::new(title).form());
    assert!(request.send().await.unwrap().status().is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shell_goes_back_beside_a_server_and_without_one_and_a_restart_keeps_it() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    copy_site(dir);
    let page = || std::fs::read_to_string(dir.join("dist").join(PAGE)).unwrap();
    let process = Process::start(dir);
    save(&process, Method::POST, "/api/blog/posts/", "First").await;
    process.until_live().await;
    save(&process, Method::PUT, "/api/blog/posts/1/", "Second").await;
    process.until_live().await;

    let listed = succeeds(dir, &["releases"], "");
    let lines: Vec<&str> = listed.lines().collect();
    assert!(
        lines[0].starts_with("* ") && lines[0].contains("/en/blog/1/"),
        "{listed}"
    );
    let number = lines[1].split_whitespace().next().unwrap();
    let kept: u64 = number.parse().unwrap();
    assert!(succeeds(dir, &["rollback", number], "").contains("within two seconds"));
    process.until(|site| !site["held"].is_null()).await;
    assert!(page().contains("First en"));

    assert!(process.terminate().success());
    let process = Process::start(dir);
    process.until(|site| site["held"]["release"] == kept).await;
    assert!(page().contains("First en"), "a restart publishes nothing");
    save(&process, Method::PUT, "/api/blog/posts/1/", "Third").await;
    assert!(process.terminate().success());

    fails(dir, &["generate"], "", "rollback --resume");
    fails(dir, &["rollback", "99"], "", "no way back");
    // From what stands to what was before: with no server it is done at once.
    let said = succeeds(
        dir,
        &["rollback", lines[0][2..].split_whitespace().next().unwrap()],
        "",
    );
    assert!(said.contains("in place again"), "{said}");
    assert!(page().contains("Second en"));
    let resumed = succeeds(dir, &["rollback", "--resume"], "");
    assert!(resumed.contains("goes on"), "{resumed}");
    succeeds(dir, &["generate"], "");
    assert!(page().contains("Third en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn content_that_cannot_be_read_neither_hides_what_stands_nor_lets_the_shell_stop_publishing()
{
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    copy_site(dir);
    let process = Process::start(dir);
    for (method, path, title) in [
        (Method::POST, "/api/blog/posts/", "First"),
        (Method::PUT, "/api/blog/posts/1/", "Second"),
    ] {
        save(&process, method, path, title).await;
        process.until_live().await;
    }
    let listed = succeeds(dir, &["releases"], "");
    let number = listed.lines().nth(1).unwrap().split_whitespace().next();
    let number = number.unwrap();
    let kept: u64 = number.parse().unwrap();
    assert!(process.terminate().success());

    let words = dir.join("content/az/ui.toml");
    let good = std::fs::read_to_string(&words).unwrap();
    std::fs::write(&words, "[oops").unwrap();
    fails(dir, &["rollback", number], "", "ui.toml");
    assert!(!succeeds(dir, &["releases"], "").contains("stands"));

    std::fs::write(&words, &good).unwrap();
    succeeds(dir, &["rollback", number], "");
    std::fs::write(&words, "[oops").unwrap();
    let process = Process::start(dir);
    process
        .until(|site| site["state"] == "failed" && site["held"]["release"] == kept)
        .await;
    std::fs::write(&words, good).unwrap();
    process
        .until(|site| site["state"] == "idle" && site["held"]["release"] == kept)
        .await;
    process
        .until(|site| site["last_build"]["pages"].as_u64() > Some(10))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_cache_nothing_leads_back_which_is_said_and_a_restored_site_is_generated() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    copy_site(dir);
    let page = || std::fs::read_to_string(dir.join("dist").join(PAGE)).unwrap();
    let process = Process::start(dir);
    save(&process, Method::POST, "/api/blog/posts/", "First").await;
    process.until_live().await;
    save(&process, Method::PUT, "/api/blog/posts/1/", "Second").await;
    process.until_live().await;
    let listed = succeeds(dir, &["releases"], "");
    let number = listed.lines().nth(1).unwrap().split_whitespace().next();
    let number = number.unwrap();
    let kept: u64 = number.parse().unwrap();
    succeeds(dir, &["rollback", number], "");
    process.until(|site| !site["held"].is_null()).await;
    succeeds(dir, &["backup", "copy.db"], "");

    assert!(process.terminate().success());
    std::fs::remove_dir_all(dir.join("data/cache")).unwrap();
    let process = Process::start(dir);
    process
        .until(|site| {
            let problem = &site["last_error"]["problems"][0];
            problem["code"] == "no-such-release"
                && problem["hint"] == "let publishing go on, or choose another one"
                && site["held"]["release"] == kept
        })
        .await;
    succeeds(dir, &["rollback", "--resume"], "");
    process.until(|site| site["held"].is_null()).await;
    assert!(page().contains("Second en"));

    assert!(process.terminate().success());
    std::fs::remove_dir_all(dir.join("data/cache")).unwrap();
    std::fs::remove_dir_all(dir.join("dist")).unwrap();
    succeeds(dir, &["restore", "copy.db"], "");
    let process = Process::start(dir);
    process.until_live().await;
    assert!(page().contains("Second en"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_way_back_wrote_reaches_the_disk() {
    let app = TestApp::with_site().await;
    let owner = two_titles(&app).await;
    let number = one_before(&owner).await;
    owner
        .posts_to(&format!("{RELEASES}{number}/restore/"))
        .await;
    app.until(|status| status.held.is_some()).await;
    // The record says of how many of its lines that holds.
    let all_synced = || {
        let record = app.dir.path().join("data/cache/manifest.jsonl");
        let text = std::fs::read_to_string(record).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        let (synced, files): (Vec<&Value>, Vec<&Value>) = lines[1..]
            .iter()
            .partition(|line| line.get("Synced").is_some());
        synced
            .last()
            .is_some_and(|last| last["Synced"] == json!([lines[0]["Head"]["id"], files.len()]))
    };
    let waiting = async {
        while !all_synced() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting)
        .await
        .expect("it is synced");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_mends_what_stands_as_far_as_it_can_and_says_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    copy_site(dir);
    let dist = |path: &str| dir.join("dist").join(path);
    let process = Process::start(dir);
    save(&process, Method::POST, "/api/blog/posts/", "First").await;
    process.until_live().await;
    save(&process, Method::PUT, "/api/blog/posts/1/", "Second").await;
    process.until_live().await;
    let listed = succeeds(dir, &["releases"], "");
    let number = listed.lines().nth(1).unwrap().split_whitespace().next();
    succeeds(dir, &["rollback", number.unwrap()], "");
    process.until(|site| !site["held"].is_null()).await;

    assert!(process.terminate().success());
    std::fs::remove_file(dist(PAGE)).unwrap();
    let process = Process::start(dir);
    process.until(|site| !site["held"].is_null()).await;
    assert!(
        std::fs::read_to_string(dist(PAGE))
            .unwrap()
            .contains("First en")
    );

    assert!(process.terminate().success());
    std::fs::remove_dir_all(dist("")).unwrap();
    let process = Process::start(dir);
    process
        .until(|site| {
            let problem = &site["last_error"]["problems"][0];
            problem["code"] == "lost-files"
                && problem["hint"] == "let publishing go on: then they are made again"
        })
        .await;
    succeeds(dir, &["rollback", "--resume"], "");
    process
        .until(|site| site["held"].is_null() && site["last_error"].is_null())
        .await;
    assert!(
        std::fs::read_to_string(dist(PAGE))
            .unwrap()
            .contains("Second en")
    );
}
