//! The table `recovery_codes`: the way in for whoever has lost the telephone, as hashes only.

use rusqlite::{Connection, Transaction, params};

/// Keeps these for a user instead of those there were.
pub fn replace(
    transaction: &Transaction<'_>,
    user_id: i64,
    hashes: &[String],
) -> rusqlite::Result<()> {
    remove(transaction, user_id)?;
    let mut insert =
        transaction.prepare_cached("INSERT INTO recovery_codes (user_id, hash) VALUES (?1, ?2)")?;
    for hash in hashes {
        insert.execute(params![user_id, hash])?;
    }
    Ok(())
}

/// Uses one up; `false` when the user has none of this hash (any more).
pub fn take(transaction: &Transaction<'_>, user_id: i64, hash: &str) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "DELETE FROM recovery_codes WHERE user_id = ?1 AND hash = ?2",
        params![user_id, hash],
    )?;
    Ok(rows == 1)
}

/// How many a user has left.
pub fn left(connection: &Connection, user_id: i64) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT count(*) FROM recovery_codes WHERE user_id = ?1")?
        .query_row([user_id], |row| row.get(0))
}

/// Forgets those of a user.
pub fn remove(transaction: &Transaction<'_>, user_id: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM recovery_codes WHERE user_id = ?1", [user_id])?;
    Ok(())
}
