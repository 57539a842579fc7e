//! What is said in languages that the store has no columns for: columns of JSON, by the code of the language. A column for each
//! text of each language in the world would be more than there are texts.

use generator::{Lang, Localized, PictureNote, Post, Slug, Texts};
use rusqlite::{Row, types::Type};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;

use super::languages::is_other;

/// What a post says in such a language, but for its content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OtherTexts {
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    excerpt: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    meta_title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    meta_description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    slug: Option<Slug>,
}

/// What is said of a picture in such a language.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OtherNote {
    #[serde(skip_serializing_if = "String::is_empty")]
    alt: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    caption: String,
}

/// What a post says in such languages, but for its contents.
pub fn texts_of(post: &Post) -> Localized<OtherTexts> {
    let mut others = Localized::default();
    let mut take = |texts: &Texts, field: fn(&mut OtherTexts) -> &mut String| {
        for (lang, text) in texts.iter().filter(|(lang, _)| is_other(*lang)) {
            text.clone_into(field(others.of(lang)));
        }
    };
    take(&post.title, |other| &mut other.title);
    take(&post.excerpt, |other| &mut other.excerpt);
    take(&post.meta.title, |other| &mut other.meta_title);
    take(&post.meta.description, |other| &mut other.meta_description);
    for (lang, slug) in post
        .slugs
        .current
        .iter()
        .filter(|(lang, _)| is_other(*lang))
    {
        others.of(lang).slug = Some(*slug);
    }
    others
}

/// Gives a post what it says in such languages.
pub fn give<C>(post: &mut Post<C>, others: Localized<OtherTexts>) {
    for (lang, other) in others {
        post.title.set(lang, other.title);
        post.excerpt.set(lang, other.excerpt);
        post.meta.title.set(lang, other.meta_title);
        post.meta.description.set(lang, other.meta_description);
        post.slugs.current.set(lang, other.slug);
    }
}

/// What there is of such languages.
pub fn only_others<T: Clone>(values: &Localized<T>) -> Localized<T> {
    let values = values.iter().filter(|(lang, _)| is_other(*lang));
    values.map(|(lang, value)| (lang, value.clone())).collect()
}

/// Contents in such languages.
pub fn contents_of(post: &Post) -> Texts {
    let texts = post.content.iter().filter(|(lang, _)| is_other(*lang));
    texts.collect()
}

/// As it stands in a column. Numbers, texts and maps of them: nothing that JSON could not hold.
pub(super) fn column(value: &impl Serialize) -> String {
    json!(value).to_string()
}

/// What stands in such a column.
pub(super) fn read<T: DeserializeOwned + Default>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    if text == "{}" {
        return Ok(T::default());
    }
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}

/// What is said of a picture in such languages.
pub(super) fn notes_of(said: &PictureNote) -> String {
    let mut notes: Localized<OtherNote> = Localized::default();
    for (lang, text) in said.alt.iter().filter(|(lang, _)| is_other(*lang)) {
        text.clone_into(&mut notes.of(lang).alt);
    }
    for (lang, text) in said.caption.iter().filter(|(lang, _)| is_other(*lang)) {
        text.clone_into(&mut notes.of(lang).caption);
    }
    column(&notes)
}

/// Gives a note what it says in such languages.
pub(super) fn give_notes(
    said: &mut PictureNote,
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<()> {
    let notes: Localized<OtherNote> = read(row, column)?;
    for (lang, note) in notes {
        said.alt.set(lang, note.alt);
        said.caption.set(lang, note.caption);
    }
    Ok(())
}

/// Codes of languages as they stand in a column, each between commas: `,de,fr,`; nothing when there are none.
pub(super) fn codes(languages: impl Iterator<Item = Lang>) -> String {
    languages.fold(String::new(), |codes, lang| {
        if codes.is_empty() {
            format!(",{lang},")
        } else {
            format!("{codes}{lang},")
        }
    })
}

/// The languages whose codes stand there.
pub(super) fn langs(codes: &str) -> impl Iterator<Item = Lang> {
    codes.split(',').filter_map(Lang::from_code)
}
