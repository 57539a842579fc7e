//! `cms backup` and `cms restore`: copies of the whole store.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::Args;
use jiff::Timestamp;

use super::{
    backup_remote::{self, RemoteArgs},
    local_file::local_file,
};
use crate::{
    config::{Config, bucket::Bucket},
    disk::{
        lock::{self, DataLock},
        named_file::NamedFile,
    },
    output::say,
    store::{backup, opening},
    time::clock::Clock,
};

/// `cms backup`
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file to write [default: backups/cms-<time>.db in the data folder]
    #[arg(value_parser = |text: &str| local_file(text, "`cms backup --to` sends a backup to object storage"))]
    file: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// Copies the store while it is in use.
pub fn back_up(config: &Config, arguments: &BackupArgs) -> anyhow::Result<()> {
    if let Some(bucket) = &arguments.remote.to {
        return backup_remote::back_up(config, bucket, &arguments.remote);
    }
    let store = config.store_file();
    ensure!(opening::is_there(&store)?, opening::missing(&store));
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
    backup::back_up(&store, copy)?;
    say!("{}", file.display())?;
    Ok(())
}

/// `cms restore`
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// A file made by `cms backup`; with --from the name of a backup there [default with --from: the newest]
    #[arg(required_unless_present = "from", value_parser = |text: &str| local_file(text, "`cms restore --from` fetches a backup from object storage"))]
    file: Option<PathBuf>,
    /// Fetch it from object storage: `s3://bucket/prefix`
    #[arg(long, value_name = "BUCKET")]
    from: Option<Bucket>,
    /// A file with the secret half of a key by which the backup was encrypted, as `age-keygen` writes it
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// Also when the present store is newer
    #[arg(long)]
    force: bool,
}

/// Puts a backup in the place of the store.
pub fn restore(config: &Config, arguments: &RestoreArgs) -> anyhow::Result<()> {
    let _lock = DataLock::take(&config.data)?;
    if let Some(bucket) = &arguments.from {
        let (file, identity) = (arguments.file.as_deref(), arguments.identity.as_deref());
        let (copy, name) = backup_remote::fetch(config, bucket, file, identity)?;
        return put_in_place(config, copy.path(), &name, arguments.force)
            .with_context(|| format!("{name} was fetched, but not restored"));
    }
    let file = arguments.file.as_deref().context("name the backup")?;
    ensure!(
        arguments.identity.is_none(),
        "--identity is for backups in object storage (--from); decrypt a file with `age --decrypt -i KEY`"
    );
    put_in_place(config, file, &file.display().to_string(), arguments.force)
}

/// Restores from a plain file and says so by a name.
fn put_in_place(config: &Config, file: &Path, name: &str, force: bool) -> anyhow::Result<()> {
    let restored = backup::restore(file, &config.store_file(), force, Clock::System.now())?;
    say!(
        "restored {name}; everyone has to sign in again, and tokens, invitations and share links are to be made anew"
    )?;
    if let Some(former) = restored.former {
        say!("the former store is {}", former.display())?;
    }
    if restored.hold_ended {
        say!(
            "an earlier publication stood when the backup was made; it does no longer: everything is published at the next start"
        )?;
    }
    for plan in restored.overdue {
        let at = Timestamp::from_millisecond(plan.at).unwrap_or_default();
        let now = if plan.waits {
            "it waits until an editor plans it again or cancels it"
        } else {
            "it is not planned any more"
        };
        say!(
            "post {}: to {} {} at {at:.0} was planned; that has passed, so {now}",
            plan.post_id,
            plan.action,
            plan.lang
        )?;
    }
    if !restored.numbers_kept {
        say!(
            "there was no former store that could be read: numbers of posts, images and messages that were given after \
             the backup was made may be given again"
        )?;
    }
    Ok(())
}
