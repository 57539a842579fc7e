//! Gives the encoders an identity: variants that another version of them made are made again, one by one, while the
//! old ones are still shown.
//!
//! It covers the sources that decide about pixels and bytes and every version of a library that does. Libraries that
//! decide about neither are named here, so that a new codec counts without a thought.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// Direct dependencies without a say in what a file holds.
const BESIDE: [&str; 8] = [
    "blake3",
    "rayon",
    "rustix",
    "serde",
    "serde_json",
    "tempfile",
    "thiserror",
    "tracing",
];
/// Sources without a say in it.
const APART: [&str; 6] = [
    "src/cache.rs",
    "src/cache",
    "src/error.rs",
    "src/guard.rs",
    "src/lib.rs",
    "src/limits.rs",
];
const LOCK: &str = "../../Cargo.lock";

fn main() {
    let mut hasher = DefaultHasher::new();
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files);
    files.sort();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file).unwrap_or_default().hash(&mut hasher);
    }
    match codecs() {
        Ok(codecs) => codecs.hash(&mut hasher),
        Err(error) => println!("cargo::error={error}"),
    }
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed={LOCK}");
    println!(
        "cargo::rustc-env=ENCODERS_FINGERPRINT={:016x}",
        hasher.finish()
    );
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if APART.iter().any(|apart| Path::new(apart) == path) {
            continue;
        }
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}

/// Name, version and checksum of every library that pictures go through, and how they are asked for.
fn codecs() -> Result<BTreeSet<String>, String> {
    let own = table("Cargo.toml")?;
    let asked = own.get("dependencies").and_then(Value::as_table);
    let asked = asked.ok_or("Cargo.toml has no dependencies")?;
    let mut open: Vec<String> = asked
        .keys()
        .filter(|name| !BESIDE.contains(&name.as_str()))
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
