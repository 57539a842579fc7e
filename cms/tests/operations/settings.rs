//! Every setting, as an operator may get it wrong. The list is clap's own: a new setting is in it.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Output},
};

mod folders;
mod named_files;

/// Flag and environment twin of each setting.
fn settings() -> Vec<(String, String)> {
    let command = cms::cli::command();
    let found: Vec<(String, String)> = command
        .get_arguments()
        .filter_map(|argument| {
            let twin = argument.get_env()?.to_str()?.to_owned();
            Some((format!("--{}", argument.get_long()?), twin))
        })
        .collect();
    assert!(found.len() > 20);
    found
}

fn cms(dir: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cms"))
        .args(arguments)
        .current_dir(dir)
        .env_clear()
        // A port that is taken ends `serve` at once should it get so far.
        .envs([("CMS_LOG", "error")])
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(dir: &Path) -> BTreeSet<String> {
    walkdir::WalkDir::new(dir)
        .into_iter()
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .strip_prefix(dir)
                .unwrap()
                .display()
                .to_string()
        })
        .collect()
}

/// Whatever is in the working directory, no empty value may mean it.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in [
        ".git/HEAD",
        "content/site.toml",
        "templates/base.html",
        "dist/index.html",
    ] {
        fs::create_dir_all(dir.path().join(file).parent().unwrap()).unwrap();
        fs::write(dir.path().join(file), "precious").unwrap();
    }
    dir
}

/// One with a store, whole in its file: a command that writes makes it, and may end before its log is folded in.
fn folder_with_store() -> tempfile::TempDir {
    let dir = folder();
    let output = cms(dir.path(), &["messages", "--mark-read", "1"], &[]);
    assert!(output.status.success(), "{}", said(&output));
    let store = rusqlite::Connection::open(dir.path().join("data/cms.db")).unwrap();
    store
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    store.close().unwrap();
    dir
}

/// Without the log of the store, which comes and goes.
fn lasting_names(dir: &Path) -> BTreeSet<String> {
    let mut names = names(dir);
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names
}

#[test]
fn an_empty_value_is_no_value() {
    let unset = folder_with_store();
    let plain = cms(unset.path(), &["user", "list"], &[]);
    assert!(plain.status.success(), "{}", said(&plain));
    for (flag, twin) in settings() {
        for value in ["", "  "] {
            let dir = folder_with_store();
            let output = cms(dir.path(), &["user", "list"], &[(&twin, value)]);
            assert!(
                output.status.success(),
                "{twin}={value:?}: {}",
                said(&output)
            );
            assert_eq!(
                lasting_names(dir.path()),
                lasting_names(unset.path()),
                "{twin}={value:?}"
            );
            if flag == "--log-json" || flag == "--public-url" {
                continue; // A switch takes no value; an address that is empty is documented as none.
            }
            let refused = cms(
                dir.path(),
                &["user", "list", &format!("{flag}={value}")],
                &[],
            );
            let is_path = ["--data", "--content", "--templates", "--dist"].contains(&flag.as_str());
            if is_path && !value.is_empty() {
                continue; // A folder whose name is blanks.
            }
            assert!(
                !refused.status.success() && said(&refused).contains(&flag),
                "{flag}={value:?}: {}",
                said(&refused)
            );
        }
    }
}

#[test]
fn garbage_is_refused_by_name() {
    // Of these any text has a meaning: folders, names, secrets, a command.
    let folders = ["--data", "--content", "--templates", "--dist"];
    let any = [
        "--admin-user",
        "--admin-password",
        "--metrics-token",
        "--deploy-to",
        "--deploy-shell",
        "--s3-region",
        "--s3-access-key-id",
        "--s3-secret-access-key",
        "--purge-token",
    ];
    for (flag, twin) in settings() {
        if folders.iter().chain(&any).any(|one| *one == flag) {
            continue;
        }
        let dir = folder();
        // The mailer looks at its settings together.
        let mail = ("CMS_SMTP_URL", "smtp://127.0.0.1:25");
        let to = ("CMS_MAIL_TO", "a@example.az");
        let garbage = (twin.as_str(), "?!=garbage=!?");
        let mut environment = vec![("CMS_LISTEN", "127.0.0.1:0"), mail, to];
        environment.retain(|(name, _)| *name != twin);
        environment.push(garbage);
        let output = cms(dir.path(), &["serve"], &environment);
        let text = said(&output);
        let named = text.contains(&flag)
            || text.contains(&twin)
            || (flag == "--log" && text.contains("log filter"));
        assert!(!output.status.success() && named, "{twin}: {text}");
    }
}

