//! `cms messages`: what visitors wrote.

use std::io::{self, Write as _};

use clap::Args;
use jiff::Timestamp;

use crate::{
    config::Config,
    output::say,
    store::{
        Store,
        messages::{self, Message, Suspicion},
    },
    time::clock::Clock,
};

/// `cms messages`
#[derive(Debug, Args)]
pub struct MessagesArgs {
    /// Also those marked as read, and those that are kept apart
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
        say!("marked {count} as read")?;
        return Ok(());
    }
    if !arguments.delete.is_empty() {
        let count = store.write_blocking(|store| {
            Ok::<_, anyhow::Error>(messages::delete(store, &arguments.delete)?)
        })?;
        say!("deleted {count}")?;
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
        suspected,
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
    let apart = match suspected {
        Some(Suspicion::Robot) => "  (kept apart: a robot's)",
        Some(Suspicion::Rate) => "  (kept apart: came too fast)",
        None => "",
    };
    format!(
        "#{id}  {at:.0}  {subject}{relay}{apart}\n{name} <{email}>{phone}\n\n  {}\n",
        text.replace('\n', "\n  ")
    )
}
