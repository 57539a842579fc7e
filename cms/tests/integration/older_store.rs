//! The command line beside a server of an older release.

use std::path::Path;

use cms::disk::lock::DataLock;
use rusqlite::Connection;

use crate::{
    command_line::{fails, succeeds},
    support::{Process, copy_site, password_sign_in},
};

/// A store as release 3 left it, with a user and a message.
fn older(dir: &Path) -> Connection {
    std::fs::create_dir(dir.join("data")).unwrap();
    let store = Connection::open(dir.join("data/cms.db")).unwrap();
    for sql in [
        include_str!("../../src/store/migrations/0001_start.sql"),
        include_str!("../../src/store/migrations/0002_messages.sql"),
        include_str!("../../src/store/migrations/0003_creations.sql"),
        "INSERT INTO users (name, password_hash, created_at) VALUES ('leyla', 'x', 0);
         INSERT INTO messages (received_at, name, email, phone, subject, message)
             VALUES (1700000000000, 'Aygün', 'a@b.az', '', 'audit', 'Salam');
         PRAGMA journal_mode = WAL; PRAGMA user_version = 3;",
    ] {
        store.execute_batch(sql).unwrap();
    }
    store
}

fn version(store: &Connection) -> u32 {
    store
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn commands_that_read_leave_the_store_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let store = older(dir.path());
    let _server = DataLock::take(&dir.path().join("data")).unwrap();
    assert!(succeeds(dir.path(), &["messages"], "").contains("Salam"));
    assert_eq!(succeeds(dir.path(), &["user", "list"], ""), "leyla\n");
    assert!(succeeds(dir.path(), &["check"], "").contains("version 3"));
    succeeds(dir.path(), &["export", "all.tar"], "");
    succeeds(dir.path(), &["backup"], "");
    succeeds(dir.path(), &["generate", "--out", "elsewhere"], "");
    assert_eq!(version(&store), 3);
    let copies = std::fs::read_dir(dir.path().join("data")).unwrap();
    let names = copies.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: Vec<String> = names.filter(|name| name.ends_with(".bak")).collect();
    assert!(kept.is_empty(), "nothing was migrated: {kept:?}");
}

#[test]
fn commands_that_write_wait_until_that_server_is_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let store = older(dir.path());
    let server = DataLock::take(&dir.path().join("data")).unwrap();
    let writing: [&[&str]; 4] = [
        &["messages", "--delete", "1"],
        &["messages", "--mark-read", "1"],
        &["user", "add", "murad"],
        &["user", "remove", "leyla"],
    ];
    for command in writing {
        fails(dir.path(), command, "long enough\n", "stop the server");
    }
    assert_eq!(version(&store), 3);
    drop(server);
    succeeds(dir.path(), &["messages", "--delete", "1"], "");
    assert!(version(&store) > 3, "brought up to date, with a copy");
    assert!(dir.path().join("data/cms.db.v3.bak").is_file());
}

