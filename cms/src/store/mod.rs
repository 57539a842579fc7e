//! The SQLite store: the only place that knows SQL.
//!
//! Each file beside this one owns one table and offers plain functions on a `&Connection`. [`Store::read`] and
//! [`Store::write`] are their two doors; both run on the blocking pool, never on an async thread. Requests wait in
//! bounded queues (`turns`) before they get a thread; SQLite's own lock keeps other processes out.

pub mod announced;
pub mod approvals;
pub mod archive;
pub mod aside;
pub mod audit;
pub mod backup;
pub mod changed;
pub mod creations;
mod deeds;
pub mod deliveries;
mod delivery;
pub mod desk;
pub mod edition;
pub mod families;
pub mod finding;
pub mod history;
pub mod hold;
pub mod images;
pub mod inbox;
pub mod invitations;
pub mod known_networks;
pub mod languages;
pub mod library;
pub mod media;
pub mod messages;
pub mod migrations;
mod older;
pub mod opening;
pub mod originals;
pub mod others;
mod post_fields;
pub mod posts;
pub mod recovery_codes;
pub mod redirects;
pub mod revisions;
pub mod role;
pub mod schedules;
pub mod sealed;
pub mod second_steps;
pub mod share_links;
pub mod slugs;
pub mod snapshot;
#[cfg(test)]
pub mod testing;
pub mod timekeeping;
pub mod tokens;
pub mod translations;
pub mod trash;
pub mod turns;
pub mod unused;
pub mod unwritable;
pub mod users;
pub mod webhooks;
pub mod working_copies;

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::Context as _;
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use turns::{Turns, Whose};
use unwritable::{Failure, Health, Unwritable};

use crate::{blocking, disk::identity::Identity};

/// Requests that read at the same time.
const READERS: usize = 8;
/// Connections for readers: some are left for the publisher and whoever else is no request.
const CONNECTIONS: u32 = 12;
/// How long a connection waits for another process's lock.
const BUSY: Duration = Duration::from_secs(5);

/// Bytes that SQLite's log keeps of the disk once what was in it is in the store.
const LOG: i64 = 64 * 1024 * 1024;

/// A day of the store's time, which is in milliseconds.
pub const DAY: i64 = 24 * 60 * 60 * 1000;

/// When something happens, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// What the machine's clock says: for people.
    pub wall: i64,
    /// The store's time: for ages and for waiting.
    pub time: i64,
}

/// A handle on the store; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    readers: r2d2::Pool<SqliteConnectionManager>,
    writer: Arc<Mutex<Connection>>,
    turns: Turns,
    health: Health,
    file: PathBuf,
    identity: Identity,
}

