//! A hundred times SIGKILL, at moments spread over each piece of work: saves with pictures, migration, backup, deployment, restore.
//!
//! Where a piece of work is killed is left to chance on purpose; what must hold afterwards is not.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use cms::store::{backup, migrations};
use reqwest::{Client, StatusCode};
use rusqlite::Connection;
use serde_json::Value;

use crate::support::{Draft, PASSWORD, Process, cms, copy_site, password_sign_in, png};

/// Opens the store for writing, which brings it up to date, and does nothing else to one that has posts.
const OPEN: &[&str] = &["import", "--if-empty", "nothing.tar"];

/// A command to be killed, quietly.
fn start(dir: &Path, arguments: &[&str]) -> Child {
    let mut command = cms(dir);
    command
        .args(arguments)
        .env("CMS_ADMIN_PASSWORD", PASSWORD)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

fn run(dir: &Path, arguments: &[&str]) {
    let output = cms(dir).args(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "cms {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// How long the whole command takes here and now.
fn duration_of(dir: &Path, arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    run(dir, arguments);
    begun.elapsed()
}

/// Kills the command somewhere between its beginning and its end.
fn killed_within(whole: Duration, mut child: Child) {
    std::thread::sleep(whole.mul_f64(rand::random_range(0.0..1.1)));
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
}

/// Everything below a folder, by path. What goes meanwhile (a killed command's rsync ends a little later) is left out.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    entries
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_owned();
            Some((name, fs::read(entry.path()).ok()?))
        })
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Pages alone: retired assets may stay for a day.
fn pages(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = tree(folder);
    files.retain(|path, _| path.extension().is_some_and(|kind| kind == "html"));
    files
}

/// A store of the first version with some posts in it.
fn first_version(file: &Path, posts: i64) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch(include_str!("../../src/store/migrations/0001_start.sql"))
        .unwrap();
    let insert = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO posts SELECT NULL, i, 'audit', 0, 0, 'A', i, NULL, NULL, 't', 't', 't', '', '', '',
             hex(randomblob(500)), '', '' FROM n";
    connection.execute(insert, [posts]).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
}

