//! Mistakes at the command line are named, with what to do, before anything is done.

use std::path::Path;

use crate::{
    command_line::{fails, succeeds},
    support::{cms, copy_site},
};

/// With these variables; what it said, and how it ended.
fn refused(dir: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = cms(dir);
    let done = command
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(!done.status.success(), "{arguments:?}");
    (String::from_utf8(done.stderr).unwrap(), done.status.code())
}

#[test]
fn a_backup_that_was_to_go_to_object_storage_does_not_stay_here() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fails(dir, &["backup"], "", "there is no store data/cms.db yet");
    assert!(!dir.join("data/backups").exists());
    succeeds(dir, &["user", "add", "leyla"], "long enough\n");
    for (arguments, advice) in [
        (["backup", "s3://backups/site"], "`cms backup --to`"),
        (["restore", "s3://backups/site"], "`cms restore --from`"),
        (["export", "gs://backups/site"], "a file of this machine"),
        (["backup", "--recipient=age1q"], "--to <BUCKET>"),
    ] {
        let (said, status) = refused(dir, &[], &arguments);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(advice), "{said}");
    }
    assert!(!dir.join("s3:").exists() && !dir.join("gs:").exists());
    assert!(!dir.join("data/backups").exists());
    // A setting for all backups says nothing of one that stays here, which has a name of its own; and against it nothing is sent.
    let readers = [("CMS_BACKUP_RECIPIENT", "age1q")];
    let mut command = cms(dir);
    let done = command.args(["backup", "here.db"]).envs(readers).output();
    assert!(done.unwrap().status.success() && dir.join("here.db").is_file());
    let place = "s3://backups?endpoint=http://127.0.0.1:9&region=eu";
    let plain = ["backup", "--to", place, "--unencrypted"];
    let (said, _) = refused(dir, &readers, &plain);
    assert!(said.contains("though CMS_BACKUP_RECIPIENT"), "{said}");
}

#[test]
fn a_folder_or_a_setting_that_cannot_be_is_named_once() {
    let dir = tempfile::tempdir().unwrap();
    let (said, _) = refused(dir.path(), &[], &["generate"]);
    let whole = dir.path().join("content");
    let reason = format!("there is no folder {}", whole.display());
    assert_eq!(said.matches(&reason).count(), 1, "{said}");
    assert!(said.contains("--content names another folder"), "{said}");
    for (variable, value, reason) in [
        ("CMS_PUBLIC_URL", "https://x.az/blog", "without a path"),
        ("CMS_LISTEN", "8080", "127.0.0.1:8080"),
        ("CMS_LOG", "[[[", "--log (CMS_LOG)"),
    ] {
        let (said, status) = refused(dir.path(), &[(variable, value)], &["check"]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    }
    for target in ["https://www.x.az/site", "ftp://x/y"] {
        let (said, status) = refused(dir.path(), &[], &["deploy", target]);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("of no kind that is known"), "{said}");
    }
}

#[test]
fn a_check_tells_what_someone_should_look_at() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let said = succeeds(dir.path(), &["check"], "");
    assert!(said.ends_with("content and templates: good\n"), "{said}");
    std::fs::remove_file(dir.path().join("content/ru/pages/faq.toml")).unwrap();
    let said = succeeds(dir.path(), &["check"], "");
    assert!(said.contains("content/ru/pages/faq.toml"), "{said}");
    assert!(
        said.contains("content and templates: good, ") && said.contains(" warning"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_done_about_a_user_is_said_once_with_the_way() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    succeeds(dir, &["user", "add", "leyla"], "long enough\n");
    for arguments in [
        &["user", "disable", "leyla"][..],
        &["user", "role", "leyla", "author"],
    ] {
        let way = "leyla is the last owner; `cms user role OTHER owner`";
        fails(dir, arguments, "", way);
    }
    let (said, _) = refused(dir, &[], &["user", "second-step", "reset", "leyla"]);
    assert_eq!(said, "error: leyla has no second step\n");
}

#[test]
fn an_archive_is_known_by_what_it_holds() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    succeeds(dir, &["user", "add", "leyla"], "long enough\n");
    succeeds(dir, &["export", "all.json"], "");
    let said = succeeds(dir, &["--data", "other", "import", "all.json"], "");
    assert!(said.contains("1 user"), "{said}");
    succeeds(dir, &["backup", "all.db"], "");
    fails(dir, &["import", "all.db"], "", "`cms restore`");
}
