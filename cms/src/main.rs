//! The binary: see `cms::cli`.

use std::process::ExitCode;

use cms::{
    config::wrong::WrongSetting,
    storage::{StorageError, Trouble},
    store::migrations::NewerStore,
};

/// As clap ends where a setting cannot be read: systemd does not start a service again that ended so.
const WRONG_SETTING: u8 = 2;

fn main() -> ExitCode {
    match cms::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            match stays_so(&error) {
                true => ExitCode::from(WRONG_SETTING),
                false => ExitCode::FAILURE,
            }
        }
    }
}

/// Whether it stays so until somebody mends a setting, or installs another release.
fn stays_so(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let storage = cause.downcast_ref::<StorageError>();
        cause.is::<WrongSetting>()
            || cause.is::<NewerStore>()
            || storage.is_some_and(|error| error.why == Trouble::Settings)
    })
}
