//! The table `trash`: deleted posts, until they are put back or forgotten.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

/// A deleted post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trashed {
    /// Its number.
    pub post_id: i64,
    /// When, by the machine's clock.
    pub at: i64,
    /// When, by the store's time.
    pub kept_from: i64,
    /// The name of who deleted it.
    pub by: String,
    /// The revision that was live then, if any was.
    pub revision: Option<i64>,
}

/// Everything in there, newest first.
pub fn list(connection: &Connection) -> rusqlite::Result<Vec<Trashed>> {
    connection
        .prepare(
            "SELECT post_id, at, kept_from, by_name, revision FROM trash ORDER BY at DESC, post_id DESC",
        )?
        .query_map([], from_row)?
        .collect()
}

/// One of them.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<Trashed>> {
    connection
        .prepare_cached(
            "SELECT post_id, at, kept_from, by_name, revision FROM trash WHERE post_id = ?1",
        )?
        .query_row([id], from_row)
        .optional()
}

/// Puts a post in.
pub fn insert(transaction: &Transaction<'_>, trashed: &Trashed) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO trash (post_id, at, kept_from, by_name, revision) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            trashed.post_id,
            trashed.at,
            trashed.kept_from,
            trashed.by,
            trashed.revision
        ],
    )?;
    Ok(())
}

/// Takes a post out; `false` when it was not there.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM trash WHERE post_id = ?1", [id])?;
    Ok(rows == 1)
}

/// The posts that were put in before this moment of the store's time.
pub fn before(connection: &Connection, time: i64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare("SELECT post_id FROM trash WHERE kept_from < ?1 ORDER BY post_id")?
        .query_map([time], |row| row.get(0))?
        .collect()
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Trashed> {
    Ok(Trashed {
        post_id: row.get(0)?,
        at: row.get(1)?,
        kept_from: row.get(2)?,
        by: row.get(3)?,
        revision: row.get(4)?,
    })
}
