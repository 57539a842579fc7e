//! `cms import`: sample posts from a folder into the store.

use std::path::Path;

use crate::config::Config;

/// Imports every post of a folder, in the order of the files.
pub fn run(_config: &Config, _path: &Path, _if_empty: bool) -> anyhow::Result<()> {
    anyhow::bail!("waits for the generator's reader")
}
