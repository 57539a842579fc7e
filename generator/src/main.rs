//! The generator's command line: `build`, `check`, `watch`. The CMS uses the library instead.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
