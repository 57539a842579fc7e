//! Posts as the API speaks of them. On a site with other languages than az, en and ru each text is there in them, too, under the
//! same name with their code: `title_de`. The description of the API names the three.

use std::collections::{BTreeMap, BTreeSet};

use generator::{Lang, Post as PostRecord, Texts};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr, Schema,
        schema::{AnyOfBuilder, ArrayBuilder},
    },
};

use crate::{
    media::address,
    store::languages::{self, is_other},
};

/// A service of the firm, which is also a category of posts: see `GET /api/blog/categories/`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(
    example = "audit",
    pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
    max_length = 40
)]
pub struct Category(String);

/// What a post and its summary have in common.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostFields {
    /// Number in the address.
    pub id: i64,
    /// Exactly one.
    #[schema(value_type = Category)]
    pub category: generator::Category,
    /// At most one post is featured.
    pub featured: bool,
    /// Shown with the trending label.
    pub trending: bool,
    /// Author's name.
    pub author: String,
    /// Creation, RFC 3339.
    #[schema(value_type = String, format = DateTime)]
    pub date: jiff::Timestamp,
    /// Stored picture.
    #[schema(required = true)]
    pub image_id: Option<i64>,
    /// Where the picture is: `/api/blog/images/{image_id}/` or a fallback address.
    #[schema(required = true)]
    pub image: Option<String>,
    /// Plain fallback, the Azerbaijani title.
    pub title: String,
    /// Plain fallback, the Azerbaijani excerpt.
    pub excerpt: String,
    /// Plain text.
    pub title_az: String,
    /// Plain text.
    pub title_en: String,
    /// Plain text.
    pub title_ru: String,
    /// Plain text with line ends.
    pub excerpt_az: String,
    /// Plain text with line ends.
    pub excerpt_en: String,
    /// Plain text with line ends.
    pub excerpt_ru: String,
    /// `title_de`, `excerpt_de` and so on.
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Others,
}

/// Texts in other languages than the three, by the name of their field. Of what is on-line those that there are; of what
/// staff see every one of the site's languages, also where it is empty.
pub type Others = BTreeMap<String, String>;

/// Those texts, by what comes before the code.
pub fn others<const N: usize>(languages: &BTreeSet<Lang>, fields: [(&str, &Texts); N]) -> Others {
    let languages = languages.iter().filter(|lang| is_other(**lang));
    let of = |lang: &Lang| {
        fields.map(|(field, texts)| (format!("{field}_{lang}"), texts.get(*lang).to_owned()))
    };
    languages.flat_map(of).collect()
}

/// A blog post without its contents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostSummary {
    /// Everything but the contents.
    #[serde(flatten)]
    pub fields: PostFields,
    /// Names of the text fields that are empty, e.g. `content_ru`.
    pub empty: Vec<String>,
}

impl PostSummary {
    /// Of a post in these languages at least.
    pub fn of(post: PostRecord, languages: &BTreeSet<Lang>) -> Self {
        let texts = [
            ("title", &post.title),
            ("excerpt", &post.excerpt),
            ("content", &post.content),
        ];
        let empty = texts
            .iter()
            .flat_map(|(field, texts)| {
                let blank = languages.iter().filter(|lang| texts.get(**lang).is_empty());
                blank.map(move |lang| format!("{field}_{lang}"))
            })
            .collect();
        Self {
            empty,
            fields: Post::of(post, languages).fields,
        }
    }
}

/// A blog post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Post {
    /// Everything but the contents.
    #[serde(flatten)]
    pub fields: PostFields,
    /// Sanitised HTML.
    pub content_az: String,
    /// Sanitised HTML.
    pub content_en: String,
    /// Sanitised HTML.
    pub content_ru: String,
    /// `content_de` and so on.
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Others,
}

impl From<PostRecord> for PostSummary {
    /// As visitors see it.
    fn from(post: PostRecord) -> Self {
        let languages = languages::of_posts([&post]);
        Self::of(post, &languages)
    }
}

