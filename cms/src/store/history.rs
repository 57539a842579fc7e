//! The tables `post_revisions` and `revision_images`: what a post was, each time it was published or saved.

use generator::Lang;
use rusqlite::{
    Connection, OptionalExtension as _, Row, Transaction, params,
    types::{FromSql, FromSqlError, FromSqlResult, Type, ValueRef},
};
use serde::{Deserialize, Serialize};

use super::edition::{Edition, EditionJson};

/// Why there is a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something went live; the edition is what was live from then on.
    Publication,
    /// Someone saved the working copy.
    Save,
    /// A pause in typing saved it.
    Auto,
    /// An earlier one was put back.
    Restore,
    /// Something went off-line; the edition is what stayed, or what had been live when nothing stayed.
    Unpublish,
    /// A working copy that was given up for something else.
    Replaced,
}

impl Kind {
    const ALL: [(Kind, &str); 6] = [
        (Kind::Publication, "publication"),
        (Kind::Save, "save"),
        (Kind::Auto, "auto"),
        (Kind::Restore, "restore"),
        (Kind::Unpublish, "unpublish"),
        (Kind::Replaced, "replaced"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.map_or("", |(_, name)| name)
    }

    /// Whether the edition says what was live.
    pub fn is_public(self) -> bool {
        matches!(self, Kind::Publication | Kind::Unpublish)
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let found = Self::ALL.iter().find(|(_, name)| *name == text);
        found
            .map(|(kind, _)| *kind)
            .ok_or(FromSqlError::InvalidType)
    }
}

/// A revision without its edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// From 1, for each post.
    pub number: i64,
    /// By the machine's clock, in milliseconds since the epoch.
    pub at: i64,
    /// By the store's time: when it was begun.
    pub kept_from: i64,
    /// The name of who did it, as far as it is known.
    pub by: Option<String>,
    /// Why.
    pub kind: Kind,
    /// The languages it is about.
    pub languages: Vec<Lang>,
}

const HEAD: &str = "number, at, kept_from, by_name, kind, languages";

