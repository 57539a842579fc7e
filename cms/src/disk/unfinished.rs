//! Files that are written under a name of their own until they are whole. One that a killed process left is cleared
//! away by the next that writes into the same folder.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use super::identity::Identity;

/// How their names begin; as many random letters and digits follow.
const PREFIX: &str = ".cms-unfinished-";
const RANDOM: usize = 8;
/// What SQLite may have put beside one.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];

/// A new file, private and locked as long as it is open: by that it is told from one that nobody will finish. Those are
/// removed first.
pub fn begin(folder: &Path) -> io::Result<NamedTempFile> {
    clear(folder);
    loop {
        let file = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .tempfile_in(folder)?;
        file.as_file().lock()?;
        // Before it was locked, another process may have taken it for a leftover.
        if is_same(file.as_file(), file.path())? {
            return Ok(file);
        }
    }
}

/// Removes what dead processes left in a folder. What cannot be removed is in nobody's way.
pub fn clear(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let ours = entry.file_name().to_str().is_some_and(is_name);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            if let Err(error) = clear_one(&path) {
                tracing::warn!(%error, path = %path.display(), "cannot remove an unfinished file");
            }
        }
    }
}

fn is_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn clear_one(path: &Path) -> io::Result<()> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    // Whoever writes it holds the lock. What was finished meanwhile has another name.
    if file.try_lock().is_err() || !is_same(&file, path)? {
        return Ok(());
    }
    clear_beside(path)?;
    remove(path)
}

/// Removes what SQLite has put beside one that is given up.
pub fn clear_beside(path: &Path) -> io::Result<()> {
    BESIDE
        .iter()
        .try_for_each(|suffix| remove(&beside(path, suffix)))
}

/// Whether a file still is the one of that name.
fn is_same(file: &File, path: &Path) -> io::Result<bool> {
    match Identity::of_name(path) {
        Ok(found) => Ok(found == file.metadata()?.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_any_more_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let dead = [
            ".cms-unfinished-aB3dEf12",
            ".cms-unfinished-aB3dEf12-journal",
            ".cms-unfinished-aB3dEf12-wal",
        ];
        let others = [
            ".cms-unfinished-",
            ".cms-unfinished-thesis",
            ".cms-unfinished-my thesis",
            ".cms-unfinished-aB3dEf12.txt",
            ".cms-unfinished-99999999-journal",
            "cms-unfinished-aB3dEf12",
        ];
        let living = begin(dir.path()).unwrap();
        let journal = beside(living.path(), "-journal");
        fs::write(&journal, "").unwrap();
        for name in dead.iter().chain(&others) {
            fs::write(at(name), "years of work").unwrap();
        }
        fs::create_dir(at(".cms-unfinished-aaaaaaaa")).unwrap();
        std::os::unix::fs::symlink(at(others[0]), at(".cms-unfinished-bbbbbbbb")).unwrap();

        drop(begin(dir.path()).unwrap());
        assert!(living.path().exists() && journal.exists());
        assert!(dead.iter().all(|name| !at(name).exists()));
        assert!(others.iter().all(|name| at(name).exists()));
        assert!(at(".cms-unfinished-aaaaaaaa").exists() && at(".cms-unfinished-bbbbbbbb").exists());
    }

    #[test]
    fn a_finished_one_is_no_leftover() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("whole");
        begin(dir.path()).unwrap().persist(&path).unwrap();
        drop(begin(dir.path()).unwrap());
        let left: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
        assert!(left.len() == 1 && path.exists());
    }
}
