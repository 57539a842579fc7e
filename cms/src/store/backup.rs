//! Copies of the whole store: made while it is in use, checked before they count.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags, Transaction, backup::Backup, params};

use super::{
    archive, crowded, migrations, older,
    opening::{self, is_there, of_another},
    schedules::MISSED,
    unwritable::{self, Unwritable},
};
use crate::disk::{
    identity::Identity,
    named_file::{NamedFile, parent},
    unfinished,
};

/// Copies the store at `from` to a new file. Readers and writers go on meanwhile: the copy is one read transaction
/// in WAL mode, so it is the store of one moment.
pub fn back_up(from: &Path, to: NamedFile) -> anyhow::Result<()> {
    copied_checked(from, to.unfinished(), to.path())?;
    to.finish()
}

/// The same into a file that is there already and that the caller keeps unfinished.
pub fn copy_checked(from: &Path, to: &Path) -> anyhow::Result<()> {
    copied_checked(from, to, to)
}

fn copied_checked(from: &Path, to: &Path, name: &Path) -> anyhow::Result<()> {
    copy(&open_read_only(from)?, to, name)?;
    check(to)?;
    Ok(())
}

/// Copies into a file that is to have that name.
fn copy(source: &Connection, to: &Path, name: &Path) -> anyhow::Result<()> {
    copied(source, to).map_err(|error| {
        // Of a copy without room SQLite leaves its journal, with pages of the store.
        if let Err(error) = unfinished::clear_beside(to) {
            tracing::warn!(%error, path = %to.display(), "cannot remove what is left of a copy");
        }
        let error = crowded(error);
        match Unwritable::of(&error) {
            Some(Unwritable::Full | Unwritable::ReadOnly) => unwritable::named(name, error),
            _ => error,
        }
    })
}

fn copied(source: &Connection, to: &Path) -> anyhow::Result<()> {
    let mut target = Connection::open(to)?;
    Backup::new(source, &mut target)?.step(-1)?;
    // A copy is one file, without a log beside it.
    target.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    target.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// What a store says about itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Of the schema.
    pub version: usize,
    /// Raised by every save that visitors see.
    pub revision: i64,
    /// Raised by every save that only staff see; 0 in a store of before there were any.
    pub edits: i64,
    /// The highest number of the messages that it holds.
    pub message: i64,
}

/// Opens a copy and checks all of it.
pub fn check(file: &Path) -> anyhow::Result<Facts> {
    let connection = open_read_only(file)?;
    let name = file.display();
    let result = integrity(&connection)
        .with_context(|| format!("{name} is not a usable store"))
        .map_err(|error| of_another(file, error))?;
    ensure!(
        result.is_empty(),
        "{name} is damaged: {}",
        result.join("; ")
    );
    facts(&connection).with_context(|| format!("{name} is not a store of this program"))
}

/// Reads what a store of these facts holds as if it were of this release; one that is too old says nothing.
pub fn look_into<T: Default>(
    file: &Path,
    facts: Facts,
    work: impl FnOnce(&Connection) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if facts.version < opening::READABLE {
        return Ok(T::default());
    }
    let connection = open_read_only(file)?;
    older::shim(&connection)?;
    work(&connection)
}

/// What SQLite finds wrong; nothing is good.
pub fn integrity(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let lines: rusqlite::Result<Vec<String>> = connection
        .prepare("PRAGMA integrity_check")?
        .query_map([], |row| row.get(0))?
        .collect();
    let mut found: Vec<String> = lines?.into_iter().filter(|line| line != "ok").collect();
    let dangling: Vec<String> = connection
        .prepare("PRAGMA foreign_key_check")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    found.extend(
        dangling
            .into_iter()
            .map(|table| format!("a row of {table} points to nothing")),
    );
    Ok(found)
}

fn facts(connection: &Connection) -> rusqlite::Result<Facts> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
    let version = migrations::version(connection)?;
    let since = |first: usize, sql: &str| if version >= first { number(sql) } else { Ok(0) };
    Ok(Facts {
        version,
        revision: number("SELECT revision FROM site")?,
        edits: since(older::LIFE, "SELECT edits FROM site")?,
        message: since(older::MESSAGES, "SELECT coalesce(max(id), 0) FROM messages")?,
    })
}

