//! The tables `posts`, `post_images` and `deletions`.

use generator::{Localized, Post};
use rusqlite::{
    Connection, OptionalExtension as _, Row, ToSql, Transaction, ffi, params, params_from_iter,
    types::ToSqlOutput,
};

use super::{
    finding::{Found, Query, Wanted, Window},
    languages::LANGUAGES,
    others,
    post_fields::{self, FIELDS},
};

/// A post that is on-line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPost {
    /// The site's revision of the last save; the post's entity tag.
    pub revision: i64,
    /// The post itself. Of a language that is not published it has no texts.
    pub post: Post,
    /// When its languages went live.
    pub dates: Dates,
}

impl StoredPost {
    /// As the site shows it, with the day on which it changed last.
    pub fn on_site(self) -> Post {
        Post {
            updated: self.dates.updated.map(post_fields::time),
            ..self.post
        }
    }
}

/// When something of a post was published, in milliseconds since the epoch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dates {
    /// When a language went live, if it is.
    pub published: Localized<i64>,
    /// The last publication after the first that changed what a reader sees.
    pub updated: Option<i64>,
}

impl Dates {
    /// Of a post whose languages with a title are all published as of its date.
    pub fn of_imported(post: &Post) -> Self {
        let titled = post.title.iter();
        Self {
            published: titled
                .map(|(lang, _)| (lang, post.date.as_millisecond()))
                .collect(),
            updated: post.updated.map(|updated| updated.as_millisecond()),
        }
    }
}

/// Which posts to list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Exact match; an unknown category has no posts.
    pub category: Option<String>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Skip so many.
    pub offset: i64,
    /// Of the contents, tell only whether they are empty (`-` stands for a text).
    pub summary: bool,
    /// What else, and in which order.
    pub wanted: Wanted,
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

/// Which columns of `posts` are read; a summary leaves the contents out.
pub(super) fn columns(summary: bool) -> String {
    let fields = FIELDS.map(|field| {
        if summary {
            post_fields::summarised(field, field)
        } else {
            field.to_owned()
        }
    });
    format!(
        "id, revision, date, published_az, published_en, published_ru, published_others, updated, {}",
        fields.join(", ")
    )
}

/// Visits posts by filter, one at a time: all together may not fit into memory. Returns how many it matches without its
/// limits.
pub fn each<E: From<rusqlite::Error>>(
    connection: &Connection,
    filter: &Filter,
    mut visit: impl FnMut(StoredPost) -> Result<(), E>,
) -> Result<i64, E> {
    let columns = columns(filter.summary);
    if filter.wanted != Wanted::default() {
        let Found { ids, total } = found(connection, filter)?;
        let sql = format!("SELECT {columns} FROM posts WHERE id = ?1");
        let mut one = connection.prepare_cached(&sql)?;
        for id in ids {
            visit(one.query_row([id], from_row)?)?;
        }
        return Ok(total);
    }
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
    Ok(connection
        .prepare_cached(&format!("SELECT count(*) FROM posts {clause}"))?
        .query_row(params![category], |row| row.get(0))?)
}

fn found(connection: &Connection, filter: &Filter) -> rusqlite::Result<Found> {
    let window = Window {
        category: filter.category.as_deref(),
        limit: filter.limit,
        offset: filter.offset,
    };
    Query::of_visitors(&filter.wanted, window).run(connection)
}

/// One post.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<StoredPost>> {
    connection
        .prepare_cached(&format!(
            "SELECT {} FROM posts WHERE id = ?1",
            columns(false)
        ))?
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

/// Whether there is no post at all, neither on-line nor elsewhere.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare(
            "SELECT 1 FROM posts UNION SELECT 1 FROM working_copies UNION SELECT 1 FROM trash",
        )?
        .exists([])
        .map(|exists| !exists)
}

/// Whether a post is featured.
pub fn is_any_featured(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM posts WHERE featured = 1")?
        .exists([])
}

/// Takes the next number of a post out of the row: a working copy has it before there is a post.
pub fn reserve_id(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    let taken = transaction
        .prepare_cached(
            "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'posts' RETURNING seq",
        )?
        .query_row([], |row| row.get(0))
        .optional()?;
    if let Some(id) = taken {
        return Ok(id);
    }
    transaction.execute(
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('posts', 1)",
        [],
    )?;
    Ok(1)
}

/// Adds a post (its `id` is ignored) whose languages with a title are published as of its date; returns its id.
pub fn insert(transaction: &Transaction<'_>, post: &Post, revision: i64) -> Result<i64, SaveError> {
    let id = reserve_id(transaction)?;
    let stored = StoredPost {
        revision,
        dates: Dates::of_imported(post),
        post: Post { id, ..post.clone() },
    };
    insert_numbered(transaction, &stored)?;
    Ok(id)
}

/// Adds a post under the number it has.
pub fn insert_numbered(
    transaction: &Transaction<'_>,
    stored: &StoredPost,
) -> Result<(), SaveError> {
    let (id, date) = (stored.post.id, stored.post.date.as_millisecond());
    let sql = format!(
        "INSERT INTO posts
             (id, revision, date, published_az, published_en, published_ru, published_others, updated, {})
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, {})",
        FIELDS.join(", "),
        places(9)
    );
    let head = [id, stored.revision, date].map(ToSqlOutput::from);
    write(transaction, &sql, head, stored)
}

/// Replaces everything of a post but its id and date.
pub fn update(transaction: &Transaction<'_>, stored: &StoredPost) -> Result<(), SaveError> {
    let sql = format!(
        "UPDATE posts SET (revision, published_az, published_en, published_ru, published_others, updated, {})
             = (?2, ?3, ?4, ?5, ?6, ?7, {})
         WHERE id = ?1",
        FIELDS.join(", "),
        places(8)
    );
    let head = [stored.post.id, stored.revision].map(ToSqlOutput::from);
    write(transaction, &sql, head, stored)
}

fn places(from: usize) -> String {
    let places: Vec<String> = (from..from + FIELDS.len())
        .map(|place| format!("?{place}"))
        .collect();
    places.join(", ")
}

fn write<'a>(
    transaction: &Transaction<'_>,
    sql: &str,
    head: impl IntoIterator<Item = ToSqlOutput<'a>>,
    stored: &'a StoredPost,
) -> Result<(), SaveError> {
    let Dates { published, updated } = &stored.dates;
    let dates = LANGUAGES.map(|lang| published.get(lang).copied());
    let dates = dates.map(|date| ToSqlOutput::Owned(date.into()));
    let others = others::column(&others::only_others(published)).into();
    let updated = ToSqlOutput::Owned((*updated).into());
    let values = head.into_iter().chain(dates).chain([others, updated]);
    let values = values.chain(post_fields::values(&stored.post));
    let values: Vec<ToSqlOutput<'_>> = values.collect();
    transaction
        .prepare_cached(sql)?
        .execute(params_from_iter(
            values.iter().map(|value| value as &dyn ToSql),
        ))
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

pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredPost> {
    Ok(StoredPost {
        revision: row.get(1)?,
        dates: Dates {
            published: post_fields::published(row, 3)?,
            updated: row.get(7)?,
        },
        post: post_fields::read(row, 8, row.get(0)?, row.get(2)?)?,
    })
}
