//! Part of the build scripts of `imaging` and `drawing`: what a crate's results depend on beside its own sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Where the workspace's versions stand, seen from a crate in `generator/`.
pub const LOCK: &str = "../../Cargo.lock";

/// Files below a folder but those that have no say.
pub fn sources(folder: &Path, apart: &[&str], files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if apart.iter().any(|apart| Path::new(apart) == path) {
            continue;
        }
        if path.is_dir() {
            sources(&path, apart, files)
        } else {
            files.push(path)
        }
    }
}

/// Name, version and checksum of every library that a crate goes through, and how they are asked for. Direct dependencies
/// `beside` have no say; a new one counts without a thought.
pub fn libraries(beside: &[&str]) -> Result<BTreeSet<String>, String> {
    let own = table("Cargo.toml")?;
    let asked = own.get("dependencies").and_then(Value::as_table);
    let asked = asked.ok_or("Cargo.toml has no dependencies")?;
    let mut open: Vec<String> = asked
        .keys()
        .filter(|name| !beside.contains(&name.as_str()))
        .cloned()
        .collect();
    let workspace = table("../../Cargo.toml")?;
    let features = |name: &String| {
        let shared = workspace.get("workspace")?.get("dependencies")?.get(name)?;
        Some(format!("{name} = {shared}"))
    };
    let mut found: BTreeSet<String> = open.iter().filter_map(features).collect();
    let lock = table(LOCK)?;
    let packages = lock.get("package").and_then(Value::as_array);
    let packages = packages.ok_or("Cargo.lock lists no packages")?;
    let mut seen = BTreeSet::new();
    while let Some(wanted) = open.pop() {
        if !seen.insert(wanted.clone()) {
            continue;
        }
        for package in packages.iter().filter(|package| is(package, &wanted)) {
            found.insert(format!(
                "{} {} {}",
                text(package, "name"),
                text(package, "version"),
                text(package, "checksum")
            ));
            let needs = package.get("dependencies").and_then(Value::as_array);
            let needs = needs.into_iter().flatten().filter_map(Value::as_str);
            open.extend(needs.map(str::to_owned));
        }
    }
    Ok(found)
}

/// Whether `wanted` (`name`, or `name version` where there are several) means this package.
fn is(package: &Value, wanted: &str) -> bool {
    let mut words = wanted.split(' ');
    words.next() == Some(text(package, "name"))
        && words
            .next()
            .is_none_or(|version| version == text(package, "version"))
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package.get(key).and_then(Value::as_str).unwrap_or("")
}

fn table(path: &str) -> Result<Table, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    text.parse().map_err(|error| format!("{path}: {error}"))
}
