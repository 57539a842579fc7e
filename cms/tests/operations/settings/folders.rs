//! Folders that are files, or that one has no right to.

use std::{
    fs,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    process::Command,
};

use super::{COMMANDS, cms, folder, names, said};

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
            eprintln!("skipped: being somebody else needs root");
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
