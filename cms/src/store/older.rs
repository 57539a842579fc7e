//! A store of an older release, read as if it had been migrated: views of this connection alone stand before its tables.

use rusqlite::Connection;

use super::migrations;

/// The version that began the life of a post: history, working copies and what belongs to them.
const LIFE: usize = 6;

/// The version that gave users a role.
const PEOPLE: usize = 8;

/// Makes the tables of this release out of those that are there; nothing of the file changes.
pub(super) fn shim(connection: &Connection) -> rusqlite::Result<()> {
    let version = migrations::version(connection)?;
    if (1..LIFE).contains(&version) {
        connection.execute_batch(include_str!("older.sql"))?;
    }
    if (1..PEOPLE).contains(&version) {
        connection.execute_batch(include_str!("older_people.sql"))?;
    }
    Ok(())
}
