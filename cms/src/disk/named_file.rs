//! Files that an operator names: whole or not at all, for their owner alone, and never in the place of another.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use generator::place::Place;
use tempfile::NamedTempFile;

use crate::{
    config::{Config, folders},
    disk::{lock, unfinished},
};

/// A file that is being written beside its final name.
#[derive(Debug)]
pub struct NamedFile {
    unfinished: NamedTempFile,
    path: PathBuf,
    replace: bool,
}

impl NamedFile {
    /// Begins it. With `replace` a file of that name may be there, but never one of the program's own.
    pub fn create(config: &Config, path: &Path, replace: bool) -> anyhow::Result<Self> {
        let name = path.display();
        let place = Place::of(path).with_context(|| format!("{name}"))?;
        ensure!(
            !folders::is_own(config, &place)?,
            "{name} belongs to the CMS itself; choose a name elsewhere, or in {}",
            config.data.join("backups").display()
        );
        let published = Place::of(&config.dist)?;
        ensure!(
            !place.is_within(&published),
            "{name} lies in the generated site, which everyone can read; choose a name elsewhere"
        );
        if path.symlink_metadata().is_ok() {
            ensure!(!path.is_dir(), "{name} is a folder; name a file");
            ensure!(replace, "{name} exists; choose another name or use --force");
        }
        let folder = parent(path);
        // Private from the start: it may hold hashes of passwords and what people wrote.
        let unfinished = lock::create_private(&folder)
            .and_then(|()| unfinished::begin(&folder))
            .with_context(|| format!("cannot write into {}", folder.display()))?;
        Ok(Self {
            unfinished,
            path: path.to_owned(),
            replace,
        })
    }

    /// What is written so far; empty at first.
    pub fn file(&mut self) -> &mut File {
        self.unfinished.as_file_mut()
    }

    /// The name that it is to have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it is written until it is finished.
    pub fn unfinished(&self) -> &Path {
        self.unfinished.path()
    }

    /// Gives it its name. Without leave to replace, a file that came there meanwhile stays.
    pub fn finish(self) -> anyhow::Result<()> {
        let Self {
            unfinished,
            path,
            replace,
        } = self;
        let name = path.display();
        // By name: a program may have put another file in the place of the one opened here.
        File::open(unfinished.path())?.sync_all()?;
        let named = if replace {
            unfinished.persist(&path)
        } else {
            unfinished.persist_noclobber(&path)
        };
        match named {
            Ok(_) => {}
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{name} exists; choose another name or use --force")
            }
            Err(failed) => {
                return Err(failed.error).with_context(|| format!("cannot write {name}"));
            }
        }
        File::open(parent(&path))?.sync_all()?;
        Ok(())
    }
}

/// The folder that a file is in.
pub(crate) fn parent(path: &Path) -> PathBuf {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
        .to_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;

    #[test]
    fn a_file_that_comes_in_between_stays() {
        let dir = tempfile::tempdir().unwrap();
        let config = Config::for_testing(dir.path());
        let path = dir.path().join("x.tar");
        let mut named = NamedFile::create(&config, &path, false).unwrap();
        named.file().write_all(b"ours").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(named.finish().unwrap_err().to_string().contains("exists"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(
            fs::read_dir(dir.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }
}
