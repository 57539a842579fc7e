//! Pictures as staff find them: `images` with what is said of them, and where they are used.

use generator::PictureNote;
use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, Transaction, named_params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    media,
    unused::{KEPT, used},
};

/// A picture in the library.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its number.
    pub id: i64,
    /// By content.
    pub content_type: String,
    /// Pixels, orientation applied.
    pub width: u32,
    /// Pixels, orientation applied.
    pub height: u32,
    /// Bytes.
    pub size: i64,
    /// When it came, in milliseconds.
    pub created_at: i64,
    /// Who uploaded it; empty when nobody knows.
    pub created_by: String,
    /// As it was called; may be empty.
    pub file_name: String,
    /// The site's revision at which something was said of it last; 0: never.
    pub revision: i64,
    /// Whether a post, a working copy or the history uses it.
    pub used: bool,
    /// Whether visitors see it or can open it from a text.
    pub live: bool,
    /// Whether it is deleted once nothing has used it for long enough, and since when nothing does, as far as that was noted.
    pub passing: Option<Option<i64>>,
    /// BLAKE3 of the bytes, in hex.
    pub hash: String,
    /// What is said of it.
    pub said: PictureNote,
}

/// Which pictures.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// With all of these in texts or file name, folded.
    pub words: Vec<String>,
    /// Only those that nothing uses.
    pub unused: bool,
    /// Only those of this post, on-line or in its working copy.
    pub post: Option<i64>,
}

/// How a picture is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MediaPlace)]
pub enum Place {
    /// It is the post's own.
    Picture,
    /// A text shows it or leads to it.
    Text,
    /// An earlier version has it.
    History,
}

/// What state the post is in that uses a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MediaUseState)]
pub enum State {
    /// Something is planned.
    Scheduled,
    /// Nothing is on-line.
    Draft,
    /// There is a working copy beside what is on-line.
    Changed,
    /// What is on-line is all there is.
    Published,
    /// It is in the trash.
    Trash,
}

/// A post that uses a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MediaUse)]
pub struct Use {
    /// The post's number.
    pub id: i64,
    /// In Azerbaijani; may be empty.
    pub title: String,
    /// What state it is in.
    pub state: State,
    /// How it uses it.
    pub places: Vec<Place>,
}

const OF_POST: &str = "media.image_id IN (
    SELECT image_id FROM posts WHERE id = :post AND image_id IS NOT NULL
    UNION SELECT image_id FROM post_images WHERE post_id = :post
    UNION SELECT image_id FROM working_copies WHERE post_id = :post AND image_id IS NOT NULL
    UNION SELECT image_id FROM working_copy_images WHERE post_id = :post)";

const LIVE: &str = "(EXISTS (SELECT 1 FROM posts WHERE image_id = images.id)
    OR EXISTS (SELECT 1 FROM post_images WHERE image_id = images.id))";

