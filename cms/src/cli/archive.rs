//! `cms export`, and `cms import` of what it wrote.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use jiff::Timestamp;

use super::local_file::local_file;
use crate::{
    config::Config,
    disk::named_file::NamedFile,
    net::Patience,
    ops::archive::{self, Carried},
    originals::Originals,
    output::{counted, say},
    store::{Store, posts},
    time::clock::Clock,
};

/// `cms export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The .tar to write; `-` is standard output
    #[arg(value_parser = |text: &str| local_file(text, "an archive is a file of this machine"))]
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Writes everything as one archive; `-` is standard output.
pub fn export(config: &Config, arguments: &ExportArgs) -> anyhow::Result<()> {
    let file = &arguments.file;
    if file == Path::new("-") {
        archive::export(&originals(config)?, io::stdout().lock())?;
        return Ok(());
    }
    let mut named = NamedFile::create(config, file, arguments.force)?;
    let carried = archive::export(&originals(config)?, io::BufWriter::new(named.file()))
        .with_context(|| format!("{} was not written", file.display()))?;
    named.finish()?;
    say!("{} in {}", told(&carried), file.display())?;
    Ok(())
}

/// What was carried.
fn told(carried: &Carried) -> String {
    let posts = counted(carried.posts, "post");
    let images = counted(carried.images, "image");
    format!("{posts}, {images} and {}", counted(carried.users, "user"))
}

fn originals(config: &Config) -> anyhow::Result<Originals> {
    let store = Store::open_to_read(&config.store_file())?;
    Ok(Originals::open(store, config, Patience::default())?)
}

/// Whether a file is an archive: by its name, or by what one of another name begins with (POSIX.1-2017, `pax`).
pub fn is_one(path: &Path) -> bool {
    let begins = || -> io::Result<bool> {
        let mut header = [0; 262];
        fs::File::open(path)?.read_exact(&mut header)?;
        Ok(header.ends_with(b"ustar"))
    };
    let named = path.extension().is_some_and(|extension| extension == "tar");
    // What is read of a pipe is gone.
    named || path.is_file() && begins().unwrap_or(false)
}

/// Takes an archive into an empty store.
pub fn import(config: &Config, file: &Path, if_empty: bool) -> anyhow::Result<()> {
    let store = Store::open_to_write(config)?;
    if if_empty && !store.read_blocking(|store| Ok::<_, anyhow::Error>(posts::is_empty(store)?))? {
        say!("there are posts already; nothing imported")?;
        return Ok(());
    }
    let from = fs::File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let carried = archive::import(&store, io::BufReader::new(from), Clock::System.now())?;
    say!("imported {}", told(&carried))?;
    for plan in &carried.overdue {
        let at = Timestamp::from_millisecond(plan.at).unwrap_or_default();
        let why = if plan.in_vain {
            "it does not go live before"
        } else {
            "that has passed"
        };
        say!(
            "post {}: to {} {} at {at:.0} was planned; {why}, so it is not planned any more",
            plan.post_id,
            plan.action.name(),
            plan.lang.code()
        )?;
    }
    if carried.users > 0 {
        say!("an archive holds no passwords: give each user one with `cms user passwd NAME`")?;
    }
    Ok(())
}
