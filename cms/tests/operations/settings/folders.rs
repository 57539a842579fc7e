//! Folders that are files, or that one has no right to.

use std::{
    fs,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::Path,
    process::Command,
};

use super::{COMMANDS, cms, folder, names, said};
use crate::skipped::skipped;

#[test]
fn a_file_in_the_place_of_a_folder_is_named_with_its_setting_and_what_to_do() {
    let output = |command: &[&str], (twin, value): (&str, &str)| {
        let dir = folder();
        fs::write(dir.path().join("taken"), "precious").unwrap();
        let before = names(dir.path());
        let free = ("CMS_LISTEN", "127.0.0.1:0");
        let output = cms(dir.path(), command, &[free, (twin, value)]);
        assert_eq!(names(dir.path()), before, "{command:?}");
        output
    };
    let more: [&[&str]; 3] = [&["backup"], &["key", "rotate"], &["restore", "b.db"]];
    let of_data = COMMANDS
        .iter()
        .chain(&more)
        .map(|command| (*command, "CMS_DATA"));
    let of_dist = [&["serve"][..], &["generate"]].map(|command| (command, "CMS_DIST"));
    for (command, twin) in of_data.chain(of_dist) {
        for (value, reason) in [("taken", "this is a file"), ("taken/x", "is a file")] {
            let output = output(command, (twin, value));
            let text = said(&output);
            let named = format!("({twin}) = {value}: ");
            let told =
                text.contains(&named) && text.contains(reason) && text.contains("name a folder");
            assert!(told, "{command:?}: {text}");
            assert_eq!(output.status.code(), Some(2), "{command:?}: {text}");
        }
    }
}

/// It may pass, so it is not for good.
#[test]
fn a_place_without_rights_is_named_with_its_setting() {
    const NOBODY: u32 = 65534;
    let dir = folder();
    for folder in ["", "content", "templates", "dist", ".git"] {
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(dir.path().join(folder), mode).unwrap();
    }
    for (command, twin) in [
        ("serve", "CMS_DATA"),
        ("generate", "CMS_DATA"),
        ("generate", "CMS_DIST"),
    ] {
        let data = tempfile::tempdir().unwrap();
        fs::set_permissions(data.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let done = Command::new(env!("CARGO_BIN_EXE_cms"))
            .arg(command)
            .current_dir(dir.path())
            .envs([("CMS_DATA", data.path())])
            .envs([
                (twin, "shut/x"),
                ("CMS_LISTEN", "127.0.0.1:0"),
                ("CMS_LOG", "error"),
            ])
            .uid(NOBODY)
            .gid(NOBODY)
            .output();
        let Ok(output) = done else {
            skipped("being somebody else needs root");
            return;
        };
        let text = said(&output);
        let told = text.contains(&format!("({twin})")) && text.contains("shut");
        assert!(
            told && text.contains("Permission denied"),
            "{command}: {text}"
        );
        assert_eq!(output.status.code(), Some(1), "{command}: {text}");
    }
}

#[test]
fn targets_stand_on_a_line_each_with_whatever_blanks() {
    let (dir, place) = (folder(), tempfile::tempdir().unwrap());
    let [one, two] = ["one", "two"].map(|name| place.path().join(name));
    let before = names(dir.path());
    let several = format!("\n  {} \n\n{}\n", one.display(), two.display());
    let path = ("PATH", &*std::env::var("PATH").unwrap());
    let output = cms(
        dir.path(),
        &["deploy"],
        &[path, ("CMS_DEPLOY_TO", &several)],
    );
    assert!(output.status.success(), "{}", said(&output));
    for target in [one, two] {
        assert!(target.join("index.html").is_file());
    }
    let more = names(dir.path());
    let more = more.difference(&before);
    let outside = more.filter(|name| !name.starts_with("data"));
    assert_eq!(outside.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// As under the unit, whose umask lets nobody else in: a web server must get through the folders above the site, too.
#[test]
fn folders_that_are_made_above_a_target_let_others_through() {
    let (dir, place) = (folder(), tempfile::tempdir().unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let before = mode(place.path());
    let deploy = "umask 077; exec \"$0\" deploy \"$1\"";
    let output = Command::new("sh")
        .args(["-c", deploy, env!("CARGO_BIN_EXE_cms")])
        .arg(place.path().join("a/b/www"))
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    for folder in ["a", "a/b", "a/b/www"] {
        assert_eq!(mode(&place.path().join(folder)), 0o755, "{folder}");
    }
    assert_eq!(mode(place.path()), before, "it was there");
}
