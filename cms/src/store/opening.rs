//! Opening the store from the command line, perhaps beside a server of an older release.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use rusqlite::{Connection, OpenFlags};

use super::{
    Store, migrations,
    unwritable::{Unwritable, unusable},
};
use crate::{config::Config, disk::lock::DataLock};

/// The oldest version that has the tables of this release's reading commands.
pub(super) const READABLE: usize = 2;

impl Store {
    /// Opens the store for a command that only reads: it is neither made nor migrated, so a server of an older release may
    /// be using it.
    pub fn open_to_read(file: &Path) -> anyhow::Result<Self> {
        let name = file.display();
        let found = version_of(file)?.with_context(|| missing(file))?;
        migrations::check_known(file, found, migrations::latest())?;
        ensure!(
            found >= READABLE,
            "{name} has version {found}, too old to be read as it is; start `cms serve` of this release once, which \
             keeps a copy and brings it up to date"
        );
        let writer = super::open_writer(file)?;
        writer.pragma_update(None, "query_only", true)?;
        Self::around(writer, file)
    }

    /// Opens the store for a command that writes. One of an older release is migrated, unless a server is using it.
    pub fn open_to_write(config: &Config) -> anyhow::Result<Self> {
        let file = config.store_file();
        let latest = migrations::latest();
        let _alone = match version_of(&file)? {
            Some(found) if found < latest => match DataLock::take(&config.data) {
                Ok(lock) => Some(lock),
                Err(_) => bail!(
                    "{} has version {found} and is in use by a server of an older release; stop the server and run this \
                     again, which brings the store to version {latest}",
                    file.display()
                ),
            },
            Some(_) => None,
            None => {
                tracing::info!(file = %file.display(), "a new store");
                None
            }
        };
        Self::open(&file)
    }
}

/// The version of the store in a file, if there is one.
fn version_of(file: &Path) -> anyhow::Result<Option<usize>> {
    if !is_there(file)? {
        return Ok(None);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)
        .with_context(|| format!("cannot open {}", file.display()))
        .map_err(|error| of_another(file, error))?;
    connection.busy_timeout(super::BUSY)?;
    let version = migrations::version(&connection)
        .map_err(|error| of_another(file, unusable(file, error)))?;
    Ok(Some(version))
}

/// Whether there is a store. One that this user may not see is no reason to say that there is none.
pub fn is_there(file: &Path) -> anyhow::Result<bool> {
    file.try_exists()
        .with_context(|| format!("cannot look for {}: {ITS_USER}", file.display()))
}

/// Says what makes a store that is not there.
pub fn missing(file: &Path) -> String {
    format!(
        "there is no store {} yet; `cms serve` makes it",
        file.display()
    )
}

const ITS_USER: &str = "run this as the user whose store it is; `cms` as docs/operations.md installs it does so, called by root";

/// Says what to do where a store cannot be read: whoever reads one also writes beside it, where SQLite keeps what readers and
/// writers tell each other.
pub fn of_another(file: &Path, error: anyhow::Error) -> anyhow::Error {
    match Unwritable::of(&error) {
        Some(Unwritable::ReadOnly) => {
            let text = format!(
                "{} cannot be read by who may not write it, or beside it: {ITS_USER}",
                file.display()
            );
            error.context(text)
        }
        _ => error,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_command_makes_nothing_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("cms.db");
        let missing = Store::open_to_read(&file).unwrap_err().to_string();
        assert!(missing.contains("there is no store"), "{missing}");
        assert!(!file.exists());
        drop(Store::open(&file).unwrap());
        let store = Store::open_to_read(&file).unwrap();
        let write = |sql: &'static str| {
            store.write_blocking(|store| Ok::<_, anyhow::Error>(store.execute(sql, [])?))
        };
        assert!(write("DELETE FROM users").is_err());
    }
}
