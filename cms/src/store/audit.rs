//! The table `audit`: who did what. Written in the transaction of what it tells of, wherever there is one.

use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, named_params, params};

pub use super::deeds::{Deed, Kind, Who};
use super::{DAY, Moment};

const HOUR: i64 = DAY / 24;
/// Rows that failed sign-ins may make in a day: anyone can fail, so they must not fill the disk. What is more is counted in one
/// row for each hour, without name and address.
pub const FAILURES_A_DAY: i64 = 500;

/// An entry of the record.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Primary key.
    pub id: i64,
    /// When, in milliseconds, by the machine's clock.
    pub at: i64,
    /// What.
    pub deed: Deed,
    /// Who.
    pub who: Who,
    /// How often, for failed sign-ins.
    pub times: i64,
    /// When the last time.
    pub until: Option<i64>,
}

/// Which entries; what is `None` does not matter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// By the one of this name; `shell` is the command line, too.
    pub name: Option<String>,
    /// Of this kind.
    pub kind: Option<Kind>,
    /// To this post.
    pub post_id: Option<i64>,
    /// From then on.
    pub from: Option<i64>,
    /// Before then.
    pub until: Option<i64>,
    /// With smaller numbers than this: what follows an entry that was read.
    pub below: Option<i64>,
}

/// Now, for whoever has no look at the store's time: as it was noted last.
pub fn moment(connection: &Connection, wall: i64) -> rusqlite::Result<Moment> {
    let time = connection.query_row("SELECT max(time) FROM timekeeping", [], |row| {
        row.get::<_, Option<i64>>(0)
    })?;
    Ok(Moment {
        wall,
        time: time.unwrap_or(wall),
    })
}

/// Adds an entry.
pub fn record(
    transaction: &Transaction<'_>,
    who: &Who,
    deed: &Deed,
    now: Moment,
) -> rusqlite::Result<()> {
    if is_said(transaction, who, deed, now)? {
        return Ok(());
    }
    insert(transaction, who, deed, now)
}

/// What would be said again and again is said once: saves in the pauses of one person's typing, tries of a deployment.
fn is_said(connection: &Connection, who: &Who, deed: &Deed, now: Moment) -> rusqlite::Result<bool> {
    let said = match deed.kind {
        Kind::DraftSaved => connection
            .prepare_cached(
                "SELECT kind = 'draft_saved' AND name = ?1 AND kept_from > ?3 FROM audit
                 WHERE post_id = ?2 ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![who.name, deed.post_id, now.time - HOUR], |row| {
                row.get(0)
            })
            .optional()?,
        // What follows the revision in the subject is the target, where there are several.
        Kind::DeployFailed => connection
            .prepare_cached(
                "SELECT coalesce((SELECT id FROM audit
                     WHERE kind = 'deploy_failed' AND substr(subject, instr(subject || ',', ',')) = ?1
                     ORDER BY id DESC LIMIT 1), 0)
                 > coalesce((SELECT id FROM audit
                     WHERE kind = 'deployed' AND substr(subject, instr(subject || ',', ',')) = ?1
                     ORDER BY id DESC LIMIT 1), 0)",
            )?
            .query_row([target_of(&deed.subject)], |row| row.get(0))
            .optional()?,
        _ => None,
    };
    Ok(said.unwrap_or(false))
}

/// What stands behind the revision in the subject of a deployment: which target it was, where there are several.
fn target_of(subject: &str) -> &str {
    let at = subject.find(',').unwrap_or(subject.len());
    subject.get(at..).unwrap_or_default()
}

fn insert(
    transaction: &Transaction<'_>,
    who: &Who,
    deed: &Deed,
    now: Moment,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO audit (at, kept_from, kind, user_id, name, post_id, subject, address)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            now.wall,
            now.time,
            deed.kind,
            who.user_id,
            who.name,
            deed.post_id,
            deed.subject,
            who.address
        ])?;
    Ok(())
}

