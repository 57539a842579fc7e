//! The binary: see `cms::cli`.

use std::process::ExitCode;

use cms::cli::{self, status};

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(status::of(&error))
        }
    }
}