impl Store {
    /// Opens the store, creating or migrating it as needed.
    ///
    /// A store that exists and must be migrated is copied to `<file>.v<N>.bak` first; one written by a newer
    /// version of the program is refused.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = file.parent() {
            crate::disk::lock::create_private(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
        }
        create_for_owner(file)
            .with_context(|| format!("cannot create {} or write into it", file.display()))?;
        let mut writer = open_writer(file)?;
        migrations::run(&mut writer, file)?;
        let store = Self::around(writer, file)?;
        // Of an older store every post is due, and what another program changed meanwhile.
        let filled = store.write_blocking(|store| {
            finding::index::catch_up(store).context("cannot write by what posts are found")
        })?;
        if filled > 0 {
            tracing::info!(
                posts = filled,
                "words of posts noted, by which they are found"
            );
        }
        Ok(store)
    }

    fn around(writer: Connection, file: &Path) -> anyhow::Result<Self> {
        let identity =
            Identity::of(file).with_context(|| format!("cannot look for {}", file.display()))?;
        let manager = SqliteConnectionManager::file(file).with_init(|connection| {
            configure(connection)?;
            older::shim(connection)?;
            connection.pragma_update(None, "query_only", true)
        });
        let readers = r2d2::Pool::builder()
            .max_size(CONNECTIONS)
            .min_idle(Some(1))
            .connection_timeout(BUSY)
            // Whoever asked is told what the last one failed with.
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build(manager)
            .context("cannot open connections to the store")
            .map_err(crowded)?;
        Ok(Self {
            readers,
            writer: Arc::new(Mutex::new(writer)),
            turns: Turns::new(READERS),
            health: Health::default(),
            file: file.to_owned(),
            identity,
        })
    }

    /// The SQLite file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Reads, on the present thread (command line, publisher).
    pub fn read_blocking<T, E>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<anyhow::Error>,
    {
        read(&*self.reader()?)
    }

    fn reader(&self) -> anyhow::Result<r2d2::PooledConnection<SqliteConnectionManager>> {
        let reader = self.readers.get();
        reader
            .context("no connection to the store")
            .map_err(crowded)
    }

    /// Writes in one transaction, on the present thread. An error rolls everything back.
    pub fn write_blocking<T, E: Failure>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = self.begin(&mut connection)?;
        let before = transaction.total_changes();
        let value = write(&transaction).map_err(|error| self.refused(error))?;
        self.commit(transaction, before)?;
        Ok(value)
    }

    fn begin<'c>(&self, connection: &'c mut Connection) -> anyhow::Result<Transaction<'c>> {
        self.check_place()?;
        let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        self.known(begun.map_err(Into::into))
    }

    fn commit(&self, transaction: Transaction<'_>, before: u64) -> anyhow::Result<()> {
        let found = finding::index::catch_up(&transaction);
        self.known(found.context("cannot write by what posts are found"))?;
        // What changes nothing writes nothing.
        let written = transaction.total_changes() > before;
        self.known(transaction.commit().map_err(Into::into))?;
        if written {
            self.health.mended(&self.file);
        }
        Ok(())
    }

    /// Refuses to write where nobody would find it.
    fn check_place(&self) -> anyhow::Result<()> {
        let moved = match Identity::of(&self.file) {
            Ok(found) => found != self.identity,
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !moved {
            return Ok(());
        }
        let advice = "put it back, or start the program again".to_owned();
        let error = unwritable::refused(&self.file, advice, Unwritable::Moved);
        self.health.failed(&self.file, &error);
        Err(error)
    }

    /// Takes note of a step that cannot be done for the disk's sake, and says where that is.
    fn known<T>(&self, step: anyhow::Result<T>) -> anyhow::Result<T> {
        let step = step.map_err(|error| unwritable::named(&self.file, error));
        step.inspect_err(|error| self.health.failed(&self.file, error))
    }

    /// The same of a change that is refused before its end, which may be for any reason.
    fn refused<E: Failure>(&self, error: E) -> E {
        let Some(why) = error.unwritable() else {
            return error;
        };
        let error = unwritable::refused(&self.file, format!("{error:#}"), why);
        self.health.failed(&self.file, &error);
        E::from(error)
    }

    /// Why the store cannot be written, as far as the last change tells that was tried.
    pub fn unwritable(&self) -> Option<Unwritable> {
        self.health.now()
    }

    /// Gives the room of what is gone back to the disk. Whoever writes waits.
    pub fn shrink(&self) -> rusqlite::Result<()> {
        let connection = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
    }

    /// [`Store::read_blocking`] on the blocking pool, when it is this request's turn.
    pub async fn read<T, E>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<anyhow::Error> + Send + 'static,
    {
        self.read_of(Whose::Ours, read).await
    }

    /// [`Store::read`], for whom.
    pub async fn read_of<T, E>(
        &self,
        whose: Whose,
        read: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<anyhow::Error> + Send + 'static,
    {
        let turn = self.turns.to_read(whose).await.map_err(busy)?;
        let store = self.clone();
        blocking(move || {
            let _turn = turn;
            store.read_blocking(read)
        })
        .await
    }

    /// [`Store::write_blocking`] on the blocking pool, when it is this request's turn.
    pub async fn write<T, E>(
        &self,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        self.write_then(Whose::Ours, write, |_| ()).await
    }

    /// Like [`Store::write`], with something to do once it is committed. Both are one piece of work: neither a deadline
    /// nor a client that has gone comes in between.
    pub async fn write_then<T, E>(
        &self,
        whose: Whose,
        write: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
        then: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure + Send + 'static,
    {
        let turn = self.turns.to_write(whose).await.map_err(busy)?;
        let store = self.clone();
        blocking(move || {
            let _turn = turn;
            let value = store.write_blocking(write)?;
            then(&value);
            Ok(value)
        })
        .await
    }
}

/// Whether an error means that another program holds SQLite's lock: a failure that passes by itself.
pub fn is_locked(error: &anyhow::Error) -> bool {
    let codes = error.chain().filter_map(|cause| {
        let error: &rusqlite::Error = cause.downcast_ref()?;
        error.sqlite_error_code()
    });
    let locked = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked];
    codes.into_iter().any(|code| locked.contains(&code))
}

/// Of why SQLite could not open a connection, the pool keeps a text alone.
fn crowded(error: anyhow::Error) -> anyhow::Error {
    if unwritable::is_crowded() {
        error.context(Unwritable::Crowded)
    } else {
        error
    }
}

fn busy<E: From<anyhow::Error>>(busy: turns::Busy) -> E {
    E::from(busy.into())
}

fn open_writer(file: &Path) -> anyhow::Result<Connection> {
    let writer =
        Connection::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    configure(&writer).map_err(|error| unwritable::unusable(file, error))?;
    Ok(writer)
}

/// Runs `work` on the blocking pool; a panic there becomes an error here.
pub async fn blocking<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<anyhow::Error> + Send + 'static,
{
    blocking::run(work).await?
}

/// Creates an empty file that only its owner can read, unless there is one: SQLite gives the files beside it the same
/// mode.
fn create_for_owner(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true).mode(0o600).open(file)?;
    Ok(())
}

/// Durable, concurrent with readers, and strict about references.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_size_limit", LOG, |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -8_000)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "store_tests.rs"]
mod tests;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "neighbours_tests.rs"]
mod neighbours_tests;
