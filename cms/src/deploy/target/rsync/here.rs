//! A look at a target that is a folder of this machine: of the four programs that a deployment of one edit started, two only asked
//! what the system answers at once.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read as _},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::Path,
};

use crate::deploy::{error::DeployError, listing::Listing, stamp::Stamp};

/// As rsync makes those within.
const FOLDER: u32 = 0o755;

/// What lies at these names, as rsync would list it: nothing is looked at through links. The folders in which a name lies are
/// among the names. Blocks.
pub fn listing(folder: &Path, names: BTreeSet<String>) -> Result<Listing, DeployError> {
    let mut listing = Listing::default();
    let mut folders = BTreeSet::from([""]);
    // In their order a folder comes before what lies in it.
    for name in names.iter().map(String::as_str) {
        let inside = name.rsplit_once('/').map_or("", |(inside, _)| inside);
        if !folders.contains(inside) {
            continue;
        }
        let path = folder.join(name);
        let Some(found) = there(fs::symlink_metadata(&path), &path)? else {
            continue;
        };
        if found.is_dir() {
            folders.insert(name);
        } else {
            let stamp = Stamp::File(found.len(), found.mtime());
            listing.found(name, Some(found.is_file().then_some(stamp)));
        }
    }
    Ok(listing)
}

/// Makes a folder and those above it that are missing: whoever serves the site must get through them, whatever our umask says.
pub fn create(folder: &Path) -> io::Result<()> {
    let is_missing = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(folder)?;
    let open = |made: &Path| fs::set_permissions(made, fs::Permissions::from_mode(FOLDER));
    missing.into_iter().try_for_each(open)
}

/// A file, if there is one, it is no link, and it has no more than so many bytes. Blocks.
pub fn file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, DeployError> {
    let found = there(fs::symlink_metadata(path), path)?;
    if !found.is_some_and(|found| found.is_file() && found.len() <= most) {
        return Ok(None);
    }
    let Some(file) = there(File::open(path), path)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let read = file.take(most).read_to_end(&mut bytes);
    read.map_err(|error| DeployError::io(path, error))?;
    Ok(Some(bytes))
}

fn there<T>(found: io::Result<T>, path: &Path) -> Result<Option<T>, DeployError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DeployError::io(path, error)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn names_are_looked_at_but_not_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("blog/7")).unwrap();
        fs::write(root.join("blog/7/index.html"), "seven").unwrap();
        symlink("blog", root.join("journal")).unwrap();
        symlink("nowhere", root.join("lost")).unwrap();
        fs::write(root.join("file"), "x").unwrap();
        let names = BTreeSet::from([
            "blog",
            "blog/7",
            "blog/7/index.html",
            "blog/8",
            "blog/8/index.html",
            "file",
            "file/index.html",
            "journal",
            "journal/7",
            "journal/7/index.html",
            "lost",
        ]);
        let found = listing(root, names.into_iter().map(str::to_owned).collect()).unwrap();
        let paths: Vec<&str> = found.0.keys().map(String::as_str).collect();
        assert_eq!(paths, ["blog/7/index.html", "file", "journal", "lost"]);
        assert!(matches!(
            found.0["blog/7/index.html"],
            Some(Stamp::File(5, second)) if second > 0
        ));
        assert!(found.0["journal"].is_none() && found.0["lost"].is_none());
    }

    #[test]
    fn a_file_is_read_when_it_is_one_and_small() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note");
        assert_eq!(file(&path, 4).unwrap(), None);
        fs::write(&path, "note").unwrap();
        assert_eq!(file(&path, 4).unwrap(), Some(b"note".to_vec()));
        assert_eq!(file(&path, 3).unwrap(), None);
        symlink("note", folder.path().join("link")).unwrap();
        assert_eq!(file(&folder.path().join("link"), 4).unwrap(), None);
        assert_eq!(file(folder.path(), 4096).unwrap(), None);
    }
}
