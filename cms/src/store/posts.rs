//! The tables `posts`, `post_images` and `deletions`.

use generator::{Category, Localized, Post};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, ffi, params};

/// A post and the revision at which it was saved last.
#[derive(Debug, Clone)]
pub struct StoredPost {
    /// The site's revision of the last save; the post's entity tag.
    pub revision: i64,
    /// The post itself.
    pub post: Post,
}

/// Which posts to list, newest first.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Exact match; an unknown category has no posts.
    pub category: Option<String>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Skip so many.
    pub offset: i64,
    /// Of the three contents, tell only whether they are empty (`-` stands for a text).
    pub summary: bool,
}

/// Why a post cannot be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The unique index on featured posts refused it.
    #[error("another post is featured")]
    FeaturedTaken,
    /// Anything else.
    #[error(transparent)]
    Store(#[from] rusqlite::Error),
}

const COLUMNS: &str = "id, revision, category, featured, trending, author, date, image_id, image_url, \
    title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru";
const SUMMARY_COLUMNS: &str = "id, revision, category, featured, trending, author, date, image_id, image_url, \
    title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, \
    iif(octet_length(content_az) = 0, '', '-'), iif(octet_length(content_en) = 0, '', '-'), \
    iif(octet_length(content_ru) = 0, '', '-')";

/// Visits posts by filter, newest first, one at a time: all together may not fit into memory.
pub fn each<E: From<rusqlite::Error>>(
    connection: &Connection,
    filter: &Filter,
    mut visit: impl FnMut(StoredPost) -> Result<(), E>,
) -> Result<(), E> {
    let columns = if filter.summary {
        SUMMARY_COLUMNS
    } else {
        COLUMNS
    };
    let (clause, category) = category_clause(filter);
    let sql = format!(
        "SELECT {columns} FROM posts {clause} ORDER BY date DESC, id DESC LIMIT ?2 OFFSET ?3"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(
        params![category, filter.limit.unwrap_or(-1), filter.offset],
        from_row,
    )?;
    for post in found {
        visit(post?)?;
    }
    Ok(())
}

/// How many posts the filter matches, without its limits.
pub fn count(connection: &Connection, filter: &Filter) -> rusqlite::Result<i64> {
    let (clause, category) = category_clause(filter);
    connection
        .prepare_cached(&format!("SELECT count(*) FROM posts {clause}"))?
        .query_row(params![category], |row| row.get(0))
}

/// One post.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<StoredPost>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM posts WHERE id = ?1"))?
        .query_row([id], from_row)
        .optional()
}

/// The revision of one post.
pub fn revision(connection: &Connection, id: i64) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT revision FROM posts WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

/// Whether there is no post at all.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM posts")?
        .exists([])
        .map(|exists| !exists)
}

/// Posts saved after `revision`.
pub fn changed_since(connection: &Connection, revision: i64) -> rusqlite::Result<Vec<Post>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM posts WHERE revision > ?1"))?
        .query_map([revision], |row| from_row(row).map(|stored| stored.post))?
        .collect()
}

/// Ids of posts deleted after `revision`.
pub fn deleted_since(connection: &Connection, revision: i64) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare_cached("SELECT post_id FROM deletions WHERE revision > ?1")?
        .query_map([revision], |row| row.get(0))?
        .collect()
}

/// Adds a post (its `id` is ignored) and returns its id.
pub fn insert(transaction: &Transaction<'_>, post: &Post, revision: i64) -> Result<i64, SaveError> {
    transaction
        .prepare_cached(
            "INSERT INTO posts (revision, category, featured, trending, author, date, image_id, image_url,
                 title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        )?
        .execute(params![
            revision,
            post.category.id(),
            post.featured,
            post.trending,
            post.author,
            post.date.as_millisecond(),
            post.image_id,
            post.image,
            post.title.az,
            post.title.en,
            post.title.ru,
            post.excerpt.az,
            post.excerpt.en,
            post.excerpt.ru,
            post.content.az,
            post.content.en,
            post.content.ru,
        ])
        .map_err(save_error)?;
    Ok(transaction.last_insert_rowid())
}

/// Replaces everything of a post but its id and date.
pub fn update(transaction: &Transaction<'_>, post: &Post, revision: i64) -> Result<(), SaveError> {
    transaction
        .prepare_cached(
            "UPDATE posts SET revision = ?1, category = ?2, featured = ?3, trending = ?4, author = ?5, image_id = ?6,
                 image_url = ?7, title_az = ?8, title_en = ?9, title_ru = ?10, excerpt_az = ?11, excerpt_en = ?12,
                 excerpt_ru = ?13, content_az = ?14, content_en = ?15, content_ru = ?16
             WHERE id = ?17",
        )?
        .execute(params![
            revision,
            post.category.id(),
            post.featured,
            post.trending,
            post.author,
            post.image_id,
            post.image,
            post.title.az,
            post.title.en,
            post.title.ru,
            post.excerpt.az,
            post.excerpt.en,
            post.excerpt.ru,
            post.content.az,
            post.content.en,
            post.content.ru,
            post.id,
        ])
        .map_err(save_error)?;
    Ok(())
}

/// Removes a post and remembers that; `false` when there is none.
pub fn delete(transaction: &Transaction<'_>, id: i64, revision: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM posts WHERE id = ?1", [id])?;
    if rows == 1 {
        transaction.execute(
            "INSERT OR REPLACE INTO deletions (post_id, revision) VALUES (?1, ?2)",
            [id, revision],
        )?;
    }
    Ok(rows == 1)
}

/// Notes which stored images the texts of a post name, also those that do not exist yet: an image that comes under a
/// number is used by the text that named it.
pub fn set_text_images(
    transaction: &Transaction<'_>,
    post_id: i64,
    images: &[i64],
) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM post_images WHERE post_id = ?1", [post_id])?;
    let mut insert = transaction
        .prepare_cached("INSERT OR IGNORE INTO post_images (post_id, image_id) VALUES (?1, ?2)")?;
    for image in images {
        insert.execute([post_id, *image])?;
    }
    Ok(())
}

fn category_clause(filter: &Filter) -> (&'static str, Option<&str>) {
    match &filter.category {
        Some(category) => ("WHERE category = ?1", Some(category)),
        None => ("WHERE ?1 IS NULL", None),
    }
}

/// The only unique constraint a post can hit is the one on featured posts.
fn save_error(error: rusqlite::Error) -> SaveError {
    match error.sqlite_error() {
        Some(cause) if cause.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE => {
            SaveError::FeaturedTaken
        }
        _ => SaveError::Store(error),
    }
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredPost> {
    let texts = |from: usize| -> rusqlite::Result<Localized<String>> {
        Ok(Localized {
            az: row.get(from)?,
            en: row.get(from + 1)?,
            ru: row.get(from + 2)?,
        })
    };
    Ok(StoredPost {
        revision: row.get(1)?,
        post: Post {
            id: row.get(0)?,
            category: Category::from_id(&row.get::<_, String>(2)?).unwrap_or_default(),
            featured: row.get(3)?,
            trending: row.get(4)?,
            author: row.get(5)?,
            date: Timestamp::from_millisecond(row.get(6)?).unwrap_or(Timestamp::UNIX_EPOCH),
            updated: None,
            image_id: row.get(7)?,
            image: row.get(8)?,
            title: texts(9)?,
            excerpt: texts(12)?,
            content: texts(15)?,
        },
    })
}
