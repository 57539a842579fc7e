//! `cms releases` and `cms rollback`: the way back to an earlier publication.

use anyhow::{Context as _, ensure};
use clap::Args;
use generator::{
    BuildError, Generator, ImageMode,
    releases::{self as kept, Release},
};

use crate::{
    config::Config,
    output::{counted, say},
    publishing,
    store::{
        Store,
        audit::{self, Deed, Kind, Who},
        hold::{self, Hold},
    },
    time::clock::Clock,
};

/// `cms rollback`
#[derive(Debug, Args)]
pub struct RollbackArgs {
    /// The publication's number, as `cms releases` lists it
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    number: Option<u64>,
    /// Let publishing go on with what is saved
    #[arg(long)]
    resume: bool,
}

/// Lists what one can go back to.
pub fn list(config: &Config) -> anyhow::Result<()> {
    let store = Store::open_to_read(&config.store_file())?;
    let held = store.read_blocking(|store| Ok::<_, anyhow::Error>(hold::read(store)?))?;
    for Release {
        number,
        about,
        newest,
    } in kept::releases(&config.cache())?
    {
        let what = match (about.restores, about.files) {
            (Some(restored), _) => format!("publication {restored} put in place again"),
            (None, 0) => "the whole site".to_owned(),
            (None, _) => {
                let pages = counted(about.pages, "page");
                let all = about.pages <= about.addresses.len();
                let rest = if all { "" } else { " …" };
                format!("{pages}: {}{rest}", about.addresses.join(" "))
            }
        };
        let mark = if newest { "*" } else { " " };
        say!("{mark} {number}\t{:.0}\t{what}", about.at)?;
    }
    if let Some(Hold { release, by, .. }) = held {
        say!(
            "publication {release} stands (by {by}); publishing waits for `cms rollback --resume`"
        )?;
    }
    Ok(())
}

/// Goes back, or on. A server that runs does it itself; it looks every two seconds.
pub fn rollback(config: &Config, arguments: &RollbackArgs) -> anyhow::Result<()> {
    let store = Store::open_to_write(config)?;
    let wall = Clock::System.now().as_millisecond();
    let Some(number) = arguments.number else {
        let stopped = write(&store, wall, |store| {
            let stopped = hold::clear(store)?;
            Ok((stopped, Deed::about(Kind::PublishingResumed, "")))
        })?;
        say!(
            "{}",
            if stopped {
                "publishing goes on, with the server or `cms generate`"
            } else {
                "publishing had not stopped"
            }
        )?;
        return Ok(());
    };
    let known = kept::releases(&config.cache())?;
    let can_return = known.iter().any(|one| one.number == number && !one.newest);
    ensure!(
        can_return,
        "there is no way back to publication {number}; see `cms releases`"
    );
    // What cannot be opened puts nothing in place: then nothing waits for it either.
    let opened = match Generator::open(publishing::options(config, ImageMode::Background)) {
        Err(error) if !matches!(error, BuildError::InUse { .. }) => return Err(error.into()),
        opened => opened,
    };
    write(&store, wall, |store| {
        let wanted = Hold {
            release: number,
            since: wall,
            by: "shell".to_owned(),
        };
        hold::set(store, &wanted)?;
        Ok((true, Deed::about(Kind::ReleaseRestored, number.to_string())))
    })?;
    match opened {
        Ok(mut generator) => {
            let report = generator.restore(number).with_context(|| {
                format!("publication {number} is not in place yet: it is tried again by the server, until `cms rollback --resume`")
            })?;
            while generator.tidy() {}
            let written = counted(report.written, "file");
            let removed = report.removed;
            say!("publication {number} is in place again: {written} written, {removed} removed")?;
        }
        Err(BuildError::InUse { by, .. }) => {
            say!("{by} puts publication {number} in place within two seconds")?;
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// In one transaction, with the deed in the record if there was one.
fn write(
    store: &Store,
    wall: i64,
    change: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<(bool, Deed)> + Send,
) -> anyhow::Result<bool> {
    store.write_blocking(|store| {
        let now = audit::moment(store, wall)?;
        let (done, deed) = change(store)?;
        if done {
            audit::record(store, &Who::shell(), &deed, now)?;
        }
        Ok::<_, anyhow::Error>(done)
    })
}
