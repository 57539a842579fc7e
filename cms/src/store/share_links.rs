//! The table `share_links`: links that show a working copy to someone without an account. Secrets are stored as hashes only;
//! times are the store's.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// A link; of its secret only the hash is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareLink {
    /// The post that it shows.
    pub post_id: i64,
    /// When it was made.
    pub created_at: i64,
    /// The name of who made it.
    pub created_by: String,
    /// From then on it shows nothing.
    pub expires_at: i64,
}

/// Adds a link.
pub fn insert(transaction: &Transaction<'_>, hash: &str, link: &ShareLink) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO share_links (token_hash, post_id, created_at, expires_at, created_by)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            hash,
            link.post_id,
            link.created_at,
            link.expires_at,
            link.created_by
        ])?;
    Ok(())
}

/// The post that the link with this hash shows at `now`.
pub fn find(connection: &Connection, hash: &str, now: i64) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached(
            "SELECT post_id FROM share_links WHERE token_hash = ?1 AND expires_at > ?2",
        )?
        .query_row(params![hash, now], |row| row.get(0))
        .optional()
}

/// Removes links that have ended.
pub fn forget_before(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM share_links WHERE expires_at <= ?1", [now])?;
    Ok(())
}

/// When the last link to a post expires that is valid at `now`.
pub fn expires_at(connection: &Connection, id: i64, now: i64) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached(
            "SELECT max(expires_at) FROM share_links WHERE post_id = ?1 AND expires_at > ?2",
        )?
        .query_row([id, now], |row| row.get(0))
}

/// Takes every link to a post back; returns how many there were.
pub fn revoke(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM share_links WHERE post_id = ?1", [id])
}
