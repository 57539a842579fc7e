//! `cms generate`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use generator::{Generator, ImageMode, Published};

use super::scratch;
use crate::{
    config::{Config, folders},
    disk::lock::DataLock,
    net::Patience,
    originals::Originals,
    output::{counted, say},
    publishing::{self, Posts, StoreImages},
    store::{Store, hold::Hold, opening},
};

/// `cms generate`
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Build from nothing, whatever is there
    #[arg(long)]
    full: bool,
    /// Build into this folder instead of --dist
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Generates once, in the foreground, pictures included.
pub fn generate(config: &Config, arguments: &GenerateArgs) -> anyhow::Result<()> {
    folders::check(config)?;
    if let Some(out) = &arguments.out {
        folders::check_out(config, out)?;
    }
    let elsewhere = arguments.out.is_some();
    // Beside a running server only another folder can be built; it has a record of its own.
    let _lock = (!elsewhere)
        .then(|| DataLock::take(&config.data))
        .transpose()?;
    let out = arguments.out.as_ref().unwrap_or(&config.dist);
    // On the same file system as the result, so that files can be renamed into it.
    let beside = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let beside = beside.map_or_else(|| PathBuf::from("."), PathBuf::from);
    let named = if elsewhere {
        "--out"
    } else {
        "--dist (CMS_DIST)"
    };
    let refused = || {
        format!(
            "cannot write into {}, where {named} = {} is made",
            beside.display(),
            out.display()
        )
    };
    std::fs::create_dir_all(&beside).with_context(refused)?;
    scratch::clear(&beside);
    let scratch = tempfile::Builder::new()
        .prefix(scratch::PREFIX)
        .tempdir_in(&beside)
        .with_context(refused)?;
    let mut options = publishing::options(config, ImageMode::Wait);
    if let Some(out) = &arguments.out {
        options.dist.clone_from(out);
    }
    if arguments.full || elsewhere {
        options.cache = scratch.path().to_owned();
        // Named by content, they are the same for every build, also for one from nothing.
        options.pictures = Some(config.pictures());
    }
    let store = if elsewhere && opening::is_there(&config.store_file())? {
        // Perhaps beside a server of an older release, whose store is not ours to migrate.
        Store::open_to_read(&config.store_file())?
    } else {
        Store::open(&config.store_file())?
    };
    let mut posts = Posts::default();
    let snapshot = store.snapshot()?;
    posts.catch_up(&snapshot)?;
    if let Some(Hold { release, .. }) = posts.hold.as_ref().filter(|_| !elsewhere) {
        bail!(
            "publication {release} was put in place of what is saved; `cms rollback --resume` lets publishing go on"
        );
    }
    let published = Published {
        posts: &posts.set,
        texts: &snapshot,
        moved: &posts.moved,
        revision: Some(posts.revision()),
    };
    let mut generator = Generator::open(options)?;
    let originals = Originals::open(store, config, Patience::default())?;
    let report = generator.build(published, &StoreImages::new(originals))?;
    while generator.tidy() {}
    for warning in &report.warnings {
        tracing::warn!(%warning);
    }
    say!(
        "{} in {:.0} ms: {} rendered, {} written, {} removed",
        counted(report.total.pages, "page"),
        report.duration.as_secs_f64() * 1e3,
        counted(report.rendered, "file"),
        report.written,
        report.removed
    )?;
    Ok(())
}
