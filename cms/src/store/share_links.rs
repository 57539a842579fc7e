//! The table `share_links`: links that show a working copy to someone without an account. Secrets are stored as hashes only;
//! times are the store's.

use rusqlite::{Connection, Transaction};

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
