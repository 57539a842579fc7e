//! A store of an older release, read as if it had been migrated: views of this connection alone stand before its tables.

use rusqlite::Connection;

use super::migrations;

/// The version that began the life of a post: history, working copies and what belongs to them.
const LIFE: usize = 6;

/// Makes the tables of this release out of those that are there; nothing of the file changes.
pub(super) fn shim(connection: &Connection) -> rusqlite::Result<()> {
    match migrations::version(connection)? {
        1..LIFE => connection.execute_batch(include_str!("older.sql")),
        _ => Ok(()),
    }
}
