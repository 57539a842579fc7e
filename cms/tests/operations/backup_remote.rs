//! `cms backup --to s3://…` and the way back, with the real command and a real S3 server that fails.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Output,
    sync::Mutex,
};

use age::secrecy::ExposeSecret as _;
use cms::store::{Store, backup, revisions};
use tokio::process::Command;

use crate::bucket::{Bucket, Fault, KEY, SECRET};

/// More than two parts of an upload.
const LARGE: usize = 20 << 20;

struct Case {
    folder: tempfile::TempDir,
    bucket: Bucket,
    public: String,
}

/// A store with a save, a bucket and a key.
async fn case() -> Case {
    let case = Case {
        folder: tempfile::tempdir().unwrap(),
        bucket: Bucket::start().await,
        public: String::new(),
    };
    case.save();
    let public = case.key("key");
    Case { public, ..case }
}

impl Case {
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn save(&self) {
        let store = Store::open(&self.at("data/cms.db")).unwrap();
        store
            .write_blocking(|store| Ok::<_, anyhow::Error>(revisions::advance(store)?))
            .unwrap();
    }

    /// Bytes that do not compress.
    fn grow(&self) {
        let store = rusqlite::Connection::open(self.at("data/cms.db")).unwrap();
        let sql = format!("CREATE TABLE ballast AS SELECT randomblob({LARGE}) AS x");
        store.execute_batch(&sql).unwrap();
    }

    /// Writes a key; returns its public half.
    fn key(&self, name: &str) -> String {
        let key = age::x25519::Identity::generate();
        fs::write(self.at(name), key.to_string().expose_secret()).unwrap();
        key.to_public().to_string()
    }

    async fn cms(&self, data: &str, arguments: &[&str]) -> Output {
        self.cms_with(data, arguments, &[]).await
    }

    async fn cms_with(&self, data: &str, arguments: &[&str], more: &[(&str, &str)]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cms"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("CMS_LOG", "error")
            .env("CMS_DATA", self.at(data))
            .env("CMS_S3_ACCESS_KEY_ID", KEY)
            .env("CMS_S3_SECRET_ACCESS_KEY", SECRET)
            .envs(more.iter().copied())
            .output()
            .await
            .unwrap()
    }

    async fn back_up(&self, more: &[&str]) -> Output {
        let to = self.bucket.target("/backups");
        let arguments = [&["backup", "--to", &to], more].concat();
        self.cms_with(
            "data",
            &arguments,
            &[("CMS_BACKUP_RECIPIENT", &self.public)],
        )
        .await
    }

    async fn restore(&self, data: &str, more: &[&str]) -> Output {
        let from = self.bucket.target("/backups");
        self.cms(data, &[&["restore", "--from", &from], more].concat())
            .await
    }

    /// What lies in the bucket, besides what the server keeps for itself.
    fn objects(&self) -> Vec<String> {
        let folder = self.bucket.file("backups");
        let entries = fs::read_dir(folder).into_iter().flatten();
        let mut found: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        found
    }

    /// Put there by somebody.
    fn put(&self, name: &str, bytes: &[u8]) {
        let file = self.bucket.file(&format!("backups/{name}"));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }

    /// Nothing of a command that has ended is left.
    fn is_tidy(&self, data: &str) -> bool {
        let entries = fs::read_dir(self.at(data).join("backups"));
        entries.into_iter().flatten().count() == 0
    }
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&both).into_owned()
}

#[track_caller]
fn fine(output: &Output) -> String {
    let said = said(output);
    assert!(output.status.success(), "{said}");
    said
}

#[track_caller]
fn refused(output: &Output, why: &str) {
    let said = said(output);
    assert!(!output.status.success() && said.contains(why), "{said}");
    assert!(
        !said.contains(SECRET) && !said.contains("panicked"),
        "{said}"
    );
}

fn revision(file: &Path) -> i64 {
    backup::check(file).unwrap().revision
}

