//! Clients that are slow or silent: each is cut in time, and nobody else notices.

use std::time::Duration;

use cms::config::{
    Config,
    limits::{Limits, Pace},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{interval, timeout},
};

use crate::support::TestApp;

/// Deadlines that tests can wait for; whatever a test is not about stays long.
fn quick(change: impl FnOnce(&mut Limits)) -> impl FnOnce(&mut Config) {
    |config| change(&mut config.limits)
}

pub const QUICK: Duration = Duration::from_millis(200);
const PACE: Pace = Pace {
    window: QUICK,
    bytes: 1024,
};

pub async fn connect(app: &TestApp) -> TcpStream {
    let address = app.base.trim_start_matches("http://");
    TcpStream::connect(address).await.unwrap()
}

pub async fn send(app: &TestApp, text: &str) -> TcpStream {
    let mut stream = connect(app).await;
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything until the server closes the connection.
pub async fn until_closed(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    let reading = async {
        // A reset is a way of closing, too.
        while let Ok(read @ 1..) = stream.read(&mut piece).await {
            answer.extend_from_slice(&piece[..read]);
        }
    };
    let closed = timeout(Duration::from_secs(60), reading).await;
    assert!(closed.is_ok(), "it is still open");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The same while a byte goes out every few milliseconds.
pub async fn trickle_until_closed(mut stream: TcpStream, byte: u8) -> String {
    let (mut reader, mut writer) = stream.split();
    let mut answer = Vec::new();
    let writing = async {
        let mut ticks = interval(Duration::from_millis(10));
        loop {
            ticks.tick().await;
            if writer.write_all(&[byte]).await.is_err() {
                // Closed: the reader sees it, too.
                std::future::pending::<()>().await;
            }
        }
    };
    let reading = reader.read_to_end(&mut answer);
    let closed = timeout(Duration::from_secs(60), async {
        tokio::select! { _ = reading => {}, () = writing => {} }
    });
    assert!(closed.await.is_ok(), "it is still open");
    String::from_utf8_lossy(&answer).into_owned()
}

/// One answer with a body of known length.
pub async fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_lowercase();
    loop {
        if let Some((head, body)) = text(&bytes).split_once("\r\n\r\n") {
            let length = head.split("content-length: ").nth(1).unwrap();
            let length: usize = length.lines().next().unwrap().parse().unwrap();
            if body.len() >= length {
                return text(&bytes);
            }
        }
        bytes.push(stream.read_u8().await.unwrap());
    }
}

pub const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

pub async fn is_healthy(app: &TestApp) -> bool {
    let mut stream = send(app, HEALTH).await;
    answer(&mut stream).await.starts_with("http/1.1 200 ")
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_and_headers_that_trickle_have_their_time() {
    let limits = |limits: &mut Limits| (limits.headers, limits.idle) = (QUICK, QUICK);
    let app = TestApp::start_with(quick(limits)).await;
    assert_eq!(until_closed(&mut connect(&app).await).await, "");
    let begun = send(&app, "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
    assert_eq!(trickle_until_closed(begun, b'a').await, "");
    let lines = send(&app, "GET / HTTP/1.1\r\n").await;
    trickle_until_closed(lines, b'\n').await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_used_again_until_it_idles_or_trickles() {
    let limits = |limits: &mut Limits| (limits.headers, limits.idle) = (QUICK, QUICK);
    let app = TestApp::start_with(quick(limits)).await;
    let mut idle = send(&app, HEALTH).await;
    assert!(answer(&mut idle).await.starts_with("http/1.1 200 "));
    idle.write_all(HEALTH.as_bytes()).await.unwrap();
    assert!(answer(&mut idle).await.starts_with("http/1.1 200 "));
    assert_eq!(until_closed(&mut idle).await, "");
    let mut trickling = send(&app, HEALTH).await;
    answer(&mut trickling).await;
    trickling.write_all(b"GET / HTTP/1.1\r\nx: ").await.unwrap();
    assert_eq!(trickle_until_closed(trickling, b'a').await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_in_one_piece_are_answered_one_after_the_other() {
    let app = TestApp::start().await;
    let mut stream = send(&app, &HEALTH.repeat(50)).await;
    for _ in 0..50 {
        assert!(answer(&mut stream).await.starts_with("http/1.1 200 "));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_are_bounded_in_number_and_size() {
    let app = TestApp::start().await;
    for headers in [
        "x: y\r\n".repeat(200),
        format!("x: {}\r\n", "y".repeat(40_000)),
    ] {
        let request = format!("GET / HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
        let answer = until_closed(&mut send(&app, &request).await).await;
        assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_beyond_its_route_is_refused_at_once_and_not_heard_out() {
    let limits = |limits: &mut Limits| limits.drain = (QUICK, 64 * 1024);
    let app = TestApp::start_with(quick(limits)).await;
    let table = [
        ("POST", "/api/auth/token/", 36 << 20),
        ("POST", "/api/auth/token/refresh/", 36 << 20),
        ("POST", "/api/contact/", 65 << 10),
        ("GET", "/api/blog/posts/", 36 << 20),
        ("DELETE", "/api/blog/posts/1/", 36 << 20),
        ("PUT", "/api/blog/posts/1/", 36 << 20),
        ("POST", "/api/nothing/", 36 << 20),
        ("GET", "/", 36 << 20),
    ];
    for (method, path, length) in table {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        let mut silent = send(&app, &request).await;
        let refusal = answer(&mut silent).await;
        assert!(refusal.starts_with("http/1.1 413 "), "{path}: {refusal}");
        assert_eq!(until_closed(&mut silent).await, "", "{path}");
        let mut sending = send(&app, &request).await;
        let sent = sent_until_closed(&mut sending, length).await;
        assert!(sent < 36 << 20, "{path}: all of {sent} bytes were taken");
    }
}

/// How much of a body a server takes.
async fn sent_until_closed(stream: &mut TcpStream, length: usize) -> usize {
    let (mut reader, mut writer) = stream.split();
    let mut sent = 0;
    let writing = async {
        while sent < length && writer.write_all(&[b' '; 1024]).await.is_ok() {
            sent += 1024;
        }
    };
    let mut answer = Vec::new();
    let both = async { tokio::join!(writing, reader.read_to_end(&mut answer)) };
    assert!(timeout(Duration::from_secs(60), both).await.is_ok());
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_goes_on_sending_what_nobody_wants_sees_the_refusal() {
    let app = TestApp::start().await;
    let length = 3 << 20;
    let mut stream = send(
        &app,
        &format!("POST /api/blog/posts/ HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n"),
    )
    .await;
    stream.write_all(&vec![b' '; length]).await.unwrap();
    assert!(answer(&mut stream).await.starts_with("http/1.1 401 "));
    // It is heard to its end, so the connection goes on.
    stream.write_all(HEALTH.as_bytes()).await.unwrap();
    assert!(answer(&mut stream).await.starts_with("http/1.1 200 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_twice_what_a_route_takes_can_send_it_all_and_sees_the_refusal() {
    let app = TestApp::start_with(|config| config.max_image_mib = 1).await;
    let length = 2 << 20;
    let head = format!("POST /api/media/ HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n");
    let mut stream = send(&app, &head).await;
    assert!(answer(&mut stream).await.starts_with("http/1.1 413 "));
    // Once more is there than is taken anyway, and the server has had time for others, the rest follows.
    let rest = length / 4;
    stream.write_all(&vec![b' '; length - rest]).await.unwrap();
    assert!(is_healthy(&app).await);
    assert_eq!(sent_until_closed(&mut stream, rest).await, rest);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_before_it_sends_is_answered_and_not_waited_for() {
    let app = TestApp::start().await;
    let head = "host: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n";
    for (path, status) in [("/api/blog/posts/", 401), ("/api/nothing/", 404)] {
        let request = format!("POST {path} HTTP/1.1\r\n{head}content-length: 40000\r\n\r\n");
        let refusal = until_closed(&mut send(&app, &request).await).await;
        assert!(
            refusal.starts_with(&format!("HTTP/1.1 {status} ")),
            "{refusal}"
        );
        assert!(refusal.contains("connection: close"), "{refusal}");
    }
    let request = format!("POST /api/auth/token/ HTTP/1.1\r\n{head}content-length: 2\r\n\r\n");
    let mut wanted = send(&app, &request).await;
    let mut leave = [0; 25];
    wanted.read_exact(&mut leave).await.unwrap();
    assert!(leave.starts_with(b"HTTP/1.1 100 "));
    wanted.write_all(b"{}").await.unwrap();
    assert!(answer(&mut wanted).await.starts_with("http/1.1 422 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_trickles_is_given_up() {
    let app = TestApp::start_with(quick(|limits| limits.body = PACE)).await;
    for body in [
        "content-length: 60000\r\n\r\n",
        "transfer-encoding: chunked\r\n\r\nea60\r\n",
    ] {
        let head =
            "POST /api/auth/token/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
        let begun = send(&app, &format!("{head}{body}")).await;
        let answer = trickle_until_closed(begun, b' ').await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{body}: {answer}");
        assert!(answer.contains("urn:problem:timeout"), "{answer}");
    }
}

/// A file that no socket's buffers hold.
pub async fn with_large_file(change: impl FnOnce(&mut Config)) -> TestApp {
    let app = TestApp::start_with(change).await;
    let media = app.dir.path().join("dist/media");
    std::fs::create_dir_all(&media).unwrap();
    let file = std::fs::File::create(media.join("large.bin")).unwrap();
    file.set_len(64 << 20).unwrap();
    app
}

pub const LARGE: &str = "GET /media/large.bin HTTP/1.1\r\nhost: x\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_takes_is_cut() {
    let app = with_large_file(|config| {
        config.limits.answer = PACE;
        config.max_connections = 1;
    })
    .await;
    let probe = "GET /api/site/ HTTP/1.1\r\nhost: x\r\n\r\n";
    for byte_by_byte in [false, true] {
        let mut reader = send(&app, LARGE).await;
        reader.read_u8().await.unwrap();
        // Somebody else is served as soon as its connection is gone.
        let others = async {
            loop {
                let mut other = send(&app, probe).await;
                if answer(&mut other).await.starts_with("http/1.1 200 ") {
                    return;
                }
            }
        };
        let slowly = async {
            let mut ticks = interval(Duration::from_millis(20));
            loop {
                ticks.tick().await;
                if byte_by_byte {
                    let _ = reader.read_u8().await;
                }
            }
        };
        let served = timeout(Duration::from_secs(60), async {
            tokio::select! { () = others => {}, () = slowly => {} }
        });
        assert!(served.await.is_ok(), "byte by byte: {byte_by_byte}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_go_on_however_quiet_it_was() {
    let limits = |limits: &mut Limits| {
        (limits.headers, limits.idle) = (QUICK, QUICK);
        (limits.body, limits.answer) = (PACE, PACE);
    };
    let app = TestApp::start_with(quick(limits)).await;
    let mut events = send(&app, "GET /api/site/events/ HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let mut seen = String::new();
    while !seen.contains("event: site") {
        seen.push(char::from(events.read_u8().await.unwrap()));
    }
    // All deadlines have passed when others have been cut one after the other.
    for _ in 0..5 {
        until_closed(&mut connect(&app).await).await;
    }
    let before = seen.matches("event: site").count();
    let admin = app.sign_in().await;
    admin.created(crate::support::Draft::new("news")).await;
    while seen.matches("event: site").count() == before {
        seen.push(char::from(events.read_u8().await.unwrap()));
    }
}
