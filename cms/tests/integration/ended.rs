//! What has ended stays ended: sessions, users, the service itself.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::{
    library::stored,
    people::signed_in,
    support::{Draft, PASSWORD, Process, TestApp, id, password_sign_in, png},
};

fn head(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
        answer.push(byte[0]);
    }
    String::from_utf8(answer).unwrap()
}

/// A save whose body has been asked for and does not come yet.
struct Begun {
    stream: TcpStream,
    body: Vec<u8>,
}

impl Begun {
    fn new(base: &str, access: &str, method: &str, path: &str) -> Self {
        let part = |name: &str| {
            format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\nToo late\r\n")
        };
        let names = ["title_az", "title_en", "title_ru", "author"];
        let mut body = names.map(part).concat().into_bytes();
        body.extend(
            b"--x\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n",
        );
        body.extend(png(1));
        body.extend(b"\r\n--x--\r\n");
        let mut stream = TcpStream::connect(base.trim_start_matches("http://")).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {access}\r\n\
             content-type: multipart/form-data; boundary=x\r\ncontent-length: {length}\r\n\
             expect: 100-continue\r\n\r\n"
        )
        .unwrap();
        assert!(head(&mut stream).starts_with("HTTP/1.1 100 "));
        Self { stream, body }
    }

    /// Sends the body; the answer's first line and headers.
    fn finish(mut self) -> String {
        self.stream.write_all(&self.body).unwrap();
        head(&mut self.stream)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_that_was_begun_before_the_logout_is_refused_after_it() {
    let app = TestApp::start().await;
    let other = app.sign_in().await;
    let number = id(&other.created(Draft::new("a")).await);
    let admin = app.sign_in().await;
    let begin = |method: &'static str, path: String| {
        let (base, access) = (app.base.clone(), admin.access.clone());
        tokio::task::spawn_blocking(move || Begun::new(&base, &access, method, &path))
    };
    let create = begin("POST", "/api/blog/posts/".into()).await.unwrap();
    let update = begin("PUT", format!("/api/blog/posts/{number}/"))
        .await
        .unwrap();
    let upload = begin("POST", "/api/media/".into()).await.unwrap();
    let logout = app
        .request(Method::POST, "/api/auth/logout/")
        .json(&json!({ "refresh": admin.refresh }));
    assert_eq!(
        logout.send().await.unwrap().status(),
        StatusCode::NO_CONTENT
    );
    for begun in [create, update, upload] {
        let answer = tokio::task::spawn_blocking(|| begun.finish())
            .await
            .unwrap();
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    }
    let posts = app.get_json("/api/blog/posts/").await;
    assert_eq!(posts.as_array().unwrap().len(), 1);
    assert_eq!(posts[0]["title_az"], "a az");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_begun_with_a_role_that_is_less_now_is_refused() {
    let app = TestApp::start().await;
    let owner = app.sign_in().await;
    let number = id(&owner.created(Draft::new("a")).await);
    let picture = stored(&owner, 2, "a.png").await;
    let draft = format!("/api/blog/posts/{number}/draft/");
    let file = format!("/api/media/{picture}/file/");
    let post = format!("/api/blog/posts/{number}/");
    for (name, before, after, calls) in [
        ("leyla", "editor", "author", vec![draft, file]),
        ("orxan", "owner", "editor", vec![post]),
    ] {
        let user = owner.adds(name, before).await;
        let access = signed_in(&app, name).await.access;
        let mut begun = Vec::new();
        for path in calls {
            let (base, access) = (app.base.clone(), access.clone());
            let begin = move || Begun::new(&base, &access, "PUT", &path);
            begun.push(tokio::task::spawn_blocking(begin).await.unwrap());
        }
        let (path, role) = (format!("/api/users/{user}/"), json!({ "role": after }));
        let demoted = owner.json(Method::PATCH, &path, role).await;
        assert_eq!(demoted.status(), StatusCode::OK);
        for begun in begun {
            let answer = tokio::task::spawn_blocking(|| begun.finish());
            let answer = answer.await.unwrap();
            assert!(answer.starts_with("HTTP/1.1 403 "), "{name}: {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_interrupt_does_not_wait_for_what_the_first_one_finishes() {
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start(dir.path());
    let access = password_sign_in(&reqwest::Client::new(), &process.base, PASSWORD).await;
    let base = process.base.clone();
    let ended = tokio::task::spawn_blocking(move || {
        let _begun = Begun::new(&process.base, &access, "POST", "/api/blog/posts/");
        process.signal("-INT");
        // New connections are refused as soon as it is stopping.
        while TcpStream::connect(base.trim_start_matches("http://")).is_ok() {
            std::thread::yield_now();
        }
        process.signal("-INT");
        process.wait()
    });
    assert_eq!(ended.await.unwrap().code(), Some(130));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_user_is_signed_out_everywhere() {
    let app = TestApp::start().await;
    let admin = app.sign_in().await;
    let post = admin.created(Draft::new("a")).await;
    let removed: Result<(), anyhow::Error> = app
        .app
        .store
        .write_blocking(|store| Ok(cms::store::users::remove(store, 1)?));
    removed.unwrap();
    assert_eq!(admin.delete(1).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(
        app.refresh(&admin.refresh).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(
        app.sign_in_as("admin", PASSWORD).await.status(),
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(app.get_json("/api/blog/posts/1/").await, post, "posts stay");
}
