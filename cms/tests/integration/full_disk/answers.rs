//! Answers that wait on the disk of the store for clients that do not read them.

use reqwest::Client;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::{Case, ready};
use crate::support::Disk;

/// A list as of a second that nobody else has named, of which no more than the status is read.
async fn held(base: &str, second: usize) -> (String, TcpStream) {
    let (minute, second) = (second / 60, second % 60);
    let request = format!(
        "GET /api/blog/posts/?from=2000-01-01T00:{minute:02}:{second:02}Z HTTP/1.1\r\nhost: x\r\n\r\n"
    );
    let address = base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    (String::from_utf8_lossy(&status[9..]).into_owned(), stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_who_stop_reading_leave_the_disk_to_the_store() {
    let dir = tempfile::tempdir().unwrap();
    let Some(_disk) = Disk::small(dir.path().join("data"), "384m") else {
        return;
    };
    let case = Case::begin(dir).await;
    // An answer of 5 MB: the system takes 4 MiB of what nobody reads, and what it has waits on no disk.
    for number in 0..12 {
        assert_eq!(case.save(&number.to_string()).await.status(), 201);
    }
    case.process.until_live().await;
    case.until_idle().await;
    let mut crowd = Vec::new();
    for second in 0..80 {
        crowd.push(held(&case.process.base, second).await);
    }
    let with = |status: &str| crowd.iter().filter(|(had, _)| had == status).count();
    assert!(with("200") > 3, "there is room for some");
    assert!(with("503") > 0, "and not for all");
    assert_eq!(with("200") + with("503"), crowd.len());
    assert_eq!(case.save("One more").await.status(), 201);
    assert_eq!(case.sign_in().await.status(), 200);
    assert_eq!(ready(&case.process).await.status(), 200);
    // Staff read on, too.
    let list = format!("{}/api/blog/posts/?state=all", case.process.base);
    let list = Client::new().get(list).bearer_auth(&case.access);
    assert_eq!(list.send().await.unwrap().status(), 200);
    drop(crowd);
}
