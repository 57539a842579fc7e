//! The `images` table: originals by id, once per content.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::{
    media::{self, Origin},
    unused,
};

/// An image that is about to be stored.
#[derive(Debug, Clone)]
pub struct NewImage {
    /// BLAKE3 of `bytes`, in hex.
    pub hash: String,
    /// By content.
    pub content_type: &'static str,
    /// Pixels, orientation applied.
    pub width: u32,
    /// Pixels, orientation applied.
    pub height: u32,
    /// What is published: no metadata.
    pub bytes: Vec<u8>,
}

/// A stored image.
#[derive(Debug, Clone)]
pub struct Image {
    /// BLAKE3 of `bytes`, in hex.
    pub hash: String,
    /// By content.
    pub content_type: String,
    /// What is published; none when it is in object storage.
    pub bytes: Option<Vec<u8>>,
    /// How many bytes there are.
    pub length: i64,
}

/// Stores an image, or finds the one with the same content; returns its id. One that was unused is wanted again: its
/// grace period starts anew.
pub fn insert(
    transaction: &Transaction<'_>,
    image: &NewImage,
    now_millis: i64,
) -> rusqlite::Result<i64> {
    insert_from(transaction, image, now_millis, Origin::default())
}

/// The same; of a new one it is noted where it came from.
pub fn insert_from(
    transaction: &Transaction<'_>,
    image: &NewImage,
    now_millis: i64,
    origin: Origin<'_>,
) -> rusqlite::Result<i64> {
    if let Some(id) = with_content(transaction, &image.hash)? {
        unused::forget(transaction, id)?;
        return Ok(id);
    }
    transaction
        .prepare_cached(
            "INSERT INTO images (hash, content_type, width, height, bytes, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![image.hash, image.content_type, image.width, image.height, image.bytes, now_millis])?;
    let id = transaction.last_insert_rowid();
    media::came(transaction, id, origin)?;
    Ok(id)
}

/// The number of the image with this content.
pub fn with_content(connection: &Connection, hash: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM images WHERE hash = ?1")?
        .query_row([hash], |row| row.get(0))
        .optional()
}

/// Another content takes the place of an image's; its number, its age and whatever names it stay.
pub fn replace(transaction: &Transaction<'_>, id: i64, image: &NewImage) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "UPDATE images SET (hash, content_type, width, height, bytes, away) = (?2, ?3, ?4, ?5, ?6, NULL) WHERE id = ?1",
        )?
        .execute(params![id, image.hash, image.content_type, image.width, image.height, image.bytes])?;
    Ok(())
}

/// The image with this id.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<Image>> {
    connection
        .prepare_cached(
            "SELECT hash, content_type, iif(away IS NULL, bytes, NULL), coalesce(away, octet_length(bytes))
             FROM images WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(Image {
                hash: row.get(0)?,
                content_type: row.get(1)?,
                bytes: row.get(2)?,
                length: row.get(3)?,
            })
        })
        .optional()
}

/// A stored image without its bytes.
#[derive(Debug, Clone)]
pub struct Head {
    /// BLAKE3 of the bytes, in hex.
    pub hash: String,
    /// By content.
    pub content_type: String,
    /// How many bytes there are.
    pub length: i64,
    /// They are in object storage.
    pub away: bool,
    /// Nothing was ever changed about it: neither its file nor what is said of it.
    pub untouched: bool,
}

/// What is known of an image without reading it.
pub fn head(connection: &Connection, id: i64) -> rusqlite::Result<Option<Head>> {
    connection
        .prepare_cached(
            "SELECT hash, content_type, coalesce(away, octet_length(bytes)), away IS NOT NULL,
                 NOT EXISTS (SELECT 1 FROM media WHERE image_id = images.id AND revision > 0)
             FROM images WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(Head {
                hash: row.get(0)?,
                content_type: row.get(1)?,
                length: row.get(2)?,
                away: row.get(3)?,
                untouched: row.get(4)?,
            })
        })
        .optional()
}

/// A part of an image of this content, read by itself; an error once another file took its place, lest one be sent that is
/// put together from both; none once its bytes are in object storage.
pub fn piece(
    connection: &Connection,
    (id, hash): (i64, &str),
    at: usize,
    size: usize,
) -> rusqlite::Result<Option<Vec<u8>>> {
    let transaction = connection.unchecked_transaction()?;
    let here: bool = transaction
        .prepare_cached("SELECT away IS NULL FROM images WHERE id = ?1 AND hash = ?2")?
        .query_row(params![id, hash], |row| row.get(0))?;
    if !here {
        return Ok(None);
    }
    let blob = connection.blob_open("main", "images", "bytes", id, true)?;
    let mut bytes = vec![0; size];
    blob.read_at_exact(&mut bytes, at)?;
    Ok(Some(bytes))
}

/// Whether an image with this id exists.
pub fn exists(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM images WHERE id = ?1")?
        .exists([id])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn what_is_there_and_wanted_is_not_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cms.db")).unwrap();
        let image = NewImage {
            hash: "a".into(),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: b"bytes".to_vec(),
        };
        let written = store.write_blocking(|store| {
            let id = insert(store, &image, 5)?;
            let number = |sql: &str| store.query_row(sql, [], |row| row.get::<_, i64>(0));
            let written = "SELECT total_changes()";
            let before = number(written)?;
            assert_eq!(insert(store, &image, 6)?, id);
            assert_eq!(number(written)?, before);
            store.execute("INSERT INTO unused_images VALUES (?1, 7)", [id])?;
            assert_eq!(insert(store, &image, 8)?, id);
            assert_eq!(number("SELECT count(*) FROM unused_images")?, 0);
            anyhow::Ok(())
        });
        written.unwrap();
    }
}
