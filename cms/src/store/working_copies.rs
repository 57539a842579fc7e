//! The tables `working_copies` and `working_copy_images`: what staff are writing, and nobody else sees.

use generator::Post;
use rusqlite::{
    Connection, OptionalExtension as _, Row, ToSql, Transaction, params_from_iter,
    types::ToSqlOutput,
};

use super::post_fields::{self, FIELDS};

/// The working copy of a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkingCopy {
    /// The copy itself; its date is that of the first publication, or of the copy if there was none.
    pub post: Post,
    /// Whether the post has been published before, so that its date stays.
    pub dated: bool,
    /// The site's number of the edit that made it what it is; the copy's entity tag.
    pub version: i64,
    /// In milliseconds since the epoch.
    pub created_at: i64,
    /// The name of who began it.
    pub created_by: String,
    /// In milliseconds since the epoch.
    pub edited_at: i64,
    /// The name of who saved it last.
    pub edited_by: String,
}

const HEAD: &str = "post_id, version, created_at, created_by, edited_at, edited_by, date";

/// The working copy of this post.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<WorkingCopy>> {
    let fields = FIELDS.join(", ");
    connection
        .prepare_cached(&format!(
            "SELECT {HEAD}, {fields} FROM working_copies WHERE post_id = ?1"
        ))?
        .query_row([id], from_row)
        .optional()
}

/// The numbers of all posts that have one, in order.
pub fn ids(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    connection
        .prepare("SELECT post_id FROM working_copies ORDER BY post_id")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// Puts a working copy in the place of the one there may be; `images` are the stored ones that its texts name.
pub fn put(
    transaction: &Transaction<'_>,
    copy: &WorkingCopy,
    images: &[i64],
) -> rusqlite::Result<()> {
    let date = copy.dated.then(|| copy.post.date.as_millisecond());
    let text = |text: &str| ToSqlOutput::from(text.to_owned());
    let head = [
        copy.post.id.into(),
        copy.version.into(),
        copy.created_at.into(),
        text(&copy.created_by),
        copy.edited_at.into(),
        text(&copy.edited_by),
        ToSqlOutput::Owned(date.into()),
    ];
    let values: Vec<ToSqlOutput<'_>> = head
        .into_iter()
        .chain(post_fields::values(&copy.post))
        .collect();
    let sql = format!(
        "INSERT OR REPLACE INTO working_copies ({HEAD}, {}) VALUES ({})",
        FIELDS.join(", "),
        vec!["?"; values.len()].join(", ")
    );
    transaction.prepare_cached(&sql)?.execute(params_from_iter(
        values.iter().map(|value| value as &dyn ToSql),
    ))?;
    transaction.execute(
        "DELETE FROM working_copy_images WHERE post_id = ?1",
        [copy.post.id],
    )?;
    let mut insert = transaction.prepare_cached(
        "INSERT OR IGNORE INTO working_copy_images (post_id, image_id) VALUES (?1, ?2)",
    )?;
    for image in images {
        insert.execute([copy.post.id, *image])?;
    }
    Ok(())
}

/// Removes the working copy of a post; `false` when there is none.
pub fn delete(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    let rows = transaction.execute("DELETE FROM working_copies WHERE post_id = ?1", [id])?;
    Ok(rows == 1)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<WorkingCopy> {
    let (created_at, date): (i64, Option<i64>) = (row.get(2)?, row.get(6)?);
    Ok(WorkingCopy {
        version: row.get(1)?,
        created_at,
        created_by: row.get(3)?,
        edited_at: row.get(4)?,
        edited_by: row.get(5)?,
        dated: date.is_some(),
        post: post_fields::read(row, 7, row.get(0)?, date.unwrap_or(created_at))?,
    })
}