fn select() -> String {
    format!(
        "SELECT images.id, content_type, width, height, coalesce(away, octet_length(bytes)), media.created_at, created_by, file_name, revision,
             {}, hash, {LIVE}, (SELECT since FROM unused_images WHERE image_id = images.id), {}
         FROM images JOIN media ON media.image_id = images.id",
        used("images.id"),
        media::COLUMNS
    )
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Item> {
    let (revision, used): (i64, bool) = (row.get(8)?, row.get(9)?);
    let since: Option<i64> = row.get(12)?;
    let stays = used || revision > 0 || since == Some(KEPT);
    Ok(Item {
        id: row.get(0)?,
        content_type: row.get(1)?,
        width: row.get(2)?,
        height: row.get(3)?,
        size: row.get(4)?,
        created_at: row.get(5)?,
        created_by: row.get(6)?,
        file_name: row.get(7)?,
        revision,
        used,
        live: row.get(11)?,
        passing: (!stays).then_some(since),
        hash: row.get(10)?,
        said: media::read(row, 13)?,
    })
}

impl Filter {
    /// In SQL: only what is asked for, so that the pictures of a post are not looked for among all.
    fn clause(&self) -> String {
        let mut clauses = vec!["TRUE".to_owned()];
        if !self.words.is_empty() {
            clauses.push(
                "NOT EXISTS (SELECT 1 FROM json_each(:words) WHERE instr(media.words, value) = 0)"
                    .into(),
            );
        }
        if self.unused {
            clauses.push(format!("NOT {}", used("media.image_id")));
        }
        clauses.extend(self.post.map(|_| OF_POST.to_owned()));
        clauses.join(" AND ")
    }
}

/// The numbers of a page of pictures.
fn numbers(filter: &Filter) -> String {
    format!(
        "SELECT image_id FROM media WHERE {} ORDER BY image_id DESC LIMIT :limit OFFSET :offset",
        filter.clause()
    )
}

/// A page of pictures, newest first, and how many there are.
pub fn page(
    connection: &Connection,
    filter: &Filter,
    (limit, offset): (i64, i64),
) -> rusqlite::Result<(Vec<Item>, i64)> {
    // JSON carries any number of words in one parameter.
    let words = serde_json::Value::from(filter.words.clone()).to_string();
    let mut values: Vec<(&str, &dyn ToSql)> = Vec::new();
    if !filter.words.is_empty() {
        values.push((":words", &words));
    }
    values.extend(
        filter
            .post
            .as_ref()
            .map(|post| (":post", post as &dyn ToSql)),
    );
    let total = connection
        .prepare_cached(&format!(
            "SELECT count(*) FROM media WHERE {}",
            filter.clause()
        ))?
        .query_row(values.as_slice(), |row| row.get(0))?;
    values.extend(named_params! {":limit": limit, ":offset": offset});
    // Numbers first: what is skipped is not looked up.
    let ids = connection
        .prepare_cached(&numbers(filter))?
        .query_map(values.as_slice(), |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    let mut found = Vec::new();
    for id in ids {
        found.extend(find(connection, id)?);
    }
    Ok((found, total))
}

/// One picture.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<Item>> {
    connection
        .prepare_cached(&format!("{} WHERE images.id = ?1", select()))?
        .query_row([id], from_row)
        .optional()
}

/// Deletes a picture, used or not; its number is never given out again.
pub fn delete(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM images WHERE id = ?1", [id])?;
    Ok(())
}

/// Posts that use a picture, newest number first: the same truth as that of `unused`.
pub fn uses(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Use>> {
    let mut statement = connection.prepare_cached(
        "WITH found (post_id, place) AS (
             SELECT id, 0 FROM posts WHERE image_id = ?1
             UNION SELECT post_id, 1 FROM post_images WHERE image_id = ?1
             UNION SELECT post_id, 0 FROM working_copies WHERE image_id = ?1
             UNION SELECT post_id, 1 FROM working_copy_images WHERE image_id = ?1
             UNION SELECT post_id, 2 FROM revision_images WHERE image_id = ?1)
         SELECT f.post_id, f.place, coalesce(c.title_az, p.title_az,
                 (SELECT json_extract(r.edition, '$.title_az') FROM post_revisions AS r
                  WHERE r.post_id = f.post_id ORDER BY r.number DESC LIMIT 1), ''),
             CASE WHEN EXISTS (SELECT 1 FROM trash WHERE post_id = f.post_id) THEN 4
                  WHEN EXISTS (SELECT 1 FROM schedules WHERE post_id = f.post_id) THEN 0
                  WHEN p.id IS NULL THEN 1
                  WHEN c.post_id IS NOT NULL THEN 2
                  ELSE 3 END
         FROM found AS f LEFT JOIN posts AS p ON p.id = f.post_id LEFT JOIN working_copies AS c ON c.post_id = f.post_id
         ORDER BY f.post_id DESC, f.place",
    )?;
    let mut uses: Vec<Use> = Vec::new();
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let post: i64 = row.get(0)?;
        let place = match row.get(1)? {
            0 => Place::Picture,
            1 => Place::Text,
            _ => Place::History,
        };
        match uses.last_mut().filter(|last| last.id == post) {
            Some(last) => last.places.push(place),
            None => uses.push(Use {
                id: post,
                title: row.get(2)?,
                state: state(row.get(3)?),
                places: vec![place],
            }),
        }
    }
    Ok(uses)
}

fn state(number: i64) -> State {
    match number {
        0 => State::Scheduled,
        1 => State::Draft,
        2 => State::Changed,
        3 => State::Published,
        _ => State::Trash,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{
        Store,
        images::{self, NewImage},
    };

    /// A column behind the bytes of a row is read by way of all of them: a page of 24 pictures was 72 MB.
    #[test]
    fn a_page_is_read_without_the_bytes_of_its_pictures() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        let image = NewImage {
            hash: "a".into(),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: vec![0; 9],
        };
        let insert = |store: &Transaction<'_>| anyhow::Ok(images::insert(store, &image, 1234)?);
        let id = store.write_blocking(insert).unwrap();
        store
            .read_blocking(|connection| {
                let item = find(connection, id)?.unwrap();
                assert_eq!((item.created_at, item.size), (1234, 9));
                let root: i64 = connection.query_row(
                    "SELECT rootpage FROM sqlite_schema WHERE name = 'images'",
                    [],
                    |row| row.get(0),
                )?;
                let columns: Vec<String> = connection
                    .prepare("SELECT name FROM pragma_table_info('images') ORDER BY cid")?
                    .query_map([], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                let (mut cursor, mut read) = (-1, Vec::new());
                let mut program = connection.prepare(&format!("EXPLAIN {}", select()))?;
                let mut steps = program.query([])?;
                while let Some(step) = steps.next()? {
                    let (code, one, two): (String, i64, i64) =
                        (step.get(1)?, step.get(2)?, step.get(3)?);
                    match code.as_str() {
                        "OpenRead" if two == root => cursor = one,
                        "Column" if one == cursor => {
                            read.push(columns[usize::try_from(two).unwrap()].clone());
                        }
                        _ => {}
                    }
                }
                read.sort_unstable();
                // Of the bytes only the length, and `away` is nothing where there are any.
                assert_eq!(
                    read,
                    ["away", "bytes", "content_type", "hash", "height", "width"]
                );
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
    }

    #[test]
    fn pictures_of_a_post_are_not_looked_for_among_all() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        let filter = Filter {
            post: Some(1),
            ..Filter::default()
        };
        let plan = store.read_blocking(|connection| {
            let sql = format!("EXPLAIN QUERY PLAN {}", numbers(&filter));
            let mut plan = connection.prepare(&sql)?;
            let given = rusqlite::params_from_iter(vec![1; plan.parameter_count()]);
            let steps = plan.query_map(given, |row| row.get::<_, String>("detail"))?;
            anyhow::Ok(steps.collect::<Result<Vec<_>, _>>()?)
        });
        let plan = plan.unwrap();
        let by_number = |step: &String| step.contains("media USING INTEGER PRIMARY KEY (rowid=?)");
        assert!(plan.iter().any(by_number), "{plan:?}");
    }
}
