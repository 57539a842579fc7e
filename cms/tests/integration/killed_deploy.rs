//! A deployment whose process is killed, and the rsync that is left of it.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::support::cms;

/// A remote shell that says when it has begun and ends when somebody has written into `gate`.
fn remote_shell(dir: &Path) -> String {
    let made = Command::new("mkfifo").arg(dir.join("gate")).status();
    assert!(made.unwrap().success());
    let shell = dir.join("shell");
    let at = dir.display();
    let text = format!("#!/bin/sh\n: > {at}/begun\nexec cat {at}/gate\n");
    fs::write(&shell, text).unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o700)).unwrap();
    shell.to_str().unwrap().to_owned()
}

#[test]
fn the_next_deployment_does_not_meet_the_rsync_of_one_that_was_killed() {
    let dir = tempfile::tempdir().unwrap();
    let at = |path: &str| dir.path().join(path);
    fs::create_dir_all(at("dist")).unwrap();
    fs::write(at("dist/index.html"), "home").unwrap();
    let shell = remote_shell(dir.path());
    let mut killed = cms(dir.path())
        .args(["deploy", "web:site"])
        .env("CMS_DEPLOY_SHELL", shell)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !at("begun").exists() {
        assert!(killed.try_wait().unwrap().is_none(), "rsync has not begun");
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();

    let next = || cms(dir.path()).args(["deploy", "www"]).output().unwrap();
    let refused = next();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("another deployment is running"), "{said}");
    assert!(!at("www/index.html").exists());

    fs::write(at("gate"), "").unwrap();
    let done = next();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert_eq!(fs::read_to_string(at("www/index.html")).unwrap(), "home");
}
