//! Addresses that others must be told of, written down before they change and until these were told: a CDN, which may still
//! have them in an older state, and search engines.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io,
    io::Write as _,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use crate::{
    config::target::Target,
    deploy::{error::DeployError, snapshot::is_asset},
    disk::unfinished,
    hosting::caching,
};

/// Held while a list is read and written anew: whoever tells of it is not whoever deploys next.
const LOCK: &str = "told.lock";

/// Of one target.
#[derive(Debug, Default)]
pub struct Pending {
    file: PathBuf,
    folder: PathBuf,
    /// Which state of the file these paths are from.
    state: Option<State>,
    /// Relative paths of files.
    pub paths: BTreeSet<String>,
}

/// A list is never changed in place: it has another inode, or another time, when anything was added, also what was on it.
type State = (u64, u64, i64, i64);

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
        let file = own.join(format!("{}.{ending}", target.key()));
        Self {
            // Before it is read: what is added in between counts as added since.
            state: state(&file),
            paths: written(&file).unwrap_or_default(),
            folder: own.to_owned(),
            file,
        }
    }

    /// Adds files that are about to change. Hashed ones never do.
    pub fn add<'a>(
        &mut self,
        paths: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), DeployError> {
        let served =
            |path: &&String| !is_asset(path) && !caching::FOR_HOSTS.contains(&path.as_str());
        let mut paths = paths.into_iter().filter(served).peekable();
        if paths.peek().is_none() {
            return Ok(());
        }
        let _alone = self.alone()?;
        // Somebody may have been told meanwhile. What cannot be read now must not be written over.
        self.paths = written(&self.file).map_err(|error| DeployError::io(&self.file, error))?;
        self.paths.extend(paths.cloned());
        self.write(&self.paths)
    }

    /// They were told of all of them. If anything was added since, all stay: what was told of may have changed once more.
    pub fn done(self) -> Result<(), DeployError> {
        if self.state.is_none() {
            return Ok(());
        }
        let _alone = self.alone()?;
        if state(&self.file) != self.state {
            return Ok(());
        }
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(DeployError::io(&self.file, error))
            }
            _ => Ok(()),
        }
    }

    /// Waits for whoever writes at this moment.
    fn alone(&self) -> Result<File, DeployError> {
        let path = self.folder.join(LOCK);
        let mut options = File::options();
        let lock = options.create(true).truncate(false).write(true).open(&path);
        let locked = lock.and_then(|lock| lock.lock().map(|()| lock));
        locked.map_err(|error| DeployError::io(&path, error))
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

fn written(file: &Path) -> io::Result<BTreeSet<String>> {
    match fs::read(file) {
        Ok(text) => Ok(String::from_utf8_lossy(&text)
            .lines()
            .map(str::to_owned)
            .collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(error),
    }
}

fn state(file: &Path) -> Option<State> {
    let found = fs::metadata(file).ok()?;
    Some((found.ino(), found.len(), found.mtime(), found.mtime_nsec()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_while_somebody_is_told_is_told_of_again() {
        let folder = tempfile::tempdir().unwrap();
        let target = "rsync://web/site".parse().unwrap();
        let load = || Pending::load(folder.path(), &target, Whom::Cdn);
        let home = ["index.html".to_owned(), "assets/a1.css".to_owned()];
        load().add(&home).unwrap();
        let told = load();
        assert_eq!(told.paths, [home[0].clone()].into());
        // Another process deploys the same page once more, while the CDN answers.
        load().add(&home).unwrap();
        told.done().unwrap();
        assert_eq!(load().paths.len(), 1);
        load().done().unwrap();
        assert!(load().paths.is_empty());
        load().done().unwrap();
    }

    #[test]
    fn a_list_that_cannot_be_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let target = "rsync://web/site".parse().unwrap();
        let mut list = Pending::load(folder.path(), &target, Whom::Cdn);
        // Leads to itself, which is told instead of opened.
        std::os::unix::fs::symlink(&list.file, &list.file).unwrap();
        list.add(&["index.html".to_owned()]).unwrap_err();
        assert!(list.file.is_symlink());
    }

    #[test]
    fn what_somebody_else_added_since_it_was_read_stays() {
        let folder = tempfile::tempdir().unwrap();
        let target = "rsync://web/site".parse().unwrap();
        let load = || Pending::load(folder.path(), &target, Whom::Engines);
        let [one, two] = ["1/index.html", "2/index.html"].map(str::to_owned);
        let mut early = load();
        load().add([&one]).unwrap();
        early.add([&two]).unwrap();
        assert_eq!(load().paths, [one.clone(), two.clone()].into());
        // Who was told of all meanwhile is not told of it again.
        load().done().unwrap();
        early.add([&two]).unwrap();
        assert_eq!(load().paths, [two].into());
    }
}