/// Every revision of a post, newest first.
pub fn list(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Revision>> {
    connection
        .prepare_cached(&format!(
            "SELECT {HEAD} FROM post_revisions WHERE post_id = ?1 ORDER BY number DESC"
        ))?
        .query_map([id], from_row)?
        .collect()
}

/// One revision with its edition.
pub fn find(
    connection: &Connection,
    id: i64,
    number: i64,
) -> rusqlite::Result<Option<(Revision, Edition)>> {
    let sql =
        format!("SELECT {HEAD}, edition FROM post_revisions WHERE post_id = ?1 AND number = ?2");
    connection
        .prepare_cached(&sql)?
        .query_row([id, number], |row| Ok((from_row(row)?, edition(row, id)?)))
        .optional()
}

/// The newest revision with its edition.
pub fn newest(connection: &Connection, id: i64) -> rusqlite::Result<Option<(Revision, Edition)>> {
    let sql = format!(
        "SELECT {HEAD}, edition FROM post_revisions WHERE post_id = ?1 ORDER BY number DESC LIMIT 1"
    );
    connection
        .prepare_cached(&sql)?
        .query_row([id], |row| Ok((from_row(row)?, edition(row, id)?)))
        .optional()
}

/// The newest revision that says what was live.
pub fn newest_public(
    connection: &Connection,
    id: i64,
) -> rusqlite::Result<Option<(Revision, Edition)>> {
    let sql = format!(
        "SELECT {HEAD}, edition FROM post_revisions
         WHERE post_id = ?1 AND (kind IN ('publication', 'unpublish')
             OR kind = 'restore' AND json_extract(edition, '$.published_az') IS NOT NULL)
         ORDER BY number DESC LIMIT 1"
    );
    connection
        .prepare_cached(&sql)?
        .query_row([id], |row| Ok((from_row(row)?, edition(row, id)?)))
        .optional()
}

/// Post and number of every revision, in order.
pub fn keys(connection: &Connection) -> rusqlite::Result<Vec<(i64, i64)>> {
    connection
        .prepare("SELECT post_id, number FROM post_revisions ORDER BY post_id, number")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Adds a revision; its number is the next one, whatever it says. `images` are the stored ones of the edition.
pub fn insert(
    transaction: &Transaction<'_>,
    revision: &Revision,
    edition: Edition,
    images: &[i64],
) -> rusqlite::Result<i64> {
    let id = edition.post.id;
    let number: i64 = transaction
        .prepare_cached(
            "SELECT coalesce(max(number), 0) + 1 FROM post_revisions WHERE post_id = ?1",
        )?
        .query_row([id], |row| row.get(0))?;
    insert_numbered(transaction, number, revision, edition, images)?;
    Ok(number)
}

/// Adds a revision under this number.
pub fn insert_numbered(
    transaction: &Transaction<'_>,
    number: i64,
    revision: &Revision,
    edition: Edition,
    images: &[i64],
) -> rusqlite::Result<()> {
    let id = edition.post.id;
    transaction
        .prepare_cached(
            "INSERT INTO post_revisions (post_id, number, at, kept_from, by_name, kind, languages, edition)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            id,
            number,
            revision.at,
            revision.kept_from,
            revision.by,
            revision.kind.name(),
            codes(&revision.languages),
            json(edition)?,
        ])?;
    set_images(transaction, id, number, images)
}

/// Puts another edition in the place of the one that a revision has.
pub fn replace(
    transaction: &Transaction<'_>,
    revision: &Revision,
    edition: Edition,
    images: &[i64],
) -> rusqlite::Result<()> {
    let (id, number) = (edition.post.id, revision.number);
    transaction
        .prepare_cached(
            "UPDATE post_revisions SET at = ?3, kind = ?4, languages = ?5, edition = ?6
             WHERE post_id = ?1 AND number = ?2",
        )?
        .execute(params![
            id,
            number,
            revision.at,
            revision.kind.name(),
            codes(&revision.languages),
            json(edition)?,
        ])?;
    transaction.execute(
        "DELETE FROM revision_images WHERE post_id = ?1 AND number = ?2",
        [id, number],
    )?;
    set_images(transaction, id, number, images)
}

/// Forgets the whole history of a post.
pub fn forget(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM post_revisions WHERE post_id = ?1", [id])?;
    Ok(())
}

/// Whoever saves waits for it, so what was begun more than sixty days before is not looked at every hour: it was when it was
/// younger.
const THIN: &str =
    "DELETE FROM post_revisions AS r WHERE kind = 'auto' AND kept_from >= ?1 - 60 * ?2 AND kept_from < ?1
         AND EXISTS (SELECT 1 FROM post_revisions AS later
             WHERE later.post_id = r.post_id AND later.number > r.number AND later.kind = 'auto'
                 AND later.kept_from < ?1 AND later.kept_from / ?2 = r.kept_from / ?2)";

/// Of the automatic revisions begun before `time` only the last of each day is kept, and always the newest revision of a
/// post. Days are those of the store's time. Returns how many went.
pub fn thin(transaction: &Transaction<'_>, time: i64, day: i64) -> rusqlite::Result<usize> {
    transaction.execute(THIN, [time, day])
}

fn set_images(
    transaction: &Transaction<'_>,
    id: i64,
    number: i64,
    images: &[i64],
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT OR IGNORE INTO revision_images (post_id, number, image_id) VALUES (?1, ?2, ?3)",
    )?;
    for image in images {
        insert.execute([id, number, *image])?;
    }
    Ok(())
}

fn json(edition: Edition) -> rusqlite::Result<String> {
    serde_json::to_string(&EditionJson::from(edition))
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn edition(row: &Row<'_>, id: i64) -> rusqlite::Result<Edition> {
    let text: String = row.get(6)?;
    serde_json::from_str(&text)
        .map(|json: EditionJson| json.into_edition(id))
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(6, Type::Text, error.into()))
}

fn codes(languages: &[Lang]) -> String {
    let codes: Vec<&str> = languages.iter().map(|lang| lang.code()).collect();
    codes.join(",")
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Revision> {
    let languages: String = row.get(5)?;
    Ok(Revision {
        number: row.get(0)?,
        at: row.get(1)?,
        kept_from: row.get(2)?,
        by: row.get(3)?,
        kind: row.get(4)?,
        languages: languages.split(',').filter_map(Lang::from_code).collect(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// 800,000 automatic revisions of all time were 8 seconds of every hour in which nobody could save.
    #[test]
    fn only_what_is_of_late_is_looked_at_to_be_thinned() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        store
            .read_blocking(|connection| {
                let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {THIN}"))?;
                let steps = plan.query_map([1, 1], |row| row.get::<_, String>(3))?;
                let steps: Vec<String> = steps.map(Result::unwrap).collect();
                let range = "post_revisions_automatic (kept_from>? AND kept_from<?)";
                assert!(steps.iter().any(|step| step.contains(range)), "{steps:#?}");
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
    }
}
