//! `cms check`.

use anyhow::bail;
use generator::{Generator, ImageMode};

use crate::{
    config::Config,
    output::say,
    publishing,
    store::{
        backup::{self, Facts},
        migrations,
    },
};

/// Checks store, content and templates; writes nothing.
pub fn check(config: &Config) -> anyhow::Result<()> {
    let mut troubles = Vec::new();
    if config.store_file().exists() {
        let file = config.store_file();
        let known = |facts: Facts| {
            migrations::check_known(&file, facts.version, migrations::latest()).map(|()| facts)
        };
        match backup::check(&file).and_then(|facts| Ok(known(facts)?)) {
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
