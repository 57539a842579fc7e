//! The store as of one moment, for as long as somebody reads it, from whatever threads.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use anyhow::Context as _;
use generator::{Lang, TextStore, TextStoreError};
use r2d2::PooledConnection;
use r2d2_sqlite::SqliteConnectionManager;
use rusqlite::{Connection, OptionalExtension as _};

use super::{Store, languages::is_other};

/// One moment of the store. What is saved meanwhile is not seen; who saves does not wait.
pub struct Snapshot(Mutex<PooledConnection<SqliteConnectionManager>>);

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Snapshot").finish_non_exhaustive()
    }
}

impl Store {
    /// The store as of the first reading of what this gives.
    pub fn snapshot(&self) -> anyhow::Result<Snapshot> {
        let connection = self.readers.get().context("no connection to the store")?;
        connection
            .execute_batch("BEGIN")
            .context("cannot begin to read the store")?;
        Ok(Snapshot(Mutex::new(connection)))
    }
}

impl Snapshot {
    /// Reads, on the present thread; others wait meanwhile.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        read(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // The connection goes back to where others take theirs, and would show them this moment for ever.
        if let Err(error) = self.read(|connection| connection.execute_batch("ROLLBACK")) {
            tracing::error!(%error, "a reading of the store does not end");
        }
    }
}

impl TextStore for Snapshot {
    fn text(&self, id: i64, lang: Lang) -> Result<String, TextStoreError> {
        let column = if is_other(lang) {
            format!("coalesce(other_contents ->> '{lang}', '')")
        } else {
            format!("content_{lang}")
        };
        let sql = format!("SELECT {column} FROM posts WHERE id = ?1");
        let text = self.read(|connection| {
            let mut one = connection.prepare_cached(&sql)?;
            one.query_row([id], |row| row.get(0)).optional()
        });
        match text {
            Ok(text) => Ok(text.unwrap_or_default()),
            Err(error) => Err(TextStoreError {
                id,
                message: error.to_string(),
            }),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use generator::{Lang, Post};

    use super::*;
    use crate::store::{posts, revisions};

    fn save(store: &Store, id: i64, text: &str) {
        let post: Post = serde_json::from_value(serde_json::json!({
            "id": id, "date": "2025-03-05T08:00:00Z", "title_az": "Başlıq", "content_az": text,
        }))
        .unwrap();
        store
            .write_blocking(|store| {
                let revision = revisions::advance(store)?;
                let dates = posts::Dates::of_imported(&post);
                let stored = posts::StoredPost {
                    revision,
                    post: post.clone(),
                    dates,
                };
                match posts::find(store, id)? {
                    Some(_) => posts::update(store, &stored)?,
                    None => posts::insert_numbered(store, &stored)?,
                }
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
    }

    #[test]
    fn it_stays_what_it_was_and_nobody_waits_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        save(&store, 1, "<p>bir</p>");
        let before = store.snapshot().unwrap();
        assert_eq!(before.text(1, Lang::AZ).unwrap(), "<p>bir</p>");
        save(&store, 1, "<p>iki</p>");
        save(&store, 2, "<p>yeni</p>");
        assert_eq!(before.text(1, Lang::AZ).unwrap(), "<p>bir</p>");
        assert_eq!(before.text(2, Lang::AZ).unwrap(), "");
        assert_eq!(before.text(1, Lang::EN).unwrap(), "");
        let german = Lang::from_code("de").unwrap();
        assert_eq!(before.text(1, german).unwrap(), "");
        assert_eq!(before.text(9, german).unwrap(), "");
        drop(before);
        // Also on the connection that it had.
        for _ in 0..2 {
            let now = store.snapshot().unwrap();
            assert_eq!(now.text(1, Lang::AZ).unwrap(), "<p>iki</p>");
            let read = store.read_blocking(|store| Ok::<_, anyhow::Error>(posts::find(store, 2)?));
            assert!(read.unwrap().is_some());
        }
    }
}
