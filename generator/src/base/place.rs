//! Where a path really leads, and whether one folder lies in another.

use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

/// Links that are followed before a path counts as a loop.
const MAX_LINKS: u32 = 40;

/// A path without links, `.` and `..`, also where parts of it do not exist yet.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    follow(env::current_dir()?, path, &mut MAX_LINKS.clone())
}

fn follow(mut at: PathBuf, path: &Path, links: &mut u32) -> io::Result<PathBuf> {
    for part in path.components() {
        match part {
            Component::Prefix(_) | Component::CurDir => {}
            Component::RootDir => at = PathBuf::from("/"),
            // Links on the way here have been followed: the folder above is the one in the path.
            Component::ParentDir => drop(at.pop()),
            Component::Normal(name) => at = step(at, name, links)?,
        }
    }
    Ok(at)
}

fn step(at: PathBuf, name: &OsStr, links: &mut u32) -> io::Result<PathBuf> {
    let next = at.join(name);
    match fs::symlink_metadata(&next) {
        Ok(found) if found.is_symlink() => {
            *links = links
                .checked_sub(1)
                .ok_or_else(|| io::Error::other("too many symbolic links"))?;
            follow(at, &fs::read_link(&next)?, links)
        }
        Ok(_) => Ok(next),
        Err(error) if is_missing(&error) => Ok(next),
        Err(error) => Err(error),
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// A folder or file that may not exist yet, as it compares with others.
#[derive(Debug, Clone)]
pub struct Place {
    path: PathBuf,
    id: Option<Id>,
    /// Of it and everything it lies in, as far as that exists.
    chain: Vec<Id>,
}

/// Device and inode: the same folder by another name (a bind mount, other letter case) has the same.
type Id = (u64, u64);

impl Place {
    /// Of a path as an operator gives it.
    pub fn of(path: &Path) -> io::Result<Self> {
        let path = resolve(path)?;
        let id = |path: &Path| {
            fs::metadata(path)
                .ok()
                .map(|found| (found.dev(), found.ino()))
        };
        Ok(Self {
            id: id(&path),
            chain: path.ancestors().filter_map(id).collect(),
            path,
        })
    }

    /// Without links, `.` and `..`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether both are the same.
    pub fn is(&self, other: &Self) -> bool {
        self.path == other.path || (self.id.is_some() && self.id == other.id)
    }

    /// Whether this one is the other or below it.
    pub fn is_within(&self, other: &Self) -> bool {
        self.path.starts_with(&other.path) || other.id.is_some_and(|id| self.chain.contains(&id))
    }

    /// How this one stands to the other, in words; `None` when they have nothing to do with each other.
    pub fn relation(&self, other: &Self) -> Option<Relation> {
        match (self.is_within(other), other.is_within(self)) {
            _ if self.is(other) => Some(Relation::Is),
            (true, _) => Some(Relation::LiesIn),
            (_, true) => Some(Relation::Contains),
            _ => None,
        }
    }
}

/// How one place stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same.
    Is,
    /// Below it.
    LiesIn,
    /// Above it.
    Contains,
}

impl std::fmt::Display for Relation {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Is => "is",
            Self::LiesIn => "lies in",
            Self::Contains => "contains",
        })
    }
}

/// Folders of this machine and process that must never be emptied: name and place.
pub fn grounds() -> Vec<(&'static str, PathBuf)> {
    let owner = nix::unistd::User::from_uid(nix::unistd::getuid());
    let found = [
        ("the root folder", Some(PathBuf::from("/"))),
        ("the working directory", env::current_dir().ok()),
        ("the home folder", env::var_os("HOME").map(PathBuf::from)),
        ("the home folder", owner.ok().flatten().map(|user| user.dir)),
    ];
    found
        .into_iter()
        .filter_map(|(name, path)| Some((name, path.filter(|path| path.is_absolute())?)))
        .collect()
}

/// The folder this program was started from.
pub fn of_program() -> Option<PathBuf> {
    Some(env::current_exe().ok()?.parent()?.to_owned())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn paths_are_resolved_also_where_nothing_is_yet() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("real/inner")).unwrap();
        symlink("real/inner", root.join("link")).unwrap();
        symlink(root.join("not/yet"), root.join("dangling")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        let table = [
            ("real/./inner/", "real/inner"),
            ("link/..", "real"),
            ("link/new/../other", "real/inner/other"),
            ("dangling/x", "not/yet/x"),
            ("none/../../../../../../../../../..", "/"),
        ];
        for (given, wanted) in table {
            assert_eq!(
                resolve(&root.join(given)).unwrap(),
                root.join(wanted),
                "{given}"
            );
        }
        assert!(resolve(&root.join("loop")).is_err());
        assert_eq!(resolve(Path::new("")).unwrap(), env::current_dir().unwrap());
    }

    #[test]
    fn places_are_compared_by_what_they_are() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("a/b")).unwrap();
        symlink("a/b", dir.path().join("b")).unwrap();
        let place = |name: &str| Place::of(&dir.path().join(name)).unwrap();
        assert_eq!(place("a").relation(&place("b")), Some(Relation::Contains));
        assert_eq!(place("b/new").relation(&place("a")), Some(Relation::LiesIn));
        assert_eq!(place("b").relation(&place("a/b/")), Some(Relation::Is));
        assert_eq!(place("ab").relation(&place("a")), None);
    }
}
