//! The table `creations`: which request created which post.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// A request that created a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    /// The post.
    pub post_id: i64,
    /// Hash of what the request held; not known of those before version 4.
    pub request: Option<String>,
}

/// What a request with this key created, unless it has been deleted.
pub fn find(connection: &Connection, key: &str) -> rusqlite::Result<Option<Creation>> {
    connection
        .prepare_cached("SELECT post_id, request FROM creations WHERE key = ?1")?
        .query_row([key], |row| {
            Ok(Creation {
                post_id: row.get(0)?,
                request: row.get(1)?,
            })
        })
        .optional()
}

/// Remembers which post the request with this key created, and what it held. `now` is the store's time.
pub fn insert(
    transaction: &Transaction<'_>,
    key: &str,
    creation: &Creation,
    now: i64,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO creations (key, post_id, request, created_at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![key, creation.post_id, creation.request, now])?;
    Ok(())
}

/// Forgets which requests created a post.
pub fn forget(transaction: &Transaction<'_>, post_id: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM creations WHERE post_id = ?1", [post_id])
}

/// Forgets requests that came before `time`.
pub fn forget_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM creations WHERE created_at < ?1", [time])
}
