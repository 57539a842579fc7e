//! `cms messages`: what visitors wrote.

use clap::Args;
use jiff::Timestamp;
use rusqlite::Transaction;

use crate::{
    config::Config,
    output::say,
    store::{
        Store,
        audit::{self, Deed, Kind, Who},
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
    let store = if reads {
        Store::open_to_read(&config.store_file())?
    } else {
        Store::open_to_write(config)?
    };
    let now = Clock::System.now().as_millisecond();
    if !arguments.mark_read.is_empty() {
        let mark = |store: &Transaction<'_>, id| messages::mark_read(store, &[id], now);
        let count = each(
            &store,
            &arguments.mark_read,
            Kind::MessageHandled,
            now,
            mark,
        )?;
        say!("marked {count} as read")?;
        return Ok(());
    }
    if !arguments.delete.is_empty() {
        let delete = |store: &Transaction<'_>, id| messages::delete(store, &[id]);
        let count = each(&store, &arguments.delete, Kind::MessageDeleted, now, delete)?;
        say!("deleted {count}")?;
        return Ok(());
    }
    let list = store
        .read_blocking(|store| Ok::<_, anyhow::Error>(messages::list(store, !arguments.all)?))?;
    for message in &list {
        if arguments.json {
            say!("{}", serde_json::to_string(message)?)?
        } else {
            say!("{}", readable(message))?
        }
    }
    if list.is_empty() && !arguments.json {
        say!("no {}messages", if arguments.all { "" } else { "unread " })?;
    }
    Ok(())
}

/// Does something to each of these, in one transaction, and writes down to which: what a person does in the admin is written
/// down, too. Of how many there was anything to do.
fn each(
    store: &Store,
    ids: &[i64],
    kind: Kind,
    wall: i64,
    act: impl Fn(&Transaction<'_>, i64) -> rusqlite::Result<usize>,
) -> anyhow::Result<usize> {
    store.write_blocking(|store| {
        let now = audit::moment(store, wall)?;
        let mut count = 0;
        for id in ids {
            if act(store, *id)? > 0 {
                count += 1;
                let deed = Deed::about(kind, id.to_string());
                audit::record(store, &Who::shell(), &deed, now)?;
            }
        }
        Ok::<_, anyhow::Error>(count)
    })
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
        Some(Suspicion::Rate) => "  (kept apart: came too fast, or found no room)",
        None => "",
    };
    format!(
        "#{id}  {at:.0}  {subject}{relay}{apart}\n{name} <{email}>{phone}\n\n  {}\n",
        text.replace('\n', "\n  ")
    )
}
