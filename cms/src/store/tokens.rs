//! The table `tokens`: by what scripts call the API. Secrets are stored as hashes only.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::role::Role;

/// A token; of its secret only the hash is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Primary key.
    pub id: i64,
    /// What it is for.
    pub name: String,
    /// What may be done with it.
    pub role: Role,
    /// By the machine's clock, in milliseconds since the epoch.
    pub created_at: i64,
    /// The name of who made it.
    pub created_by: String,
    /// From then on, by the store's time, it opens nothing; `None` never.
    pub expires_at: Option<i64>,
    /// When it was used last, by the machine's clock.
    pub used_at: Option<i64>,
    /// From which address.
    pub used_from: String,
}

/// Adds a token; `None` when another one has the name.
pub fn insert(
    transaction: &Transaction<'_>,
    hash: &str,
    token: &Token,
) -> rusqlite::Result<Option<i64>> {
    let Token {
        name,
        role,
        created_at,
        created_by,
        expires_at,
        ..
    } = token;
    let rows = transaction
        .prepare_cached(
            "INSERT INTO tokens (hash, name, role, created_at, created_by, expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (name) DO NOTHING",
        )?
        .execute(params![hash, name, role, created_at, created_by, expires_at])?;
    Ok((rows == 1).then(|| transaction.last_insert_rowid()))
}

const COLUMNS: &str =
    "SELECT id, name, role, created_at, created_by, expires_at, used_at, used_from FROM tokens";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Token> {
    Ok(Token {
        id: row.get(0)?,
        name: row.get(1)?,
        role: row.get(2)?,
        created_at: row.get(3)?,
        created_by: row.get(4)?,
        expires_at: row.get(5)?,
        used_at: row.get(6)?,
        used_from: row.get(7)?,
    })
}

/// The token whose secret has this hash, if it is valid at `time`, which is the store's.
pub fn find(connection: &Connection, hash: &str, time: i64) -> rusqlite::Result<Option<Token>> {
    connection
        .prepare_cached(&format!(
            "{COLUMNS} WHERE hash = ?1 AND (expires_at IS NULL OR expires_at > ?2)"
        ))?
        .query_row(params![hash, time], from_row)
        .optional()
}

/// The token of this number, valid or not.
pub fn by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Token>> {
    connection
        .prepare_cached(&format!("{COLUMNS} WHERE id = ?1"))?
        .query_row([id], from_row)
        .optional()
}

/// All of them by name, also those that have ended.
pub fn list(connection: &Connection) -> rusqlite::Result<Vec<Token>> {
    connection
        .prepare_cached(&format!("{COLUMNS} ORDER BY name"))?
        .query_map([], from_row)?
        .collect()
}

/// Notes that a token was used.
pub fn used(transaction: &Transaction<'_>, id: i64, at: i64, from: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE tokens SET used_at = ?2, used_from = ?3 WHERE id = ?1")?
        .execute(params![id, at, from])?;
    Ok(())
}

/// Removes a token; `false` when there is none of this number.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM tokens WHERE id = ?1", [id])?;
    Ok(rows == 1)
}
