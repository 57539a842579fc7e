//! A running CMS in a temporary folder, and the words to talk about it.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use cms::{cli::serve, config::Config, http::app::App, people::first_user, time::clock::Clock};
use reqwest::{
    Method, RequestBuilder, Response, StatusCode,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub const PASSWORD: &str = "correct horse";

/// A running CMS. Without a site its publisher has nothing to generate from, which the API must not mind.
pub struct TestApp {
    pub app: App,
    pub clock: Clock,
    pub base: String,
    pub dir: TempDir,
    pub http: reqwest::Client,
    stop: CancellationToken,
}

impl TestApp {
    pub async fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), |_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), change).await
    }

    /// With content and templates of a small site.
    pub async fn with_site() -> Self {
        let dir = tempfile::tempdir().unwrap();
        copy_site(dir.path());
        let app = Self::start_in(dir, |_| {}).await;
        app.until_live().await;
        app
    }

    pub async fn start_in(dir: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::for_testing(dir.path());
        change(&mut config);
        let clock = Clock::manual();
        let app = cms::http::app::open(config, clock.clone(), false).unwrap();
        first_user::ensure(&app.config, &app.store, &app.passwords, &clock).unwrap();
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .await
            .unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        tokio::spawn(serve::run(
            app.clone(),
            listener,
            stop.clone().cancelled_owned(),
        ));
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        Self {
            app,
            clock,
            base,
            dir,
            http,
            stop,
        }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub async fn get_json(&self, path: &str) -> Value {
        self.get(path).send().await.unwrap().json().await.unwrap()
    }

    pub async fn sign_in_as(&self, username: &str, password: &str) -> Response {
        let body = json!({ "username": username, "password": password });
        self.request(Method::POST, "/api/auth/token/")
            .json(&body)
            .send()
            .await
            .unwrap()
    }

    pub async fn sign_in(&self) -> Session<'_> {
        let response = self.sign_in_as("admin", PASSWORD).await;
        assert_eq!(response.status(), StatusCode::OK);
        let pair: Value = response.json().await.unwrap();
        Session {
            app: self,
            access: text(&pair["access"]),
            refresh: text(&pair["refresh"]),
        }
    }

    pub async fn refresh(&self, token: &str) -> Response {
        self.request(Method::POST, "/api/auth/token/refresh/")
            .json(&json!({ "refresh": token }))
            .send()
            .await
            .unwrap()
    }

    /// The file of the generated site.
    pub fn page(&self, path: &str) -> String {
        std::fs::read_to_string(self.dir.path().join("dist").join(path)).unwrap_or_default()
    }

    /// Waits until everything saved is live.
    pub async fn until_live(&self) {
        self.until(|status| {
            assert!(status.last_error.is_none(), "{:?}", status.last_error);
            status.state == cms::publishing::status::State::Idle
                && status.published_revision == status.revision
        })
        .await;
    }

    /// Like [`TestApp::until_live`], when an error may still be on display.
    pub async fn until_live_after_failure(&self) {
        self.until(|status| {
            status.last_error.is_none() && status.published_revision == status.revision
        })
        .await;
    }

    /// Waits for a state of the publisher.
    pub async fn until(&self, reached: impl FnMut(&cms::publishing::status::Status) -> bool) {
        let mut status = self.app.publisher.subscribe();
        tokio::time::timeout(Duration::from_secs(120), status.wait_for(reached))
            .await
            .expect("in time")
            .unwrap();
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Someone who signed in.
pub struct Session<'a> {
    pub app: &'a TestApp,
    pub access: String,
    pub refresh: String,
}

impl Session<'_> {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.app.request(method, path).bearer_auth(&self.access)
    }

    pub async fn create(&self, draft: Draft) -> Response {
        self.request(Method::POST, "/api/blog/posts/")
            .multipart(draft.form())
            .send()
            .await
            .unwrap()
    }

    /// Creates a post that must be accepted.
    pub async fn created(&self, draft: Draft) -> Value {
        let response = self.create(draft).await;
        assert_eq!(response.status(), StatusCode::CREATED);
        response.json().await.unwrap()
    }

    pub async fn update(&self, id: i64, draft: Draft) -> Response {
        self.request(Method::PUT, &format!("/api/blog/posts/{id}/"))
            .multipart(draft.form())
            .send()
            .await
            .unwrap()
    }

    pub async fn delete(&self, id: i64) -> Response {
        self.request(Method::DELETE, &format!("/api/blog/posts/{id}/"))
            .send()
            .await
            .unwrap()
    }
}

/// A form of a post.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    fields: Vec<(String, String)>,
    image: Option<Vec<u8>>,
}

impl Draft {
    /// All required fields.
    pub fn new(title: &str) -> Self {
        Self::default()
            .with("title_az", &format!("{title} az"))
            .with("title_en", &format!("{title} en"))
            .with("title_ru", &format!("{title} ru"))
            .with("author", "Aygün")
    }

    pub fn with(mut self, field: &str, value: &str) -> Self {
        self.fields.retain(|(name, _)| name != field);
        self.fields.push((field.into(), value.into()));
        self
    }

    pub fn without(mut self, field: &str) -> Self {
        self.fields.retain(|(name, _)| name != field);
        self
    }

    pub fn image(mut self, bytes: Vec<u8>) -> Self {
        self.image = Some(bytes);
        self
    }

