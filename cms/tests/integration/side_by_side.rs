//! Several programs beside each other, on the same folders.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use reqwest::StatusCode;

use crate::support::{Draft, PASSWORD, Process, cms, copy_site, password_sign_in};

async fn save(process: &Process, title: &str) {
    let http = reqwest::Client::new();
    let access = password_sign_in(&http, &process.base, PASSWORD).await;
    let request = http.post(format!("{}/api/blog/posts/", process.base));
    let request = request
        .bearer_auth(access)
        .multipart(Draft::new(title).form());
    assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
}

/// Whether a build in a scratch folder here has begun.
fn is_building(dir: &Path) -> bool {
    let found = walkdir::WalkDir::new(dir)
        .max_depth(2)
        .into_iter()
        .flatten();
    let mut names = found.map(|entry| entry.path().to_string_lossy().into_owned());
    names.any(|name| name.contains("/.cms-generate-") && name.contains("/stage-"))
}

fn signal(process: u32, signal: &str) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_into_another_folder_holds_no_save_up() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start(dir.path());
    process.until_live().await;
    let mut building = cms(dir.path())
        .args(["generate", "--full", "--out", "elsewhere/site"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !is_building(&dir.path().join("elsewhere")) {
        assert!(building.try_wait().unwrap().is_none(), "it ended too early");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // In the middle of its work it takes as long as we like.
    signal(building.id(), "-STOP");
    save(&process, "Meanwhile").await;
    process.until_live().await;
    assert!(dir.path().join("dist/blog/1/index.html").exists());
    signal(building.id(), "-CONT");
    assert!(building.wait().unwrap().success());
    assert!(dir.path().join("elsewhere/site/index.html").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_store_cannot_write_into_the_same_dist() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start(dir.path());
    process.until_live().await;
    save(&process, "Stays").await;
    process.until_live().await;
    std::os::unix::fs::symlink(dir.path().join("dist"), dir.path().join("link")).unwrap();
    for dist in ["dist", "link"] {
        let other = ["--data", "other", "--dist", dist, "generate"];
        let refused = cms(dir.path()).args(other).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && said.contains("is in use by cms, process"),
            "{said}"
        );
    }
    assert!(dir.path().join("dist/blog/1/index.html").exists());
}
