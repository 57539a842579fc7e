//! Whether the store takes changes, as far as the last one that was tried tells.

use std::{
    fmt,
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
    /// The disk fails. What was to be saved may be there.
    Failing,
}

impl Unwritable {
    /// Of an error that is about the disk and not about what was asked for.
    pub fn of(error: &anyhow::Error) -> Option<Self> {
        error.chain().find_map(|cause| {
            let Error::SqliteFailure(failure, _) = cause.downcast_ref()? else {
                return None;
            };
            match (failure.code, failure.extended_code) {
                // The index of SQLite's log grows before the log does.
                (ErrorCode::DiskFull, _) | (_, ffi::SQLITE_IOERR_SHMSIZE) => Some(Self::Full),
                (ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen, _) => {
                    Some(Self::ReadOnly)
                }
                (ErrorCode::SystemIoFailure, _) => Some(Self::Failing),
                _ => None,
            }
        })
    }
}

impl fmt::Display for Unwritable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Full => "the disk is full",
            Self::ReadOnly => "the disk, the folder or a file in it is read-only",
            Self::Failing => "the disk fails",
        })
    }
}

/// Names the file that could not be written, and the reason where it is the disk.
pub fn named(file: &Path, error: anyhow::Error) -> anyhow::Error {
    let text = format!("cannot write {}", file.display());
    match Unwritable::of(&error) {
        Some(why) => error.context(format!("{text}: {why}")),
        None => error.context(text),
    }
}

/// Why a file cannot be opened as a store. Also who reads only writes into the files beside it.
pub fn unusable(file: &Path, error: Error) -> anyhow::Error {
    let error = anyhow::Error::from(error);
    match Unwritable::of(&error) {
        Some(_) => named(file, error),
        None => error.context(format!("{} is not a usable SQLite file", file.display())),
    }
}

/// What is known of it; clones share that.
#[derive(Debug, Clone, Default)]
pub struct Standing(Arc<Mutex<Option<Unwritable>>>);

impl Standing {
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
                "the store cannot be written: nothing can be saved until its disk takes it; tried again every few seconds"
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
