//! Deletes what has outlived its use: images that nothing uses, messages past their time, posts in the trash, most of the
//! automatic saves, keys of old requests, sign-ins that have expired. Ages are judged by the store's time (`timekeeping`), never by one reading of the machine's clock.

use std::time::Duration;

use rusqlite::Transaction;
use tokio_util::sync::CancellationToken;

use crate::{
    config::Config,
    posts::trash,
    store::{
        DAY, Store, audit, creations, deliveries, families, history, known_networks, messages,
        originals,
        timekeeping::{self, Record},
        unused,
    },
    time::timekeeping::Timekeeper,
};

const EVERY: Duration = Duration::from_secs(60 * 60);
/// A request is not repeated later than that, in days: as long as an editor may be signed in.
const KEY_DAYS: i64 = 14;
/// A network nobody signed in from for so many days is not known any more.
const NETWORK_DAYS: i64 = 180;
/// The log of what webhooks were told goes back so many days.
const DELIVERY_DAYS: i64 = 30;
/// Days before their end in which the log warns of messages that nobody has read or that have not gone out.
const NOTICE_DAYS: i64 = 30;

/// Entries of the record that are deleted at a time: who saves meanwhile waits for so many, some 50 ms on a busy machine, and not for a million.
pub const ENTRIES: usize = 1_000;
/// Numbers of messages that a line of the log names.
const NAMED: usize = 10;

/// How many of each were deleted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collected {
    /// Images that no post has used for the grace period and nobody keeps.
    pub images: usize,
    /// Posts that were in the trash for too long.
    pub posts: usize,
    /// Messages older than they may become.
    pub messages: usize,
    /// Of these, the ones nobody marked as read or whose e-mail never went out.
    pub unseen: Vec<i64>,
    /// Such messages that will be deleted within a month.
    pub expiring: Vec<i64>,
    /// Entries of the record of who did what that were older than they are kept.
    pub entries: usize,
}

/// One round.
pub async fn collect(
    store: &Store,
    time: &Timekeeper,
    config: &Config,
) -> anyhow::Result<Collected> {
    let record = time.look();
    let grace = unused::grace(config);
    let kept = i64::from(config.message_days) * DAY;
    let collected = store
        .write(move |store| round(store, &record, grace, kept))
        .await?;
    Ok(Collected {
        entries: shorten_record(store, record.time, config.audit_days).await,
        ..collected
    })
}

/// Deletes old entries of the record of who did what, some at a time: shortened from ten years to one it may be about a million.
async fn shorten_record(store: &Store, now: i64, days: u32) -> usize {
    let before = now - i64::from(days) * DAY;
    let delete =
        move |store: &Transaction<'_>| anyhow::Ok(audit::delete_before(store, before, ENTRIES)?);
    let mut deleted = 0;
    // Kept for ever where no days are set.
    let mut more = days > 0;
    while more {
        match store.write(delete).await {
            Ok(some) => {
                deleted += some;
                more = some == ENTRIES;
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(error, "old entries of the record wait for the next hour");
                break;
            }
        }
    }
    deleted
}

fn round(
    store: &Transaction<'_>,
    record: &Record,
    grace: i64,
    kept: i64,
) -> anyhow::Result<Collected> {
    let now = record.time;
    timekeeping::write(store, record)?;
    creations::forget_before(store, now - KEY_DAYS * DAY)?;
    families::prune(store, now)?;
    known_networks::forget_before(store, now - NETWORK_DAYS * DAY)?;
    deliveries::forget_before(store, now - DELIVERY_DAYS * DAY)?;
    let posts = trash::expire(store, now)?;
    history::thin(store, now - DAY, DAY)?;
    // After whatever used them.
    let images = unused::collect(store, now, grace)?;
    originals::note_left(store, now)?;
    if kept == 0 {
        return Ok(Collected {
            images,
            posts,
            ..Collected::default()
        });
    }
    let unseen = messages::unseen_before(store, now - kept)?;
    Ok(Collected {
        images,
        posts,
        messages: messages::delete_before(store, now - kept)?,
        unseen,
        expiring: messages::unseen_before(
            store,
            now - kept + NOTICE_DAYS.min(kept / DAY / 2) * DAY,
        )?,
        ..Collected::default()
    })
}

/// Collects every hour until the service stops.
pub async fn run(store: Store, time: Timekeeper, config: Config, stopping: CancellationToken) {
    let mut told = Vec::new();
    loop {
        match collect(&store, &time, &config).await {
            Ok(collected) => {
                tell(&collected, &told);
                told = collected.expiring;
            }
            Err(error) => tracing::error!(
                error = format!("{error:#}"),
                "what is not needed any more could not be deleted"
            ),
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// Nothing that people wrote goes without a trace; a warning is not repeated every hour.
fn tell(collected: &Collected, told: &[i64]) {
    let Collected {
        images,
        posts,
        messages,
        unseen,
        expiring,
        entries,
    } = collected;
    if images + posts + messages + entries > 0 {
        tracing::info!(
            images,
            posts,
            messages,
            entries,
            "unused images, posts in the trash, old messages and entries of the record deleted"
        );
    }
    if !unseen.is_empty() {
        tracing::warn!(
            count = unseen.len(),
            first = ?unseen.iter().take(NAMED).collect::<Vec<_>>(),
            "messages were deleted for their age that nobody had marked as read, or whose e-mail had not gone out"
        );
    }
    if !expiring.is_empty() && expiring != told {
        tracing::warn!(
            count = expiring.len(),
            first = ?expiring.iter().take(NAMED).collect::<Vec<_>>(),
            "messages that nobody has marked as read, or whose e-mail has not gone out, will soon be deleted for their age"
        );
    }
}
