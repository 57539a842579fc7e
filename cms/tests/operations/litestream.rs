//! Litestream beside the real server, with a real S3 server: what was saved is there after the machine is gone, on another one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    time::Duration,
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

use crate::bucket::{Bucket, Fault, KEY, SECRET};

const PASSWORD: &str = "correct horse";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where `.ci/install-test-tools` puts it, or wherever this machine has it.
fn program() -> PathBuf {
    let ours = root().join("target/tools/litestream/bin/litestream");
    if ours.is_file() {
        ours
    } else {
        "litestream".into()
    }
}

/// Whatever does not end in this time never will.
async fn in_time<T>(what: impl Future<Output = T>) -> T {
    let within = Duration::from_secs(120);
    let ended = tokio::time::timeout(within, what).await;
    ended.unwrap_or_else(|_| panic!("not within {within:?}"))
}

/// A machine: a folder with a server and Litestream.
struct Machine {
    folder: tempfile::TempDir,
    port: u16,
    cms: Option<Child>,
    litestream: Option<Child>,
    base: String,
    token: String,
}

impl Machine {
    /// An empty one that is to have its store at this bucket.
    fn new(bucket: &Bucket) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().display();
        // The one that the documents give, for another folder and with a way to ask how far it is.
        let given = fs::read_to_string(root().join("docs/litestream.yml")).unwrap();
        let here = given.replace("/var/lib/cms/", &format!("{at}/data/"));
        assert_ne!(here, given);
        let settings = format!("{here}socket: {{ enabled: true, path: {at}/sock }}\n");
        fs::write(folder.path().join("litestream.yml"), settings).unwrap();
        Self {
            folder,
            port: bucket.port,
            cms: None,
            litestream: None,
            base: String::new(),
            token: String::new(),
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn cms(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
        command
            .current_dir(self.folder.path())
            .env_clear()
            .envs([
                ("CMS_LISTEN", "127.0.0.1:0"),
                ("CMS_LOG", "off"),
                ("CMS_ADMIN_PASSWORD", PASSWORD),
            ])
            .kill_on_drop(true);
        command
    }

    fn litestream(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command.args(arguments);
        self.with_bucket(&mut command);
        command
    }

    /// In this machine's folder, with what `/etc/cms/litestream.env` holds.
    fn with_bucket(&self, command: &mut Command) {
        command
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("BUCKET", "site")
            .env("ENDPOINT", format!("http://127.0.0.1:{}", self.port))
            .env("REGION", "eu-central-1")
            .env("LITESTREAM_ACCESS_KEY_ID", KEY)
            .env("LITESTREAM_SECRET_ACCESS_KEY", SECRET)
            .kill_on_drop(true);
    }

    /// Starts the server, without a site: what is saved is what counts.
    async fn serve(&mut self) {
        let mut child = self
            .cms()
            .arg("serve")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = in_time(lines.next_line()).await.unwrap();
        let first = first.expect("it says where it serves");
        // It may say more, and must not find nobody there.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        self.base = first
            .trim_start_matches("site")
            .trim()
            .trim_end_matches('/')
            .to_owned();
        self.cms = Some(child);
        let body = serde_json::json!({"username": "admin", "password": PASSWORD});
        let answer = reqwest::Client::new()
            .post(format!("{}/api/auth/token/", self.base))
            .json(&body)
            .send();
        let told: Value = answer.await.unwrap().json().await.unwrap();
        self.token = told["access"].as_str().unwrap().to_owned();
    }

    async fn save(&self, title: &str) {
        let form = ["title_az", "title_en", "title_ru", "author"]
            .into_iter()
            .fold(reqwest::multipart::Form::new(), |form, name| {
                form.text(name, title.to_owned())
            });
        let answer = reqwest::Client::new()
            .post(format!("{}/api/blog/posts/", self.base))
            .bearer_auth(&self.token)
            .multipart(form)
            .send();
        assert_eq!(answer.await.unwrap().status(), 201);
    }

    async fn titles(&self) -> Vec<String> {
        let answer = reqwest::get(format!("{}/api/blog/posts/", self.base));
        let posts: Vec<Value> = answer.await.unwrap().json().await.unwrap();
        let title = |post: &Value| post["title_az"].as_str().unwrap().to_owned();
        let mut titles: Vec<String> = posts.iter().map(title).collect();
        titles.sort();
        titles
    }

    fn replicate(&mut self) {
        let log = fs::File::create(self.at("litestream.log")).unwrap();
        let mut command = self.litestream(&["replicate", "-config", "litestream.yml"]);
        let begun = command.stdout(log).spawn();
        self.litestream = Some(begun.unwrap_or_else(|error| {
            panic!("Litestream is needed ({error}): run .ci/install-test-tools")
        }));
    }

    /// Asks until all that was saved is in the bucket.
    async fn replicated(&self) {
        let store = self.at("data/cms.db");
        let socket = self.at("sock");
        let ask = ["sync", "-wait", "-socket", socket.to_str().unwrap()];
        let asking = async {
            loop {
                // It may not listen yet, or the bucket may have failed.
                let asked = self.litestream(&[&ask[..], &[store.to_str().unwrap()]].concat());
                if output(asked).await.status.success() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        };
        let done = tokio::time::timeout(Duration::from_secs(120), asking).await;
        let log = || fs::read_to_string(self.at("litestream.log")).unwrap();
        assert!(done.is_ok(), "{}", log());
    }

    /// The machine burns down: nothing of it is left.
    async fn lost(mut self) {
        for child in [self.cms.take(), self.litestream.take()] {
            child.unwrap().kill().await.unwrap();
        }
        fs::remove_dir_all(self.folder.path()).unwrap();
    }

    /// As `docs/operations.md` says.
    async fn take_over(&self) {
        let mut command = Command::new(root().join("scripts/take-over"));
        self.with_bucket(&mut command);
        command
            .arg("litestream.yml")
            .env("LITESTREAM", program())
            .env("CMS", env!("CARGO_BIN_EXE_cms"))
            .env("CMS_DATA", self.at("data"));
        fine(&output(command).await);
        let left = fs::read_dir(self.at("data/backups")).unwrap();
        assert_eq!(left.count(), 0, "nothing is left beside the store");
    }
}

async fn output(mut command: Command) -> Output {
    in_time(command.stdin(Stdio::null()).output())
        .await
        .unwrap()
}

#[track_caller]
fn fine(output: &Output) {
    let both = [&output.stdout[..], &output.stderr].concat();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&both)
    );
}

