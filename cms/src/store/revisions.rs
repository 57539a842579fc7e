//! The `site` row: which revision was saved last, and which is live.

use rusqlite::{Connection, Transaction};

/// The row's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revisions {
    /// Raised by one with every change.
    pub saved: i64,
    /// The newest one that a finished generation contained.
    pub published: i64,
    /// Raised by one with every change that only staff see.
    pub edits: i64,
}

/// Both revisions.
pub fn read(connection: &Connection) -> rusqlite::Result<Revisions> {
    connection
        .prepare_cached("SELECT revision, published_revision, edits FROM site")?
        .query_row([], |row| {
            Ok(Revisions {
                saved: row.get(0)?,
                published: row.get(1)?,
                edits: row.get(2)?,
            })
        })
}

/// Raises the revision by one and returns it; belongs into the transaction of the change itself.
pub fn advance(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    transaction
        .prepare_cached("UPDATE site SET revision = revision + 1 RETURNING revision")?
        .query_row([], |row| row.get(0))
}

/// Counts a change of what only staff see, and returns its number.
pub fn edit(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    transaction
        .prepare_cached("UPDATE site SET edits = edits + 1 RETURNING edits")?
        .query_row([], |row| row.get(0))
}

/// Notes that everything up to `revision` is live. Deletions that are live need not be remembered.
pub fn set_published(transaction: &Transaction<'_>, revision: i64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE site SET published_revision = max(published_revision, ?1)")?
        .execute([revision])?;
    transaction
        .prepare_cached("DELETE FROM deletions WHERE revision <= ?1")?
        .execute([revision])?;
    Ok(())
}

/// A random name of this store, so that its entity tags never equal another store's.
pub fn store_id(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT store_id FROM site", [], |row| row.get(0))
}