#[test]
fn absurd_numbers_are_refused_with_a_sentence() {
    let table = [
        ("CMS_MAX_CONNECTIONS", "0"),
        ("CMS_MAX_CONNECTIONS", "99999999999"),
        ("CMS_REQUEST_TIMEOUT", "0"),
        ("CMS_REQUEST_TIMEOUT", "99999999999999999999"),
        ("CMS_MAX_IMAGE_MIB", "0"),
        ("CMS_MAX_IMAGE_MIB", "99999999999"),
        ("CMS_IMAGE_GRACE_DAYS", "-1"),
        ("CMS_IMAGE_GRACE_DAYS", "4000000000"),
        ("CMS_MESSAGE_DAYS", "4000000000"),
        ("CMS_AUDIT_DAYS", "29"),
        ("CMS_DEPLOY_MAX_DELETE", "-1"),
        ("CMS_LISTEN", "0.0.0.0:99999"),
        ("CMS_TRUSTED_PROXIES", "10.0.0.0/8"),
    ];
    for (twin, value) in table {
        let output = cms(folder().path(), &["user", "list"], &[(twin, value)]);
        let flag = settings()
            .into_iter()
            .find(|(_, name)| name == twin)
            .unwrap()
            .0;
        assert!(
            !output.status.success() && said(&output).contains(&flag),
            "{twin}={value}: {}",
            said(&output)
        );
    }
}

#[test]
fn folders_that_lie_in_one_another_are_refused_naming_both() {
    let table = [
        ("CMS_DIST", ".", "working directory"),
        ("CMS_DIST", "/", "root folder"),
        ("CMS_DIST", "..", "contains"),
        ("CMS_DIST", "content", "--content"),
        ("CMS_DIST", "content/az", "--content"),
        ("CMS_DIST", "templates/x", "--templates"),
        ("CMS_DIST", "data", "--data"),
        ("CMS_DIST", "data/cache/generator", "cache/"),
        ("CMS_DIST", "data/deploy", "deploy/"),
        ("CMS_DIST", "link", "--content"),
        ("CMS_DATA", "dist/data", "--dist"),
        ("CMS_DATA", "content", "--content"),
        ("CMS_DATA", "templates/data", "--templates"),
        ("CMS_CONTENT", "dist", "--dist"),
        ("CMS_CONTENT", "templates", "--templates"),
        ("CMS_TEMPLATES", "dist/x", "--dist"),
        ("CMS_DEPLOY_TO", ".", "working directory"),
        ("CMS_DEPLOY_TO", "data/www", "--data"),
        ("CMS_DEPLOY_TO", "dist", "--dist"),
        ("CMS_DEPLOY_TO", "/", "root folder"),
        ("CMS_DEPLOY_TO", "web:/", "no folder"),
        ("CMS_DEPLOY_TO", "www\nwww/sub", "lie in one another"),
        (
            "CMS_DEPLOY_TO",
            "s3://site/a/b\ns3://site/a",
            "lie in one another",
        ),
        ("CMS_DEPLOY_TO", "web:www\nweb:www/", "lie in one another"),
        ("CMS_DEPLOY_TO", "s3://", "names no bucket"),
        ("CMS_DEPLOY_TO", "s3://me:secret@site", "belong into"),
    ];
    for (twin, value, other) in table {
        let dir = folder();
        symlink("content", dir.path().join("link")).unwrap();
        let before = names(dir.path());
        for command in ["serve", "generate", "deploy"] {
            let output = cms(
                dir.path(),
                &[command],
                &[(twin, value), ("CMS_LISTEN", "127.0.0.1:0")],
            );
            let (text, flag) = (
                said(&output),
                twin.replace("CMS_", "--").replace('_', "-").to_lowercase(),
            );
            assert!(
                !output.status.success() && text.contains(&flag) && text.contains(other),
                "{command}: {twin}={value}: {text}"
            );
            assert_eq!(names(dir.path()), before, "{twin}={value} wrote something");
        }
    }
    for out in [".", "content", "data", "dist", "dist/x", "templates/.."] {
        let output = cms(folder().path(), &["generate", "--out", out], &[]);
        assert!(
            !output.status.success() && said(&output).contains("--out"),
            "{out}: {}",
            said(&output)
        );
    }
}

