//! Whether the store takes changes, as far as the last one that was tried tells.

use std::{
    fmt,
    fs::File,
    io,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::{Error, ErrorCode, ffi};

/// Why the store cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unwritable {
    /// The disk has no room. What was to be saved is not.
    Full,
    /// Its file or folder may only be read. What was to be saved is not.
    ReadOnly,
    /// The process, or the machine, has as many files open as it may. What was to be saved is not.
    Crowded,
    /// Its file is not where it was opened: whoever opens it next would not find what is written. What was to be saved is not.
    Moved,
    /// The disk fails. What was to be saved may be there.
    Failing,
}

impl Unwritable {
    /// Of an error that is about the disk and not about what was asked for.
    pub fn of(error: &anyhow::Error) -> Option<Self> {
        if let Some(known) = error.downcast_ref() {
            return Some(*known);
        }
        error
            .chain()
            .find_map(|cause| Self::of_sqlite(cause.downcast_ref()?))
    }

    /// The same of an error as SQLite tells it.
    pub fn of_sqlite(error: &Error) -> Option<Self> {
        let Error::SqliteFailure(failure, _) = error else {
            return None;
        };
        match (failure.code, failure.extended_code) {
            // The index of SQLite's log grows before the log does.
            (ErrorCode::DiskFull, _) | (_, ffi::SQLITE_IOERR_SHMSIZE) => Some(Self::Full),
            (ErrorCode::CannotOpen, _) if is_crowded() => Some(Self::Crowded),
            (ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen, _) => {
                Some(Self::ReadOnly)
            }
            (ErrorCode::SystemIoFailure, _) => Some(Self::Failing),
            _ => None,
        }
    }

    /// Of an error with this store, in a change or in opening it. SQLite has one word for all that a file system refuses but
    /// room, so where it says that, the folder is asked; not where a change was written and only not known to be on the disk:
    /// that one may be there.
    fn with(file: &Path, error: &anyhow::Error) -> Option<Self> {
        let said = Self::of(error)?;
        Some(if is_unsynced(error) {
            said
        } else {
            said.asked(file)
        })
    }

    /// What the folder of a store says to a file that is made there for a moment, where the disk may do anything.
    fn asked(self, file: &Path) -> Self {
        match self {
            Self::Failing => Self::of_folder(file).unwrap_or(self),
            known => known,
        }
    }

    fn of_folder(file: &Path) -> Option<Self> {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let refused = tempfile::tempfile_in(folder).err()?;
        match refused.kind() {
            _ if has_no_number_left(&refused) => Some(Self::Crowded),
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                Some(Self::ReadOnly)
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Self::Full),
            _ => None,
        }
    }
}

/// Whether all was written, and the disk did not say that it has it.
fn is_unsynced(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let Some(Error::SqliteFailure(failure, _)) = cause.downcast_ref() else {
            return false;
        };
        let unsynced = [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC];
        unsynced.contains(&failure.extended_code)
    })
}

/// Whether a store cannot be opened for the number of files that are. SQLite does not say so.
pub fn is_crowded() -> bool {
    // The store, its log, the index of that, and a file for a moment.
    const NEEDED: usize = 4;
    let opened: io::Result<Vec<File>> = (0..NEEDED).map(|_| File::open("/")).collect();
    opened.is_err_and(|error| has_no_number_left(&error))
}

/// Whether it is that no more files may be open.
pub fn has_no_number_left(error: &io::Error) -> bool {
    // Of the process, and of the machine; the same numbers on Linux and macOS.
    const EMFILE: i32 = 24;
    const ENFILE: i32 = 23;
    matches!(error.raw_os_error(), Some(EMFILE | ENFILE))
}

/// What a change may fail with.
pub trait Failure: From<anyhow::Error> + fmt::Display {
    /// Why the store could not be written, where it is that.
    fn unwritable(&self) -> Option<Unwritable>;
}

