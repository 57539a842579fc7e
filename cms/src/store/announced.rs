//! The table `announced`: of which publication events were made last.

use rusqlite::{Connection, OptionalExtension as _, Transaction};

/// Its number; `None` before the first.
pub fn read(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    connection
        .prepare_cached("SELECT release FROM announced")?
        .query_row([], |row| Ok(row.get::<_, i64>(0)?.unsigned_abs()))
        .optional()
}

/// From now on it is this one.
pub fn set(transaction: &Transaction<'_>, release: u64) -> rusqlite::Result<()> {
    let release = i64::try_from(release).unwrap_or(i64::MAX);
    transaction
        .prepare_cached("INSERT OR REPLACE INTO announced (id, release) VALUES (1, ?1)")?
        .execute([release])?;
    Ok(())
}