#[test]
fn messages_that_were_seen_before_there_was_an_inbox_are_done_with() {
    let dir = tempfile::tempdir().unwrap();
    let store = older(dir.path());
    store
        .execute_batch(
            "INSERT INTO messages (received_at, name, email, phone, subject, message, read_at, relayed_at)
                 VALUES (1700000000000, 'B', 'a@b.az', '', 'x', 'x', 1, NULL), (1700000000000, 'C', 'a@b.az', '', 'x', 'x', NULL, 1)",
        )
        .unwrap();
    succeeds(dir.path(), &["user", "add", "murad"], "long enough\n");
    let states: String = store
        .query_row(
            "SELECT group_concat(state) FROM (SELECT state FROM messages ORDER BY id)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(states, "new,archived,archived");
}

#[test]
fn nothing_is_made_by_looking() {
    let dir = tempfile::tempdir().unwrap();
    for command in [&["messages"][..], &["user", "list"], &["export", "-"]] {
        fails(dir.path(), command, "", "there is no store");
    }
    assert!(!dir.path().join("data").exists());
}

#[test]
fn a_user_is_removed_but_not_the_last_one_by_mistake() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["leyla", "murad"] {
        succeeds(dir.path(), &["user", "add", name], "long enough\n");
    }
    fails(
        dir.path(),
        &["user", "remove", "nobody"],
        "",
        "no user nobody",
    );
    succeeds(dir.path(), &["user", "remove", "murad"], "");
    fails(
        dir.path(),
        &["user", "remove", "leyla"],
        "",
        "the last user",
    );
    assert_eq!(succeeds(dir.path(), &["user", "list"], ""), "leyla\n");
    succeeds(dir.path(), &["user", "remove", "leyla", "--force"], "");
    assert_eq!(succeeds(dir.path(), &["user", "list"], ""), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_keeps_the_first_password_out_of_the_journal() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start_with(dir.path(), &[("JOURNAL_STREAM", "9:12345")]);
    let said = process.printed.last().unwrap();
    let file = dir.path().join("data/first-password");
    assert!(
        said.contains("the password is in data/first-password"),
        "{said}"
    );
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let text = std::fs::read_to_string(&file).unwrap();
    let (name, password) = text.trim().split_once('\n').unwrap();
    assert_eq!(name, "admin");
    assert!(!process.printed.concat().contains(password));
    password_sign_in(&reqwest::Client::new(), &process.base, password).await;
    assert!(!file.exists(), "it has served");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_an_older_store_is_published_and_revision_1() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    older(dir.path())
        .execute_batch(
            "INSERT INTO posts VALUES (7, 1, 'hr', 1, 0, 'Leyla', 1700000000000, NULL, 'https://a.az/x.jpg',
                 'Salam \"a\"', 'Hello', '', 'x', '', '', '<p>az</p>', '<p>en</p>', '');
             INSERT INTO creations VALUES ('key', 7, 1700000000000);",
        )
        .unwrap();
    succeeds(dir.path(), &["export", "before.tar"], "");
    let process = Process::start_with(dir.path(), &[]);
    process.until_live().await;
    succeeds(dir.path(), &["export", "after.tar"], "");
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    let words = String::from_utf8_lossy(&read("after.tar")).into_owned();
    assert!(words.contains("\"kind\": \"publication\""));
    assert!(
        read("before.tar") == read("after.tar"),
        "read as it will be"
    );
    let store = Connection::open(dir.path().join("data/cms.db")).unwrap();
    let languages: String = store
        .query_row(
            "SELECT languages FROM post_revisions WHERE post_id = 7 AND number = 1",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(languages, "az,en");
    let kept: i64 = store
        .query_row(
            "SELECT count(*) FROM creations WHERE post_id = 7",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(kept, 1);
    process.kill();
}

/// A store as each release left it that knew the life of a post.
#[test]
fn a_store_of_a_release_in_between_is_read_and_brought_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migrations");
    let mut migrations: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    migrations.sort();
    for release in 6..migrations.len() {
        let dir = tempfile::tempdir().unwrap();
        copy_site(dir.path());
        std::fs::create_dir(dir.path().join("data")).unwrap();
        let store = Connection::open(dir.path().join("data/cms.db")).unwrap();
        for sql in &migrations[..release] {
            store
                .execute_batch(&std::fs::read_to_string(sql).unwrap())
                .unwrap();
        }
        store
            .execute_batch(&format!(
                "INSERT INTO working_copies (post_id, version, created_at, created_by, edited_at, edited_by, category, featured,
                     trending, author, title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, content_az, content_en,
                     content_ru)
                 VALUES (1, 1, 1, 'A', 1, 'A', 'audit', 0, 0, 'A', 'a', '', '', '', '', '', '<p>a</p>', '', '');
                 INSERT INTO schedules (post_id, lang, action, at, by_name) VALUES (1, 'az', 'publish', 32503680000000, 'A');
                 PRAGMA journal_mode = WAL; PRAGMA user_version = {release};"
            ))
            .unwrap();
        succeeds(dir.path(), &["export", "all.tar"], "");
        succeeds(dir.path(), &["generate", "--out", "elsewhere"], "");
        assert_eq!(version(&store), release as u32);
        let row = "SELECT state, missing_ru FROM desk JOIN schedules ON post_id = id WHERE redirect_to IS NULL";
        succeeds(dir.path(), &["user", "add", "leyla"], "long enough\n");
        let found = store.query_row(row, [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(found, Ok(("scheduled".to_owned(), true)));
        // What was exported is taken.
        let other = tempfile::tempdir().unwrap();
        std::fs::rename(dir.path().join("all.tar"), other.path().join("all.tar")).unwrap();
        succeeds(other.path(), &["import", "all.tar"], "");
    }
}