/// Adds a failed sign-in, or counts it to those of the same hour.
pub fn record_failure(
    transaction: &Transaction<'_>,
    who: &Who,
    now: Moment,
) -> rusqlite::Result<()> {
    // In the words of an index of their own: years of them cost a guess nothing.
    let rows: i64 = transaction
        .prepare_cached(
            "SELECT count(*) FROM audit WHERE kind = 'sign_in_failed' AND kept_from > ?1 AND kept_from <= ?2",
        )?
        .query_row([now.time - DAY, now.time], |row| row.get(0))?;
    if count_failure(transaction, who, now)? {
        return Ok(());
    }
    let others = Who::default();
    let who = match rows < FAILURES_A_DAY {
        true => who,
        false if count_failure(transaction, &others, now)? => return Ok(()),
        false => &others,
    };
    insert(
        transaction,
        who,
        &Deed::about(Kind::SignInFailed, String::new()),
        now,
    )
}

fn count_failure(transaction: &Transaction<'_>, who: &Who, now: Moment) -> rusqlite::Result<bool> {
    let rows = transaction
        .prepare_cached(
            "UPDATE audit SET times = times + 1, until = ?1
             WHERE kind = 'sign_in_failed' AND name = ?2 AND address = ?3 AND kept_from > ?4 AND kept_from <= ?5",
        )?
        .execute(params![
            now.wall,
            who.name,
            who.address,
            now.time - HOUR,
            now.time
        ])?;
    Ok(rows > 0)
}

const WHERE: &str = "(:name IS NULL OR name = :name OR (:name = 'shell' AND name = '' AND address = 'shell'))
    AND (:kind IS NULL OR kind = :kind) AND (:below IS NULL OR id < :below)
    AND (:post IS NULL OR post_id = :post) AND (:from IS NULL OR at >= :from) AND (:until IS NULL OR at < :until)";

/// Visits entries, the newest first.
pub fn each(
    connection: &Connection,
    filter: &Filter,
    (limit, offset): (i64, i64),
    mut visit: impl FnMut(Entry),
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, at, kind, user_id, name, post_id, subject, address, times, until FROM audit WHERE {WHERE}
         ORDER BY id DESC LIMIT :limit OFFSET :offset"
    ))?;
    let mut rows = statement.query(named_params! {
        ":name": filter.name, ":kind": filter.kind, ":post": filter.post_id, ":from": filter.from, ":until": filter.until,
        ":below": filter.below, ":limit": limit, ":offset": offset,
    })?;
    while let Some(row) = rows.next()? {
        visit(from_row(row)?);
    }
    Ok(())
}

/// How many entries there are.
pub fn count(connection: &Connection, filter: &Filter) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(&format!("SELECT count(*) FROM audit WHERE {WHERE}"))?
        .query_row(
            named_params! {
                ":name": filter.name, ":kind": filter.kind, ":post": filter.post_id, ":from": filter.from,
                ":until": filter.until, ":below": filter.below,
            },
            |row| row.get(0),
        )
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        at: row.get(1)?,
        deed: Deed {
            kind: row.get(2)?,
            post_id: row.get(5)?,
            subject: row.get(6)?,
        },
        who: Who {
            user_id: row.get(3)?,
            name: row.get(4)?,
            address: row.get(7)?,
        },
        times: row.get(8)?,
        until: row.get(9)?,
    })
}

/// Deletes entries that were made before `time`, which is the store's: at most so many, the oldest first.
pub fn delete_before(
    transaction: &Transaction<'_>,
    time: i64,
    most: usize,
) -> rusqlite::Result<usize> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    transaction
        .prepare_cached(
            "DELETE FROM audit WHERE id IN (
                 SELECT id FROM audit WHERE kept_from < ?1 ORDER BY kept_from LIMIT ?2)",
        )?
        .execute(params![time, most])
}
