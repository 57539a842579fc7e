//! `cms check`.

use anyhow::bail;
use generator::{Generator, ImageMode};

use crate::{config::Config, output::say, publishing, store::backup};

/// Checks store, content and templates; writes nothing.
pub fn check(config: &Config) -> anyhow::Result<()> {
    let mut troubles = Vec::new();
    if config.store_file().exists() {
        match backup::check(&config.store_file()) {
            Ok(facts) => say!(
                "store: good, version {}, revision {}",
                facts.version,
                facts.revision
            )?,
            Err(error) => troubles.push(format!("{error:#}")),
        }
    } else {
        say!("store: none yet")?;
    }
    let scratch = tempfile::tempdir()?;
    let mut options = publishing::options(config, ImageMode::Background);
    options.dist = scratch.path().join("dist");
    options.cache = scratch.path().join("cache");
    match Generator::open(options) {
        Ok(_) => say!("content and templates: good")?,
        Err(problems) => troubles.push(problems.to_string()),
    }
    if troubles.is_empty() {
        return Ok(());
    }
    bail!("{}", troubles.join("\n"))
}
