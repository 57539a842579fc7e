//! A script with a token on a disk without room.

use std::fs;

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use super::{Case, until_ready};

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_reads_fills_no_log_while_its_use_cannot_be_noted() {
    let Some((disk, case)) = Case::on_small_disk("data").await else {
        return;
    };
    let tokens = format!("{}/api/tokens/", case.process.base);
    let wish = json!({"name": "monitor", "role": "author"});
    let made = Client::new().post(&tokens).bearer_auth(&case.access);
    let made: Value = made.json(&wish).send().await.unwrap().json().await.unwrap();
    let secret = made["secret"].as_str().unwrap();
    let reads = async || {
        let trash = format!("{}/api/blog/trash/", case.process.base);
        let asked = Client::new().get(trash).bearer_auth(secret).send().await;
        asked.unwrap().status()
    };
    let last_use = async || {
        let list = Client::new().get(&tokens).bearer_auth(&case.access);
        let list: Value = list.send().await.unwrap().json().await.unwrap();
        list[0]["used_at"].clone()
    };

    disk.fill();
    assert_eq!(case.save("Lost").await.status(), 507);
    for _ in 0..5 {
        assert_eq!(reads().await, StatusCode::OK);
    }
    assert!(last_use().await.is_null());

    disk.free();
    until_ready(&case.process).await;
    assert_eq!(reads().await, StatusCode::OK);
    assert!(last_use().await.is_string(), "noted again");
    let log = fs::read_to_string(case.dir.path().join("log")).unwrap();
    assert_eq!(log.matches("use of a token").count(), 0, "{log}");
}
