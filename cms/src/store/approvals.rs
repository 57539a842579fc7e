//! The table `approvals`: working copies that somebody wants to see published.

use generator::Lang;
use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, Transaction, params};

/// What an editor answered instead of publishing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returned {
    /// By the machine's clock, in milliseconds since the epoch.
    pub at: i64,
    /// The editor's name.
    pub by: String,
    /// What is to be done first.
    pub note: String,
}

/// A request for publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Of which post.
    pub post_id: i64,
    /// Which languages.
    pub languages: Vec<Lang>,
    /// What editors should know.
    pub note: String,
    /// By the machine's clock, in milliseconds since the epoch.
    pub asked_at: i64,
    /// The name of who asks.
    pub asked_by: String,
    /// The version of the working copy that was asked about; 0, which none has, once a picture of it has changed.
    pub version: i64,
    /// What was answered; `None` while it waits.
    pub returned: Option<Returned>,
}

/// A request that waits, with what a list says of its post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The request.
    pub approval: Approval,
    /// The Azerbaijani title of the working copy.
    pub title: String,
    /// The version of the working copy as it is.
    pub version: i64,
}

pub(super) const COLUMNS: &str = "a.post_id, a.languages, a.note, a.asked_at, a.asked_by, a.version, a.returned_at, a.returned_by, a.returned_note";

pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Approval> {
    let codes: String = row.get(1)?;
    let returned_at: Option<i64> = row.get(6)?;
    Ok(Approval {
        post_id: row.get(0)?,
        languages: codes.split(',').filter_map(Lang::from_code).collect(),
        note: row.get(2)?,
        asked_at: row.get(3)?,
        asked_by: row.get(4)?,
        version: row.get(5)?,
        returned: match returned_at {
            Some(at) => Some(Returned {
                at,
                by: row.get(7)?,
                note: row.get(8)?,
            }),
            None => None,
        },
    })
}

/// The languages as the table spells them.
pub fn codes(languages: &[Lang]) -> String {
    let codes: Vec<&str> = languages.iter().map(|lang| lang.code()).collect();
    codes.join(",")
}

/// Puts a request in the place of the one there may be.
pub fn put(transaction: &Transaction<'_>, approval: &Approval) -> rusqlite::Result<()> {
    let Approval {
        post_id,
        languages,
        note,
        asked_at,
        asked_by,
        version,
        returned,
    } = approval;
    let returned = returned.as_ref();
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO approvals
             (post_id, languages, note, asked_at, asked_by, version, returned_at, returned_by, returned_note)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            post_id,
            codes(languages),
            note,
            asked_at,
            asked_by,
            version,
            returned.map(|returned| returned.at),
            returned.map(|returned| returned.by.as_str()),
            returned.map(|returned| returned.note.as_str()),
        ])?;
    Ok(())
}

/// What was asked about is not as it was, though its words may be.
pub fn outdate(transaction: &Transaction<'_>, post_id: i64) -> rusqlite::Result<()> {
    for table in ["approvals", "approvals_aside"] {
        transaction
            .prepare_cached(&format!(
                "UPDATE {table} SET version = 0 WHERE post_id = ?1"
            ))?
            .execute([post_id])?;
    }
    Ok(())
}

/// The request for a post, waiting or answered.
pub fn find(connection: &Connection, post_id: i64) -> rusqlite::Result<Option<Approval>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM approvals a WHERE a.post_id = ?1"
        ))?
        .query_row([post_id], from_row)
        .optional()
}

/// The requests that wait, the oldest first.
pub fn waiting(connection: &Connection) -> rusqlite::Result<Vec<Waiting>> {
    listed(
        connection,
        "a.returned_at IS NULL ORDER BY a.asked_at, a.post_id",
        params![],
    )
}

/// What somebody asked for and was sent back, the oldest answer first.
pub fn returned_to(connection: &Connection, name: &str) -> rusqlite::Result<Vec<Waiting>> {
    listed(
        connection,
        "a.returned_at IS NOT NULL AND a.asked_by = ?1 ORDER BY a.returned_at, a.post_id",
        params![name],
    )
}

fn listed(
    connection: &Connection,
    which: &str,
    of: &[&dyn ToSql],
) -> rusqlite::Result<Vec<Waiting>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS}, c.title_az, c.version FROM approvals a JOIN working_copies c ON c.post_id = a.post_id WHERE {which}"
        ))?
        .query_map(of, |row| {
            Ok(Waiting {
                approval: from_row(row)?,
                title: row.get(9)?,
                version: row.get(10)?,
            })
        })?
        .collect()
}

/// Every request with the version of the working copy as it is, in the order of the posts.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<(Approval, i64)>> {
    connection
        .prepare(&format!(
            "SELECT {COLUMNS}, c.version FROM approvals a JOIN working_copies c ON c.post_id = a.post_id ORDER BY a.post_id"
        ))?
        .query_map([], |row| Ok((from_row(row)?, row.get(9)?)))?
        .collect()
}

/// Ends the request for a post; `false` when there is none.
pub fn remove(transaction: &Transaction<'_>, post_id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM approvals WHERE post_id = ?1", [post_id])?;
    Ok(rows == 1)
}
