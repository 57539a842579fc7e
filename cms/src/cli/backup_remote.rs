//! Backups that go to object storage and come from there.

use std::{fs::File, path::Path};

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Args;
use tempfile::NamedTempFile;
use tokio::runtime::{Builder, Runtime};

use crate::{
    config::{
        Config,
        bucket::Bucket,
        target::{Target, TargetError},
    },
    disk::{lock, unfinished},
    ops::{
        backup_seal::{self, Reader},
        backup_storage::{self, Storage},
    },
    output::say,
    store::backup,
    time::clock::Clock,
};

/// What `cms backup` is asked about object storage.
#[derive(Debug, Args)]
pub struct RemoteArgs {
    /// Into object storage instead, as cms-<time>.db.age: `s3://bucket/prefix`, as deployments take it
    #[arg(long, value_name = "BUCKET", conflicts_with_all = ["file", "force"])]
    pub to: Option<Bucket>,
    /// Who can read what goes there: public keys (`age1…`), separated by commas [env: CMS_BACKUP_RECIPIENT]
    #[arg(
        long = "recipient",
        requires = "to",
        value_name = "KEY",
        value_delimiter = ','
    )]
    recipients: Vec<String>,
    /// The setting apart from the option: it says nothing of a backup that stays here, and one that is asked for is not overlooked.
    #[arg(long, env = "CMS_BACKUP_RECIPIENT", hide = true, value_delimiter = ',')]
    set_recipients: Vec<String>,
    /// Send it as it is: whoever can read the bucket reads messages of visitors and hashes of passwords
    #[arg(long, requires = "to", conflicts_with = "recipients")]
    unencrypted: bool,
    /// Remove all backups there but so many of the newest
    #[arg(long, value_name = "N", requires = "to", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    /// Only list what is there
    #[arg(long, requires = "to", conflicts_with = "keep")]
    list: bool,
}

impl RemoteArgs {
    /// Read here and not by clap, which repeats in its error what it cannot read: somebody's secret key, by mistake.
    fn readers(&self) -> anyhow::Result<Vec<Reader>> {
        let wanted = if self.recipients.is_empty() {
            &self.set_recipients
        } else {
            &self.recipients
        };
        let readers = wanted.iter().map(|text| backup_seal::reader(text));
        let readers: Result<_, String> = readers.collect();
        readers.map_err(|why| anyhow!("--recipient (CMS_BACKUP_RECIPIENT): {why}"))
    }
}

/// Sends a copy of the store, or lists what is there.
pub fn back_up(config: &Config, bucket: &Bucket, arguments: &RemoteArgs) -> anyhow::Result<()> {
    let storage = Storage::open(bucket, &config.deploy.s3)?;
    let runtime = runtime()?;
    if arguments.list {
        for stored in runtime.block_on(storage.list())? {
            say!("{}  {:.0}  {} bytes", stored.name, stored.at, stored.size)?;
        }
        return Ok(());
    }
    let public = config.deploy.deploy_to.iter().find(
        |target| matches!(target, Target::Bucket(site) if config.deploy.s3.overlap(site, bucket)),
    );
    if let Some(site) = public {
        bail!(TargetError::Public(bucket.to_string(), site.to_string()));
    }
    ensure!(
        !arguments.unencrypted || arguments.set_recipients.is_empty(),
        "--unencrypted, though CMS_BACKUP_RECIPIENT says who may read backups: take one of them away"
    );
    let readers = arguments.readers()?;
    ensure!(
        arguments.unencrypted || !readers.is_empty(),
        "a backup holds what visitors wrote and hashes of passwords: name who may read it with --recipient age1… \
         (CMS_BACKUP_RECIPIENT), or say --unencrypted"
    );
    // Checked before anything is sent; gone with the command.
    let copy = scratch(config)?;
    backup::copy_checked(&config.store_file(), copy.path())?;
    let name = backup_storage::name(Clock::System.now(), !readers.is_empty());
    // By name: SQLite may have put another file in the place of the one that was begun.
    let file = File::open(copy.path())?;
    let stored = runtime.block_on(storage.put(&name, file, readers))?;
    say!("{} ({} bytes) in {bucket}", stored.name, stored.size)?;
    if let Some(most) = arguments.keep {
        let removed = runtime
            .block_on(storage.keep(usize::try_from(most)?, &stored))
            .context("the backup is there, but older ones were not all removed")?;
        for old in removed {
            say!("removed {}", old.name)?;
        }
    }
    Ok(())
}

/// Fetches the backup of that name, or the newest, into a file that is gone when it is dropped; and how to call it.
pub fn fetch(
    config: &Config,
    bucket: &Bucket,
    name: Option<&Path>,
    identity: Option<&Path>,
) -> anyhow::Result<(NamedTempFile, String)> {
    let storage = Storage::open(bucket, &config.deploy.s3)?;
    let runtime = runtime()?;
    let name = match name {
        Some(name) => name
            .to_str()
            .filter(|name| !name.contains('/'))
            .context("with --from, name a backup as `cms backup --list` does")?
            .to_owned(),
        None => {
            let newest = runtime.block_on(storage.list())?.pop();
            newest
                .with_context(|| format!("there is no backup in {bucket}"))?
                .name
        }
    };
    let keys = match (identity, backup_storage::is_sealed(&name)) {
        (Some(file), true) => backup_seal::keys(file)?,
        (None, false) => Vec::new(),
        (None, true) => {
            bail!("{name} is encrypted: name the file with its key, --identity FILE")
        }
        // Somebody may have put it there in the place of an encrypted one.
        (Some(_), false) => {
            bail!("{name} is not encrypted; if it is the one, restore without --identity")
        }
    };
    let copy = scratch(config)?;
    let file = File::options().write(true).open(copy.path())?;
    runtime.block_on(storage.fetch(&name, file, keys))?;
    Ok((copy, format!("{name} of {bucket}")))
}

/// A private file that is gone when the command ends; what a killed one leaves, the next one removes.
fn scratch(config: &Config) -> anyhow::Result<NamedTempFile> {
    let folder = config.data.join("backups");
    begin(&folder).with_context(|| format!("cannot write into {}", folder.display()))
}

fn begin(folder: &Path) -> std::io::Result<NamedTempFile> {
    lock::create_private(folder)?;
    unfinished::begin(folder)
}

fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}
