//! The columns that `posts` and `working_copies` have in common.

use generator::{Category, Localized, Meta, PictureNotes, Post};
use jiff::Timestamp;
use rusqlite::{
    Row,
    types::{ToSqlOutput, Value, ValueRef},
};

/// Their names, in order.
pub(super) const FIELDS: [&str; 21] = [
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
];

/// The values of a post, in that order.
pub(super) fn values(post: &Post) -> [ToSqlOutput<'_>; FIELDS.len()] {
    [
        text(post.category.id()),
        ToSqlOutput::Owned(Value::Integer(post.featured.into())),
        ToSqlOutput::Owned(Value::Integer(post.trending.into())),
        text(&post.author),
        ToSqlOutput::Owned(post.image_id.into()),
        post.image
            .as_deref()
            .map_or(ToSqlOutput::Owned(Value::Null), text),
        text(&post.title.az),
        text(&post.title.en),
        text(&post.title.ru),
        text(&post.excerpt.az),
        text(&post.excerpt.en),
        text(&post.excerpt.ru),
        text(&post.content.az),
        text(&post.content.en),
        text(&post.content.ru),
        text(&post.meta.title.az),
        text(&post.meta.title.en),
        text(&post.meta.title.ru),
        text(&post.meta.description.az),
        text(&post.meta.description.en),
        text(&post.meta.description.ru),
    ]
}

/// A column as a summary reads it: of a content only whether it is empty (`-` stands for a text).
pub(super) fn summarised(field: &str, column: &str) -> String {
    match field.starts_with("content_") {
        true => format!("iif(octet_length({column}) = 0, '', '-')"),
        false => column.to_owned(),
    }
}

/// The post whose fields begin at this column.
pub(super) fn read(row: &Row<'_>, from: usize, id: i64, date: i64) -> rusqlite::Result<Post> {
    Ok(Post {
        id,
        date: time(date),
        updated: None,
        category: Category::from_id(&row.get::<_, String>(from)?).unwrap_or_default(),
        featured: row.get(from + 1)?,
        trending: row.get(from + 2)?,
        author: row.get(from + 3)?,
        image_id: row.get(from + 4)?,
        image: row.get(from + 5)?,
        title: localized(row, from + 6)?,
        excerpt: localized(row, from + 9)?,
        content: localized(row, from + 12)?,
        meta: Meta {
            title: localized(row, from + 15)?,
            description: localized(row, from + 18)?,
        },
        pictures: PictureNotes::new(),
    })
}

/// Three columns in the order of the languages.
pub(super) fn localized<T: rusqlite::types::FromSql>(
    row: &Row<'_>,
    from: usize,
) -> rusqlite::Result<Localized<T>> {
    Ok(Localized {
        az: row.get(from)?,
        en: row.get(from + 1)?,
        ru: row.get(from + 2)?,
    })
}

/// A moment as the store keeps it.
pub(super) fn time(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}

fn text(text: &str) -> ToSqlOutput<'_> {
    ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes()))
}
