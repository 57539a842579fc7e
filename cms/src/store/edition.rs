//! A post as the history keeps it, in JSON.

use generator::{Category, Localized, Meta, PictureNotes, Post};
use serde::{Deserialize, Serialize};

use super::{post_fields::time, posts::Dates};

/// A post as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// Its fields and texts.
    pub post: Post,
    /// What of it was live, if anything.
    pub dates: Dates,
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
    published_az: Option<i64>,
    published_en: Option<i64>,
    published_ru: Option<i64>,
    updated: Option<i64>,
}

impl EditionJson {
    /// As an edition of the post with this number.
    pub fn into_edition(self, id: i64) -> Edition {
        Edition {
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
                title: Localized {
                    az: self.title_az,
                    en: self.title_en,
                    ru: self.title_ru,
                },
                excerpt: Localized {
                    az: self.excerpt_az,
                    en: self.excerpt_en,
                    ru: self.excerpt_ru,
                },
                content: Localized {
                    az: self.content_az,
                    en: self.content_en,
                    ru: self.content_ru,
                },
                meta: Meta {
                    title: Localized {
                        az: self.meta_title_az,
                        en: self.meta_title_en,
                        ru: self.meta_title_ru,
                    },
                    description: Localized {
                        az: self.meta_description_az,
                        en: self.meta_description_en,
                        ru: self.meta_description_ru,
                    },
                },
                pictures: PictureNotes::new(),
            },
            dates: Dates {
                published: Localized {
                    az: self.published_az,
                    en: self.published_en,
                    ru: self.published_ru,
                },
                updated: self.updated,
            },
        }
    }
}

impl From<Edition> for EditionJson {
    fn from(Edition { post, dates }: Edition) -> Self {
        Self {
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: post.author,
            date: post.date.as_millisecond(),
            image_id: post.image_id,
            image_url: post.image,
            title_az: post.title.az,
            title_en: post.title.en,
            title_ru: post.title.ru,
            excerpt_az: post.excerpt.az,
            excerpt_en: post.excerpt.en,
            excerpt_ru: post.excerpt.ru,
            content_az: post.content.az,
            content_en: post.content.en,
            content_ru: post.content.ru,
            meta_title_az: post.meta.title.az,
            meta_title_en: post.meta.title.en,
            meta_title_ru: post.meta.title.ru,
            meta_description_az: post.meta.description.az,
            meta_description_en: post.meta.description.en,
            meta_description_ru: post.meta.description.ru,
            published_az: dates.published.az,
            published_en: dates.published.en,
            published_ru: dates.published.ru,
            updated: dates.updated,
        }
    }
}
