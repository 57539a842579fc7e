//! `cms import`: sample posts from a folder into the store.

use std::path::Path;

use crate::config::Config;

/// Imports every post of a folder, all or none of them.
pub fn run(_config: &Config, _path: &Path, _if_empty: bool) -> anyhow::Result<()> {
    anyhow::bail!("import waits for the reader of sample posts")
}
