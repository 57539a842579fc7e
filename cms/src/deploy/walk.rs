//! The files of a site with their stamps. Many thousands: several processors ask at once, each for the files of a folder.

use std::{
    collections::BTreeMap,
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread,
};

use rayon::{ThreadPoolBuilder, prelude::*};

use super::stamp::Stamp;

/// At most: more than four wait for the disk or for each other, and a service may have only so many threads.
const THREADS: usize = 4;

/// Path relative to the folder, with forward slashes.
type File = (String, Stamp);

/// Everything that is published of a folder, by path. Links are not followed, and a name that is no UTF-8 is none that a site has.
///
/// Threads of its own: those of the generator may all be at work for longer than a deployment takes.
pub fn files(folder: &Path) -> io::Result<BTreeMap<String, Stamp>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let pool = ThreadPoolBuilder::new()
        .num_threads(processors.min(THREADS))
        .thread_name(|number| format!("deploy-walk-{number}"))
        .build()
        .map_err(io::Error::other)?;
    let found = Mutex::default();
    pool.install(|| below(folder, "", &found))?;
    let mut files = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A table is made of what is in order without comparing much.
    pool.install(|| files.par_sort_unstable_by(|one, other| one.0.cmp(&other.0)));
    Ok(files.into_iter().collect())
}

/// Most folders have one file: a list of their own for each would be as large as all that is found.
fn below(folder: &Path, inside: &str, found: &Mutex<Vec<File>>) -> io::Result<()> {
    let mut files = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_published(name)) else {
            continue;
        };
        let path = format!("{inside}{name}");
        let kind = entry.file_type()?;
        if kind.is_dir() {
            folders.push((entry.path(), path + "/"));
        } else if kind.is_file() {
            files.push((path, stamp(&entry.metadata()?)));
        }
    }
    let mut all = found.lock().unwrap_or_else(PoisonError::into_inner);
    all.append(&mut files);
    drop(all);
    let of_folder = |(folder, inside): &(PathBuf, String)| below(folder, inside, found);
    folders.par_iter().try_for_each(of_folder)
}

/// Dot files are temporary or belong to tools.
fn is_published(name: &str) -> bool {
    !name.starts_with('.') || name == ".well-known"
}

/// Of a file in a folder.
pub fn stamp(found: &Metadata) -> Stamp {
    // Below a thousand million: the system's own.
    let nanosecond = u32::try_from(found.mtime_nsec()).unwrap_or_default();
    Stamp::Sent(found.len(), found.mtime(), nanosecond)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{collections::BTreeSet, ffi::OsStr, os::unix::ffi::OsStrExt as _};

    use super::*;

    #[test]
    fn files_are_found_in_all_folders_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let published = [
            "index.html",
            "blog/1/index.html",
            "blog/10/ə/index.html",
            ".well-known/a",
        ];
        for path in published.iter().chain(&[".new/index.html", "blog/.x"]) {
            fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            fs::write(root.join(path), path).unwrap();
        }
        fs::create_dir(root.join("empty")).unwrap();
        fs::write(root.join(OsStr::from_bytes(b"\xff.html")), "x").unwrap();
        std::os::unix::fs::symlink("blog", root.join("link")).unwrap();
        std::os::unix::fs::symlink("index.html", root.join("link.html")).unwrap();
        let found = files(root).unwrap();
        for (path, found) in &found {
            assert_eq!(*found, stamp(&fs::metadata(root.join(path)).unwrap()));
        }
        let names: BTreeSet<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(names, published.into());
        assert_eq!(found.len(), published.len());
        assert!(files(&root.join("nowhere")).is_err());
    }
}