/// For an error that has the store's failures, and those of what else is at work, in `Failed`.
macro_rules! failed_by_the_store {
    ($error:ty) => {
        impl From<rusqlite::Error> for $error {
            fn from(error: rusqlite::Error) -> Self {
                Self::Failed(error.into())
            }
        }

        impl $crate::store::unwritable::Failure for $error {
            fn unwritable(&self) -> Option<$crate::store::unwritable::Unwritable> {
                match self {
                    Self::Failed(error) => $crate::store::unwritable::Unwritable::of(error),
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use failed_by_the_store;

impl Failure for anyhow::Error {
    fn unwritable(&self) -> Option<Unwritable> {
        Unwritable::of(self)
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Full => "the disk is full",
            Self::ReadOnly => "the disk, the folder or a file in it is read-only",
            Self::Crowded => "too many files are open",
            Self::Moved => "it was moved, deleted or replaced while it was in use",
            Self::Failing => "the disk fails",
        })
    }
}

/// Names the file that could not be written, and the reason where it is the disk.
pub fn named(file: &Path, error: anyhow::Error) -> anyhow::Error {
    let why = Unwritable::with(file, &error);
    told(file, error, why)
}

fn told(file: &Path, error: anyhow::Error, why: Option<Unwritable>) -> anyhow::Error {
    let text = format!("cannot write {}", file.display());
    match why {
        Some(why) => error.context(why).context(text),
        None => error.context(text),
    }
}

/// The same of a change that was refused before its end, so that nothing of it is there.
pub fn refused(file: &Path, text: String, why: Unwritable) -> anyhow::Error {
    told(file, anyhow::Error::msg(text), Some(why.asked(file)))
}

/// Why a file cannot be opened as a store. Also who reads only writes into the files beside it.
pub fn unusable(file: &Path, error: Error) -> anyhow::Error {
    let error = anyhow::Error::from(error);
    match Unwritable::of(&error) {
        Some(_) => named(file, error),
        None => error.context(format!("{} is not a usable SQLite file", file.display())),
    }
}

/// Whether the store can be written, as far as is known; clones share that.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<Mutex<Option<Unwritable>>>);

impl Health {
    /// Why it cannot be written, while it cannot.
    pub fn now(&self) -> Option<Unwritable> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A change could not be written to this file. Said once, however many fail.
    pub fn failed(&self, file: &Path, error: &anyhow::Error) {
        let Some(why) = Unwritable::of(error) else {
            return;
        };
        if self.set(Some(why)) != Some(why) {
            tracing::error!(
                store = %file.display(),
                error = format!("{error:#}"),
                "the store cannot be written: nothing can be saved until that has passed; tried again every few seconds"
            );
        }
    }

    /// A change could be written.
    pub fn mended(&self, file: &Path) {
        if self.set(None).is_some() {
            tracing::info!(store = %file.display(), "the store can be written again");
        }
    }

    /// Returns what was known before.
    fn set(&self, now: Option<Unwritable>) -> Option<Unwritable> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut known, now)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn where_sqlite_says_nothing_the_folder_is_asked() {
        let dir = tempfile::tempdir().unwrap();
        let failed = |code| {
            let failure = Error::SqliteFailure(ffi::Error::new(code), None);
            anyhow::Error::from(failure).context("saving")
        };
        let good = dir.path().join("cms.db");
        // Nobody makes files there, not even root.
        let closed = Path::new("/sys/cms.db");
        let table = [
            (ffi::SQLITE_IOERR_WRITE, &*good, Unwritable::Failing),
            (ffi::SQLITE_IOERR_WRITE, closed, Unwritable::ReadOnly),
            // It may be there.
            (ffi::SQLITE_IOERR_FSYNC, closed, Unwritable::Failing),
            (ffi::SQLITE_FULL, closed, Unwritable::Full),
            (ffi::SQLITE_CANTOPEN, &*good, Unwritable::ReadOnly),
        ];
        for (code, file, why) in table {
            let error = named(file, failed(code));
            assert_eq!(Unwritable::of(&error), Some(why), "{error:#}");
        }
        let error = named(&good, failed(ffi::SQLITE_CONSTRAINT));
        assert_eq!(Unwritable::of(&error), None);
    }
}
