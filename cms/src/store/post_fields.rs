//! The columns that `posts` and `working_copies` have in common.

use std::collections::BTreeSet;

use generator::{Category, Digest, Lang, Localized, Meta, PictureNotes, Post, Slug, Slugs, Texts};
use jiff::Timestamp;
use rusqlite::{
    Row,
    types::{FromSql, ToSqlOutput, Value, ValueRef},
};

use super::{languages::LANGUAGES, others};

/// Their names, in order.
pub(super) const FIELDS: [&str; 26] = [
    "category",
    "featured",
    "trending",
    "author",
    "image_id",
    "image_url",
    "title_az",
    "title_en",
    "title_ru",
    "excerpt_az",
    "excerpt_en",
    "excerpt_ru",
    "content_az",
    "content_en",
    "content_ru",
    "meta_title_az",
    "meta_title_en",
    "meta_title_ru",
    "meta_description_az",
    "meta_description_en",
    "meta_description_ru",
    "slug_az",
    "slug_en",
    "slug_ru",
    "others",
    "other_contents",
];

/// Where a column stands behind the first of them.
const OTHERS: usize = 24;
const OTHER_CONTENTS: usize = 25;

/// The values of a post, in that order.
pub(super) fn values(post: &Post) -> impl Iterator<Item = ToSqlOutput<'_>> {
    let facts = [
        text(post.category.id()),
        ToSqlOutput::Owned(Value::Integer(post.featured.into())),
        ToSqlOutput::Owned(Value::Integer(post.trending.into())),
        text(&post.author),
        ToSqlOutput::Owned(post.image_id.into()),
        post.image
            .as_deref()
            .map_or(ToSqlOutput::Owned(Value::Null), text),
    ];
    let Meta { title, description } = &post.meta;
    let texts = [
        &post.title,
        &post.excerpt,
        &post.content,
        title,
        description,
    ];
    let texts = texts
        .into_iter()
        .flat_map(|field| LANGUAGES.map(|lang| text(field.get(lang))));
    let slugs = LANGUAGES.map(|lang| text(post.slugs.current.get(lang).map_or("", Slug::as_str)));
    let others = [
        others::column(&others::texts_of(post)),
        others::column(&others::contents_of(post)),
    ];
    let others = others.map(ToSqlOutput::from);
    facts.into_iter().chain(texts).chain(slugs).chain(others)
}

/// A column as a summary reads it: of a content only whether it is empty (`-` stands for a text).
pub(super) fn summarised(field: &str, column: &str) -> String {
    match field {
        "other_contents" => {
            format!("(SELECT json_group_object(key, '-') FROM json_each({column}))")
        }
        field if field.starts_with("content_") => {
            format!("iif(octet_length({column}) = 0, '', '-')")
        }
        _ => column.to_owned(),
    }
}

/// The post whose fields begin at this column.
pub(super) fn read(row: &Row<'_>, from: usize, id: i64, date: i64) -> rusqlite::Result<Post> {
    read_with(row, from, (id, date), |row, first, other| {
        let mut contents = texts(row, first)?;
        for (lang, text) in others::read::<Texts>(row, other)?.iter() {
            contents.set(lang, text);
        }
        Ok(contents)
    })
}

/// The same with what is made of its contents: the first stands in one of the columns that are given, those of other languages in
/// the second.
pub(super) fn read_with<C>(
    row: &Row<'_>,
    from: usize,
    (id, date): (i64, i64),
    content: impl FnOnce(&Row<'_>, usize, usize) -> rusqlite::Result<C>,
) -> rusqlite::Result<Post<C>> {
    let mut post = Post {
        id,
        date: time(date),
        updated: None,
        category: Category::from_id(&row.get::<_, String>(from)?).unwrap_or_default(),
        featured: row.get(from + 1)?,
        trending: row.get(from + 2)?,
        author: row.get(from + 3)?,
        image_id: row.get(from + 4)?,
        image: row.get(from + 5)?,
        title: texts(row, from + 6)?,
        excerpt: texts(row, from + 9)?,
        content: content(row, from + 12, from + OTHER_CONTENTS)?,
        meta: Meta {
            title: texts(row, from + 15)?,
            description: texts(row, from + 18)?,
        },
        slugs: Slugs {
            current: slugs(row, from + 21)?,
            former: BTreeSet::new(),
        },
        pictures: PictureNotes::new(),
    };
    others::give(&mut post, others::read(row, from + OTHERS)?);
    Ok(post)
}

/// Columns in the order of the languages.
pub(super) fn each_language<T: FromSql, C: FromIterator<(Lang, T)>>(
    row: &Row<'_>,
    from: usize,
) -> rusqlite::Result<C> {
    let values = LANGUAGES.into_iter().zip(from..);
    values
        .map(|(lang, column)| Ok((lang, row.get(column)?)))
        .collect()
}

/// When each language went live, if it is: a column for each of the three, and one for all others.
pub(super) fn published(row: &Row<'_>, from: usize) -> rusqlite::Result<Localized<i64>> {
    let dates: Vec<(Lang, Option<i64>)> = each_language(row, from)?;
    let dates = dates.into_iter();
    let others: Localized<i64> = others::read(row, from + LANGUAGES.len())?;
    Ok(dates
        .filter_map(|(lang, date)| Some((lang, date?)))
        .chain(others)
        .collect())
}

/// The languages that a column each marks, and those that the column behind them names.
pub(super) fn marked(row: &Row<'_>, from: usize) -> rusqlite::Result<BTreeSet<Lang>> {
    let marks: Vec<(Lang, bool)> = each_language(row, from)?;
    let marked = marks
        .into_iter()
        .filter_map(|(lang, is_marked)| is_marked.then_some(lang));
    let others = row.get_ref(from + LANGUAGES.len())?.as_str()?;
    Ok(marked.chain(others::langs(others)).collect())
}

/// The same of texts.
pub(super) fn texts(row: &Row<'_>, from: usize) -> rusqlite::Result<Texts> {
    each_language::<String, Texts>(row, from)
}

/// What is known of texts. They are not copied: of all posts they are more than what is kept.
pub(super) fn digest(row: &Row<'_>, from: usize, other: usize) -> rusqlite::Result<Digest> {
    let others: Texts = others::read(row, other)?;
    let texts = LANGUAGES.into_iter().zip(from..);
    let texts = texts.map(|(lang, column)| {
        let text = row.get_ref(column)?;
        // A start looks at every text there is, and most of that was the standard library's check of Cyrillic letters. It names what
        // is wrong, though.
        let checked = simdutf8::basic::from_utf8(text.as_bytes()?);
        Ok((lang, checked.or_else(|_| text.as_str())?))
    });
    let mut texts: Vec<(Lang, &str)> = texts.collect::<rusqlite::Result<_>>()?;
    texts.extend(others.iter());
    Ok(Digest::of(texts))
}

/// Words of addresses; an empty text is none.
fn slugs(row: &Row<'_>, from: usize) -> rusqlite::Result<Localized<Slug>> {
    let texts: Vec<(Lang, String)> = each_language(row, from)?;
    let words = texts
        .iter()
        .filter_map(|(lang, text)| Some((*lang, Slug::new(text)?)));
    Ok(words.collect())
}

/// A moment as the store keeps it.
pub(super) fn time(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn text(text: &str) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))
}
