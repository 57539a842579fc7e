//! The table `redirects`: where the addresses of posts lead that are off-line.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// Where the address of a post leads, if it is sent elsewhere.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT target FROM redirects WHERE post_id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// All of them, by number.
pub fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<i64, String>> {
    connection
        .prepare_cached("SELECT post_id, target FROM redirects")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Sends the address of a post elsewhere from now on.
pub fn put(transaction: &Transaction<'_>, id: i64, target: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO redirects (post_id, target) VALUES (?1, ?2)")?
        .execute(params![id, target])?;
    Ok(())
}

/// The address leads nowhere else any more; `false` when it did not.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction
        .prepare_cached("DELETE FROM redirects WHERE post_id = ?1")?
        .execute([id])?;
    Ok(rows == 1)
}