    pub fn form(self) -> Form {
        let form = self
            .fields
            .into_iter()
            .fold(Form::new(), |form, (name, value)| form.text(name, value));
        match self.image {
            Some(bytes) => form.part(
                "image",
                Part::bytes(bytes)
                    .file_name("a.png")
                    .mime_str("image/png")
                    .unwrap(),
            ),
            None => form,
        }
    }
}

/// A small picture; another shade is another picture.
pub fn png(shade: u8) -> Vec<u8> {
    // Stored (uncompressed) deflate keeps this writer to a few lines.
    let row = [vec![0], vec![shade; 8 * 3]].concat();
    let raw = row.repeat(8);
    let length = u16::try_from(raw.len()).unwrap();
    let mut zlib = vec![0x78, 0x01, 0x01];
    zlib.extend(length.to_le_bytes());
    zlib.extend((!length).to_le_bytes());
    zlib.extend(&raw);
    zlib.extend(adler(&raw).to_be_bytes());
    let mut header = Vec::new();
    header.extend(8_u32.to_be_bytes());
    header.extend(8_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in [(b"IHDR", header), (b"IDAT", zlib), (b"IEND", Vec::new())] {
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        let body = [kind.to_vec(), data].concat();
        file.extend(&body);
        file.extend(crc(&body).to_be_bytes());
    }
    file
}

fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    (b << 16) | a
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}

pub fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

pub fn id(post: &Value) -> i64 {
    post["id"].as_i64().expect("an id")
}

/// The code at the end of a problem's type, after checking that it is a problem document.
pub async fn problem(response: Response) -> (u16, String, Value) {
    let status = response.status().as_u16();
    let kind = response.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(kind, "application/problem+json", "{status}");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["status"], status);
    let code = body["type"]
        .as_str()
        .unwrap()
        .trim_start_matches("urn:problem:")
        .to_owned();
    (status, code, body)
}

/// The real content and templates, so that tests meet what staff meet; pictures are tiny, so that they are quick.
/// The islands must have been built (`npm run build -w templates/islands`).
pub fn copy_site(to: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert!(
        root.join("templates/islands/build/manifest.json").is_file(),
        "build the islands first"
    );
    for part in ["content", "templates"] {
        let inputs = walkdir::WalkDir::new(root.join(part))
            .into_iter()
            .filter_entry(|entry| entry.file_name() != "node_modules");
        for entry in inputs {
            let entry = entry.unwrap();
            let target = to.join(entry.path().strip_prefix(&root).unwrap());
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(target).unwrap();
            } else if entry
                .path()
                .extension()
                .is_some_and(|extension| extension == "jpg" || extension == "png")
            {
                std::fs::write(target, png(90)).unwrap();
            } else {
                std::fs::copy(entry.path(), target).unwrap();
            }
        }
    }
}

/// The real binary, serving on a free port.
pub struct Process {
    child: Child,
    pub base: String,
    /// What it printed at the start.
    pub printed: Vec<String>,
}

impl Process {
    pub fn start(dir: &Path) -> Self {
        Self::start_with(dir, &[("CMS_ADMIN_PASSWORD", PASSWORD)])
    }

    pub fn start_with(dir: &Path, environment: &[(&str, &str)]) -> Self {
        let mut child = cms(dir)
            .arg("serve")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // The lines come in one piece; afterwards nobody listens any more.
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut printed = Vec::new();
        loop {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert!(!line.is_empty(), "it ended: {printed:?}");
            printed.push(line.trim().to_owned());
            if line.starts_with("api") && !out.buffer().contains(&b'\n') {
                break;
            }
            if printed.len() > 3 {
                break;
            }
        }
        let base = printed[0]
            .strip_prefix("site")
            .unwrap()
            .trim()
            .trim_end_matches('/')
            .to_owned();
        Self {
            child,
            base,
            printed,
        }
    }

    /// The most memory it ever had, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.unwrap().trim().trim_end_matches(" kB");
        kib.parse::<u64>().unwrap() * 1024
    }

    /// SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and what came of it.
    pub fn terminate(self) -> ExitStatus {
        self.signal("-TERM");
        self.wait()
    }

    pub fn signal(&self, signal: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
    }

    pub fn wait(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks for the state of the site until it is as wanted.
    pub async fn until(&self, mut reached: impl FnMut(&Value) -> bool) {
        let asking = async {
            loop {
                let answer = reqwest::get(format!("{}/api/site/", self.base))
                    .await
                    .unwrap();
                if reached(&answer.json().await.unwrap()) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), asking)
            .await
            .expect("in time");
    }

    /// Until everything saved is live; an error is a failure.
    pub async fn until_live(&self) {
        self.until(|site| {
            assert!(site["last_error"].is_null(), "{site}");
            site["state"] == "idle" && site["published_revision"] == site["revision"]
        })
        .await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command `cms` in a folder, on a free port, with nothing else in its environment.
pub fn cms(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    command
        .current_dir(dir)
        .env_clear()
        .envs([("CMS_LISTEN", "127.0.0.1:0"), ("CMS_LOG", "error")]);
    command
}

/// An access token of the user `admin`.
pub async fn password_sign_in(http: &reqwest::Client, base: &str, password: &str) -> String {
    let body = json!({"username": "admin", "password": password});
    let answer = http
        .post(format!("{base}/api/auth/token/"))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    text(&answer.json::<Value>().await.unwrap()["access"])
}
