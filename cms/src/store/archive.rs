//! All that an archive holds, as rows.

use std::{collections::BTreeMap, ops::Not};

use generator::PictureNote;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use super::{
    media::{self, ArchivedNote, Origin},
    posts::{self, StoredPost},
    revisions,
    role::Role,
    unused,
    users::NO_PASSWORD,
};

/// A user without secrets.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedUser {
    /// To sign in with.
    pub name: String,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// What they may do; archives of older releases do not tell.
    #[serde(default = "editor")]
    pub role: Role,
}

fn editor() -> Role {
    Role::Editor
}

/// An image without its bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedImage {
    /// As posts know it.
    pub id: i64,
    /// BLAKE3 of the bytes.
    pub hash: String,
    /// By content.
    pub content_type: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// What the library knows of it; archives of older releases do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<ArchivedNote>,
    /// Whether somebody keeps it, used or not; archives of older releases do not tell.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub kept: bool,
}

/// The highest number each table has ever given out, so that none is given twice.
pub fn sequences(connection: &Connection) -> rusqlite::Result<BTreeMap<String, i64>> {
    connection
        .prepare(
            "SELECT name, seq FROM sqlite_sequence WHERE name IN ('images', 'posts') ORDER BY name",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Every user by name.
pub fn users(connection: &Connection) -> rusqlite::Result<Vec<ArchivedUser>> {
    connection
        .prepare("SELECT name, created_at, role FROM users ORDER BY name")?
        .query_map([], |row| {
            Ok(ArchivedUser {
                name: row.get(0)?,
                created_at: row.get(1)?,
                role: row.get(2)?,
            })
        })?
        .collect()
}

/// Every image by id.
pub fn images(connection: &Connection) -> rusqlite::Result<Vec<ArchivedImage>> {
    connection
        .prepare(
            "SELECT id, hash, content_type, width, height, created_at,
                 EXISTS (SELECT 1 FROM unused_images WHERE image_id = images.id AND since = ?1)
             FROM images ORDER BY id",
        )?
        .query_map([unused::KEPT], |row| {
            Ok(ArchivedImage {
                id: row.get(0)?,
                hash: row.get(1)?,
                content_type: row.get(2)?,
                width: row.get(3)?,
                height: row.get(4)?,
                created_at: row.get(5)?,
                library: media::archived(connection, row.get(0)?)?,
                kept: row.get(6)?,
            })
        })?
        .collect()
}

/// The number of every post, in order.
pub fn post_ids(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare("SELECT id FROM posts ORDER BY id")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Whether there are posts or images already, on-line or not.
pub fn is_occupied(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM posts) OR EXISTS (SELECT 1 FROM images)
             OR EXISTS (SELECT 1 FROM working_copies) OR EXISTS (SELECT 1 FROM trash)",
        [],
        |row| row.get(0),
    )
}

/// Adds a user who cannot sign in until `cms user passwd`; one of that name stays as it is.
pub fn insert_user(transaction: &Transaction<'_>, user: &ArchivedUser) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO users (name, password_hash, created_at, role) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING",
        params![user.name, NO_PASSWORD, user.created_at, user.role],
    )?;
    Ok(())
}

/// Adds an image under its own id.
pub fn insert_image(
    transaction: &Transaction<'_>,
    image: &ArchivedImage,
    bytes: &[u8],
) -> rusqlite::Result<()> {
    let ArchivedImage {
        id,
        hash,
        content_type,
        width,
        height,
        created_at,
        library,
        kept,
    } = image;
    transaction.execute(
        "INSERT INTO images (id, hash, content_type, width, height, bytes, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![id, hash, content_type, width, height, bytes, created_at],
    )?;
    if *kept {
        unused::keep(transaction, *id)?;
    }
    if let Some(note) = library {
        let origin = Origin {
            by: &note.created_by,
            file_name: &note.file_name,
        };
        media::came(transaction, *id, origin)?;
        if note.said != PictureNote::default() {
            media::say(
                transaction,
                *id,
                &note.said,
                revisions::advance(transaction)?,
            )?;
        }
    }
    Ok(())
}

/// Gives a table its highest number back.
pub fn set_sequence(
    transaction: &Transaction<'_>,
    table: &str,
    number: i64,
) -> rusqlite::Result<()> {
    let changed = transaction.execute(
        "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
        params![table, number],
    )?;
    if changed == 0 {
        transaction.execute(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)",
            params![table, number],
        )?;
    }
    Ok(())
}

/// Adds a post under its own id.
pub fn insert_post(
    transaction: &Transaction<'_>,
    stored: &StoredPost,
    linked: &[i64],
) -> anyhow::Result<()> {
    posts::insert_numbered(transaction, stored)?;
    posts::set_text_images(transaction, stored.post.id, linked)?;
    Ok(())
}
