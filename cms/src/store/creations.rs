//! The table `creations`: which request created which post.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// The post that a request with this key created, unless it has been deleted.
pub fn find(connection: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT post_id FROM creations WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()
}

/// Remembers which post the request with this key created.
pub fn insert(
    transaction: &Transaction<'_>,
    key: &str,
    post_id: i64,
    now_millis: i64,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT INTO creations (key, post_id, created_at) VALUES (?1, ?2, ?3)")?
        .execute(params![key, post_id, now_millis])?;
    Ok(())
}

/// Forgets requests that came before `time`.
pub fn forget_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM creations WHERE created_at < ?1", [time])
}
