//! Many readers while staff save and the whole site is generated again.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use futures_util::future::join_all;
use reqwest::StatusCode;

use crate::support::{Draft, TestApp};

const CONNECTIONS: usize = 200;

const PATHS: [&str; 6] = [
    "/",
    "/en/blog/",
    "/ru/blog/1/",
    "/api/blog/posts/?fields=summary&page=1",
    "/api/blog/posts/1/",
    "/api/site/",
];

/// Reads one path after the other until told to stop; returns how often.
async fn reader(app: &TestApp, number: usize, stop: &AtomicBool) -> usize {
    // A client of its own is a connection of its own.
    let client = reqwest::Client::new();
    let mut reads = 0;
    while !stop.load(Ordering::SeqCst) || reads == 0 {
        let path = PATHS[(number + reads) % PATHS.len()];
        let answer = client.get(format!("{}{path}", app.base)).send().await;
        let answer = answer.unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let body = answer.bytes().await.unwrap();
        assert!(!body.is_empty(), "{path}");
        reads += 1;
    }
    reads
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_readers_see_no_error_while_posts_are_saved_and_everything_is_generated() {
    let app = TestApp::with_site().await;
    let admin = app.sign_in().await;
    for n in 0..10 {
        admin.created(Draft::new(&format!("Post {n}"))).await;
    }
    app.until_live().await;
    let (stop, saved) = (AtomicBool::new(false), AtomicUsize::new(0));
    let staff = async {
        let layout = app.dir.path().join("templates/layouts/base.html");
        let template = std::fs::read_to_string(&layout).unwrap();
        for turn in 0..3 {
            std::fs::write(&layout, format!("{template}{{# {turn} #}}")).unwrap();
            app.app.publisher.reload();
            for n in 1..=10 {
                let answer = admin.update(n, Draft::new(&format!("Turn {turn}"))).await;
                assert_eq!(answer.status(), StatusCode::OK);
                saved.fetch_add(1, Ordering::SeqCst);
            }
            assert_eq!(
                app.sign_in_as("admin", crate::support::PASSWORD)
                    .await
                    .status(),
                StatusCode::OK
            );
            app.until_live().await;
        }
        stop.store(true, Ordering::SeqCst);
    };
    let readers = (0..CONNECTIONS).map(|number| reader(&app, number, &stop));
    let (reads, ()) = tokio::join!(join_all(readers), staff);
    assert_eq!(saved.load(Ordering::SeqCst), 30);
    assert!(reads.iter().all(|reads| *reads > 0));
    assert!(app.page("ru/blog/10/index.html").contains("Turn 2"));
}
