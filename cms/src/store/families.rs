//! The tables `families` and `refresh_tokens`: who is signed in, by hashes only.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::role::Role;

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

/// A sign-in as it begins.
#[derive(Debug, Clone)]
pub struct NewFamily {
    /// Random.
    pub id: String,
    /// Whose.
    pub user_id: i64,
    /// From where: an IP address.
    pub address: String,
    /// With what: the browser's `User-Agent`.
    pub agent: String,
}

/// Starts a family with its first refresh token.
pub fn start(
    transaction: &Transaction<'_>,
    family: &NewFamily,
    token_hash: &str,
    now: i64,
    expires_at: i64,
) -> rusqlite::Result<()> {
    let NewFamily {
        id,
        user_id,
        address,
        agent,
    } = family;
    transaction.execute(
        "INSERT INTO families (id, user_id, created_at, seen_at, address, agent) VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
        params![id, user_id, now, address, agent],
    )?;
    insert_token(transaction, id, token_hash, expires_at)
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
    transaction.execute(
        "UPDATE families SET seen_at = ?2 WHERE id = ?1",
        params![family, now],
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

/// Who calls by a family, as far as rights go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Principal {
    /// What they may do.
    pub role: Role,
    /// Whether their sign-in takes a second step.
    pub second_step: bool,
}

/// Whose a family is now, if it still counts.
pub fn principal(connection: &Connection, family: &str) -> rusqlite::Result<Option<Principal>> {
    connection
        .prepare_cached(
            "SELECT u.role, EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = u.id AND s.on_since IS NOT NULL)
             FROM families f JOIN users u ON u.id = f.user_id
             WHERE f.id = ?1 AND f.revoked_at IS NULL AND u.disabled_at IS NULL",
        )?
        .query_row([family], |row| {
            Ok(Principal {
                role: row.get(0)?,
                second_step: row.get(1)?,
            })
        })
        .optional()
}

/// A sign-in as its user sees it. Times are the store's, in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Names the sign-in; opens nothing.
    pub id: String,
    /// When it began.
    pub created_at: i64,
    /// When it was renewed last.
    pub seen_at: i64,
    /// Where it began.
    pub address: String,
    /// The browser it began with.
    pub agent: String,
}

/// Sign-ins of a user that are listed: a script may sign in with every call.
const LISTED: i64 = 100;

/// The sign-ins of a user that can still be renewed, those in use last first; the rest of very many is left out.
pub fn of_user(connection: &Connection, user_id: i64, now: i64) -> rusqlite::Result<Vec<Family>> {
    connection
        .prepare_cached(
            "SELECT id, created_at, seen_at, address, agent FROM families f
             WHERE user_id = ?1 AND revoked_at IS NULL AND EXISTS (
                 SELECT 1 FROM refresh_tokens t WHERE t.family = f.id AND t.used_at IS NULL AND t.expires_at > ?2)
             ORDER BY seen_at DESC, id LIMIT ?3",
        )?
        .query_map([user_id, now, LISTED], |row| {
            Ok(Family {
                id: row.get(0)?,
                created_at: row.get(1)?,
                seen_at: row.get(2)?,
                address: row.get(3)?,
                agent: row.get(4)?,
            })
        })?
        .collect()
}

/// Ends a sign-in of this user; `false` when it is none of theirs, or has ended.
pub fn revoke_of(
    transaction: &Transaction<'_>,
    user_id: i64,
    family: &str,
    now: i64,
) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "UPDATE families SET revoked_at = ?3 WHERE id = ?2 AND user_id = ?1 AND revoked_at IS NULL",
        params![user_id, family, now],
    )?;
    Ok(rows == 1)
}

/// Ends every sign-in of a user.
pub fn revoke_all(transaction: &Transaction<'_>, user_id: i64, now: i64) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE families SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL",
        params![user_id, now],
    )?;
    Ok(())
}

/// Ends every sign-in of a user but one.
pub fn revoke_others(
    transaction: &Transaction<'_>,
    user_id: i64,
    kept: &str,
    now: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE families SET revoked_at = ?3 WHERE user_id = ?1 AND id <> ?2 AND revoked_at IS NULL",
        params![user_id, kept, now],
    )?;
    Ok(())
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

#[cfg(test)]
#[path = "families_tests.rs"]
mod tests;
