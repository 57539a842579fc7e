//! The table `messages`: what visitors wrote, and whether it was relayed.

use rusqlite::{Connection, Row, Transaction, params};
use serde::Serialize;

use super::Moment;

/// A message as it came in, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Of the visitor.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// May be empty.
    pub phone: String,
    /// As chosen in the form.
    pub subject: String,
    /// What it is about.
    pub message: String,
}

/// A stored message.
#[derive(Debug, Clone, Serialize)]
pub struct Message {
    /// Primary key.
    pub id: i64,
    /// Milliseconds since the epoch.
    pub received_at: i64,
    /// Of the visitor.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// May be empty.
    pub phone: String,
    /// As chosen in the form.
    pub subject: String,
    /// What it is about.
    pub message: String,
    /// Milliseconds since the epoch.
    pub read_at: Option<i64>,
    /// Milliseconds since the epoch.
    pub relayed_at: Option<i64>,
    /// Times the relay has failed.
    pub attempts: u32,
    /// What the relay said last.
    pub last_error: Option<String>,
}

const COLUMNS: &str = "id, received_at, name, email, phone, subject, message, read_at, relayed_at, attempts, last_error";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Message> {
    Ok(Message {
        id: row.get(0)?,
        received_at: row.get(1)?,
        name: row.get(2)?,
        email: row.get(3)?,
        phone: row.get(4)?,
        subject: row.get(5)?,
        message: row.get(6)?,
        read_at: row.get(7)?,
        relayed_at: row.get(8)?,
        attempts: row.get(9)?,
        last_error: row.get(10)?,
    })
}

/// Messages kept at the same time.
pub const MOST: i64 = 20_000;
/// Bytes of all their texts together.
pub const MOST_BYTES: i64 = 64 * 1024 * 1024;

/// Whether another message may be kept: anyone can send them, so they must not fill the disk.
pub fn has_room(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT count < ?1 AND bytes < ?2 FROM message_totals")?
        .query_row([MOST, MOST_BYTES], |row| row.get(0))
}

/// Stores a message; `relay` says whether an e-mail is wanted.
pub fn insert(
    transaction: &Transaction<'_>,
    message: &NewMessage,
    now: Moment,
    relay: bool,
) -> rusqlite::Result<i64> {
    let NewMessage {
        name,
        email,
        phone,
        subject,
        message,
    } = message;
    transaction
        .prepare_cached(
            "INSERT INTO messages (received_at, name, email, phone, subject, message, relay_at, kept_from)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            now.wall,
            name,
            email,
            phone,
            subject,
            message,
            relay.then_some(now.time),
            now.time
        ])?;
    Ok(transaction.last_insert_rowid())
}

/// Messages in the order they came, all or those nobody has marked as read.
pub fn list(connection: &Connection, only_unread: bool) -> rusqlite::Result<Vec<Message>> {
    connection
        .prepare(&format!(
            "SELECT {COLUMNS} FROM messages WHERE NOT ?1 OR read_at IS NULL ORDER BY id"
        ))?
        .query_map([only_unread], from_row)?
        .collect()
}

/// Marks messages as read; returns how many were unread.
pub fn mark_read(transaction: &Transaction<'_>, ids: &[i64], now: i64) -> rusqlite::Result<usize> {
    let mut mark = transaction
        .prepare("UPDATE messages SET read_at = ?2 WHERE id = ?1 AND read_at IS NULL")?;
    ids.iter().map(|id| mark.execute(params![id, now])).sum()
}

/// Deletes messages; returns how many there were.
pub fn delete(transaction: &Transaction<'_>, ids: &[i64]) -> rusqlite::Result<usize> {
    let mut delete = transaction.prepare("DELETE FROM messages WHERE id = ?1")?;
    ids.iter().map(|id| delete.execute([id])).sum()
}

/// Ids of messages that came before `time` and that nobody has read, or whose e-mail has not gone out.
pub fn unseen_before(connection: &Connection, time: i64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached(
            "SELECT id FROM messages WHERE kept_from < ?1 AND (relay_at IS NOT NULL OR read_at IS NULL AND relayed_at IS NULL)
             ORDER BY id",
        )?
        .query_map([time], |row| row.get(0))?
        .collect()
}

/// Deletes messages that came before `time`, which is the store's; returns how many there were.
pub fn delete_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM messages WHERE kept_from < ?1", [time])
}

/// Messages whose e-mail is due, oldest first. A wait longer than `longest` was noted under a wrong clock: it is over.
pub fn due(
    connection: &Connection,
    now: i64,
    longest: i64,
    limit: u32,
) -> rusqlite::Result<Vec<Message>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM messages WHERE relay_at <= ?1 OR relay_at > ?1 + ?2 ORDER BY relay_at, id LIMIT ?3"
        ))?
        .query_map(params![now, longest, limit], from_row)?
        .collect()
}

/// When the next e-mail is due.
pub fn next_due(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection.query_row(
        "SELECT min(relay_at) FROM messages WHERE relay_at IS NOT NULL",
        [],
        |row| row.get(0),
    )
}

/// The e-mail was accepted.
pub fn relayed(transaction: &Transaction<'_>, id: i64, now: i64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "UPDATE messages SET relayed_at = ?2, relay_at = NULL, last_error = NULL WHERE id = ?1",
        )?
        .execute(params![id, now])?;
    Ok(())
}

/// The e-mail was not accepted; it is due again at `next`.
pub fn relay_failed(
    transaction: &Transaction<'_>,
    id: i64,
    next: i64,
    error: &str,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE messages SET attempts = attempts + 1, relay_at = ?2, last_error = ?3 WHERE id = ?1")?
        .execute(params![id, next, error])?;
    Ok(())
}

/// All messages, and those that wait for the relay.
pub fn counts(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    connection.query_row(
        "SELECT count(*), count(relay_at) FROM messages",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )
}
