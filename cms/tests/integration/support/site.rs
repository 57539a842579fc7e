//! Content and templates for a test.

use std::path::Path;

use super::png;

/// The real content and templates, so that tests meet what staff meet; pictures are tiny, so that they are quick.
/// The islands must have been built (`npm run build -w templates/islands`).
pub fn copy_site(to: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert!(
        root.join("templates/islands/build/manifest.json").is_file(),
        "build the islands first"
    );
    for part in ["content", "templates"] {
        let inputs = walkdir::WalkDir::new(root.join(part))
            .into_iter()
            .filter_entry(|entry| entry.file_name() != "node_modules");
        for entry in inputs {
            let entry = entry.unwrap();
            let target = to.join(entry.path().strip_prefix(&root).unwrap());
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(target).unwrap();
            } else if entry
                .path()
                .extension()
                .is_some_and(|extension| extension == "jpg" || extension == "png")
            {
                std::fs::write(target, png(90)).unwrap();
            } else {
                std::fs::copy(entry.path(), target).unwrap();
            }
        }
    }
}
