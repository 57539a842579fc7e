//! A blog post as the generator sees it; its JSON is that of the API.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{PictureNotes, Use, picture_uses, stored_id};
use crate::base::{Category, Lang, Languages, Localized};

/// Every post of the site by id. An `Arc` that is the same as at the last build is an unchanged post.
pub type PostSet = BTreeMap<i64, Arc<Post>>;

/// Where the addresses of posts lead that are off-line, by number: an own path in its Azerbaijani form, or an https address.
/// One that is on-line stays at its address whatever is said here.
pub type MovedSet = BTreeMap<i64, String>;

/// All that the site is made of beside content and templates.
#[derive(Debug, Clone, Copy)]
pub struct Published<'a> {
    /// Posts that are on-line.
    pub posts: &'a PostSet,
    /// Addresses of others.
    pub moved: &'a MovedSet,
    /// Numbers what was saved, where somebody counts: builds of the same number are one publication.
    pub revision: Option<i64>,
}

impl<'a> From<&'a PostSet> for Published<'a> {
    fn from(posts: &'a PostSet) -> Self {
        static NOTHING: MovedSet = MovedSet::new();
        Published {
            posts,
            moved: &NOTHING,
            revision: None,
        }
    }
}

/// A blog post. Blank `en` and `ru` texts fall back to `az`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "PostJson", into = "PostJson")]
pub struct Post {
    /// Number in the address.
    pub id: i64,
    /// Exactly one category.
    pub category: Category,
    /// At most one post is featured.
    pub featured: bool,
    /// Shown with the trending label.
    pub trending: bool,
    /// Author's name.
    pub author: String,
    /// Creation.
    pub date: Timestamp,
    /// The last publication that changed what a reader sees, if there was one after the first.
    pub updated: Option<Timestamp>,
    /// Stored picture, if any.
    pub image_id: Option<i64>,
    /// Fallback address of a picture; used when there is no `image_id`.
    pub image: Option<String>,
    /// Plain text.
    pub title: Localized<String>,
    /// Plain text.
    pub excerpt: Localized<String>,
    /// Sanitised HTML.
    pub content: Localized<String>,
    /// What search engines and networks are told instead of title and excerpt.
    pub meta: Meta,
    /// What is said of stored pictures that it shows; of others it is not looked at.
    pub pictures: PictureNotes,
}

/// Texts for the head of a post's page, in plain text on one line; blank where there is nothing of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Meta {
    /// Instead of the title.
    pub title: Localized<String>,
    /// Instead of the excerpt or the text's beginning.
    pub description: Localized<String>,
}

impl Post {
    /// When a reader saw it change for the last time.
    pub fn modified(&self) -> Timestamp {
        self.updated
            .map_or(self.date, |updated| updated.max(self.date))
    }

    /// Numbers of the stored pictures that it shows, its own first, each once.
    pub fn shown_pictures(&self) -> Vec<i64> {
        let mut shown: Vec<i64> = self.own_picture().into_iter().collect();
        let texts = Lang::ALL.map(|lang| picture_uses(self.content.get(lang)));
        for (used, id) in texts.into_iter().flatten() {
            if used == Use::Shown && !shown.contains(&id) {
                shown.push(id);
            }
        }
        shown
    }

    /// The number of its own picture, when that is a stored one.
    pub fn own_picture(&self) -> Option<i64> {
        let address = || self.image.as_deref().and_then(stored_id);
        self.image_id.or_else(address)
    }

    /// The languages in which there is a text of its own; the others show the Azerbaijani one, which always counts.
    pub fn languages(&self) -> Languages {
        Languages::of(|lang| self.content.resolve(lang).1 == lang)
    }
}

/// The API's flat form.
#[derive(Clone, Serialize, Deserialize)]
struct PostJson {
    id: i64,
    #[serde(default)]
    category: Category,
    #[serde(default)]
    featured: bool,
    #[serde(default)]
    trending: bool,
    #[serde(default)]
    author: String,
    date: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    updated: Option<Timestamp>,
    #[serde(default)]
    image_id: Option<i64>,
    #[serde(default)]
    image: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    excerpt: String,
    #[serde(default)]
    title_az: String,
    #[serde(default)]
    title_en: String,
    #[serde(default)]
    title_ru: String,
    #[serde(default)]
    excerpt_az: String,
    #[serde(default)]
    excerpt_en: String,
    #[serde(default)]
    excerpt_ru: String,
    #[serde(default)]
    content_az: String,
    #[serde(default)]
    content_en: String,
    #[serde(default)]
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
    #[serde(default, skip_serializing_if = "PictureNotes::is_empty")]
    pictures: PictureNotes,
}

impl From<PostJson> for Post {
    fn from(json: PostJson) -> Self {
        let or = |own: String, plain: String| if own.is_empty() { plain } else { own };
        Post {
            id: json.id,
            category: json.category,
            featured: json.featured,
            trending: json.trending,
            author: json.author,
            date: json.date,
            updated: json.updated,
            image_id: json.image_id,
            image: json.image,
            title: Localized {
                az: or(json.title_az, json.title),
                en: json.title_en,
                ru: json.title_ru,
            },
            excerpt: Localized {
                az: or(json.excerpt_az, json.excerpt),
                en: json.excerpt_en,
                ru: json.excerpt_ru,
            },
            content: Localized {
                az: json.content_az,
                en: json.content_en,
                ru: json.content_ru,
            },
            meta: Meta {
                title: Localized {
                    az: json.meta_title_az,
                    en: json.meta_title_en,
                    ru: json.meta_title_ru,
                },
                description: Localized {
                    az: json.meta_description_az,
                    en: json.meta_description_en,
                    ru: json.meta_description_ru,
                },
            },
            pictures: json.pictures,
        }
    }
}

impl From<Post> for PostJson {
    fn from(post: Post) -> Self {
        PostJson {
            id: post.id,
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: post.author,
            date: post.date,
            updated: post.updated,
            image_id: post.image_id,
            image: post
                .image_id
                .map(|id| format!("/api/blog/images/{id}/"))
                .or(post.image),
            title: post.title.az.clone(),
            excerpt: post.excerpt.az.clone(),
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
            pictures: post.pictures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_title_fills_a_missing_azerbaijani_one() {
        let post: Post = serde_json::from_str(
            r#"{"id":1,"date":"2025-03-05T08:00:00Z","title":"Plain","title_en":"English"}"#,
        )
        .expect("valid");
        assert_eq!(post.title.az, "Plain");
        assert_eq!(post.category, Category::AUDIT);
    }

    #[test]
    fn a_post_that_never_changed_says_nothing_of_it() {
        let json =
            r#"{"id":1,"date":"2025-03-05T08:00:00Z","content_en":"<p>x</p>","content_ru":" "}"#;
        let mut post: Post = serde_json::from_str(json).expect("valid");
        assert_eq!((post.updated, post.modified()), (None, post.date));
        assert_eq!(post.languages(), Languages::of(|lang| lang != Lang::Ru));
        let written = serde_json::to_string(&post).expect("valid");
        assert!(!written.contains("updated"), "{written}");
        post.updated = Some("2025-03-07T08:00:00Z".parse().expect("valid"));
        let written = serde_json::to_string(&post).expect("valid");
        assert_eq!(serde_json::from_str::<Post>(&written).expect("valid"), post);
        // A clock that was wrong makes nothing older than it is.
        post.updated = Some("2024-03-07T08:00:00Z".parse().expect("valid"));
        assert_eq!(post.modified(), post.date);
    }
}
