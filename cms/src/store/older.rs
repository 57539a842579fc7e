//! A store of an older release, read as if it had been migrated: views of this connection alone stand before its tables.

use rusqlite::Connection;

use super::migrations;

/// The version that began the life of a post: history, working copies and what belongs to them.
const LIFE: usize = 6;
/// The version in which a plan says why it was not carried out.
const PROBLEMS: usize = 7;
/// The version in which addresses can be sent elsewhere.
const REDIRECTS: usize = 8;

/// Makes the tables of this release out of those that are there; nothing of the file changes.
pub(super) fn shim(connection: &Connection) -> rusqlite::Result<()> {
    let version = migrations::version(connection)?;
    match version {
        1..LIFE => connection.execute_batch(include_str!("older.sql"))?,
        LIFE..PROBLEMS => connection.execute_batch(
            "CREATE TEMP VIEW schedules AS
             SELECT *, NULL AS problem, NULL AS redirect_to FROM main.schedules;",
        )?,
        PROBLEMS..REDIRECTS => connection.execute_batch(
            "CREATE TEMP VIEW schedules AS SELECT *, NULL AS redirect_to FROM main.schedules;",
        )?,
        _ => {}
    }
    if (1..REDIRECTS).contains(&version) {
        connection.execute_batch("CREATE TEMP TABLE redirects (post_id, target);")?;
    }
    Ok(())
}