/// By this number systemd knows that another start would end the same way.
#[test]
fn what_no_start_can_mend_ends_with_2_and_what_may_pass_with_1() {
    let (smtp, s3) = (("CMS_SMTP_URL", "smtp://127.0.0.1:25"), "s3://private");
    let table: [&[(&str, &str)]; 8] = [
        &[("CMS_MAX_CONNECTIONS", "0")],
        &[("CMS_DIST", "data")],
        &[("CMS_DEPLOY_TO", "www\nwww/sub")],
        &[("CMS_PURGE", "bunny"), ("CMS_PUBLIC_URL", "")],
        &[smtp],
        &[smtp, ("CMS_MAIL_TO", "nobody")],
        &[("CMS_LOG", "cms=loud")],
        &[("CMS_ORIGINALS", &format!("{s3}?keys=missing"))],
    ];
    let serve = |environment: &[(&str, &str)]| {
        let dir = folder();
        symlink("loop", dir.path().join("loop")).unwrap();
        let free = ("CMS_LISTEN", "127.0.0.1:0");
        cms(dir.path(), &["serve"], &[&[free], environment].concat())
    };
    for wrong in table {
        let output = serve(wrong);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{wrong:?}: {}",
            said(&output)
        );
    }
    let newer = folder_with_store();
    let store = rusqlite::Connection::open(newer.path().join("data/cms.db")).unwrap();
    store.pragma_update(None, "user_version", 9999).unwrap();
    drop(store);
    for command in COMMANDS {
        let output = cms(newer.path(), command, &[("CMS_LISTEN", "127.0.0.1:0")]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("newer release"), "{}", said(&output));
    }
    for wrong in [&["deploy", "dist/x"][..], &["generate", "--out", "content"]] {
        let output = cms(folder().path(), wrong, &[]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    }
    // Nobody would be told.
    let deployed = cms(
        folder().path(),
        &["deploy", "www"],
        &[("CMS_PURGE", "bunny")],
    );
    assert_eq!(deployed.status.code(), Some(2), "{}", said(&deployed));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for passing in [("CMS_LISTEN", taken.as_str()), ("CMS_DIST", "loop/dist")] {
        let output = serve(&[passing]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{passing:?}: {}",
            said(&output)
        );
    }
}

/// One of each that works with the store.
const COMMANDS: [&[&str]; 11] = [
    &["serve"],
    &["generate"],
    &["check"],
    &["user", "list"],
    &["token", "list"],
    &["messages"],
    &["releases"],
    &["rollback", "--resume"],
    &["export", "all.tar"],
    &["import", "content/posts"],
    &[
        "originals",
        "check",
        "--originals",
        "s3://private?endpoint=http://127.0.0.1:9&region=eu",
    ],
];

#[test]
fn a_deployment_by_mistake_destroys_nothing() {
    for arguments in [
        &["deploy", ""][..],
        &["deploy", "--force", "."],
        &["deploy"],
        &["deploy", "--force", ".."],
    ] {
        let dir = folder();
        let before = names(dir.path());
        let output = cms(dir.path(), arguments, &[("CMS_DEPLOY_TO", "")]);
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(names(dir.path()), before, "{arguments:?}");
    }
}

#[test]
fn a_program_says_which_version_it_is_and_what_it_is_made_of() {
    let dir = tempfile::tempdir().unwrap();
    let output = cms(dir.path(), &["--version"], &[]);
    let said = String::from_utf8_lossy(&output.stdout);
    let version = env!("CARGO_PKG_VERSION");
    // Of a release it is the commit and its day.
    let origin = said
        .trim_end()
        .strip_prefix(&format!("cms {version} ("))
        .and_then(|rest| rest.strip_suffix(')'));
    assert!(origin.is_some_and(|origin| !origin.is_empty()), "{said}");
}
