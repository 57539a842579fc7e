//! A disk without room: nothing is lost or half there, everyone is told, and it goes on by itself.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use reqwest::{Client, Response, StatusCode};
use serde_json::Value;

use crate::support::{Draft, PASSWORD, Process, cms, copy_site, password_sign_in, problem};

/// A file system of its own, unmounted in the end.
struct Disk(PathBuf);

impl Disk {
    fn small(at: PathBuf, size: &str) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let size = format!("size={size},mode=755");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&at)
            .output();
        if !mounted.is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: mounting a small disk needs root");
            return None;
        }
        Some(Self(at))
    }

    fn fill(&self) {
        let all = fs::write(self.ballast(), vec![1; 1 << 28]);
        assert!(all.is_err(), "the disk should be full");
    }

    fn free(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }

    fn ballast(&self) -> PathBuf {
        self.0.join(".ballast")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// A service whose log is kept.
fn serve(dir: &Path) -> Process {
    let log = fs::File::create(dir.join("log")).unwrap();
    let mut command = cms(dir);
    command.env("CMS_ADMIN_PASSWORD", PASSWORD).stderr(log);
    Process::of(&mut command)
}

async fn save(process: &Process, access: &str, title: &str) -> Response {
    let text = format!("<p>{}</p>", "uzun mətn ".repeat(40_000));
    let form = Draft::new(title).with("content_az", &text).form();
    let request = Client::new().post(format!("{}/api/blog/posts/", process.base));
    let request = request.bearer_auth(access).multipart(form);
    request.send().await.unwrap()
}

async fn ready(process: &Process) -> Response {
    reqwest::get(format!("{}/readyz", process.base))
        .await
        .unwrap()
}

async fn until_ready(process: &Process) {
    let asking = async {
        while ready(process).await.status() != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let asked = tokio::time::timeout(Duration::from_secs(60), asking);
    asked.await.expect("ready by itself");
}

fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    let files = files.filter(|entry| entry.file_name() != ".ballast");
    let file = |entry: walkdir::DirEntry| (entry.path().to_owned(), fs::read(entry.path()));
    files
        .map(file)
        .map(|(path, read)| (path, read.unwrap()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_without_room_is_refused_in_words_and_the_next_one_goes_live() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let Some(disk) = Disk::small(dir.path().join("data"), "64m") else {
        return;
    };
    let process = serve(dir.path());
    let access = password_sign_in(&Client::new(), &process.base, PASSWORD).await;
    assert_eq!(save(&process, &access, "Before").await.status(), 201);
    process
        .until(|site| site["state"] == "idle" && site["last_build"]["images_pending"] == 0)
        .await;
    let before = tree(&dir.path().join("dist"));
    assert_eq!(ready(&process).await.status(), StatusCode::OK);

    disk.fill();
    let (status, code, said) = problem(save(&process, &access, "Lost").await).await;
    assert_eq!((status, code.as_str()), (507, "full"));
    let detail = said["detail"].as_str().unwrap();
    assert!(detail.contains("nothing was saved"), "{detail}");
    let (status, _, said) = problem(ready(&process).await).await;
    let detail = said["detail"].as_str().unwrap();
    assert!(status == 503 && detail.contains("disk is full"), "{said}");
    let figures = reqwest::get(format!("{}/metrics", process.base)).await;
    let figures = figures.unwrap().text().await.unwrap();
    assert!(figures.contains("\ncms_store_unwritable 1\n"), "{figures}");
    let log = fs::read_to_string(dir.path().join("log")).unwrap();
    let told = log
        .lines()
        .filter(|line| line.contains("cannot be written"));
    let told: Vec<&str> = told.collect();
    assert!(told.len() == 1 && told[0].contains("data/cms.db"), "{log}");
    let posts = reqwest::get(format!("{}/api/blog/posts/?fields=summary", process.base)).await;
    let posts: Vec<Value> = posts.unwrap().json().await.unwrap();
    assert_eq!(posts.len(), 1, "reading goes on, and nothing is half there");
    assert!(tree(&dir.path().join("dist")) == before);

    disk.free();
    until_ready(&process).await;
    assert_eq!(save(&process, &access, "After").await.status(), 201);
    process.until_live().await;
    let page = fs::read_to_string(dir.path().join("dist/en/blog/2/index.html"));
    assert!(page.unwrap().contains("After"));
}

#[test]
fn a_service_that_has_no_room_at_its_start_says_which_file_and_comes_up_once_there_is() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::small(dir.path().join("data"), "8m") else {
        return;
    };
    assert!(serve(dir.path()).terminate().success());
    disk.fill();
    let started = cms(dir.path()).arg("serve").output().unwrap();
    let said = String::from_utf8_lossy(&started.stderr).into_owned();
    // Not 2, after which nobody starts it again.
    assert_eq!(started.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot write data/cms.db: the disk is full"),
        "{said}"
    );
    disk.free();
    assert!(serve(dir.path()).terminate().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_without_room_stays_as_it_was_and_follows_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let Some(disk) = Disk::small(dir.path().join("dist"), "64m") else {
        return;
    };
    let process = serve(dir.path());
    let access = password_sign_in(&Client::new(), &process.base, PASSWORD).await;
    process
        .until(|site| site["state"] == "idle" && site["last_build"]["images_pending"] == 0)
        .await;
    let before = tree(&disk.0);

    disk.fill();
    assert_eq!(save(&process, &access, "Later").await.status(), 201);
    let mut told = Value::Null;
    process
        .until(|site| {
            told = site["last_error"].clone();
            site["state"] == "failed"
        })
        .await;
    assert_eq!(told["problems"][0]["code"], "disk-full", "{told}");
    let said = told["message"].as_str().unwrap();
    assert!(said.contains("the site stays as it was"), "{told}");
    assert!(tree(&disk.0) == before);
    let log = fs::read_to_string(dir.path().join("log")).unwrap();
    let named = |line: &&str| line.contains("the generation failed") && line.contains("dist");
    assert!(log.lines().any(|line| named(&line)), "{log}");

    disk.free();
    process
        .until(|site| site["state"] == "idle" && site["published_revision"] == site["revision"])
        .await;
    let page = fs::read_to_string(dir.path().join("dist/en/blog/1/index.html"));
    assert!(page.unwrap().contains("Later"));
}
