//! The table `deliveries`: what webhooks are to be told, and what became of it.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::Moment;
pub use super::delivery::{Attempt, Delivery, Due, Event, Reason, State};

/// Kept of each webhook, those apart that are still to be told; a newer one takes the place of the oldest.
pub const MOST: i64 = 100;
/// Still to be told of each webhook: who answers nothing for a day is told of so many publications afterwards.
pub const MOST_UNTOLD: i64 = 1_000;

/// Every webhook that is not disabled is to be told; returns how many that are.
pub fn add(transaction: &Transaction<'_>, event: &Event, now: Moment) -> rusqlite::Result<usize> {
    let added = insert(transaction, event, now, None)?;
    trim(transaction)?;
    Ok(added)
}

/// One webhook is to be told, disabled or not; the number of the delivery.
pub fn add_to(
    transaction: &Transaction<'_>,
    webhook_id: i64,
    event: &Event,
    now: Moment,
) -> rusqlite::Result<i64> {
    insert(transaction, event, now, Some(webhook_id))?;
    let id = transaction.last_insert_rowid();
    trim(transaction)?;
    Ok(id)
}

fn insert(
    transaction: &Transaction<'_>,
    event: &Event,
    now: Moment,
    webhook_id: Option<i64>,
) -> rusqlite::Result<usize> {
    let waits = event.after_release;
    let release = waits.map(|release| i64::try_from(release).unwrap_or(i64::MAX));
    transaction
        .prepare_cached(
            "INSERT INTO deliveries (webhook_id, event, kind, body, at, kept_from, state, release, next_at)
             SELECT w.id, ?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?7 IS NULL, ?5, NULL) FROM webhooks AS w
             WHERE w.id = ?8 OR (?8 IS NULL AND w.disabled_at IS NULL) ORDER BY w.id",
        )?
        .execute(params![
            event.id,
            event.kind,
            event.body,
            now.wall,
            now.time,
            waits.map_or(State::Pending, |_| State::Waiting).name(),
            release,
            webhook_id
        ])
}

fn trim(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "DELETE FROM deliveries WHERE id IN (
                 SELECT id FROM (SELECT id, state, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS place
                     FROM deliveries) WHERE place > ?1 AND state IN ('delivered', 'failed'))",
        )?
        .execute([MOST])?;
    let never_told = transaction
        .prepare_cached(
            "DELETE FROM deliveries WHERE id IN (
                 SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS place
                     FROM deliveries WHERE state IN ('pending', 'waiting')) WHERE place > ?1)",
        )?
        .execute([MOST_UNTOLD])?;
    if never_told > 0 {
        tracing::warn!(
            never_told,
            "a webhook answers nothing: the oldest of what it was to be told is given up"
        );
    }
    Ok(())
}

const COLUMNS: &str = "SELECT id, event, kind, at, state, attempts, tried_at, status, reason, detail, next_at FROM deliveries";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Delivery> {
    Ok(Delivery {
        id: row.get(0)?,
        event: row.get(1)?,
        kind: row.get(2)?,
        at: row.get(3)?,
        state: row.get(4)?,
        attempts: row.get(5)?,
        tried_at: row.get(6)?,
        status: row.get(7)?,
        reason: row.get(8)?,
        detail: row.get(9)?,
        next_at: row.get(10)?,
    })
}

/// The log of a webhook, newest first, at most so many.
pub fn list(
    connection: &Connection,
    webhook_id: i64,
    most: i64,
) -> rusqlite::Result<Vec<Delivery>> {
    connection
        .prepare_cached(&format!(
            "{COLUMNS} WHERE webhook_id = ?1 ORDER BY id DESC LIMIT ?2"
        ))?
        .query_map([webhook_id, most], from_row)?
        .collect()
}

/// One line of it.
pub fn find(
    connection: &Connection,
    webhook_id: i64,
    id: i64,
) -> rusqlite::Result<Option<Delivery>> {
    connection
        .prepare_cached(&format!("{COLUMNS} WHERE webhook_id = ?1 AND id = ?2"))?
        .query_row([webhook_id, id], from_row)
        .optional()
}

