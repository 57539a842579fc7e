//! `cms messages|backup|restore|export|deploy|check`: thin shells around the modules that do the work.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use clap::Args;
use generator::{Generator, ImageMode};
use jiff::Timestamp;

use crate::{
    config::{Config, target::Target},
    deploy,
    disk::{
        lock::{self, DataLock},
        named_file::NamedFile,
    },
    ops::archive,
    publishing as publisher,
    store::{
        Store, backup,
        messages::{self, Message},
        posts,
    },
    time::clock::Clock,
};

/// `cms messages`
#[derive(Debug, Args)]
pub struct MessagesArgs {
    /// Also those marked as read
    #[arg(long)]
    all: bool,
    /// As JSON, one message per line
    #[arg(long)]
    json: bool,
    /// Mark these as read
    #[arg(
        long,
        value_name = "ID",
        value_delimiter = ',',
        conflicts_with = "delete"
    )]
    mark_read: Vec<i64>,
    /// Delete these for good
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    delete: Vec<i64>,
}

/// Lists, marks or deletes what visitors wrote.
pub fn messages(config: &Config, arguments: &MessagesArgs) -> anyhow::Result<()> {
    let reads = arguments.mark_read.is_empty() && arguments.delete.is_empty();
    let store = match reads {
        true => Store::open_to_read(&config.store_file())?,
        false => Store::open_to_write(config)?,
    };
    let now = Clock::System.now().as_millisecond();
    if !arguments.mark_read.is_empty() {
        let ids = &arguments.mark_read;
        let count = store.write_blocking(|store| {
            Ok::<_, anyhow::Error>(messages::mark_read(store, ids, now)?)
        })?;
        println!("marked {count} as read");
        return Ok(());
    }
    if !arguments.delete.is_empty() {
        let count = store.write_blocking(|store| {
            Ok::<_, anyhow::Error>(messages::delete(store, &arguments.delete)?)
        })?;
        println!("deleted {count}");
        return Ok(());
    }
    let list = store
        .read_blocking(|store| Ok::<_, anyhow::Error>(messages::list(store, !arguments.all)?))?;
    let mut out = io::stdout().lock();
    for message in &list {
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string(message)?)?;
        } else {
            writeln!(out, "{}", readable(message))?;
        }
    }
    if list.is_empty() && !arguments.json {
        writeln!(
            out,
            "no {}messages",
            if arguments.all { "" } else { "unread " }
        )?;
    }
    Ok(())
}

/// The store keeps no control characters but line breaks, so this cannot steer a terminal.
fn readable(message: &Message) -> String {
    let Message {
        id,
        name,
        email,
        phone,
        subject,
        message: text,
        received_at,
        relayed_at,
        last_error,
        ..
    } = message;
    let at = Timestamp::from_millisecond(*received_at).unwrap_or_default();
    let phone = if phone.is_empty() {
        String::new()
    } else {
        format!(", {phone}")
    };
    let relay = match (relayed_at, last_error) {
        (Some(_), _) => "  (sent by e-mail)".to_owned(),
        (None, Some(error)) => format!("  (e-mail failed: {error})"),
        (None, None) => String::new(),
    };
    format!(
        "#{id}  {at:.0}  {subject}{relay}\n{name} <{email}>{phone}\n\n  {}\n",
        text.replace('\n', "\n  ")
    )
}

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

/// `cms export`
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The .tar to write; `-` is standard output
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Writes everything as one archive; `-` is standard output.
pub fn export(config: &Config, arguments: &ExportArgs) -> anyhow::Result<()> {
    let file = &arguments.file;
    if file == Path::new("-") {
        let store = Store::open_to_read(&config.store_file())?;
        archive::export(&store, io::stdout().lock())?;
        return Ok(());
    }
    let mut named = NamedFile::create(config, file, arguments.force)?;
    let store = Store::open_to_read(&config.store_file())?;
    let carried = archive::export(&store, io::BufWriter::new(named.file()))?;
    named.finish()?;
    println!(
        "{} posts, {} images and {} users in {}",
        carried.posts,
        carried.images,
        carried.users,
        file.display()
    );
    Ok(())
}

/// Takes an archive into an empty store.
pub fn import(config: &Config, file: &Path, if_empty: bool) -> anyhow::Result<()> {
    let store = Store::open_to_write(config)?;
    if if_empty && !store.read_blocking(|store| Ok::<_, anyhow::Error>(posts::is_empty(store)?))? {
        println!("there are posts already; nothing imported");
        return Ok(());
    }
    let from = fs::File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let carried = archive::import(&store, io::BufReader::new(from))?;
    println!(
        "imported {} posts, {} images and {} users",
        carried.posts, carried.images, carried.users
    );
    if carried.users > 0 {
        println!("an archive holds no passwords: give each user one with `cms user passwd NAME`");
    }
    Ok(())
}

/// `cms deploy`
#[derive(Debug, Args)]
pub struct DeployArgs {
    /// A folder, `host:path` or `rsync://host/module/path` [default: --deploy-to]
    destination: Option<Target>,
    /// Tell what would change and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Also a shrunken site, over files that others put in the place of the site's, or onto a target that another CMS
    /// deployed to. Files of others that are in nobody's way are never removed
    #[arg(long)]
    force: bool,
}

/// Carries `dist` to where visitors get it.
pub fn deploy(config: &Config, arguments: &DeployArgs) -> anyhow::Result<()> {
    let target = arguments
        .destination
        .clone()
        .or_else(|| config.deploy.deploy_to.clone());
    let target = target.context(
        "where to? Name the target (`cms deploy DEST`), or set --deploy-to (CMS_DEPLOY_TO)",
    )?;
    let job = deploy::Job {
        force: arguments.force,
        dry_run: arguments.dry_run,
        ..deploy::Job::new(config, target)
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let done = runtime.block_on(deploy::deploy(&job, Clock::System.now()))?;
    for change in &done.changes {
        println!("{change}");
    }
    let verb = if job.dry_run { "would send" } else { "sent" };
    println!(
        "{} pages, {} files: {verb} {}, removed {}, in {} ms",
        done.pages, done.files, done.sent, done.removed, done.ms
    );
    if done.left_alone > 0 {
        println!(
            "other files of the target that are left alone: {} (--dry-run names them)",
            done.left_alone
        );
    }
    if let Some(why) = done.refused {
        bail!("nothing of this would be done as it is: {why}");
    }
    Ok(())
}

/// Checks store, content and templates; writes nothing.
pub fn check(config: &Config) -> anyhow::Result<()> {
    let mut troubles = Vec::new();
    if config.store_file().exists() {
        match backup::check(&config.store_file()) {
            Ok(facts) => println!(
                "store: good, version {}, revision {}",
                facts.version, facts.revision
            ),
            Err(error) => troubles.push(format!("{error:#}")),
        }
    } else {
        println!("store: none yet");
    }
    let scratch = tempfile::tempdir()?;
    let mut options = publisher::options(config, ImageMode::Background);
    options.dist = scratch.path().join("dist");
    options.cache = scratch.path().join("cache");
    match Generator::open(options) {
        Ok(_) => println!("content and templates: good"),
        Err(problems) => troubles.push(problems.to_string()),
    }
    if troubles.is_empty() {
        return Ok(());
    }
    bail!("{}", troubles.join("\n"))
}
