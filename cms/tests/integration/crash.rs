//! `kill -9` at any moment loses nothing that was answered, and the next start brings it to the site.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::support::{Draft, PASSWORD, Process, copy_site, password_sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_survives_and_goes_live() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let http = Client::new();
    let mut answered = Vec::new();
    for round in 0..6_u64 {
        let process = Process::start(dir.path());
        let access = password_sign_in(&http, &process.base, PASSWORD).await;
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
    process.until_live().await;
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