#[tokio::test]
async fn a_store_larger_than_a_part_comes_back_as_it_was() {
    let case = case().await;
    case.grow();
    fine(&case.back_up(&[]).await);
    let puts = case.bucket.requests();
    let parts = puts
        .iter()
        .filter(|request| request.contains("partNumber="));
    assert!(parts.count() >= 3, "{puts:?}");

    let name = case.objects().pop().unwrap();
    let sealed = fs::read(case.bucket.file(&format!("backups/{name}"))).unwrap();
    assert!(
        sealed.starts_with(b"age-encryption.org/v1\n"),
        "any age opens it"
    );
    assert!(fine(&case.back_up(&["--list"]).await).contains(&name));
    assert!(case.is_tidy("data"));

    let key = case.at("key");
    let restored = case
        .restore("elsewhere", &["--identity", key.to_str().unwrap()])
        .await;
    assert!(fine(&restored).contains(&name));
    assert!(case.is_tidy("elsewhere"));
    let digest = |data: &str| -> Vec<u8> {
        let store = rusqlite::Connection::open(case.at(data)).unwrap();
        store
            .query_row("SELECT x FROM ballast", [], |row| row.get(0))
            .unwrap()
    };
    assert!(digest("data/cms.db") == digest("elsewhere/cms.db"));
    assert_eq!(revision(&case.at("elsewhere/cms.db")), 1);

    // What today's restore refuses, this one does: saves since would be undone.
    case.save();
    let again = case
        .restore("data", &["--identity", key.to_str().unwrap()])
        .await;
    refused(&again, "saves would be undone");
    let forced = ["--identity", key.to_str().unwrap(), "--force", &name];
    fine(&case.restore("data", &forced).await);
    assert_eq!(revision(&case.at("data/cms.db")), 1);
}

#[tokio::test]
async fn nothing_goes_unencrypted_unless_that_is_said() {
    let case = case().await;
    let to = case.bucket.target("/backups");
    refused(
        &case.cms("data", &["backup", "--to", &to]).await,
        "--recipient",
    );
    refused(
        &case.back_up(&["--unencrypted"]).await,
        "though CMS_BACKUP_RECIPIENT",
    );
    let key = fs::read_to_string(case.at("key")).unwrap();
    let secret = key.lines().find(|line| line.starts_with("AGE-SECRET-KEY"));
    let secret = secret.unwrap();
    let wrong = case
        .cms("data", &["backup", "--to", &to, "--recipient", secret])
        .await;
    refused(&wrong, "give the public one");
    assert!(!said(&wrong).contains(secret), "a secret is not repeated");
    let sealed = ["backup", "--to", &to, "--recipient", &case.public];
    let site = [("CMS_DEPLOY_TO", case.bucket.target(""))];
    let site = site.each_ref().map(|(name, to)| (*name, to.as_str()));
    refused(
        &case.cms_with("data", &sealed, &site).await,
        "which everyone can read",
    );
    assert_eq!(case.objects(), Vec::<String>::new());

    fine(
        &case
            .cms("data", &["backup", "--to", &to, "--unencrypted"])
            .await,
    );
    let name = case.objects().pop().unwrap();
    assert_eq!(revision(&case.bucket.file(&format!("backups/{name}"))), 1);
    let key = case.at("key");
    let doubted = case
        .restore("elsewhere", &["--identity", key.to_str().unwrap()])
        .await;
    refused(&doubted, "is not encrypted");
    fine(&case.restore("elsewhere", &[]).await);
    assert_eq!(revision(&case.at("elsewhere/cms.db")), 1);
}

#[tokio::test]
async fn what_cannot_be_restored_says_why_and_changes_nothing() {
    let case = case().await;
    let key = case.at("key").to_str().unwrap().to_owned();
    let identity = ["--identity", key.as_str()];
    refused(
        &case.restore("data", &identity).await,
        "there is no backup in s3://site/backups",
    );
    fine(&case.back_up(&[]).await);
    let name = case.objects().pop().unwrap();
    let whole = fs::read(case.bucket.file(&format!("backups/{name}"))).unwrap();

    refused(&case.restore("data", &[]).await, "--identity");
    case.key("other");
    let other = case.at("other");
    let other = ["--identity", other.to_str().unwrap()];
    refused(
        &case.restore("data", &other).await,
        "none of the keys opens it",
    );
    refused(
        &case.restore("data", &["--identity", "none"]).await,
        "cannot read none",
    );
    let missing = ["cms-20200101T000000Z.db.age", "--identity", key.as_str()];
    refused(
        &case.restore("data", &missing).await,
        "there is no cms-20200101T000000Z.db.age",
    );

    case.put("cms-29991231T000000Z.db.age", &whole[..whole.len() / 2]);
    refused(&case.restore("data", &identity).await, "cut off");
    case.put("cms-29991231T000000Z.db.age", &[]);
    refused(&case.restore("data", &identity).await, "cut off");
    case.put("cms-29991231T000000Z.db", b"SQLite format 3\0 and no more");
    refused(
        &case.restore("data", &["cms-29991231T000000Z.db"]).await,
        "was fetched, but not restored",
    );

    let nowhere = case
        .bucket
        .target("/x")
        .replace("s3://site", "s3://nowhere");
    refused(
        &case.cms("data", &["restore", "--from", &nowhere]).await,
        "no such bucket",
    );
    let list = ["backup", "--to", &nowhere, "--list"];
    refused(&case.cms("data", &list).await, "no such bucket");
    let send = ["backup", "--to", &nowhere, "--unencrypted"];
    refused(&case.cms("data", &send).await, "no such bucket");
    assert_eq!(revision(&case.at("data/cms.db")), 1);
    assert!(!case.at("data/cms.db.before-restore-1").exists());
    assert!(case.is_tidy("data"));
}

