//! The `users` table.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};

use super::role::Role;

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

/// A user as owners see it. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Primary key.
    pub id: i64,
    /// To sign in with.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// By the machine's clock.
    pub created_at: i64,
    /// By the machine's clock; nobody signs in with a disabled account.
    pub disabled_at: Option<i64>,
    /// When one of their sign-ins was renewed last, by the store's time.
    pub seen_at: Option<i64>,
    /// Whether their sign-in takes a second step.
    pub second_step: bool,
}

/// No password fits this hash, which is a valid one of argon2id for bytes nobody knows.
pub(super) const NO_PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The user with this name who can sign in; a disabled one cannot.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<User>> {
    connection
        .prepare_cached(
            "SELECT id, name, password_hash FROM users WHERE name = ?1 AND disabled_at IS NULL",
        )?
        .query_row([name], |row| {
            Ok(User {
                id: row.get(0)?,
                name: row.get(1)?,
                password_hash: row.get(2)?,
            })
        })
        .optional()
}

/// Whether two names are one: letters may be small or capital. The record and the messages name people by nothing else.
pub fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Whether the name is taken, by a disabled user, too.
pub fn is_taken(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let mut names = connection.prepare_cached("SELECT name FROM users")?;
    let mut rows = names.query([])?;
    while let Some(row) = rows.next()? {
        if is_same(row.get_ref(0)?.as_str()?, name) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds a user; the new number, or nothing when the name is taken.
pub fn insert(
    transaction: &Transaction<'_>,
    name: &str,
    hash: &str,
    role: Role,
    now_millis: i64,
) -> rusqlite::Result<Option<i64>> {
    if is_taken(transaction, name)? {
        return Ok(None);
    }
    transaction.execute(
        "INSERT INTO users (name, password_hash, role, created_at) VALUES (?1, ?2, ?3, ?4)",
        params![name, hash, role, now_millis],
    )?;
    Ok(Some(transaction.last_insert_rowid()))
}

/// Replaces a password and ends every session of the user but one; `false` when there is no such user.
pub fn set_password(
    transaction: &Transaction<'_>,
    name: &str,
    hash: &str,
    kept_session: Option<&str>,
    now_millis: i64,
) -> rusqlite::Result<bool> {
    let rows = transaction.execute(
        "UPDATE users SET password_hash = ?2 WHERE name = ?1",
        params![name, hash],
    )?;
    transaction.execute(
        "UPDATE families SET revoked_at = ?2
         WHERE revoked_at IS NULL AND id IS NOT ?3 AND user_id = (SELECT id FROM users WHERE name = ?1)",
        params![name, now_millis, kept_session],
    )?;
    Ok(rows == 1)
}

const ACCOUNT: &str = "SELECT id, name, role, created_at, disabled_at,
    (SELECT max(seen_at) FROM families WHERE user_id = users.id),
    EXISTS (SELECT 1 FROM second_steps s WHERE s.user_id = users.id AND s.on_since IS NOT NULL) FROM users";

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        role: row.get(2)?,
        created_at: row.get(3)?,
        disabled_at: row.get(4)?,
        seen_at: row.get(5)?,
        second_step: row.get(6)?,
    })
}

/// All accounts by name.
pub fn accounts(connection: &Connection) -> rusqlite::Result<Vec<Account>> {
    connection
        .prepare(&format!("{ACCOUNT} ORDER BY name"))?
        .query_map([], account)?
        .collect()
}

/// The account with this number.
pub fn by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(&format!("{ACCOUNT} WHERE id = ?1"))?
        .query_row([id], account)
        .optional()
}

/// The account with this name.
pub fn by_name(connection: &Connection, name: &str) -> rusqlite::Result<Option<Account>> {
    connection
        .prepare_cached(&format!("{ACCOUNT} WHERE name = ?1"))?
        .query_row([name], account)
        .optional()
}

/// What a user may do from now on.
pub fn set_role(transaction: &Transaction<'_>, id: i64, role: Role) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE users SET role = ?2 WHERE id = ?1",
        params![id, role],
    )?;
    Ok(())
}

/// Shuts an account, with all its sessions, or opens it again.
pub fn set_disabled(
    transaction: &Transaction<'_>,
    id: i64,
    disabled_at: Option<i64>,
) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE users SET disabled_at = ?2 WHERE id = ?1",
        params![id, disabled_at],
    )?;
    transaction.execute(
        "UPDATE families SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL AND ?2 IS NOT NULL",
        params![id, disabled_at],
    )?;
    Ok(())
}

/// Removes a user with all sessions.
pub fn remove(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM users WHERE id = ?1", [id])?;
    Ok(())
}

/// Owners who can sign in: they are not disabled, and have a password, which those of an archive have not.
pub fn owners(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT count(*) FROM users WHERE role = 'owner' AND disabled_at IS NULL AND password_hash <> ?1",
        [NO_PASSWORD],
        |row| row.get(0),
    )
}

/// Whether nobody can sign in yet.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM users")?
        .exists([])
        .map(|exists| !exists)
}

#[cfg(test)]
#[path = "users_tests.rs"]
mod tests;
