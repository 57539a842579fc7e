//! The binary: see `cms::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    match cms::cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
