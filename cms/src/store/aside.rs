//! The tables `schedules_aside` and `approvals_aside`: what was planned and asked of posts in the trash.

use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::{
    approvals::{self, Approval},
    schedules::{self, Schedule},
};

/// What is planned and asked of a post waits here from now on.
pub fn put(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    let plans = schedules::COLUMNS;
    transaction.execute(
        &format!("INSERT OR REPLACE INTO schedules_aside ({plans}) SELECT {plans} FROM schedules WHERE post_id = ?1"),
        [id],
    )?;
    transaction.execute(
        &format!(
            "INSERT OR REPLACE INTO approvals_aside SELECT {} FROM approvals a WHERE a.post_id = ?1",
            approvals::COLUMNS
        ),
        [id],
    )?;
    schedules::cancel(transaction, id, None, None)?;
    approvals::remove(transaction, id)?;
    Ok(())
}

/// What was planned of a post, in order of time.
pub fn plans(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Schedule>> {
    connection
        .prepare_cached(&format!(
            "SELECT {} FROM schedules_aside WHERE post_id = ?1 ORDER BY at, lang, action",
            schedules::COLUMNS
        ))?
        .query_map([id], schedules::from_row)?
        .collect()
}

/// What was asked for a post.
pub fn approval(connection: &Connection, id: i64) -> rusqlite::Result<Option<Approval>> {
    connection
        .prepare_cached(&format!(
            "SELECT {} FROM approvals_aside a WHERE a.post_id = ?1",
            approvals::COLUMNS
        ))?
        .query_row([id], approvals::from_row)
        .optional()
}

/// Nothing of it is kept any more.
pub fn forget(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM schedules_aside WHERE post_id = ?1", [id])?;
    transaction.execute("DELETE FROM approvals_aside WHERE post_id = ?1", [id])?;
    Ok(())
}