fn count_of_posts(file: &Path) -> i64 {
    Connection::open(file)
        .unwrap()
        .query_row("SELECT count(*) FROM posts", [], |row| row.get(0))
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn saves_with_pictures() {
    const ROUNDS: u8 = 25;
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let http = Client::new();
    let mut answered: BTreeMap<i64, String> = BTreeMap::new();
    for round in 0..ROUNDS {
        let process = Process::start(dir.path());
        let access = password_sign_in(&http, &process.base, PASSWORD).await;
        let address = format!("{}/api/blog/posts/", process.base);
        let saving = async {
            for save in 0.. {
                let title = format!("Round {round}, save {save}");
                let data = STANDARD.encode(png(round));
                let text = format!("<p><img src=\"data:image/png;base64,{data}\" alt=\"\"></p>");
                let draft = Draft::new(&title)
                    .with("content_az", &text)
                    .image(png(save));
                let request = http.post(&address).bearer_auth(&access);
                let answer = request.multipart(draft.form()).send().await;
                let Ok(answer) = answer else { return };
                assert_eq!(answer.status(), StatusCode::CREATED);
                let Ok(post) = answer.json::<Value>().await else {
                    return;
                };
                answered.insert(post["id"].as_i64().unwrap(), title);
            }
        };
        let moment = Duration::from_millis(rand::random_range(5..250));
        // The save that is on its way when the time is up is given up with the process.
        let _ = tokio::time::timeout(moment, saving).await;
        process.kill();
    }
    let process = Process::start(dir.path());
    process.until_live().await;
    for (id, title) in &answered {
        let page = fs::read_to_string(dir.path().join(format!("dist/en/blog/{id}/index.html")));
        assert!(page.unwrap_or_default().contains(title), "post {id}");
    }
    process
        .until(|site| site["last_build"]["images_pending"] == 0)
        .await;
    assert!(process.terminate().success());
    run(dir.path(), &["generate", "--full", "--out", "fresh"]);
    let (dist, fresh) = (
        pages(&dir.path().join("dist")),
        pages(&dir.path().join("fresh")),
    );
    assert!(
        dist == fresh,
        "the pages differ from those of a build from nothing"
    );
}

#[test]
fn a_migration() {
    const POSTS: i64 = 3_000;
    let whole = {
        let dir = tempfile::tempdir().unwrap();
        first_version(&dir.path().join("data/cms.db"), POSTS);
        duration_of(dir.path(), OPEN)
    };
    for _ in 0..20 {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("data/cms.db");
        first_version(&file, POSTS);
        killed_within(whole, start(dir.path(), OPEN));
        // The next to open it for writing rolls back what was on its way; a check reads only.
        assert_eq!(count_of_posts(&file), POSTS);
        let version = backup::check(&file).unwrap().version;
        assert!([1, migrations::latest()].contains(&version), "{version}");
        run(dir.path(), OPEN);
        assert_eq!(
            backup::check(&file).unwrap().version,
            migrations::latest(),
            "the next start goes on"
        );
        assert_eq!(count_of_posts(&file), POSTS);
        // What was copied before is whole, whenever it was; only one, since nothing came in between.
        let copy = dir.path().join("data/cms.db.v1.bak");
        assert_eq!(backup::check(&copy).unwrap().version, 1);
        let mut others = names(&dir.path().join("data"));
        others.retain(|name| name.contains(".bak") || name.starts_with(".cms-"));
        assert_eq!(others, ["cms.db.v1.bak"]);
    }
}

#[test]
fn a_backup_is_whole_or_not_there() {
    let dir = tempfile::tempdir().unwrap();
    first_version(&dir.path().join("data/cms.db"), 3_000);
    run(dir.path(), OPEN);
    let whole = duration_of(dir.path(), &["backup", "copies/whole.db"]);
    for round in 0..20 {
        let name = format!("copies/{round}.db");
        killed_within(whole, start(dir.path(), &["backup", &name]));
        let file = dir.path().join(&name);
        if file.exists() {
            backup::check(&file).unwrap();
        }
    }
    run(dir.path(), &["backup", "copies/last.db"]);
    let mut unfinished = names(&dir.path().join("copies"));
    unfinished.retain(|name| !name.ends_with(".db"));
    assert!(unfinished.is_empty(), "{unfinished:?}");
}

#[test]
fn a_deployment() {
    let dir = tempfile::tempdir().unwrap();
    let write = |edition: usize| {
        for page in 0..300 {
            let folder = dir.path().join(format!("dist/{page}"));
            fs::create_dir_all(&folder).unwrap();
            let new = folder.join(".new");
            fs::write(&new, format!("page {page}, edition {edition}")).unwrap();
            fs::rename(&new, folder.join("index.html")).unwrap();
        }
        fs::write(dir.path().join("dist/index.html"), format!("{edition}")).unwrap();
    };
    write(0);
    let whole = duration_of(dir.path(), &["deploy", "target"]);
    for edition in 1..=20 {
        write(edition);
        killed_within(whole, start(dir.path(), &["deploy", "target"]));
        let torn = pages(&dir.path().join("target"))
            .into_values()
            .any(|bytes| {
                !String::from_utf8(bytes)
                    .unwrap()
                    .ends_with(|end: char| end.is_ascii_digit())
            });
        assert!(!torn, "each page of the target is whole");
    }
    // The rsync of the last one that was killed may go on for longer than the next deployment waits, on a busy machine.
    let sending = fs::File::open(dir.path().join("data/deploy")).unwrap();
    sending.lock().unwrap();
    drop(sending);
    run(dir.path(), &["deploy", "target"]);
    assert!(pages(&dir.path().join("target")) == pages(&dir.path().join("dist")));
    let own = names(&dir.path().join("data/deploy"));
    let left = own
        .iter()
        .filter(|name| !["lock", "owner"].contains(&name.as_str()) && !name.ends_with(".json"));
    assert_eq!(left.count(), 0, "left by killed deployments: {own:?}");
}

#[test]
fn a_restore() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("data/cms.db");
    first_version(&file, 3_000);
    run(dir.path(), OPEN);
    run(dir.path(), &["backup", "copy.db"]);
    let whole = duration_of(dir.path(), &["restore", "copy.db", "--force"]);
    for _ in 0..15 {
        killed_within(whole, start(dir.path(), &["restore", "copy.db", "--force"]));
        backup::check(&file).unwrap();
        assert_eq!(count_of_posts(&file), 3_000);
    }
    run(dir.path(), &["restore", "copy.db", "--force"]);
    let mut left = names(&dir.path().join("data"));
    left.retain(|name| name.starts_with(".cms-"));
    assert!(left.is_empty(), "{left:?}");
}
