//! What a client may cost, and what it may rely on when the service stops.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use reqwest::Client;

use crate::support::{
    Draft, PASSWORD, Process, TestApp, copy_site, password_sign_in, png_with_profile, problem,
};

fn connect(base: &str) -> TcpStream {
    let stream = TcpStream::connect(base.trim_start_matches("http://")).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    stream
}

fn head(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() == 1 {
        answer.push(byte[0]);
    }
    String::from_utf8(answer).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_given_up() {
    let app = TestApp::start_with(|config| config.request_timeout = 1).await;
    let base = app.base.clone();
    let answer = tokio::task::spawn_blocking(move || {
        let mut stream = connect(&base);
        stream
            .write_all(
                b"POST /api/auth/token/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                  content-length: 40\r\n\r\n{\"username\":",
            )
            .unwrap();
        head(&mut stream)
    });
    let answer = answer.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("application/problem+json"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_has_begun_is_finished_and_published_before_the_end() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start(dir.path());
    process.until_live().await;
    let access = password_sign_in(&reqwest::Client::new(), &process.base, PASSWORD).await;
    let body: String = ["title_az", "title_en", "title_ru", "author"]
        .iter()
        .map(|name| {
            format!(
                "--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\nBefore the end\r\n"
            )
        })
        .chain(["--x--\r\n".to_owned()])
        .collect();
    let (first, rest) = body.split_at(body.len() / 2);
    let mut stream = connect(&process.base);
    let length = body.len();
    stream
        .write_all(
            format!(
                "POST /api/blog/posts/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {access}\r\n\
                 content-type: multipart/form-data; boundary=x\r\ncontent-length: {length}\r\n\
                 expect: 100-continue\r\n\r\n"
            )
            .as_bytes(),
        )
        .unwrap();
    // Asked for the body: the request is in the handler's hands.
    assert!(head(&mut stream).starts_with("HTTP/1.1 100 "));
    stream.write_all(first.as_bytes()).unwrap();
    let base = process.base.clone();
    let stopping = tokio::task::spawn_blocking(move || process.terminate());
    // New connections are refused as soon as it is stopping.
    while TcpStream::connect(base.trim_start_matches("http://")).is_ok() {
        tokio::task::yield_now().await;
    }
    stream.write_all(rest.as_bytes()).unwrap();
    let answer = head(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert!(stopping.await.unwrap().success());
    let page = std::fs::read_to_string(dir.path().join("dist/en/blog/1/index.html")).unwrap();
    assert!(page.contains("Before the end"));
}

/// A fifth of a megabyte, from any author.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_costs_no_more_memory_than_its_headers_say() {
    const MIB: u64 = 1024 * 1024;
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start_with(dir.path(), &[("CMS_ADMIN_PASSWORD", PASSWORD)]);
    let access = password_sign_in(&Client::new(), &process.base, PASSWORD).await;
    let bomb = png_with_profile(1, 200 * MIB);
    assert!(bomb.len() < 300 * 1024);
    let before = process.peak_memory();
    let request = Client::new().post(format!("{}/api/media/", process.base));
    let form = Draft::default().image(bomb).form();
    let refused = request.bearer_auth(access).multipart(form).send().await;
    let more = process.peak_memory().saturating_sub(before);
    assert!(more < 100 * MIB, "{} MiB", more / MIB);
    let (status, _, said) = problem(refused.unwrap()).await;
    let expected = serde_json::json!({"image": ["image_too_complex"]});
    assert_eq!((status, &said["errors"]), (400, &expected));
}
