//! Folders of `cms generate` for what it needs besides the site. One is left behind when the command is killed.

use std::{
    fs, io,
    path::Path,
    time::{Duration, SystemTime},
};

use generator::FolderLock;

/// How their names begin.
pub const PREFIX: &str = ".cms-generate-";

/// Younger ones may belong to a command that is just starting.
const OLD: Duration = Duration::from_secs(10 * 60);

/// Removes those that no living command owns and that hold nothing but what the generator keeps in a cache.
pub fn clear(beside: &Path) {
    let Ok(entries) = fs::read_dir(beside) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let path = entry.path();
            if let Err(error) = clear_one(&path) {
                tracing::warn!(%error, path = %path.display(), "cannot remove");
            }
        }
    }
}

fn clear_one(folder: &Path) -> io::Result<()> {
    let age = SystemTime::now().duration_since(fs::metadata(folder)?.modified()?);
    if age.is_ok_and(|age| age < OLD) || !is_cache(folder)? {
        return Ok(());
    }
    // Whoever works with a cache owns it.
    match FolderLock::take(folder) {
        Ok(_owned) => fs::remove_dir_all(folder),
        Err(_) => Ok(()),
    }
}

fn is_cache(folder: &Path) -> io::Result<bool> {
    let known = [
        "images",
        "originals",
        "manifest.jsonl",
        "manifest.new",
        "moving",
        "releases",
    ];
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !known.contains(&&*name) && !name.starts_with("stage") {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_old_caches_that_nobody_owns_are_removed() {
        let root = tempfile::tempdir().unwrap();
        let made = ["dead", "alive", "young", "thesis"].map(|name| {
            let folder = root.path().join(format!("{PREFIX}{name}"));
            for kept in ["images", "releases"] {
                fs::create_dir_all(folder.join(kept)).unwrap();
            }
            fs::write(folder.join("manifest.jsonl"), "{}").unwrap();
            folder
        });
        fs::write(made[3].join("chapter 1.txt"), "years of work").unwrap();
        let long_ago = SystemTime::now() - 2 * OLD;
        for old in [0, 1, 3] {
            let folder = fs::File::open(&made[old]).unwrap();
            folder.set_modified(long_ago).unwrap();
        }
        let _alive = FolderLock::take(&made[1]).unwrap();
        clear(root.path());
        let left = made.map(|folder| folder.exists());
        assert_eq!(left, [false, true, true, true]);
    }
}