fn titles(numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("post {number:03}")).collect()
}

#[tokio::test]
async fn a_machine_that_is_lost_loses_nothing_that_was_replicated() {
    let bucket = Bucket::start().await;
    let mut first = Machine::new(&bucket);
    first.serve().await;
    first.replicate();
    for title in titles(0..40) {
        first.save(&title).await;
    }
    first.replicated().await;
    // While the bucket is not there, saves go on; they come when it is back.
    bucket.fails(|_, _| Some(Fault::SlowDown));
    for title in titles(40..60) {
        first.save(&title).await;
    }
    bucket.works();
    first.replicated().await;
    first.lost().await;

    let mut second = Machine::new(&bucket);
    second.take_over().await;
    second.serve().await;
    assert_eq!(second.titles().await, titles(0..60));

    // The second machine goes on where the first one was, and may be lost as well.
    second.replicate();
    for title in titles(60..80) {
        second.save(&title).await;
    }
    second.replicated().await;
    second.lost().await;
    let mut third = Machine::new(&bucket);
    third.take_over().await;
    third.serve().await;
    assert_eq!(third.titles().await, titles(0..80));
}

#[test]
fn the_container_has_the_settings_that_are_tested_for_its_own_folder() {
    let settings = |file: &str| {
        let text = fs::read_to_string(root().join(file)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        settings("container/litestream.yml"),
        settings("docs/litestream.yml").replace("/var/lib/cms/", "/var/lib/cms/data/")
    );
}
