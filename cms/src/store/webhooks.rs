//! The table `webhooks`: who is told of publications. Secrets are sealed before they come here.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use url::Url;

use super::sealed::Sealed;

/// Where to, without the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Primary key.
    pub id: i64,
    /// Where to.
    pub url: String,
    /// By the machine's clock, in milliseconds since the epoch.
    pub created_at: i64,
    /// The name of who added it.
    pub created_by: String,
    /// Since when it gets nothing because it said that it is gone, by the machine's clock.
    pub disabled_at: Option<i64>,
}

impl Webhook {
    /// Its number and its host, for the record: the rest of an address may hold a secret, and the record is kept for long.
    pub fn label(&self) -> String {
        let url = Url::parse(&self.url).ok();
        match url.as_ref().and_then(Url::host_str) {
            Some(host) => format!("{}, {host}", self.id),
            None => self.id.to_string(),
        }
    }
}

const COLUMNS: &str = "SELECT id, url, created_at, created_by, disabled_at FROM webhooks";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Webhook> {
    Ok(Webhook {
        id: row.get(0)?,
        url: row.get(1)?,
        created_at: row.get(2)?,
        created_by: row.get(3)?,
        disabled_at: row.get(4)?,
    })
}

/// All of them in the order in which they were added.
pub fn list(connection: &Connection) -> rusqlite::Result<Vec<Webhook>> {
    connection
        .prepare_cached(&format!("{COLUMNS} ORDER BY id"))?
        .query_map([], from_row)?
        .collect()
}

/// The one of this number.
pub fn by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Webhook>> {
    connection
        .prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?
        .query_row([id], from_row)
        .optional()
}

/// Adds one, whose secret comes by [`seal`]; `None` when there is one of this address.
pub fn insert(
    transaction: &Transaction<'_>,
    url: &str,
    at: i64,
    by: &str,
) -> rusqlite::Result<Option<i64>> {
    let rows = transaction
        .prepare_cached(
            "INSERT INTO webhooks (url, key_id, sealed, created_at, created_by) VALUES (?1, '', x'', ?2, ?3)
             ON CONFLICT (url) DO NOTHING",
        )?
        .execute(params![url, at, by])?;
    Ok((rows == 1).then(|| transaction.last_insert_rowid()))
}

/// Keeps its secret, or the same secret under another key.
pub fn seal(transaction: &Transaction<'_>, id: i64, secret: &Sealed) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE webhooks SET key_id = ?2, sealed = ?3 WHERE id = ?1")?
        .execute(params![id, secret.key_id, secret.bytes])?;
    Ok(())
}

/// Its secret.
pub fn secret(connection: &Connection, id: i64) -> rusqlite::Result<Option<Sealed>> {
    connection
        .prepare_cached("SELECT key_id, sealed FROM webhooks WHERE id = ?1")?
        .query_row([id], |row| {
            let (key_id, bytes) = (row.get(0)?, row.get(1)?);
            Ok(Sealed { key_id, bytes })
        })
        .optional()
}

/// Every secret that was not sealed by this key, with the number it is of.
pub fn sealed_otherwise(
    connection: &Connection,
    key_id: &str,
) -> rusqlite::Result<Vec<(i64, Sealed)>> {
    connection
        .prepare_cached("SELECT id, key_id, sealed FROM webhooks WHERE key_id <> ?1")?
        .query_map([key_id], |row| {
            let (key_id, bytes) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, Sealed { key_id, bytes }))
        })?
        .collect()
}

/// It gets nothing from now on; `false` when that is so already.
pub fn disable(transaction: &Transaction<'_>, id: i64, at: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "UPDATE webhooks SET disabled_at = ?2 WHERE id = ?1 AND disabled_at IS NULL",
        [id, at],
    )?;
    Ok(rows == 1)
}

/// It takes something, so it is told again.
pub fn enable(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE webhooks SET disabled_at = NULL WHERE id = ?1 AND disabled_at IS NOT NULL",
        [id],
    )?;
    Ok(())
}

/// Removes one with its log; `false` when it is not there.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM webhooks WHERE id = ?1", [id])?;
    Ok(rows == 1)
}
