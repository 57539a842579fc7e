//! The row of `timekeeping`: how much time this store has seen pass.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

/// What the store keeps; all in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Record {
    /// The time that has passed, counted so that it looks like time since the epoch.
    pub time: i64,
    /// The machine's clock less `time`, while both are believed.
    pub offset: i64,
    /// How far the clock is from where it should be; 0 while it is believed.
    pub doubt: i64,
    /// The part of `doubt` that may have passed while nothing ran.
    pub stopped: i64,
    /// For how long the doubtful clock has agreed with itself.
    pub agreed: i64,
}

/// What was seen last; nothing in a new store.
pub fn read(connection: &Connection) -> rusqlite::Result<Option<Record>> {
    connection
        .query_row(
            "SELECT time, offset, doubt, stopped, agreed FROM timekeeping",
            [],
            |row| {
                Ok(Record {
                    time: row.get(0)?,
                    offset: row.get(1)?,
                    doubt: row.get(2)?,
                    stopped: row.get(3)?,
                    agreed: row.get(4)?,
                })
            },
        )
        .optional()
}

/// Keeps what was seen.
pub fn write(transaction: &Transaction<'_>, record: &Record) -> rusqlite::Result<()> {
    let Record {
        time,
        offset,
        doubt,
        stopped,
        agreed,
    } = record;
    transaction.execute(
        "INSERT OR REPLACE INTO timekeeping (id, time, offset, doubt, stopped, agreed)
         VALUES (1, ?1, ?2, ?3, ?4, ?5)",
        params![time, offset, doubt, stopped, agreed],
    )?;
    Ok(())
}
