//! Gives the encoders an identity: variants that another version of them made are made again, one by one, while the
//! old ones are still shown.
//!
//! It covers the sources that decide about pixels and bytes and every version of a library that does. Libraries that
//! decide about neither are named here, so that a new codec counts without a thought.

#[path = "../identity/libraries.rs"]
mod identity;

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

/// Direct dependencies without a say in what a file holds.
const BESIDE: [&str; 9] = [
    "blake3",
    "flate2",
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
        "cargo::rustc-env=ENCODERS_FINGERPRINT={:016x}",
        hasher.finish()
    );
}
