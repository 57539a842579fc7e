//! The table `invitations`: who may become a user by a link. Secrets are stored as hashes only; times are the store's.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::{role::Role, users};

/// An invitation; of its secret only the hash is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Primary key.
    pub id: i64,
    /// The name that the user will have.
    pub name: String,
    /// What they will be allowed to do.
    pub role: Role,
    /// The name of who invites.
    pub created_by: String,
    /// From then on the link opens nothing.
    pub expires_at: i64,
}

/// Adds an invitation; an earlier one for the same name ends, however its letters are written.
pub fn insert(
    transaction: &Transaction<'_>,
    hash: &str,
    invitation: &Invitation,
    now: i64,
) -> rusqlite::Result<i64> {
    let Invitation {
        name,
        role,
        created_by,
        expires_at,
        ..
    } = invitation;
    // Also one that has ended.
    for earlier in list(transaction, i64::MIN)? {
        if users::is_same(&earlier.name, name) {
            remove(transaction, earlier.id)?;
        }
    }
    transaction
        .prepare_cached(
            "INSERT INTO invitations (token_hash, name, role, created_at, created_by, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![hash, name, role, now, created_by, expires_at])?;
    Ok(transaction.last_insert_rowid())
}

const COLUMNS: &str = "SELECT id, name, role, created_by, expires_at FROM invitations";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Invitation> {
    Ok(Invitation {
        id: row.get(0)?,
        name: row.get(1)?,
        role: row.get(2)?,
        created_by: row.get(3)?,
        expires_at: row.get(4)?,
    })
}

/// The invitation whose secret has this hash, if it is valid at `now`.
pub fn find(connection: &Connection, hash: &str, now: i64) -> rusqlite::Result<Option<Invitation>> {
    connection
        .prepare_cached(&format!(
            "{COLUMNS} WHERE token_hash = ?1 AND expires_at > ?2"
        ))?
        .query_row(params![hash, now], from_row)
        .optional()
}

/// Those that are valid at `now`, by name.
pub fn list(connection: &Connection, now: i64) -> rusqlite::Result<Vec<Invitation>> {
    connection
        .prepare_cached(&format!("{COLUMNS} WHERE expires_at > ?1 ORDER BY name"))?
        .query_map([now], from_row)?
        .collect()
}

/// Whom an invitation is for.
pub fn name(connection: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT name FROM invitations WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// Takes an invitation back; `false` when there is none of this number.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM invitations WHERE id = ?1", [id])?;
    Ok(rows == 1)
}

/// Takes back all that somebody has made.
pub fn remove_by(transaction: &Transaction<'_>, name: &str) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM invitations WHERE created_by = ?1", [name])?;
    Ok(())
}

/// Removes invitations that have ended.
pub fn forget_before(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM invitations WHERE expires_at <= ?1", [now])?;
    Ok(())
}
