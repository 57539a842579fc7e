//! What a test says that cannot be made on this machine.

use std::env;

/// Says why the test ends before it has proven anything; where `SKIP_NOTHING` is set, it fails instead.
#[track_caller]
pub fn skipped(why: &str) {
    assert!(
        env::var_os("SKIP_NOTHING").is_none(),
        "it cannot be made here: {why}"
    );
    eprintln!("skipped: {why}");
}
