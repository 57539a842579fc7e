//! The table `translations`: what the source said when a translation was last declared right.

use generator::Lang;
use rusqlite::{Connection, OptionalExtension as _, Row, Transaction, params, types::Type};
use serde::{Deserialize, Serialize};

/// The texts of a language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Plain text.
    pub title: String,
    /// Plain text.
    pub excerpt: String,
    /// Sanitised HTML.
    pub content: String,
}

/// A translation and what it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// Into this language.
    pub lang: Lang,
    /// From this one.
    pub source_lang: Lang,
    /// What the source said when the translation was last declared right.
    pub source: Texts,
    /// Whether its words are others by now.
    pub stale: bool,
}

/// Every translation of a post, in the order of the languages.
pub fn of_post(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Translation>> {
    let mut found: Vec<Translation> = connection
        .prepare_cached(
            "SELECT lang, source_lang, source, stale FROM translations WHERE post_id = ?1",
        )?
        .query_map([id], from_row)?
        .collect::<Result<_, _>>()?;
    found.sort_by_key(|translation| translation.lang);
    Ok(found)
}

/// One of them.
pub fn find(connection: &Connection, id: i64, lang: Lang) -> rusqlite::Result<Option<Translation>> {
    connection
        .prepare_cached(
            "SELECT lang, source_lang, source, stale FROM translations WHERE post_id = ?1 AND lang = ?2",
        )?
        .query_row(params![id, lang.code()], from_row)
        .optional()
}

/// Keeps what is known of a translation.
pub fn put(
    transaction: &Transaction<'_>,
    id: i64,
    translation: &Translation,
) -> rusqlite::Result<()> {
    let source = serde_json::to_string(&translation.source)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO translations (post_id, lang, source_lang, source, stale)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            id,
            translation.lang.code(),
            translation.source_lang.code(),
            source,
            translation.stale,
        ])?;
    Ok(())
}

/// Forgets a translation, or all of a post.
pub fn forget(transaction: &Transaction<'_>, id: i64, lang: Option<Lang>) -> rusqlite::Result<()> {
    transaction.execute(
        "DELETE FROM translations WHERE post_id = ?1 AND (?2 IS NULL OR lang = ?2)",
        params![id, lang.map(Lang::code)],
    )?;
    Ok(())
}

/// Post and language of every translation, in order.
pub fn keys(connection: &Connection) -> rusqlite::Result<Vec<(i64, Lang)>> {
    let found = connection
        .prepare("SELECT post_id, lang FROM translations ORDER BY post_id, lang")?
        .query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?
        .collect::<Result<Vec<_>, _>>()?;
    let known = found
        .into_iter()
        .filter_map(|(id, code)| Some((id, Lang::from_code(&code)?)));
    Ok(known.collect())
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Translation> {
    let lang = |place: usize| -> rusqlite::Result<Lang> {
        let code: String = row.get(place)?;
        Ok(Lang::from_code(&code).unwrap_or(Lang::DEFAULT))
    };
    let source: String = row.get(2)?;
    Ok(Translation {
        lang: lang(0)?,
        source_lang: lang(1)?,
        source: serde_json::from_str(&source).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(2, Type::Text, error.into())
        })?,
        stale: row.get(3)?,
    })
}
