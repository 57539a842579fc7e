//! Large answers: what clients that stop reading cost, and that everybody gets the whole of one moment.

use std::path::Path;

use cms::store::languages::LANGUAGES;
use cms::store::{Store, images, posts, revisions};
use generator::Post;
use reqwest::Method;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::support::{Draft, PASSWORD, Process, TestApp};

const READERS: usize = 200;
const MIB: u64 = 1024 * 1024;

/// Posts of 18 MB together, one of them of 2 MB, and a picture of 15 MB.
fn fill(dir: &Path) {
    let store = Store::open(&dir.join("data/cms.db")).unwrap();
    let noise = |bytes: usize| {
        let mut state = 1_u32;
        let step = std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'a' + (state >> 27) as u8 % 26)
        });
        step.take(bytes).collect::<String>()
    };
    let write = |store: &rusqlite::Transaction<'_>| {
        for n in 0..80 {
            let revision = revisions::advance(store)?;
            let size = if n == 0 { 700_000 } else { 70_000 };
            let post = Post {
                title: LANGUAGES.map(|lang| (lang, "t")).into(),
                content: LANGUAGES.map(|lang| (lang, noise(size))).into(),
                ..cms::posts::changes::blank(jiff::Timestamp::UNIX_EPOCH)
            };
            posts::insert(store, &post, revision)?;
        }
        let image = images::NewImage {
            hash: "ab".repeat(32),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: noise(15 * MIB as usize).into_bytes(),
        };
        images::insert(store, &image, 0)?;
        anyhow::Ok(())
    };
    store.write_blocking(write).unwrap();
    let media = dir.join("dist/media");
    std::fs::create_dir_all(&media).unwrap();
    std::fs::write(media.join("large.js"), noise(8 * MIB as usize)).unwrap();
}

/// A client that asks, reads the beginning and no more. Where many wait for their turn at the store it may be told to come
/// again, and does.
async fn stalled(base: &str, path: &str, coding: &str) -> TcpStream {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: {coding}\r\n\r\n");
    loop {
        let address = base.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut status = [0; 13];
        stream.read_exact(&mut status).await.unwrap();
        if &status == b"HTTP/1.1 503 " {
            continue;
        }
        assert_eq!(&status, b"HTTP/1.1 200 ", "{path}");
        let mut beginning = vec![0; 256 * 1024];
        stream.read_exact(&mut beginning).await.unwrap();
        return stream;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_clients_that_stop_reading_cost_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path());
    let process = Process::start_with(dir.path(), &[("CMS_ADMIN_PASSWORD", PASSWORD)]);
    let table = [
        ("/api/blog/posts/", "identity"),
        ("/api/blog/posts/", "gzip"),
        ("/api/blog/posts/", "br"),
        ("/api/blog/posts/?category=audit&page_size=80", "identity"),
        ("/api/blog/posts/1/", "identity"),
        ("/api/blog/images/1/", "identity"),
        ("/media/large.js", "gzip"),
    ];
    for (path, coding) in table {
        let before = process.peak_memory();
        let readers = (0..READERS).map(|_| stalled(&process.base, path, coding));
        let readers = futures_util::future::join_all(readers).await;
        let more = process.peak_memory().saturating_sub(before);
        println!("{path} in {coding}: {} MiB", more / MIB);
        assert!(more < 100 * MIB, "{path} in {coding}: {} MiB", more / MIB);
        drop(readers);
    }
    // Nothing is left of what waited on disk.
    let cache = std::fs::read_dir(dir.path().join("data/cache"));
    let left = cache
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().metadata().unwrap().is_file());
    assert!(left.count() <= 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_of_one_moment_whatever_is_saved_while_it_is_read() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let text = format!("<p>{}</p>", "a".repeat(60_000));
    for n in 0..40 {
        let draft = Draft::new(&n.to_string()).with("content_en", &text);
        admin.created(draft.with("content_ru", &text)).await;
    }
    let mut response = app.get("/api/blog/posts/").send().await.unwrap();
    let tag = response.headers()["etag"].clone();
    let mut bytes = response.chunk().await.unwrap().unwrap().to_vec();
    // Changed, deleted and added where the client has not read yet.
    assert_eq!(admin.update(1, Draft::new("changed")).await.status(), 200);
    assert_eq!(admin.delete(2).await.status(), 204);
    admin.created(Draft::new("added")).await;
    while let Some(piece) = response.chunk().await.unwrap() {
        bytes.extend_from_slice(&piece);
    }
    let list: Vec<Value> = serde_json::from_slice(&bytes).unwrap();
    let ids: Vec<i64> = list.iter().map(crate::support::id).collect();
    assert_eq!(ids, (1..=40).rev().collect::<Vec<_>>());
    assert_eq!(list[39]["title_en"], "0 en");
    let now = app.get("/api/blog/posts/").header("if-none-match", tag);
    assert_eq!(now.send().await.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_for_which_there_is_no_room_is_refused_and_small_ones_are_not() {
    let app = TestApp::start_with(|config| config.limits.spool = 0).await;
    let admin = app.sign_in().await;
    let text = format!("<p>{}</p>", "a".repeat(60_000));
    for n in 0..4 {
        let draft = Draft::new(&n.to_string()).with("content_en", &text);
        admin.created(draft).await;
    }
    let large = app.get("/api/blog/posts/").send().await.unwrap();
    assert_eq!(large.status(), 503);
    assert!(large.headers().contains_key("retry-after"));
    let small = app.get("/api/blog/posts/?page=1&page_size=1").send().await;
    assert_eq!(small.unwrap().status(), 200);
}

/// Asks for a list as anyone, reads its status and no more; `None` where it is refused.
async fn held(app: &TestApp, size: usize) -> Option<TcpStream> {
    let request =
        format!("GET /api/blog/posts/?page=1&page_size={size} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut stream = TcpStream::connect(app.base.trim_start_matches("http://"))
        .await
        .unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 13];
    stream.read_exact(&mut status).await.unwrap();
    (&status == b"HTTP/1.1 200 ").then_some(stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_stop_reading_keep_no_long_text_from_its_editor() {
    let app = TestApp::start_with(|config| config.limits.spool = 8 * MIB).await;
    let admin = app.sign_in().await;
    let text = format!("<p>{}</p>", "a".repeat(60_000));
    let long = |title: &str| {
        let draft = Draft::new(title);
        let texts = ["content_az", "content_en", "content_ru"];
        texts
            .into_iter()
            .fold(draft, |draft, field| draft.with(field, &text))
    };
    for n in 0..10 {
        admin.created(long(&n.to_string())).await;
    }
    let mut crowd = Vec::new();
    for size in (6..=10).cycle().take(50) {
        crowd.extend(held(&app, size).await);
    }
    assert!(crowd.len() < 50, "strangers have all the room they get");
    let post = admin.drafted(long("new")).await;
    assert_eq!(admin.save(post, long("saved")).await.status(), 200);
    assert_eq!(admin.draft(post).await["title_az"], "saved az");
    let list = "/api/blog/posts/?state=all&page=1&page_size=6";
    let list = admin.request(Method::GET, list).send().await.unwrap();
    assert_eq!(list.status(), 200);
    drop(crowd);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_saved_is_said_even_without_any_room() {
    let app = TestApp::start_with(|config| config.limits.spool = 0).await;
    let admin = app.sign_in().await;
    let text = format!("<p>{}</p>", "a".repeat(100_000));
    let post = admin
        .created(Draft::new("a").with("content_en", &text))
        .await;
    assert_eq!(post["content_en"], text);
}
