//! A post as the history keeps it, in JSON.

use std::collections::BTreeSet;

use generator::{Category, Lang, Localized, Meta, PictureNotes, Post, Slug, Slugs, Texts};
use serde::{Deserialize, Serialize};

use super::{
    others::{self, OtherTexts},
    post_fields::time,
    posts::Dates,
};

/// A post as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// Its fields and texts.
    pub post: Post,
    /// What of it was live, if anything.
    pub dates: Dates,
}

impl Edition {
    /// The same words, labels and dates have the same.
    pub fn fingerprint(&self) -> String {
        let written = serde_json::to_vec(&EditionJson::from(self.clone()));
        imaging::content_hash(&written.unwrap_or_default())
    }
}

/// The same as it is written down. The migration that began the history makes it, too.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionJson {
    category: Category,
    featured: bool,
    trending: bool,
    author: String,
    date: i64,
    image_id: Option<i64>,
    image_url: Option<String>,
    title_az: String,
    title_en: String,
    title_ru: String,
    excerpt_az: String,
    excerpt_en: String,
    excerpt_ru: String,
    content_az: String,
    content_en: String,
    content_ru: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_title_az: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_title_en: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_title_ru: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_description_az: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_description_en: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    meta_description_ru: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slug_az: Option<Slug>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slug_en: Option<Slug>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slug_ru: Option<Slug>,
    published_az: Option<i64>,
    published_en: Option<i64>,
    published_ru: Option<i64>,
    updated: Option<i64>,
    #[serde(default, skip_serializing_if = "Localized::is_empty")]
    others: Localized<OtherTexts>,
    #[serde(default, skip_serializing_if = "is_empty")]
    other_contents: Texts,
    #[serde(default, skip_serializing_if = "Localized::is_empty")]
    published_others: Localized<i64>,
}

fn is_empty(texts: &Texts) -> bool {
    texts.iter().next().is_none()
}

impl EditionJson {
    /// As an edition of the post with this number.
    pub fn into_edition(self, id: i64) -> Edition {
        let published = [
            (Lang::AZ, self.published_az),
            (Lang::EN, self.published_en),
            (Lang::RU, self.published_ru),
        ];
        let published = published.into_iter();
        let published = published.filter_map(|(lang, date)| Some((lang, date?)));
        let published = published.chain(self.published_others);
        let slugs = [
            (Lang::AZ, self.slug_az),
            (Lang::EN, self.slug_en),
            (Lang::RU, self.slug_ru),
        ];
        let slugs = slugs.into_iter();
        let slugs = slugs.filter_map(|(lang, words)| Some((lang, words?)));
        let mut content = texts(self.content_az, self.content_en, self.content_ru);
        for (lang, text) in self.other_contents.iter() {
            content.set(lang, text);
        }
        let mut edition = Edition {
            post: Post {
                id,
                category: self.category,
                featured: self.featured,
                trending: self.trending,
                author: self.author,
                date: time(self.date),
                updated: None,
                image_id: self.image_id,
                image: self.image_url,
                title: texts(self.title_az, self.title_en, self.title_ru),
                excerpt: texts(self.excerpt_az, self.excerpt_en, self.excerpt_ru),
                content,
                meta: Meta {
                    title: texts(self.meta_title_az, self.meta_title_en, self.meta_title_ru),
                    description: texts(
                        self.meta_description_az,
                        self.meta_description_en,
                        self.meta_description_ru,
                    ),
                },
                slugs: Slugs {
                    current: slugs.collect(),
                    former: BTreeSet::new(),
                },
                pictures: PictureNotes::new(),
            },
            dates: Dates {
                published: published.collect(),
                updated: self.updated,
            },
        };
        others::give(&mut edition.post, self.others);
        edition
    }
}

impl From<Edition> for EditionJson {
    fn from(Edition { mut post, dates }: Edition) -> Self {
        Self {
            others: others::texts_of(&post),
            other_contents: others::contents_of(&post),
            published_others: others::only_others(&dates.published),
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: post.author,
            date: post.date.as_millisecond(),
            image_id: post.image_id,
            image_url: post.image,
            title_az: post.title.take(Lang::AZ),
            title_en: post.title.take(Lang::EN),
            title_ru: post.title.take(Lang::RU),
            excerpt_az: post.excerpt.take(Lang::AZ),
            excerpt_en: post.excerpt.take(Lang::EN),
            excerpt_ru: post.excerpt.take(Lang::RU),
            content_az: post.content.take(Lang::AZ),
            content_en: post.content.take(Lang::EN),
            content_ru: post.content.take(Lang::RU),
            meta_title_az: post.meta.title.take(Lang::AZ),
            meta_title_en: post.meta.title.take(Lang::EN),
            meta_title_ru: post.meta.title.take(Lang::RU),
            meta_description_az: post.meta.description.take(Lang::AZ),
            meta_description_en: post.meta.description.take(Lang::EN),
            meta_description_ru: post.meta.description.take(Lang::RU),
            slug_az: post.slugs.current.take(Lang::AZ),
            slug_en: post.slugs.current.take(Lang::EN),
            slug_ru: post.slugs.current.take(Lang::RU),
            published_az: dates.published.get(Lang::AZ).copied(),
            published_en: dates.published.get(Lang::EN).copied(),
            published_ru: dates.published.get(Lang::RU).copied(),
            updated: dates.updated,
        }
    }
}

fn texts(az: String, en: String, ru: String) -> Texts {
    Texts::from([(Lang::AZ, az), (Lang::EN, en), (Lang::RU, ru)])
}