impl From<PostRecord> for Post {
    /// As visitors see it.
    fn from(post: PostRecord) -> Self {
        let languages = languages::of_posts([&post]);
        Self::of(post, &languages)
    }
}

impl Post {
    /// A post in these languages at least.
    pub fn of(mut post: PostRecord, languages: &BTreeSet<Lang>) -> Self {
        Self {
            others: others(languages, [("content", &post.content)]),
            content_az: post.content.take(Lang::AZ),
            content_en: post.content.take(Lang::EN),
            content_ru: post.content.take(Lang::RU),
            fields: PostFields {
                others: others(
                    languages,
                    [("title", &post.title), ("excerpt", &post.excerpt)],
                ),
                id: post.id,
                category: post.category,
                featured: post.featured,
                trending: post.trending,
                author: post.author,
                date: post.date,
                image_id: post.image_id,
                image: post.image_id.map(address).or(post.image),
                title: post.title.get(Lang::DEFAULT).to_owned(),
                excerpt: post.excerpt.get(Lang::DEFAULT).to_owned(),
                title_az: post.title.take(Lang::AZ),
                title_en: post.title.take(Lang::EN),
                title_ru: post.title.take(Lang::RU),
                excerpt_az: post.excerpt.take(Lang::AZ),
                excerpt_en: post.excerpt.take(Lang::EN),
                excerpt_ru: post.excerpt.take(Lang::RU),
            },
        }
    }
}

/// What search engines and networks are told of a post, and the words of its address; for staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MetaFields {
    /// Instead of the title; empty when there is none.
    pub meta_title_az: String,
    /// Instead of the title; empty when there is none.
    pub meta_title_en: String,
    /// Instead of the title; empty when there is none.
    pub meta_title_ru: String,
    /// Instead of the excerpt; empty when there is none.
    pub meta_description_az: String,
    /// Instead of the excerpt; empty when there is none.
    pub meta_description_en: String,
    /// Instead of the excerpt; empty when there is none.
    pub meta_description_ru: String,
    /// Words of the address `/blog/{id}/{slug}/`; empty when there are none.
    pub slug_az: String,
    /// Words of the address in English; empty when there are none.
    pub slug_en: String,
    /// Words of the address in Russian; empty when there are none.
    pub slug_ru: String,
    /// `meta_title_de`, `slug_de` and so on.
    #[serde(flatten)]
    #[schema(ignore)]
    pub others: Others,
}

impl MetaFields {
    /// Of a post in these languages at least.
    pub fn of(post: &PostRecord, languages: &BTreeSet<Lang>) -> Self {
        let mut meta = post.meta.clone();
        let slugs = post.slugs.current.iter();
        let slugs: Texts = slugs.map(|(lang, slug)| (lang, slug.as_str())).collect();
        let slug = |lang| slugs.get(lang).to_owned();
        let fields = [
            ("meta_title", &meta.title),
            ("meta_description", &meta.description),
            ("slug", &slugs),
        ];
        Self {
            others: others(languages, fields),
            slug_az: slug(Lang::AZ),
            slug_en: slug(Lang::EN),
            slug_ru: slug(Lang::RU),
            meta_title_az: meta.title.take(Lang::AZ),
            meta_title_en: meta.title.take(Lang::EN),
            meta_title_ru: meta.title.take(Lang::RU),
            meta_description_az: meta.description.take(Lang::AZ),
            meta_description_en: meta.description.take(Lang::EN),
            meta_description_ru: meta.description.take(Lang::RU),
        }
    }
}

/// A list of whole posts, or of summaries with `fields=summary`.
#[derive(Debug)]
pub struct PostList;

impl ToSchema for PostList {}

impl PartialSchema for PostList {
    /// Derived, it would be `oneOf`, which an empty list breaks: it is both.
    fn schema() -> RefOr<Schema> {
        AnyOfBuilder::new()
            .description(Some(
                "A list of whole posts, or of summaries with `fields=summary`; as staff see them with `state`.",
            ))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("StaffPost")))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("StaffSummary")))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("Post")))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("PostSummary")))
            .into()
    }
}
