//! Clients that are many: whoever asks for health is answered, and nobody takes the share of another.

use std::{fs, path::Path, process::Command, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

use crate::{
    slow::{
        HEALTH, LARGE, QUICK, answer, connect, is_healthy, send, trickle_until_closed,
        until_closed, with_large_file,
    },
    support::{PASSWORD, Process, TestApp, cms},
};

/// The command, as `cms()` prepares it, of a shell that has set how many files may be open.
fn with_open_files(dir: &Path, limit: &str) -> Command {
    let service = cms(dir);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\"")])
        .arg(service.get_program())
        .current_dir(dir)
        .env_clear()
        .envs([
            ("CMS_LISTEN", "127.0.0.1:0"),
            ("CMS_LOG", "warn"),
            ("CMS_MAX_CONNECTIONS", "200"),
            ("CMS_ADMIN_PASSWORD", PASSWORD),
        ])
        .stderr(fs::File::create(dir.join("log")).unwrap());
    shell
}

/// Systems begin with 1,024 open files mostly, which is one for each connection of the default and none for anything else.
#[tokio::test(flavor = "multi_thread")]
async fn as_many_files_may_be_open_as_the_connections_need() {
    let dir = tempfile::tempdir().unwrap();
    let process = Process::of(&mut with_open_files(dir.path(), "-Sn 80"));
    let address = process.base.strip_prefix("http://").unwrap();
    let mut crowd = Vec::new();
    for _ in 0..150 {
        let mut one = TcpStream::connect(address).await.unwrap();
        one.write_all(b"GET /healthz HTTP/1.1\r\nx: ")
            .await
            .unwrap();
        crowd.push(one);
    }
    let healthy = reqwest::get(format!("{}/healthz", process.base)).await;
    assert_eq!(healthy.unwrap().status(), 200);
    drop(crowd);
    assert!(process.terminate().success());
    let said = fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(
        !said.contains("open files") && !said.contains("files may be open"),
        "{said}"
    );
}

/// Where the system grants fewer, fewer are connected: a file can be opened for each of them.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_are_connected_than_files_can_be_open_for() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("dist")).unwrap();
    fs::write(dir.path().join("dist/index.html"), "here").unwrap();
    let mut command = with_open_files(dir.path(), "-n 300");
    let process = Process::of(command.env("CMS_MAX_CONNECTIONS", "400"));
    let address = process.base.strip_prefix("http://").unwrap();
    let mut live = TcpStream::connect(address).await.unwrap();
    let mut crowd = Vec::new();
    for n in 0..400 {
        let mut one = TcpStream::connect(address).await.unwrap();
        // Whoever gets no seat is closed at once.
        let _ = one.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await;
        crowd.push(one);
        if n % 10 == 0 {
            live.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
                .await
                .unwrap();
            let said = answer(&mut live).await;
            assert!(said.starts_with("http/1.1 200 "), "{said}");
        }
    }
    let url = format!("{}/healthz", process.base);
    let healthy = async {
        // A request whose connection is closed while it is made may wait in the client for ever.
        let asked = || timeout(Duration::from_secs(5), reqwest::get(&url));
        while !asked()
            .await
            .is_ok_and(|said| said.is_ok_and(|said| said.status() == 200))
        {}
    };
    assert!(timeout(Duration::from_secs(60), healthy).await.is_ok());
    drop((crowd, live));
    assert!(process.terminate().success());
    let said = fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(said.contains("fewer files may be open"), "{said}");
    assert!(
        said.contains("allowed=86") && said.contains("of_one_address=21"),
        "{said}"
    );
    assert!(!said.contains("cannot accept"), "{said}");
}

#[test]
fn too_few_open_files_are_told_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let log = || fs::read_to_string(dir.path().join("log")).unwrap();
    for few in [16, 20, 24] {
        let mut command = with_open_files(dir.path(), &format!("-n {few}"));
        let ended = command.arg("serve").status().unwrap();
        let said = log();
        // 2: it stays so until somebody raises it.
        assert_eq!(ended.code(), Some(2), "{said}");
        let told = format!("error: only {few} files may be open at a time");
        assert!(
            said.contains(&told) && said.contains("LimitNOFILE"),
            "{said}"
        );
        assert!(!said.contains("panicked"), "{said}");
    }
    assert!(
        Process::of(&mut with_open_files(dir.path(), "-n 120"))
            .terminate()
            .success()
    );
    let said = log();
    assert!(
        said.contains("fewer files may be open") && said.contains("open=120"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn health_is_answered_beside_a_crowd_that_holds_every_connection() {
    // As many as the service has by default.
    const CROWD: usize = 1024;
    let app = with_large_file(|config| config.max_connections = CROWD).await;
    let upload = "POST /api/auth/token/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{";
    let mut crowd = Vec::new();
    for n in 0..CROWD {
        let mut one = send(&app, ["GET / HTTP/1.1\r\nx: ", upload, LARGE][n % 3]).await;
        if n % 3 == 2 {
            one.read_u8().await.unwrap();
        }
        crowd.push(one);
    }
    for _ in 0..50 {
        assert!(is_healthy(&app).await);
    }
    let mut other = send(&app, "GET /api/site/ HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let refusal = answer(&mut other).await;
    assert!(refusal.starts_with("http/1.1 503 "), "{refusal}");
    for header in ["retry-after: ", "connection: close"] {
        assert!(refusal.contains(header), "{header}: {refusal}");
    }
    assert_eq!(until_closed(&mut other).await, "");
    drop(crowd);
    let asked = async { while app.get("/api/site/").send().await.unwrap().status() != 200 {} };
    assert!(timeout(Duration::from_secs(60), asked).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reserve_is_kept_by_nobody() {
    let app = TestApp::start_with(|config| {
        config.max_connections = 1;
        config.limits.reserved_local = 1;
        config.limits.reserve = QUICK;
    })
    .await;
    let mut holder = send(&app, HEALTH).await;
    answer(&mut holder).await;
    let mut silent = connect(&app).await;
    let trickling = send(&app, "GET /healthz HTTP/1.1\r\nx: ").await;
    assert_eq!(until_closed(&mut silent).await, "");
    assert_eq!(trickle_until_closed(trickling, b'a').await, "");
    assert!(is_healthy(&app).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_its_share_of_connections() {
    let app = TestApp::start_with(|config| {
        config.limits.loopback_counts = true;
        config.max_connections_per_address = 3;
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut one = send(&app, HEALTH).await;
        answer(&mut one).await;
        held.push(one);
    }
    assert_eq!(until_closed(&mut connect(&app).await).await, "");
    held.pop();
    let again = async {
        loop {
            let mut one = connect(&app).await;
            if one.write_all(HEALTH.as_bytes()).await.is_ok() && one.read_u8().await.is_ok() {
                return;
            }
        }
    };
    assert!(timeout(Duration::from_secs(60), again).await.is_ok());
}
