//! Creates the admin's build folder when it is missing, so that the crate compiles before npm has run, and says which commit a
//! release is made of.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if let Err(error) = std::fs::create_dir_all("../admin-ui/dist") {
        println!("cargo::warning=cannot create admin-ui/dist: {error}");
    }
    let version = env!("CARGO_PKG_VERSION");
    println!("cargo::rustc-env=CMS_VERSION={version} ({})", origin());
}

/// Commit and day of a release. What is built while one works would be compiled again with every commit: it has no name.
fn origin() -> String {
    if env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return "development".to_owned();
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=src");
    let commit = git(&["show", "-s", "--abbrev=10", "--format=%h, %cs"]);
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ".."])
        .is_some_and(|files| !files.is_empty());
    match commit {
        Some(commit) if changed => format!("{commit}, changed since"),
        Some(commit) => commit,
        None => "commit unknown".to_owned(),
    }
}

/// What git answers; nothing outside of a clone, or where there is no git.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