/// The first that is due of each webhook. A wait longer than `longest` was noted under a wrong clock: it is over.
pub fn due(connection: &Connection, now: i64, longest: i64) -> rusqlite::Result<Vec<Due>> {
    connection
        .prepare_cached(
            "SELECT id, webhook_id, event, body, attempts FROM deliveries AS d
             WHERE id = (SELECT id FROM deliveries AS first
                 WHERE first.webhook_id = d.webhook_id AND (first.next_at <= ?1 OR first.next_at > ?1 + ?2)
                 ORDER BY first.next_at, first.id LIMIT 1)
             ORDER BY next_at, id",
        )?
        .query_map([now, longest], |row| {
            Ok(Due {
                id: row.get(0)?,
                webhook_id: row.get(1)?,
                event: row.get(2)?,
                body: row.get(3)?,
                attempts: row.get(4)?,
            })
        })?
        .collect()
}

/// When the next one is due that is not due `now`.
pub fn next_due(connection: &Connection, now: i64) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT min(next_at) FROM deliveries WHERE next_at > ?1")?
        .query_row([now], |row| row.get(0))
}

/// Notes what came of an attempt.
pub fn tried(transaction: &Transaction<'_>, id: i64, attempt: &Attempt) -> rusqlite::Result<()> {
    let state = match (&attempt.failure, attempt.next_at) {
        (None, _) => State::Delivered,
        (Some(_), Some(_)) => State::Pending,
        (Some(_), None) => State::Failed,
    };
    let failure = attempt.failure.as_ref();
    transaction
        .prepare_cached(
            "UPDATE deliveries SET state = ?2, attempts = attempts + 1, tried_at = ?3, status = ?4, reason = ?5,
                 detail = ?6, next_at = ?7 WHERE id = ?1",
        )?
        .execute(params![
            id,
            state.name(),
            attempt.at,
            attempt.status,
            failure.map(|(reason, _)| reason.name()),
            failure.map(|(_, detail)| detail),
            attempt.next_at
        ])?;
    Ok(())
}

/// It goes out once more, at once, and its attempts count from nothing.
pub fn again(transaction: &Transaction<'_>, id: i64, now: i64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "UPDATE deliveries SET state = 'pending', attempts = 0, status = NULL, reason = NULL, detail = NULL, next_at = ?2
             WHERE id = ?1",
        )?
        .execute([id, now])?;
    Ok(())
}

/// Nothing more goes to this webhook.
pub fn give_up(
    transaction: &Transaction<'_>,
    webhook_id: i64,
    reason: Reason,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE deliveries SET state = 'failed', reason = ?2, next_at = NULL
         WHERE webhook_id = ?1 AND state IN ('pending', 'waiting')",
        params![webhook_id, reason.name()],
    )?;
    Ok(())
}

/// The publication of this number, and with it every earlier one, has been deployed: what waited for it goes out.
pub fn deployed(transaction: &Transaction<'_>, release: u64, now: i64) -> rusqlite::Result<usize> {
    let release = i64::try_from(release).unwrap_or(i64::MAX);
    transaction
        .prepare_cached(
            "UPDATE deliveries SET state = 'pending', next_at = ?2 WHERE state = 'waiting' AND release <= ?1",
        )?
        .execute([release, now])
}

/// The numbers of publications began anew: what waits for one that will not come waits for this one.
pub fn renumbered(transaction: &Transaction<'_>, release: u64) -> rusqlite::Result<()> {
    let release = i64::try_from(release).unwrap_or(i64::MAX);
    transaction
        .prepare_cached(
            "UPDATE deliveries SET release = ?1 WHERE state = 'waiting' AND release > ?1",
        )?
        .execute([release])?;
    Ok(())
}

/// Deletes what is older than `time`, which is the store's, and needs no attempt any more.
pub fn forget_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<usize> {
    transaction.execute(
        "DELETE FROM deliveries WHERE kept_from < ?1 AND state IN ('delivered', 'failed')",
        [time],
    )
}
