//! `cms backup` and `cms restore`: copies of the whole store.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::{
    config::Config,
    disk::{
        lock::{self, DataLock},
        named_file::NamedFile,
    },
    store::backup,
    time::clock::Clock,
};

/// `cms backup`
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file to write [default: backups/cms-<time>.db in the data folder]
    file: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Copies the store while it is in use.
pub fn back_up(config: &Config, arguments: &BackupArgs) -> anyhow::Result<()> {
    let file = match &arguments.file {
        Some(file) => file.clone(),
        None => {
            let folder = config.data.join("backups");
            lock::create_private(&folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
            let now = Clock::System.now().strftime("%Y%m%dT%H%M%SZ");
            folder.join(format!("cms-{now}.db"))
        }
    };
    let copy = NamedFile::create(config, &file, arguments.force)?;
    backup::back_up(&config.store_file(), copy)?;
    println!("{}", file.display());
    Ok(())
}

/// `cms restore`
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// A file made by `cms backup`
    file: PathBuf,
    /// Also when the present store is newer
    #[arg(long)]
    force: bool,
}

/// Puts a backup in the place of the store.
pub fn restore(config: &Config, arguments: &RestoreArgs) -> anyhow::Result<()> {
    let _lock = DataLock::take(&config.data)?;
    let restored = backup::restore(&arguments.file, &config.store_file(), arguments.force)?;
    println!(
        "restored {}; everyone has to sign in again",
        arguments.file.display()
    );
    if let Some(former) = restored.former {
        println!("the former store is {}", former.display());
    }
    if !restored.numbers_kept {
        println!(
            "there was no former store that could be read: numbers of posts, images and messages that were given after \
             the backup was made may be given again"
        );
    }
    Ok(())
}