/// Refuses to put a copy in the place of a store in which something was written since: also what only staff see, and what
/// visitors wrote.
fn check_age(current: Facts, copied: Facts) -> anyhow::Result<()> {
    let saves = (current.revision - copied.revision).max(current.edits - copied.edits);
    let messages = current.message - copied.message;
    ensure!(
        saves <= 0 && messages <= 0,
        "the present store is newer (revision {}, edit {}, message {}) than the backup (revision {}, edit {}, message {}): \
         {} saves would be undone, and {} messages lost; if that is meant, restore with --force (the present store is kept \
         beside it)",
        current.revision,
        current.edits,
        current.message,
        copied.revision,
        copied.edits,
        copied.message,
        saves.max(0),
        messages.max(0)
    );
    Ok(())
}

/// A plan whose time has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// The post.
    pub post_id: i64,
    /// The code of the language.
    pub lang: String,
    /// The name of what was to happen.
    pub action: String,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// Whether it waits for an editor; it is gone where a backup is so old that nothing can be said of a plan.
    pub waits: bool,
}

/// What came of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Where the former store went, if there was one.
    pub former: Option<PathBuf>,
    /// Whether numbers that the former store gave out are not given a second time.
    pub numbers_kept: bool,
    /// Plans whose time passed before; an editor decides about them.
    pub overdue: Vec<Overdue>,
    /// Whether an earlier publication stood, which it does no longer.
    pub hold_ended: bool,
}

/// Puts a checked copy in the place of the store at `file`, which nobody else may use.
///
/// The restored store gets a new name (so that no entity tag of the former one fits) and forgets who was signed in, all
/// tokens, invitations and share links (what ended since must not come back). Publishing goes on where an earlier
/// publication stood: what is kept of that is no part of a backup. Plans whose time has passed are left to an editor. It goes on
/// counting where the former one was: addresses of images are kept by browsers for a year and must never show another one.
pub fn restore(
    copy_file: &Path,
    file: &Path,
    force: bool,
    now: Timestamp,
) -> anyhow::Result<Restored> {
    let copied = check(copy_file)?;
    migrations::check_known(copy_file, copied.version, migrations::latest())?;
    if file.exists() && !force {
        check_age(facts(&open_read_only(file)?).unwrap_or_default(), copied)?;
    }
    let folder = parent(file);
    std::fs::create_dir_all(&folder)?;
    let unfinished = unfinished::begin(&folder)?;
    copy(&open_read_only(copy_file)?, unfinished.path(), file)?;
    if file.exists() {
        fold(file)
            .with_context(|| format!("{} is in use; stop whatever uses it", file.display()))?;
    }
    let numbers = open_read_only(file).and_then(|former| Ok(sequences(&former)?));
    let left = start_afresh(
        unfinished.path(),
        numbers.as_deref().unwrap_or_default(),
        now.as_millisecond(),
    )?;
    let former = set_aside(file)?;
    unfinished
        .persist(file)
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(Restored {
        former,
        numbers_kept: numbers.is_ok(),
        overdue: left.overdue,
        hold_ended: left.hold_ended,
    })
}

