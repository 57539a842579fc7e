//! The tables `families` and `refresh_tokens`: who is signed in, by hashes only.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// A refresh token as stored, with its family.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The sign-in it came from.
    pub family: String,
    /// Whose.
    pub user_id: i64,
    /// The user's name.
    pub user: String,
    /// Milliseconds since the epoch.
    pub expires_at: i64,
    /// When it was exchanged, if it was.
    pub used_at: Option<i64>,
    /// Hash of the token it was exchanged for.
    pub successor: Option<String>,
    /// Whether that successor has been exchanged itself.
    pub successor_used: bool,
    /// Whether the family was revoked.
    pub revoked: bool,
}

/// Starts a family with its first refresh token.
pub fn start(
    transaction: &Transaction<'_>,
    family: &str,
    user_id: i64,
    token_hash: &str,
    now: i64,
    expires_at: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO families (id, user_id, created_at) VALUES (?1, ?2, ?3)",
        params![family, user_id, now],
    )?;
    insert_token(transaction, family, token_hash, expires_at)
}

/// The token with this hash.
pub fn find(connection: &Connection, token_hash: &str) -> rusqlite::Result<Option<Stored>> {
    connection
        .prepare_cached(
            "SELECT t.family, f.user_id, u.name, t.expires_at, t.used_at, t.successor,
                    EXISTS (SELECT 1 FROM refresh_tokens s WHERE s.hash = t.successor AND s.used_at IS NOT NULL),
                    f.revoked_at IS NOT NULL
             FROM refresh_tokens t JOIN families f ON f.id = t.family JOIN users u ON u.id = f.user_id
             WHERE t.hash = ?1",
        )?
        .query_row([token_hash], |row| {
            Ok(Stored {
                family: row.get(0)?,
                user_id: row.get(1)?,
                user: row.get(2)?,
                expires_at: row.get(3)?,
                used_at: row.get(4)?,
                successor: row.get(5)?,
                successor_used: row.get(6)?,
                revoked: row.get(7)?,
            })
        })
        .optional()
}

/// Marks a token as exchanged for its successor and stores that one.
pub fn exchange(
    transaction: &Transaction<'_>,
    family: &str,
    used_hash: &str,
    successor_hash: &str,
    now: i64,
    expires_at: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE refresh_tokens SET used_at = ?2, successor = ?3 WHERE hash = ?1",
        params![used_hash, now, successor_hash],
    )?;
    insert_token(transaction, family, successor_hash, expires_at)
}

/// Ends every token of a family.
pub fn revoke(transaction: &Transaction<'_>, family: &str, now: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE families SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL",
        params![family, now],
    )?;
    Ok(())
}

/// Whether the family still counts.
pub fn is_active(connection: &Connection, family: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM families WHERE id = ?1 AND revoked_at IS NULL")?
        .exists([family])
}

/// Forgets what expired long ago: tokens first, then families without tokens.
pub fn prune(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM refresh_tokens WHERE expires_at < ?1", [now])?;
    transaction.execute(
        "DELETE FROM families WHERE id NOT IN (SELECT family FROM refresh_tokens)",
        [],
    )?;
    Ok(())
}

fn insert_token(
    transaction: &Transaction<'_>,
    family: &str,
    hash: &str,
    expires_at: i64,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO refresh_tokens (hash, family, expires_at) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![hash, family, expires_at])?;
    Ok(())
}

/// Sign-ins that can still be renewed.
pub fn active(connection: &Connection, now: i64) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "SELECT count(DISTINCT family) FROM refresh_tokens t JOIN families f ON f.id = t.family
             WHERE f.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ?1",
        )?
        .query_row([now], |row| row.get(0))
}
