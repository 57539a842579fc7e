//! The table `hold`: an earlier publication stands, and nothing is published until somebody says so.

use rusqlite::{Connection, OptionalExtension as _, params};

/// What stands, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// The publication's number.
    pub release: u64,
    /// By the machine's clock, in milliseconds since the epoch.
    pub since: i64,
    /// The name of who wanted it.
    pub by: String,
}

/// What stands; `None` while everything that is saved is published.
pub fn read(connection: &Connection) -> rusqlite::Result<Option<Hold>> {
    connection
        .prepare_cached("SELECT release, since, by FROM hold")?
        .query_row([], |row| {
            Ok(Hold {
                release: row.get::<_, i64>(0)?.unsigned_abs(),
                since: row.get(1)?,
                by: row.get(2)?,
            })
        })
        .optional()
}

/// From now on this one stands.
pub fn set(connection: &Connection, hold: &Hold) -> rusqlite::Result<()> {
    let Hold { release, since, by } = hold;
    let release = i64::try_from(*release).unwrap_or(i64::MAX);
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO hold (id, release, since, by) VALUES (1, ?1, ?2, ?3)",
        )?
        .execute(params![release, since, by])?;
    Ok(())
}

/// Publishing goes on; whether it had stopped.
pub fn clear(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(connection.prepare_cached("DELETE FROM hold")?.execute([])? > 0)
}
