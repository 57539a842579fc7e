//! The table `messages`: what visitors wrote, and whether it was relayed. What staff do with it is in `inbox`.

use rusqlite::{
    Connection, Row, Transaction, params,
    types::{FromSql, FromSqlError, FromSqlResult, ValueRef},
};
use serde::Serialize;
use utoipa::ToSchema;

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

/// Why a message is kept apart from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Suspicion {
    /// It filled in the field that people do not see.
    Robot,
    /// More came than one visitor sends, or than there is room for.
    Rate,
}

impl Suspicion {
    /// As the store and the API spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Rate => "rate",
        }
    }
}

impl FromSql for Suspicion {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let all = [Self::Robot, Self::Rate];
        let found = all.into_iter().find(|reason| reason.name() == name);
        found.ok_or(FromSqlError::InvalidType)
    }
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
    /// Why it is kept apart, if it is.
    pub suspected: Option<Suspicion>,
}

const COLUMNS: &str = "id, received_at, name, email, phone, subject, message, read_at, relayed_at, attempts, last_error, suspected";

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
        suspected: row.get(11)?,
    })
}

/// Messages kept at the same time.
pub const MOST: i64 = 20_000;
/// Bytes of all their texts together.
pub const MOST_BYTES: i64 = 64 * 1024 * 1024;

/// Bytes of a message up to which it is as short as most: longer ones fill half of the room only, so that they cannot shut out all others.
pub const SHORT: usize = 4 * 1024;

/// How much room there is for messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageRoom)]
pub enum Room {
    /// Enough.
    #[default]
    Enough,
    /// A quarter of the messages or less, or half of the bytes or less: in the second case long messages are kept apart already.
    Little,
    /// None: all that come are kept apart.
    None,
}

/// How much room there is.
pub fn room(connection: &Connection) -> rusqlite::Result<Room> {
    connection
        .prepare_cached("SELECT count, bytes FROM message_totals")?
        .query_row([], |row| {
            let (count, bytes): (i64, i64) = (row.get(0)?, row.get(1)?);
            Ok(match () {
                () if count >= MOST || bytes >= MOST_BYTES => Room::None,
                () if count >= MOST / 4 * 3 || bytes >= MOST_BYTES / 2 => Room::Little,
                () => Room::Enough,
            })
        })
}

/// Whether this is one of the long ones, which leave room to the others.
pub fn is_long(message: &NewMessage) -> bool {
    let NewMessage {
        name,
        email,
        phone,
        subject,
        message,
    } = message;
    let length: usize = [name, email, phone, subject, message]
        .map(String::len)
        .iter()
        .sum();
    length > SHORT
}

/// Whether this message may be kept: anyone can send them, so they must not fill the disk.
pub fn has_room(connection: &Connection, message: &NewMessage) -> rusqlite::Result<bool> {
    let bytes = if is_long(message) {
        MOST_BYTES / 2
    } else {
        MOST_BYTES
    };
    connection
        .prepare_cached("SELECT count < ?1 AND bytes < ?2 FROM message_totals")?
        .query_row([MOST, bytes], |row| row.get(0))
}

/// Stores a message; `relay` says whether an e-mail is wanted.
pub fn insert(
    transaction: &Transaction<'_>,
    message: &NewMessage,
    now: Moment,
    relay: bool,
) -> rusqlite::Result<i64> {
    put(transaction, message, now, relay, None)
}

fn put(
    transaction: &Transaction<'_>,
    message: &NewMessage,
    now: Moment,
    relay: bool,
    suspected: Option<Suspicion>,
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
            "INSERT INTO messages (received_at, name, email, phone, subject, message, relay_at, kept_from, suspected)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            now.wall,
            name,
            email,
            phone,
            subject,
            message,
            relay.then_some(now.time),
            now.time,
            suspected.map(Suspicion::name)
        ])?;
    Ok(transaction.last_insert_rowid())
}

/// Milliseconds within which the same words of the same sender are one message: its answer got lost, and they came again.
pub const ONCE: i64 = 10 * 60 * 1000;

/// Whether the very same message came in a short time ago and is still there.
pub fn has_come(
    connection: &Connection,
    message: &NewMessage,
    now: Moment,
) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT 1 FROM messages WHERE kept_from > ?6 AND suspected IS NULL
                 AND email = ?1 AND name = ?2 AND subject = ?3 AND message = ?4 AND phone = ?5",
        )?
        .exists(params![
            message.email,
            message.name,
            message.subject,
            message.message,
            message.phone,
            now.time - ONCE
        ])
}

/// Messages that are kept apart at the same time; a newer one takes the place of the oldest.
pub const MOST_APART: i64 = 500;

/// Keeps a message apart, unless the very same one is there already; no e-mail goes out.
pub fn insert_apart(
    transaction: &Transaction<'_>,
    message: &NewMessage,
    reason: Suspicion,
    now: Moment,
) -> rusqlite::Result<()> {
    if is_apart(transaction, message)? {
        return Ok(());
    }
    put(transaction, message, now, false, Some(reason))?;
    transaction
        .prepare_cached(
            "DELETE FROM messages WHERE id IN (
                 SELECT id FROM messages WHERE suspected IS NOT NULL AND version = 1 ORDER BY id DESC LIMIT -1 OFFSET ?1)",
        )?
        .execute([MOST_APART])?;
    Ok(())
}

const SAME: &str = "suspected IS NOT NULL AND email = ?1 AND name = ?2 AND subject = ?3 AND message = ?4 AND phone = ?5";

fn is_apart(connection: &Connection, message: &NewMessage) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(&format!("SELECT 1 FROM messages WHERE {SAME}"))?
        .exists(params![
            message.email,
            message.name,
            message.subject,
            message.message,
            message.phone
        ])
}

/// A visitor who was told to wait came back with the same words: what was kept apart of them is not needed, unless somebody has
/// worked on it.
pub fn forget_apart(transaction: &Transaction<'_>, message: &NewMessage) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(&format!(
            "DELETE FROM messages WHERE {SAME} AND suspected = 'rate' AND version = 1"
        ))?
        .execute(params![
            message.email,
            message.name,
            message.subject,
            message.message,
            message.phone
        ])?;
    Ok(())
}

/// Messages in the order they came, all or those nobody has marked as read and nobody suspects.
pub fn list(connection: &Connection, only_unread: bool) -> rusqlite::Result<Vec<Message>> {
    connection
        .prepare(&format!(
            "SELECT {COLUMNS} FROM messages WHERE NOT ?1 OR (read_at IS NULL AND suspected IS NULL) ORDER BY id"
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

/// Deletes a message unless staff have changed it since this version; whether it did.
pub fn delete_as_seen(
    transaction: &Transaction<'_>,
    id: i64,
    version: i64,
) -> rusqlite::Result<bool> {
    let deleted = transaction
        .prepare_cached("DELETE FROM messages WHERE id = ?1 AND version = ?2")?
        .execute([id, version])?;
    Ok(deleted > 0)
}

/// Ids of messages that came before `time` and that nobody has read, or whose e-mail has not gone out; what is kept apart aside.
pub fn unseen_before(connection: &Connection, time: i64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached(
            "SELECT id FROM messages WHERE kept_from < ?1 AND suspected IS NULL
                 AND (relay_at IS NOT NULL OR read_at IS NULL AND relayed_at IS NULL)
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
