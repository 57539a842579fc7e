//! Addresses that others must be told of, written down before they change and until these were told: a CDN, which may still
//! have them in an older state, and search engines.

use std::{
    collections::BTreeSet,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::{
    config::target::Target, deploy::error::DeployError, disk::unfinished, hosting::caching,
};

/// Of one target.
#[derive(Debug, Default)]
pub struct Pending {
    file: PathBuf,
    folder: PathBuf,
    /// Relative paths of files.
    pub paths: BTreeSet<String>,
}

/// Who is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    /// A CDN.
    Cdn,
    /// Search engines.
    Engines,
}

impl Pending {
    /// What is written down. A file that cannot be read is as good as none.
    pub fn load(own: &Path, target: &Target, whom: Whom) -> Self {
        let ending = match whom {
            Whom::Cdn => "purge",
            Whom::Engines => "announce",
        };
        let mut pending = Self {
            file: own.join(format!("{}.{ending}", target.key())),
            folder: own.to_owned(),
            paths: BTreeSet::new(),
        };
        pending.paths = pending.written();
        pending
    }

    fn written(&self) -> BTreeSet<String> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Adds files that are about to change. Hashed ones never do.
    pub fn add<'a>(
        &mut self,
        paths: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), DeployError> {
        let before = self.paths.len();
        let served = paths.into_iter().filter(|path| {
            !crate::deploy::snapshot::is_asset(path) && !caching::FOR_HOSTS.contains(&path.as_str())
        });
        self.paths.extend(served.cloned());
        if self.paths.len() == before {
            return Ok(());
        }
        self.write(&self.paths)
    }

    /// They were told of all of them; what was added by others meanwhile stays.
    pub fn done(self) -> Result<(), DeployError> {
        let left: BTreeSet<String> = self.written().difference(&self.paths).cloned().collect();
        if !left.is_empty() {
            return self.write(&left);
        }
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DeployError::io(&self.file, error))
            }
            _ => Ok(()),
        }
    }

    fn write(&self, paths: &BTreeSet<String>) -> Result<(), DeployError> {
        let lines: String = paths.iter().map(|path| format!("{path}\n")).collect();
        let written = || -> io::Result<()> {
            let mut file = unfinished::begin(&self.folder)?;
            file.write_all(lines.as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.file)?;
            Ok(())
        };
        written().map_err(|error| DeployError::io(&self.file, error))
    }
}
