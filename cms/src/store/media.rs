//! The table `media`: what is said of a picture wherever it is shown. How pictures are found is in `library`.

use generator::{Content, Focus, Lang, ListedPost, PictureNote, PictureNotes, Post, Texts};
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::{others, post_fields::texts};

/// Where a picture came from.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The name of who uploaded it; empty when nobody knows.
    pub by: &'a str,
    /// The file's name; empty when it had none.
    pub file_name: &'a str,
}

/// Where an image came from, and what is said of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedNote {
    /// As it was called; may be empty.
    pub file_name: String,
    /// Who uploaded it; empty when nobody knows.
    pub created_by: String,
    /// Texts and focal point.
    pub said: PictureNote,
}

/// The columns that [`read`] reads.
pub(super) const COLUMNS: &str = "media.alt_az, media.alt_en, media.alt_ru, media.caption_az, media.caption_en, media.caption_ru,
    media.focus_x, media.focus_y, media.others";
const READ: usize = 9;

/// What is said of a picture, from these columns.
pub(super) fn read(row: &Row<'_>, from: usize) -> rusqlite::Result<PictureNote> {
    let mut said = PictureNote {
        alt: texts(row, from)?,
        caption: texts(row, from + 3)?,
        focus: Focus {
            x: row.get(from + 6)?,
            y: row.get(from + 7)?,
        },
    };
    others::give_notes(&mut said, row, from + 8)?;
    Ok(said)
}

/// Notes where a picture came from that was not there before.
pub fn came(transaction: &Transaction<'_>, id: i64, origin: Origin<'_>) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "UPDATE media SET created_by = ?2, file_name = ?3, words = ?4 WHERE image_id = ?1",
        )?
        .execute(params![
            id,
            origin.by,
            origin.file_name,
            generator::fold(origin.file_name)
        ])?;
    Ok(())
}

/// Its file is called like this from now on; what it is found by follows with [`say`].
pub fn rename(transaction: &Transaction<'_>, id: i64, name: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE media SET file_name = ?2 WHERE image_id = ?1")?
        .execute(params![id, name])?;
    Ok(())
}

/// Says this of a picture as of a revision of the site.
pub fn say(
    transaction: &Transaction<'_>,
    id: i64,
    said: &PictureNote,
    revision: i64,
) -> rusqlite::Result<()> {
    let PictureNote {
        alt,
        caption,
        focus,
    } = said;
    let file_name: String = transaction
        .prepare_cached("SELECT file_name FROM media WHERE image_id = ?1")?
        .query_row([id], |row| row.get(0))?;
    transaction
        .prepare_cached(
            "UPDATE media SET (alt_az, alt_en, alt_ru, caption_az, caption_en, caption_ru, focus_x, focus_y, revision, words, others)
                 = (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             WHERE image_id = ?1",
        )?
        .execute(params![
            id,
            alt.get(Lang::AZ),
            alt.get(Lang::EN),
            alt.get(Lang::RU),
            caption.get(Lang::AZ),
            caption.get(Lang::EN),
            caption.get(Lang::RU),
            focus.x,
            focus.y,
            revision,
            words(alt, caption, &file_name),
            others::notes_of(said),
        ])?;
    Ok(())
}

/// By what a picture is found.
fn words(alt: &Texts, caption: &Texts, file_name: &str) -> String {
    let texts = alt.iter().chain(caption.iter());
    let texts = texts.map(|(_, text)| text).chain([file_name]);
    let texts: Vec<&str> = texts.collect();
    generator::fold(&texts.join("\n"))
}

/// Gives a post what is said of the pictures that it shows.
pub fn attach<C: Content>(connection: &Connection, post: &mut Post<C>) -> rusqlite::Result<()> {
    post.pictures = of(connection, &post.shown_pictures())?;
    Ok(())
}

/// Gives it to several; costs nothing where nothing was ever said.
pub fn attach_all(connection: &Connection, posts: &mut [ListedPost]) -> rusqlite::Result<()> {
    let any = connection
        .prepare_cached("SELECT 1 FROM media WHERE revision > 0")?
        .exists([])?;
    if any {
        for post in posts {
            attach(connection, post)?;
        }
    }
    Ok(())
}

fn of(connection: &Connection, ids: &[i64]) -> rusqlite::Result<PictureNotes> {
    let sql = format!("SELECT {COLUMNS} FROM media WHERE image_id = ?1 AND revision > 0");
    let mut one = connection.prepare_cached(&sql)?;
    let mut found = PictureNotes::new();
    for id in ids {
        let mut rows = one.query([id])?;
        if let Some(row) = rows.next()? {
            found.insert(*id, read(row, 0)?);
        }
    }
    Ok(found)
}

/// What an archive tells of a picture, if there is anything to tell.
pub(super) fn archived(connection: &Connection, id: i64) -> rusqlite::Result<Option<ArchivedNote>> {
    let sql = format!("SELECT {COLUMNS}, file_name, created_by FROM media WHERE image_id = ?1");
    let note = connection
        .prepare_cached(&sql)?
        .query_row([id], |row| {
            Ok(ArchivedNote {
                said: read(row, 0)?,
                file_name: row.get(READ)?,
                created_by: row.get(READ + 1)?,
            })
        })
        .optional()?;
    Ok(note.filter(|note| *note != ArchivedNote::default()))
}
