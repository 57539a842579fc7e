//! `cms originals`: where the pictures are that were uploaded, and the way from the store to object storage and back.

use anyhow::{Context as _, bail, ensure};
use clap::Subcommand;

use crate::{
    config::{Config, folders},
    disk::lock::DataLock,
    net::Patience,
    ops::moving::{Moved, Mover},
    originals::Originals,
    output::say,
    store::{
        DAY, Store,
        audit::moment,
        opening,
        originals::{self as places, Sum},
    },
    time::clock::Clock,
};

/// `cms originals`
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Say how many pictures are in the store and how many in object storage
    Status,
    /// Move all pictures from the store to object storage (`CMS_ORIGINALS`), each once it was read back from there whole
    Out {
        /// Then give the room that they had in the store's file back to the disk; saves wait meanwhile
        #[arg(long)]
        shrink: bool,
    },
    /// Bring all pictures back into the store, while the service is stopped; what is in object storage stays there for
    /// older backups
    In,
    /// Read every picture that is in object storage and compare it with what was put there
    Check,
    /// Remove from object storage what no post, draft or history has named for so long. A backup from before that would
    /// lack these pictures
    Tidy {
        /// Days
        #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(i64).range(1..=36_500))]
        days: i64,
    },
}

/// Carries one out.
pub fn run(config: &Config, action: &Action) -> anyhow::Result<()> {
    folders::check(config)?;
    match *action {
        Action::Status => status(config),
        Action::Out { shrink } => moving(config, |mover, originals, place| {
            let moved = mover.out(i64::MAX, &|| false)?;
            say!("{} to {place}", counted(&moved))?;
            if shrink {
                originals.store().shrink()?;
            }
            whole(&moved)
        }),
        Action::In => {
            // A service would take them out again within minutes, to where they were.
            let _lock = DataLock::take(&config.data)?;
            moving(config, |mover, _, _| {
                let moved = mover.back()?;
                say!("{} back into the store", counted(&moved))?;
                whole(&moved)
            })
        }
        Action::Check => moving(config, |mover, _, place| {
            let moved = mover.check()?;
            say!("{} in {place} are as they were put there", counted(&moved))?;
            whole(&moved)
        }),
        Action::Tidy { days } => moving(config, |mover, originals, place| {
            let wall = Clock::System.now().as_millisecond();
            let read = |store: &_| anyhow::Ok(moment(store, wall)?.time);
            let now = originals.store().read_blocking(read)?;
            let removed = mover.tidy(now, now - days * DAY)?;
            say!("{removed} removed from {place}")?;
            Ok(())
        }),
    }
}

/// Does `work` as the only one who moves pictures; it gets the name of their place, too.
fn moving(
    config: &Config,
    work: impl FnOnce(&Mover<'_>, &Originals, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let store = Store::open_to_write(config)?;
    let originals = Originals::open(store, config, Patience::default())?;
    let mover = Mover::begin(&originals, &config.data)?;
    let mover = mover.context("another cms process is moving pictures; try again in a minute")?;
    let place = config.originals.originals.as_ref();
    let place = place.map(ToString::to_string).unwrap_or_default();
    work(&mover, &originals, &place)
}

fn status(config: &Config) -> anyhow::Result<()> {
    ensure!(
        opening::is_there(&config.store_file())?,
        "there is no store yet"
    );
    let store = Store::open_to_read(&config.store_file())?;
    let read = |store: &_| anyhow::Ok((places::sums(store)?, places::count_left(store)?));
    let ((here, away), left) = store.read_blocking(read)?;
    say!("in the store: {}", sum(here))?;
    let place = match &config.originals.originals {
        Some(bucket) => format!("in {bucket}"),
        None => "in object storage (CMS_ORIGINALS does not say where)".to_owned(),
    };
    say!("{place}: {}", sum(away))?;
    say!("there and not needed any more: {left} (`cms originals tidy`)")?;
    Ok(())
}

fn counted(moved: &Moved) -> String {
    sum(Sum {
        images: moved.images,
        bytes: moved.bytes,
    })
}

fn sum(sum: Sum) -> String {
    match sum.images {
        1 => format!("1 picture ({} bytes)", sum.bytes),
        images => format!("{images} pictures ({} bytes)", sum.bytes),
    }
}

/// An error that names what is lost or damaged.
fn whole(moved: &Moved) -> anyhow::Result<()> {
    if moved.failed.is_empty() {
        return Ok(());
    }
    let lines = moved.failed.iter();
    let lines: Vec<String> = lines
        .map(|(id, error)| format!("image {id}: {error}"))
        .collect();
    bail!("{}", lines.join("\n"))
}
