//! Gives what draws an identity, which is a part of the name under which a picture is kept: another version draws anew.
//!
//! It covers the sources and every version of a library that pictures go through.

#[path = "../identity/libraries.rs"]
mod identity;

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

/// Direct dependencies without a say in what a picture holds.
const BESIDE: [&str; 1] = ["thiserror"];
/// Sources without a say in it.
const APART: [&str; 1] = ["src/error.rs"];

fn main() {
    let mut hasher = DefaultHasher::new();
    let mut files = Vec::new();
    identity::sources(Path::new("src"), &APART, &mut files);
    files.sort();
    for file in files {
        file.hash(&mut hasher);
        fs::read(&file).unwrap_or_default().hash(&mut hasher);
    }
    match identity::libraries(&BESIDE) {
        Ok(libraries) => libraries.hash(&mut hasher),
        Err(error) => println!("cargo::error={error}"),
    }
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-changed=../identity");
    println!("cargo::rerun-if-changed={}", identity::LOCK);
    println!(
        "cargo::rustc-env=DRAWING_FINGERPRINT={:016x}",
        hasher.finish()
    );
}
