//! The history, the translations and the trash, as the API speaks of them.

use generator::{Lang, Languages};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::api::{
        post_json::{Category, MetaFields, Others, Post, others},
        staff_json::{LangCode, moment},
    },
    media::address,
    posts::trash::InTrash,
    store::{
        history::{Kind, Revision},
        languages,
        translations::Texts,
    },
};

/// A revision of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionJson {
    /// From 1.
    pub number: i64,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who, as far as it is known.
    #[schema(required = true)]
    pub by: Option<String>,
    /// `publication`, `save`, `auto`, `restore`, `unpublish` or `replaced`.
    #[schema(value_type = KindName)]
    pub kind: Kind,
    /// The languages it is about.
    #[schema(value_type = Vec<LangCode>)]
    pub languages: Vec<Lang>,
}

/// Why there is a revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)] // describes `Kind`
pub enum KindName {
    /// Something went live.
    Publication,
    /// Someone saved.
    Save,
    /// A pause in typing saved.
    Auto,
    /// An earlier one was put back.
    Restore,
    /// Something went off-line.
    Unpublish,
    /// A working copy that was given up for something else.
    Replaced,
}

/// A revision of a post with all that it was.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionWhole {
    /// Which.
    #[serde(flatten)]
    pub revision: RevisionJson,
    /// The languages that were on the site then: going back changes these and no others, unless there are none.
    #[schema(value_type = Vec<LangCode>)]
    pub live: Vec<Lang>,
    /// The post.
    #[serde(flatten)]
    pub post: Post,
    /// What search engines and networks were told.
    #[serde(flatten)]
    pub meta: MetaFields,
}

/// The texts of a language.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextsJson {
    /// Plain text.
    pub title: String,
    /// Plain text with line ends.
    pub excerpt: String,
    /// Sanitised HTML.
    pub content: String,
}

/// A translation and its source.
#[derive(Debug, Serialize, ToSchema)]
pub struct Translated {
    /// The source has other words now than then.
    pub stale: bool,
    /// The language that it was translated from.
    #[schema(value_type = LangCode)]
    pub source_language: Lang,
    /// What the source said when the translation was last declared right.
    pub then: TextsJson,
    /// What it says now.
    pub now: TextsJson,
}

/// A post in the trash.
#[derive(Debug, Serialize, ToSchema)]
pub struct Trashed {
    /// The number that it has and keeps.
    pub id: i64,
    /// The Azerbaijani title.
    pub title: String,
    /// Plain text.
    pub title_az: String,
    /// Plain text.
    pub title_en: String,
    /// Plain text.
    pub title_ru: String,
    /// `title_de` and so on.
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Others,
    /// Its category.
    #[schema(value_type = Category)]
    pub category: generator::Category,
    /// Author's name.
    pub author: String,
    /// Where its picture is.
    #[schema(required = true)]
    pub image: Option<String>,
    /// When it was deleted.
    #[schema(value_type = String, format = DateTime)]
    pub deleted_at: Timestamp,
    /// By whom.
    pub deleted_by: String,
    /// When it is forgotten.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
    /// Whether it was on-line, and will be when it comes back.
    pub live: bool,
    /// Where its address leads, if it is sent elsewhere.
    #[schema(required = true)]
    pub redirect_to: Option<String>,
}

/// A post that links to another.
#[derive(Debug, Serialize, ToSchema)]
pub struct Linking {
    /// Its number.
    pub id: i64,
    /// Its Azerbaijani title.
    pub title: String,
}

impl From<Revision> for RevisionJson {
    fn from(revision: Revision) -> Self {
        Self {
            number: revision.number,
            at: moment(revision.at),
            by: revision.by,
            kind: revision.kind,
            languages: revision.languages,
        }
    }
}

impl From<Texts> for TextsJson {
    fn from(texts: Texts) -> Self {
        Self {
            title: texts.title,
            excerpt: texts.excerpt,
            content: texts.content,
        }
    }
}

impl Trashed {
    /// A post in the trash of a site with these languages that is forgotten at this moment.
    pub fn of(found: InTrash, expires_at: i64, site: Languages) -> Self {
        let InTrash {
            trashed,
            mut post,
            redirect_to,
        } = found;
        Self {
            id: post.id,
            others: others(&languages::of_post(&post, site), [("title", &post.title)]),
            title: post.title.get(Lang::AZ).to_owned(),
            title_az: post.title.take(Lang::AZ),
            title_en: post.title.take(Lang::EN),
            title_ru: post.title.take(Lang::RU),
            category: post.category,
            author: post.author,
            image: post.image_id.map(address).or(post.image),
            deleted_at: moment(trashed.at),
            deleted_by: trashed.by,
            expires_at: moment(expires_at),
            live: trashed.revision.is_some(),
            redirect_to,
        }
    }
}
