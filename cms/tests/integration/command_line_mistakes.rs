//! Mistakes at the command line are named, with what to do, before anything is done.

use std::path::Path;

use cms::store::Store;
use generator::Lang;
use serde_json::json;

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

fn store_of(dir: &Path, json: &serde_json::Value) -> String {
    std::fs::write(dir.join("posts.json"), json.to_string()).unwrap();
    succeeds(dir, &["import", "posts.json"], "")
}

/// The first picture that is uploaded later would have the number that they name.
#[test]
fn pictures_that_a_json_names_and_does_not_bring_are_left_out_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let said = store_of(
        dir.path(),
        &json!([{"id": 3, "date": "2025-03-05T08:00:00Z", "title_az": "a", "author": "A",
            "content_az": "<p>a <a href=\"/api/blog/images/2/\">b</a><img src=\"/api/blog/images/1/\" alt=\"c\"></p>",
            "content_ru": "<p>d</p><p><img src=\"/api/blog/images/7/\"></p>"}]),
    );
    for (field, image) in [("content_az", 2), ("content_az", 1), ("content_ru", 7)] {
        let line = format!("post 3: {field}: there is no image {image}; left out\n");
        assert!(said.contains(&line), "{said}");
    }
    let store = Store::open(&dir.path().join("data/cms.db")).unwrap();
    let post = store
        .read_blocking(|store| Ok::<_, anyhow::Error>(cms::store::posts::find(store, 3)?))
        .unwrap();
    let content = post.unwrap().post.content;
    assert_eq!(content.get(Lang::AZ), "<p>a b</p>");
    assert!(!content.get(Lang::RU).contains("img"), "{content:?}");
}

#[test]
fn a_json_that_is_wrong_is_refused_with_the_place() {
    let dir = tempfile::tempdir().unwrap();
    let post = |id: i64, category: &str| json!({"id": id, "date": "2025-03-05T08:00:00Z", "title_az": "a", "author": "A", "category": category});
    for (posts, reason) in [
        (
            json!([post(7, "tax-legal"), post(8, "tax-legal"), post(7, "hr")]),
            "bad.json: post 7 is there twice: as item 1 and as item 3 of the array",
        ),
        (
            json!([post(8, "fishing")]),
            "bad.json: post 8: category is refused: invalid_choice",
        ),
    ] {
        std::fs::write(dir.path().join("bad.json"), posts.to_string()).unwrap();
        fails(dir.path(), &["import", "bad.json"], "", reason);
    }
}

#[test]
fn what_no_archive_would_take_and_pictures_that_are_not_there_are_named() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    store_of(
        dir.path(),
        &json!([{"id": 3, "date": "2025-03-05T08:00:00Z", "title_az": "a", "author": "A"}]),
    );
    let said = succeeds(dir.path(), &["check"], "");
    assert!(!said.contains("post 3"), "{said}");
    let store = Store::open(&dir.path().join("data/cms.db")).unwrap();
    store
        .write_blocking(|store| {
            cms::store::redirects::put(store, 3, "/faq/")?;
            let mut stored = cms::store::posts::find(store, 3)?.unwrap();
            stored
                .post
                .content
                .set(Lang::EN, "<p><img src=\"/api/blog/images/5/\"></p>");
            Ok::<_, anyhow::Error>(cms::store::posts::update(store, &stored)?)
        })
        .unwrap();
    let said = succeeds(dir.path(), &["check"], "");
    for line in [
        "post 3 is on-line and its address is sent to /faq/: no archive of this store can be imported\n",
        "post 3 names image 5 in content_en, which is not there\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
}