/// The highest number each table has ever given out.
fn sequences(connection: &Connection) -> rusqlite::Result<Vec<(String, i64)>> {
    connection
        .prepare("SELECT name, seq FROM sqlite_sequence")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// What a copy said that does not count any more.
struct Left {
    overdue: Vec<Overdue>,
    hold_ended: bool,
}

fn start_afresh(file: &Path, numbers: &[(String, i64)], now: i64) -> anyhow::Result<Left> {
    let mut connection = Connection::open(file)?;
    let transaction = connection.transaction()?;
    let mut known =
        transaction.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1")?;
    // What was revoked or used since must not open anything again. An earlier publication that stood is in no cache but
    // that of its day, and nothing would be generated for it. A backup of an older release has none of these.
    let mut hold_ended = false;
    for table in ["tokens", "invitations", "share_links", "hold"] {
        if known.exists([table])? {
            let gone = transaction.execute(&format!("DELETE FROM {table}"), [])?;
            hold_ended |= table == "hold" && gone > 0;
        }
    }
    let overdue = if known.exists(["schedules"])? {
        withhold(&transaction, now)?
    } else {
        Vec::new()
    };
    // The site is told of as a whole by the first generation; what waited when the backup was made is long past.
    if known.exists(["deliveries"])? {
        transaction.execute_batch(
            "UPDATE deliveries SET state = 'failed', next_at = NULL WHERE state IN ('pending', 'waiting');
             DELETE FROM announced;",
        )?;
    }
    drop(known);
    transaction.execute_batch(
        "DELETE FROM refresh_tokens;
         DELETE FROM families;
         UPDATE site SET store_id = lower(hex(randomblob(8))), published_revision = 0;",
    )?;
    for (table, number) in numbers {
        archive::set_sequence(&transaction, table, *number)?;
    }
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    std::fs::File::open(file)?.sync_all()?;
    Ok(Left {
        overdue,
        hold_ended,
    })
}

/// What should have happened by now may have been cancelled since, or done: an editor decides. In the first release that had plans
/// nothing can be said of one, so they are gone.
fn withhold(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<Vec<Overdue>> {
    let can_tell = migrations::version(transaction)? >= older::PROBLEMS;
    let waits = if can_tell { "AND problem IS NULL" } else { "" };
    let overdue: rusqlite::Result<Vec<Overdue>> = transaction
        .prepare(&format!(
            "SELECT post_id, lang, action, at FROM schedules WHERE at <= ?1 {waits} ORDER BY at, post_id, lang"
        ))?
        .query_map([now], |row| {
            Ok(Overdue {
                post_id: row.get(0)?,
                lang: row.get(1)?,
                action: row.get(2)?,
                at: row.get(3)?,
                waits: can_tell,
            })
        })?
        .collect();
    if can_tell {
        transaction.execute(
        "UPDATE schedules SET problem = json_object('at', json_array(?2)) WHERE at <= ?1 AND problem IS NULL",
        params![now, MISSED],
    )?
    } else {
        transaction.execute("DELETE FROM schedules WHERE at <= ?1", [now])?
    };
    overdue
}

/// Keeps the store, folded into one file, under another name.
fn set_aside(file: &Path) -> anyhow::Result<Option<PathBuf>> {
    if !file.exists() {
        return Ok(None);
    }
    let former = (1_u32..)
        .map(|number| PathBuf::from(format!("{}.before-restore-{number}", file.display())))
        .find(|path| !path.exists() || is_same(path, file))
        .context("too many former stores")?;
    // A second name rather than another one: the store stays in its place until the restored one takes it. A restore
    // that was killed at this point has left it already.
    if !is_same(&former, file) {
        std::fs::hard_link(file, &former).or_else(|_| std::fs::rename(file, &former))?;
    }
    // The log of a store that could not be folded (a full disk) must not be taken for the restored one's.
    for suffix in ["-wal", "-shm"] {
        let log = beside(file, suffix);
        if log.exists() {
            std::fs::rename(log, beside(&former, suffix))?;
        }
    }
    Ok(Some(former))
}

/// Whether both are names of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    let of = Identity::of_name;
    matches!((of(one), of(other)), (Ok(one), Ok(other)) if one == other)
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Leaving WAL mode needs everyone else to be gone. A store too damaged to be opened is moved as it is.
fn fold(file: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(file)?;
    match connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(())) {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

fn open_read_only(file: &Path) -> anyhow::Result<Connection> {
    let there = is_there(file)? && file.is_file();
    ensure!(there, "there is no file {}", file.display());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)
        .with_context(|| format!("cannot open {}", file.display()))
        .map_err(|error| crowded(of_another(file, error)))?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    Ok(connection)
}
