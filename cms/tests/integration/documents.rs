//! Documents that name code name what is there.

use std::{fs, path::Path};

/// The path of a save in docs/architecture.md: each file it names exists, and each function is defined in the file named
/// before it.
#[test]
fn the_path_of_a_save_can_be_walked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("docs/architecture.md")).unwrap();
    let (_, rest) = text.split_once("\n## A save, ").unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let (mut files, mut functions, mut missing) = (Vec::new(), 0, Vec::new());
    let mut source = String::new();
    for mark in section.split('`').skip(1).step_by(2) {
        if mark.ends_with(".rs") {
            source = fs::read_to_string(root.join(mark)).unwrap_or_default();
            files.push(mark);
            if source.is_empty() {
                missing.push(mark.to_owned());
            }
        } else if let Some(name) = mark.strip_suffix("()") {
            functions += 1;
            let known = ["(", "<"]
                .iter()
                .any(|next| source.contains(&format!("fn {name}{next}")));
            if !known {
                missing.push(format!("{}: fn {name}", files.last().unwrap_or(&"")));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "docs/architecture.md names what is not there: {missing:#?}"
    );
    files.dedup();
    assert!(functions >= 10, "{functions} functions are named");
    assert_eq!(
        files.len(),
        10,
        "a save is read in ten files, in order: {files:#?}"
    );
}

/// Every file and folder that the documents for developers name by its whole path is there.
#[test]
fn files_that_are_named_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "admin-ui/",
        "cms/",
        "content/",
        "docs/",
        "e2e/",
        "generator/",
        "templates/",
    ];
    let mut named = 0;
    let mut missing = Vec::new();
    for document in ["CONTRIBUTING.md", "README.md"] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        for mark in text.split('`').skip(1).step_by(2) {
            let is_path = folders.iter().any(|folder| mark.starts_with(folder))
                && !mark.contains(['{', '*', ' ', '…'])
                && !mark.contains("NAME")
                && !mark.contains("NNNN");
            if is_path {
                named += 1;
                if !root.join(mark).exists() {
                    missing.push(format!("{document}: {mark}"));
                }
            }
        }
    }
    assert!(named > 25, "{named} files are named");
    assert!(
        missing.is_empty(),
        "documents name what is not there: {missing:#?}"
    );
}