#[tokio::test]
async fn half_an_upload_is_no_backup_and_what_passes_is_tried_again() {
    let case = case().await;
    case.grow();
    // The third part never arrives; then the last step does not.
    for step in ["partNumber=3", "POST"] {
        case.bucket.fails(move |method, uri| {
            let ends = method == "POST" && !uri.contains("uploads");
            let hit = uri.contains(step) || (step == "POST" && ends);
            hit.then_some(Fault::SlowDown)
        });
        refused(&case.back_up(&[]).await, "overloaded");
        assert_eq!(case.objects(), Vec::<String>::new(), "{step}");
        let asked = case.bucket.requests();
        assert!(
            asked.iter().any(|request| request.starts_with("DELETE")),
            "parts are taken back"
        );
        assert!(case.is_tidy("data"));
    }
    for (fault, why) in [
        (Fault::Denied, "refuses the keys"),
        (Fault::Skewed, "set the clock"),
    ] {
        case.bucket.fails(move |_, _| Some(fault));
        refused(&case.back_up(&[]).await, why);
    }
    // Each request fails the first time; the word of the last step is lost.
    let seen = Mutex::new(BTreeSet::new());
    case.bucket.fails(move |method, uri| {
        let first = seen.lock().unwrap().insert(format!("{method} {uri}"));
        let ends = method == "POST" && !uri.contains("uploads");
        first.then_some(if ends { Fault::CutAfter } else { Fault::Cut })
    });
    fine(&case.back_up(&[]).await);
    let key = case.at("key");
    let restored = case
        .restore("elsewhere", &["--identity", key.to_str().unwrap()])
        .await;
    fine(&restored);
    assert_eq!(revision(&case.at("elsewhere/cms.db")), 1);
}

#[tokio::test]
async fn only_older_backups_are_removed_and_only_ours() {
    let case = case().await;
    let old = [
        "cms-20200101T000000Z.db.age",
        "cms-20210101T000000Z.db",
        "cms-20220101T000000Z.db.age",
    ];
    let others = [
        "cms-2019.db",
        "thesis.db",
        "cms-20200101T000000Z.db.age.bak",
        "more/cms-20200101T000000Z.db",
    ];
    for name in old.iter().chain(&others) {
        case.put(name, b"years of work");
    }
    let said = fine(&case.back_up(&["--keep", "2"]).await);
    let there: BTreeSet<String> = case.objects().into_iter().collect();
    assert!(!there.contains(old[0]) && !there.contains(old[1]), "{said}");
    assert!(there.contains(old[2]), "the newest of the older ones");
    assert!(
        others
            .iter()
            .all(|name| case.bucket.file(&format!("backups/{name}")).exists())
    );
    assert!(said.contains(&format!("removed {}", old[0])), "{said}");

    refused(&case.back_up(&["--keep", "0"]).await, "0 is not in");
}

#[tokio::test]
async fn a_clock_that_was_wrong_removes_nothing() {
    let case = case().await;
    case.put("cms-20200101T000000Z.db.age", b"years of work");
    // By its name the one just made is old.
    case.put("cms-29991231T000000Z.db.age", b"of a clock that was ahead");
    refused(&case.back_up(&["--keep", "1"]).await, "is the clock right?");
    assert_eq!(case.objects().len(), 3, "nothing went");
}
