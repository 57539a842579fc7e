//! Gives the program an identity: what another version of the program made is made again, and written where it differs.
//!
//! It covers everything that can change a byte of a page: these crates, every library in the version that the lock file
//! names, the features that they are built with, and the compiler, whose tables of letters the standard library has. (The
//! islands' bundle and the templates are inputs: pages are compared by them. Pictures are named by their bytes.)

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let mut files = Vec::new();
    for crate_folder in [".", "drawing", "imaging"] {
        collect(&Path::new(crate_folder).join("src"), &mut files);
        files.extend(["Cargo.toml", "build.rs"].map(|file| Path::new(crate_folder).join(file)));
    }
    files.extend(["../Cargo.toml", "../Cargo.lock"].map(PathBuf::from));
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        match fs::read(&file) {
            Ok(bytes) => bytes.hash(&mut hasher),
            Err(error) => println!("cargo::error={}: {error}", file.display()),
        }
    }
    features().hash(&mut hasher);
    compiler().hash(&mut hasher);
    for input in [
        "build.rs",
        "src",
        "Cargo.toml",
        "drawing",
        "imaging",
        "../Cargo.toml",
        "../Cargo.lock",
    ] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!(
        "cargo::rustc-env=GENERATOR_FINGERPRINT={:016x}",
        hasher.finish()
    );
}

/// Names of the features that this crate is built with.
fn features() -> Vec<String> {
    let names = env::vars().map(|(name, _)| name);
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with("CARGO_FEATURE_"))
        .collect();
    names.sort();
    names
}

/// What the compiler says of itself.
fn compiler() -> Vec<u8> {
    let program = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(program).arg("--version").output();
    told.map(|told| told.stdout).unwrap_or_default()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
