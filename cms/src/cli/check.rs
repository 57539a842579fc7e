//! `cms check`.

use anyhow::anyhow;
use generator::{Generator, ImageMode};

use super::status::stays_so;
use crate::{
    config::{Config, wrong::WrongSetting},
    ops::mismatches::mismatches,
    output::{counted, say},
    publishing,
    store::{
        backup::{self, Facts},
        migrations, opening,
    },
};

/// Checks store, content and templates; writes nothing.
pub fn check(config: &Config) -> anyhow::Result<()> {
    let mut troubles = Vec::new();
    let file = config.store_file();
    let known = |facts: Facts| {
        migrations::check_known(&file, facts.version, migrations::latest()).map(|()| facts)
    };
    let store = opening::is_there(&file).and_then(|there| {
        if there {
            Ok(Some(known(backup::check(&file)?)?))
        } else {
            Ok(None)
        }
    });
    match store {
        Ok(Some(facts)) => {
            let (version, revision) = (facts.version, facts.revision);
            say!("store: good, version {version}, revision {revision}")?;
            let services = generator::services(&config.content);
            for line in backup::look_into(&file, facts, |store| mismatches(store, &services))? {
                say!("{line}")?;
            }
        }
        Ok(None) => say!("store: none yet")?,
        Err(error) => troubles.push(error),
    }
    let scratch = tempfile::tempdir()?;
    let mut options = publishing::options(config, ImageMode::Background);
    options.dist = scratch.path().join("dist");
    options.cache = scratch.path().join("cache");
    match Generator::open(options) {
        Ok(generator) => {
            let warnings = generator.warnings();
            for warning in &warnings {
                say!("{warning}")?;
            }
            match warnings.len() {
                0 => say!("content and templates: good")?,
                some => say!("content and templates: good, {}", counted(some, "warning"))?,
            }
        }
        Err(problems) => troubles.push(anyhow!("{problems}")),
    }
    if troubles.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = troubles.iter().map(|error| format!("{error:#}")).collect();
    let all = anyhow!("{}", told.join("\n"));
    Err(if troubles.iter().any(stays_so) {
        WrongSetting::from(all).into()
    } else {
        all
    })
}
