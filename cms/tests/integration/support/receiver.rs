//! Somebody who is told by webhooks, on loopback, with all the faults that such people have.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// How a call is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Status(u16),
    /// A status with `Retry-After`.
    Later(u16, &'static str),
    /// A redirect to another address here.
    Elsewhere,
    /// 200 and a body without an end.
    Endless,
    /// The connection ends without an answer.
    Cut,
    /// It stays open without one.
    Never,
}

/// A call as it came.
#[derive(Debug, Clone)]
pub struct Call {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Call {
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Checks it as a receiver would, with an HMAC (RFC 2104) of its own.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(&key);
        let signed = format!(
            "{}.{}.{}",
            self.id(),
            self.headers["webhook-timestamp"],
            self.body
        );
        let inner =
            Sha256::digest([&block.map(|byte| byte ^ 0x36)[..], signed.as_bytes()].concat());
        let outer = Sha256::digest([&block.map(|byte| byte ^ 0x5c)[..], &inner].concat());
        self.headers["webhook-signature"] == format!("v1,{}", STANDARD.encode(outer))
    }
}

pub struct Receiver {
    port: u16,
    calls: watch::Receiver<Vec<Call>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
    serving: JoinHandle<()>,
}

impl Receiver {
    /// Answers 200 unless told otherwise.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (said, calls) = watch::channel(Vec::new());
        let answers = Arc::<Mutex<VecDeque<Answer>>>::default();
        let told = Arc::clone(&answers);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (said, told) = (said.clone(), Arc::clone(&told));
                tokio::spawn(async move { take(stream, &said, &told).await });
            }
        });
        Self {
            port,
            calls,
            answers,
            serving,
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/told", self.port)
    }

    /// The next calls are answered so.
    pub fn answers(&self, answers: impl IntoIterator<Item = Answer>) {
        self.answers.lock().unwrap().extend(answers);
    }

    /// All calls up to now.
    pub fn calls(&self) -> Vec<Call> {
        self.calls.borrow().clone()
    }

    /// Waits until there were so many calls; all of them.
    pub async fn until(&self, count: usize) -> Vec<Call> {
        let mut calls = self.calls.clone();
        let there = calls.wait_for(|calls| calls.len() >= count);
        let there = tokio::time::timeout(Duration::from_secs(120), there).await;
        there.expect("in time").unwrap().clone()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    mut stream: TcpStream,
    said: &watch::Sender<Vec<Call>>,
    answers: &Mutex<VecDeque<Answer>>,
) {
    let Some(call) = read(&mut stream).await else {
        return;
    };
    let answer = answers.lock().unwrap().pop_front();
    said.send_modify(|calls| calls.push(call));
    let text = match answer.unwrap_or(Answer::Status(200)) {
        Answer::Status(status) => {
            format!("HTTP/1.1 {status} X\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret")
        }
        Answer::Later(status, after) => format!(
            "HTTP/1.1 {status} X\r\nretry-after: {after}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ),
        Answer::Elsewhere => "HTTP/1.1 307 X\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_owned(),
        Answer::Endless => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n").await;
            // Until nobody listens any more.
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
            return;
        }
        Answer::Cut => return,
        Answer::Never => {
            let _ = stream.read_u8().await;
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes()).await;
}

async fn read(stream: &mut TcpStream) -> Option<Call> {
    let mut bytes = Vec::new();
    let head = loop {
        let found = bytes.windows(4).position(|part| part == b"\r\n\r\n");
        if let Some(end) = found {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).ok()?;
    let mut lines = text.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length: usize = headers.get("content-length")?.parse().ok()?;
    while bytes.len() < head + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let body = String::from_utf8(bytes[head + 4..].to_vec()).ok()?;
    Some(Call {
        path,
        headers,
        body,
    })
}
