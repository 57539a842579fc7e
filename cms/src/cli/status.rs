//! How a command ends: one meaning for all of them, which `docs/operations.md` tells.

use crate::{
    config::wrong::WrongSetting,
    storage::{StorageError, Trouble},
    store::migrations::NewerStore,
};

/// It may be otherwise at the next try.
const FAILED: u8 = 1;
/// As clap ends where a setting cannot be read: systemd does not start a service again that ended so.
const STAYS_SO: u8 = 2;

/// The status of a command that failed.
pub fn of(error: &anyhow::Error) -> u8 {
    if stays_so(error) { STAYS_SO } else { FAILED }
}

/// Whether it stays so until somebody mends a setting, or installs another release.
pub fn stays_so(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let storage = cause.downcast_ref::<StorageError>();
        cause.is::<WrongSetting>()
            || cause.is::<NewerStore>()
            || storage.is_some_and(|error| error.why == Trouble::Settings)
    })
}
