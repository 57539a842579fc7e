//! The `users` table.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// A user as sign-in needs it.
#[derive(Debug, Clone)]
pub struct User {
    /// Primary key.
    pub id: i64,
    /// Unique, compared byte by byte.
    pub name: String,
    /// PHC string of argon2id.
    pub password_hash: String,
}

/// The user with this name.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<User>> {
    connection
        .prepare_cached("SELECT id, name, password_hash FROM users WHERE name = ?1")?
        .query_row([name], |row| {
            Ok(User {
                id: row.get(0)?,
                name: row.get(1)?,
                password_hash: row.get(2)?,
            })
        })
        .optional()
}

/// Adds a user; `false` when the name is taken.
pub fn insert(
    transaction: &Transaction<'_>,
    name: &str,
    hash: &str,
    now_millis: i64,
) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "INSERT INTO users (name, password_hash, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
        params![name, hash, now_millis],
    )?;
    Ok(rows == 1)
}

/// Replaces a password and ends every session of the user; `false` when there is no such user.
pub fn set_password(
    transaction: &Transaction<'_>,
    name: &str,
    hash: &str,
    now_millis: i64,
) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "UPDATE users SET password_hash = ?2 WHERE name = ?1",
        params![name, hash],
    )?;
    transaction.execute(
        "UPDATE families SET revoked_at = ?2
         WHERE revoked_at IS NULL AND user_id = (SELECT id FROM users WHERE name = ?1)",
        params![name, now_millis],
    )?;
    Ok(rows == 1)
}

/// Removes a user with all sessions; `false` when there is no such user.
pub fn remove(transaction: &Transaction<'_>, name: &str) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM users WHERE name = ?1", [name])?;
    Ok(rows == 1)
}

/// All names, in order.
pub fn names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT name FROM users ORDER BY name")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Whether nobody can sign in yet.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM users")?
        .exists([])
        .map(|exists| !exists)
}
