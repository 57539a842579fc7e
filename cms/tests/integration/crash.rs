//! `kill -9` at any moment loses nothing that was answered, and the next start brings it to the site.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::support::{Draft, copy_site};

/// The real binary, serving on a free port.
struct Process {
    child: Child,
    base: String,
}

impl Process {
    fn start(dir: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cms"))
            .arg("serve")
            .current_dir(dir)
            .env_clear()
            .envs([
                ("CMS_LISTEN", "127.0.0.1:0"),
                ("CMS_ADMIN_PASSWORD", "correct horse"),
                ("CMS_LOG", "error"),
            ])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let base = lines
            .map(|line| line.unwrap())
            .find_map(|line| {
                line.strip_prefix("site")
                    .map(|address| address.trim().trim_end_matches('/').to_owned())
            })
            .expect("the address is printed");
        Self { child, base }
    }

    fn kill(mut self) {
        self.child.kill().unwrap(); // SIGKILL
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn sign_in(http: &Client, base: &str) -> String {
    let body = json!({"username": "admin", "password": "correct horse"});
    let answer = http
        .post(format!("{base}/api/auth/token/"))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    answer.json::<Value>().await.unwrap()["access"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_survives_and_goes_live() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let http = Client::new();
    let mut answered = Vec::new();
    for round in 0..6_u64 {
        let process = Process::start(dir.path());
        let access = sign_in(&http, &process.base).await;
        // Somewhere between "just committed" and "long since live".
        let moment = Duration::from_millis(rand::random_range(0..40) * round);
        let title = format!("Round {round}");
        let request = http
            .post(format!("{}/api/blog/posts/", process.base))
            .bearer_auth(&access);
        let answer = request
            .multipart(Draft::new(&title).form())
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        let post: Value = answer.json().await.unwrap();
        answered.push((post["id"].as_i64().unwrap(), title));
        tokio::time::sleep(moment).await;
        process.kill();
    }
    let process = Process::start(dir.path());
    let status = || async {
        http.get(format!("{}/api/site/", process.base))
            .send()
            .await
            .unwrap()
            .json::<Value>()
            .await
            .unwrap()
    };
    let live = async {
        loop {
            let site = status().await;
            assert!(site["last_error"].is_null(), "{site}");
            if site["state"] == "idle" && site["published_revision"] == site["revision"] {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), live)
        .await
        .expect("in time");
    for (id, title) in answered {
        for page in ["blog", "en/blog", "ru/blog"] {
            let file = dir.path().join(format!("dist/{page}/{id}/index.html"));
            assert!(
                std::fs::read_to_string(&file)
                    .unwrap_or_default()
                    .contains(&title),
                "{}",
                file.display()
            );
        }
    }
    process.kill();
}
