//! The table `known_networks`: from where users have signed in, as keyed hashes.

use rusqlite::{Connection, Transaction, params};

/// Networks kept for one user; the one seen longest ago goes first.
const PER_USER: i64 = 20;

/// Whether the user has signed in from any of these.
pub fn is_known(
    connection: &Connection,
    user_id: i64,
    networks: &[String],
) -> rusqlite::Result<bool> {
    let mut known = connection
        .prepare_cached("SELECT 1 FROM known_networks WHERE user_id = ?1 AND network = ?2")?;
    for network in networks {
        if known.exists(params![user_id, network])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The user has signed in from there.
pub fn remember(
    transaction: &Transaction<'_>,
    user_id: i64,
    network: &str,
    now: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR REPLACE INTO known_networks (user_id, network, seen_at) VALUES (?1, ?2, ?3)",
        params![user_id, network, now],
    )?;
    transaction.execute(
        "DELETE FROM known_networks WHERE user_id = ?1 AND network NOT IN
             (SELECT network FROM known_networks WHERE user_id = ?1 ORDER BY seen_at DESC LIMIT ?2)",
        params![user_id, PER_USER],
    )?;
    Ok(())
}

/// Forgets networks nobody signed in from since `time`.
pub fn forget_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM known_networks WHERE seen_at < ?1", [time])?;
    Ok(())
}
