//! Where the bytes of images are: in the store, or in object storage.

use rusqlite::{Connection, Row, Transaction, params};

/// An image whose bytes are in one place or the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// Its number.
    pub id: i64,
    /// BLAKE3 of its bytes, in hex.
    pub hash: String,
    /// By content.
    pub content_type: String,
    /// How many bytes there are.
    pub length: i64,
}

/// How many images there are and how many bytes they have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    /// Images.
    pub images: i64,
    /// Bytes.
    pub bytes: i64,
}

const COLUMNS: &str = "id, hash, content_type, coalesce(away, octet_length(bytes))";

/// The first images after a number whose bytes are in the store, stored at `until` or before.
pub fn here(
    connection: &Connection,
    after: i64,
    until: i64,
    most: usize,
) -> rusqlite::Result<Vec<Original>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM images WHERE away IS NULL AND id > ?1 AND created_at <= ?2 ORDER BY id LIMIT ?3"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(params![after, until, limit(most)], original)?;
    found.collect()
}

/// The first images after a number whose bytes are in object storage.
pub fn away(connection: &Connection, after: i64, most: usize) -> rusqlite::Result<Vec<Original>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM images WHERE away IS NOT NULL AND id > ?1 ORDER BY id LIMIT ?2"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(params![after, limit(most)], original)?;
    found.collect()
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

fn original(row: &Row<'_>) -> rusqlite::Result<Original> {
    Ok(Original {
        id: row.get(0)?,
        hash: row.get(1)?,
        content_type: row.get(2)?,
        length: row.get(3)?,
    })
}

/// What is in the store, and what is away.
pub fn sums(connection: &Connection) -> rusqlite::Result<(Sum, Sum)> {
    let sum = |what: &str| {
        let sql = format!(
            "SELECT count(*), coalesce(sum(coalesce(away, octet_length(bytes))), 0) FROM images WHERE away IS {what}"
        );
        connection.prepare_cached(&sql)?.query_row([], |row| {
            Ok(Sum {
                images: row.get(0)?,
                bytes: row.get(1)?,
            })
        })
    };
    Ok((sum("NULL")?, sum("NOT NULL")?))
}

/// Lets go of the bytes of an image that are in object storage now; whether it still had them, and still this content.
pub fn went(transaction: &Transaction<'_>, original: &Original) -> rusqlite::Result<bool> {
    let changed = transaction
        .prepare_cached(
            "UPDATE images SET away = octet_length(bytes), bytes = x''
             WHERE id = ?1 AND hash = ?2 AND away IS NULL",
        )?
        .execute(params![original.id, original.hash])?;
    Ok(changed > 0)
}

/// Takes the bytes of an image back; whether they were away, and it still has this content.
pub fn returned(
    transaction: &Transaction<'_>,
    original: &Original,
    bytes: &[u8],
) -> rusqlite::Result<bool> {
    let changed = transaction
        .prepare_cached(
            "UPDATE images SET away = NULL, bytes = ?3 WHERE id = ?1 AND hash = ?2 AND away IS NOT NULL",
        )?
        .execute(params![original.id, original.hash, bytes])?;
    Ok(changed > 0)
}

/// Says that a content is in object storage, or may be, and that no image has it there.
pub fn leave(transaction: &Transaction<'_>, hash: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO left_away (hash) VALUES (?1)")?
        .execute([hash])?;
    Ok(())
}

/// Notes since when nothing names what was left in object storage.
pub fn note_left(transaction: &Transaction<'_>, now: i64) -> rusqlite::Result<()> {
    transaction.execute("UPDATE left_away SET since = ?1 WHERE since IS NULL", [now])?;
    Ok(())
}

/// What was left in object storage at `until` or before, and no image has there now.
pub fn left(connection: &Connection, until: i64) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT hash FROM left_away WHERE since <= ?1
         AND NOT EXISTS (SELECT 1 FROM images WHERE images.hash = left_away.hash AND away IS NOT NULL)
         ORDER BY hash",
    )?;
    let found = statement.query_map([until], |row| row.get(0))?;
    found.collect()
}

/// How many were left there, however short a time ago.
pub fn count_left(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM left_away", [], |row| row.get(0))
}

/// One that was left there is gone.
pub fn forget(transaction: &Transaction<'_>, hash: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM left_away WHERE hash = ?1")?
        .execute([hash])?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{
        Store,
        images::{self, NewImage},
    };

    fn image(hash: &str, bytes: &[u8]) -> NewImage {
        NewImage {
            hash: hash.into(),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: bytes.to_vec(),
        }
    }

    fn write<T: Send>(
        store: &Store,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T> + Send,
    ) -> T {
        let changed = store.write_blocking(|store| anyhow::Ok(change(store)?));
        changed.unwrap()
    }

    #[test]
    fn bytes_go_and_return_and_what_stays_behind_is_noted() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cms.db")).unwrap();
        let (one, two) = write(&store, |store| {
            let one = images::insert(store, &image("a", b"first"), 5)?;
            Ok((one, images::insert(store, &image("b", b"second"), 9)?))
        });
        let read = |after, until| {
            let read = |store: &Connection| anyhow::Ok(here(store, after, until, 10)?);
            store.read_blocking(read).unwrap()
        };
        assert_eq!(read(0, 8).len(), 1);
        assert_eq!(read(one, 9)[0].id, two);
        let first = read(0, 5).remove(0);
        assert_eq!((first.id, first.length), (one, 5));
        assert!(write(&store, |store| went(store, &first)));
        assert!(!write(&store, |store| went(store, &first)), "once");
        let there = |hash: &str| Original {
            hash: hash.into(),
            ..first.clone()
        };
        assert_eq!(
            write(&store, |store| Ok((sums(store)?, away(store, 0, 10)?))),
            (
                (
                    Sum {
                        images: 1,
                        bytes: 6
                    },
                    Sum {
                        images: 1,
                        bytes: 5
                    }
                ),
                vec![first.clone()]
            )
        );
        let found = write(&store, |store| images::find(store, one)).unwrap();
        assert_eq!((found.bytes, found.length), (None, 5));

        // Nothing takes back what is the file of another content.
        assert!(!write(&store, |store| returned(store, &there("x"), b"?")));
        assert!(write(&store, |store| returned(store, &first, b"first")));
        let found = write(&store, |store| images::find(store, one)).unwrap();
        assert_eq!(found.bytes.as_deref(), Some(&b"first"[..]));
        let old = |store: &Transaction<'_>| {
            note_left(store, 7)?;
            Ok((left(store, 6)?, left(store, 7)?, count_left(store)?))
        };
        assert_eq!(write(&store, old), (vec![], vec!["a".to_owned()], 1));

        // What is there again was not left.
        assert!(write(&store, |store| went(store, &first)));
        assert_eq!(write(&store, old), (vec![], vec![], 0));

        // Nor is anything forgotten by another file, or by deletion.
        write(&store, |store| {
            images::replace(store, one, &image("c", b"other"))
        });
        assert_eq!(write(&store, old), (vec![], vec!["a".to_owned()], 1));
        let second = read(one, 9).remove(0);
        write(&store, |store| {
            went(store, &second)?;
            crate::store::library::delete(store, two)
        });
        let both = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(write(&store, old), (vec![], both, 2));
        write(&store, |store| forget(store, "a"));
        assert_eq!(write(&store, old), (vec![], vec!["b".to_owned()], 1));
    }
}
