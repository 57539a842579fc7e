//! The table `second_steps`: whose sign-in asks for a code. Secrets are sealed before they come here.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::sealed::Sealed;

/// The second step of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondStep {
    /// What the user's device shares with us.
    pub secret: Sealed,
    /// When it was begun, by the store's time, in milliseconds.
    pub begun_at: i64,
    /// Since when it is asked for, by the machine's clock; `None` until a first code has confirmed it.
    pub on_since: Option<i64>,
    /// The half minute, counted from the epoch, of the last code that was taken.
    pub last_step: i64,
    /// Wrong codes in a row.
    pub failures: i64,
}

/// The second step of a user, confirmed or not.
pub fn find(connection: &Connection, user_id: i64) -> rusqlite::Result<Option<SecondStep>> {
    connection
        .prepare_cached(
            "SELECT key_id, sealed, begun_at, on_since, last_step, failures FROM second_steps WHERE user_id = ?1",
        )?
        .query_row([user_id], |row| {
            Ok(SecondStep {
                secret: Sealed {
                    key_id: row.get(0)?,
                    bytes: row.get(1)?,
                },
                begun_at: row.get(2)?,
                on_since: row.get(3)?,
                last_step: row.get(4)?,
                failures: row.get(5)?,
            })
        })
        .optional()
}

/// Keeps a secret that is not confirmed yet, in the place of an earlier one; `false` when the user's second step is on.
pub fn begin(
    transaction: &Transaction<'_>,
    user_id: i64,
    secret: &Sealed,
    now: i64,
) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "INSERT INTO second_steps (user_id, key_id, sealed, begun_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id) DO UPDATE SET key_id = ?2, sealed = ?3, begun_at = ?4 WHERE on_since IS NULL",
        params![user_id, secret.key_id, secret.bytes, now],
    )?;
    Ok(rows == 1)
}

/// From now on it is asked for.
pub fn confirm(transaction: &Transaction<'_>, user_id: i64, wall: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE second_steps SET on_since = ?2 WHERE user_id = ?1",
        params![user_id, wall],
    )?;
    Ok(())
}

/// A code of this half minute was taken.
pub fn taken(transaction: &Transaction<'_>, user_id: i64, step: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE second_steps SET last_step = ?2, failures = 0 WHERE user_id = ?1",
        params![user_id, step],
    )?;
    Ok(())
}

/// A wrong code was given.
pub fn failed(transaction: &Transaction<'_>, user_id: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE second_steps SET failures = failures + 1 WHERE user_id = ?1",
        [user_id],
    )?;
    Ok(())
}

/// Wrong codes count from nothing again.
pub fn forgive(transaction: &Transaction<'_>, user_id: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE second_steps SET failures = 0 WHERE user_id = ?1",
        [user_id],
    )?;
    Ok(())
}

/// It is asked for no more; `false` when it was not, and not begun either.
pub fn remove(transaction: &Transaction<'_>, user_id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM second_steps WHERE user_id = ?1", [user_id])?;
    Ok(rows == 1)
}

/// Every secret that was not sealed by this key, with its user.
pub fn sealed_otherwise(
    connection: &Connection,
    key_id: &str,
) -> rusqlite::Result<Vec<(i64, Sealed)>> {
    connection
        .prepare_cached("SELECT user_id, key_id, sealed FROM second_steps WHERE key_id <> ?1")?
        .query_map([key_id], |row| {
            let (key_id, bytes) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, Sealed { key_id, bytes }))
        })?
        .collect()
}

/// The same secret under another key.
pub fn seal_again(
    transaction: &Transaction<'_>,
    user_id: i64,
    secret: &Sealed,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE second_steps SET key_id = ?2, sealed = ?3 WHERE user_id = ?1",
        params![user_id, secret.key_id, secret.bytes],
    )?;
    Ok(())
}
