//! Posts as the API speaks of them: what is sent, what is asked for, what a form holds.

use generator::{Lang, Post as PostRecord};
use serde::{Deserialize, Serialize};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr, Schema,
        schema::{AnyOfBuilder, ArrayBuilder},
    },
};

use crate::{http::error::ApiError, media::address, store::posts::Filter};

/// Posts on a page when `page` comes without `page_size`.
const PAGE_SIZE: u32 = 20;
/// Most posts on a page.
const MAX_PAGE_SIZE: u32 = 100;

/// The six services, which are also the categories of posts.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Audit Services, the default of a new post.
    Audit,
    /// Valuation Services.
    Valuation,
    /// Tax and Legal Services.
    TaxLegal,
    /// Consulting Services.
    Consulting,
    /// Accounting Services.
    Accounting,
    /// Human Resources Services.
    Hr,
}

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
}

/// A blog post without its three contents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostSummary {
    /// Everything but the contents.
    #[serde(flatten)]
    pub fields: PostFields,
    /// Names of the nine text fields that are empty, e.g. `content_ru`.
    pub empty: Vec<String>,
}

impl From<PostRecord> for PostSummary {
    fn from(post: PostRecord) -> Self {
        let texts = [
            ("title", &post.title),
            ("excerpt", &post.excerpt),
            ("content", &post.content),
        ];
        let empty = texts
            .iter()
            .flat_map(|(field, texts)| {
                let blank = Lang::ALL
                    .into_iter()
                    .filter(|lang| texts.get(*lang).is_empty());
                blank.map(move |lang| format!("{field}_{}", lang.code()))
            })
            .collect();
        Self {
            empty,
            fields: Post::from(post).fields,
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
}

impl From<PostRecord> for Post {
    fn from(post: PostRecord) -> Self {
        Self {
            content_az: post.content.az,
            content_en: post.content.en,
            content_ru: post.content.ru,
            fields: PostFields {
                id: post.id,
                category: post.category,
                featured: post.featured,
                trending: post.trending,
                author: post.author,
                date: post.date,
                image_id: post.image_id,
                image: post.image_id.map(address).or(post.image),
                title: post.title.az.clone(),
                excerpt: post.excerpt.az.clone(),
                title_az: post.title.az,
                title_en: post.title.en,
                title_ru: post.title.ru,
                excerpt_az: post.excerpt.az,
                excerpt_en: post.excerpt.en,
                excerpt_ru: post.excerpt.ru,
            },
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
                "A list of whole posts, or of summaries with `fields=summary`.",
            ))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("Post")))
            .item(ArrayBuilder::new().items(Ref::from_schema_name("PostSummary")))
            .into()
    }
}

/// Which posts, and how much of each.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Exact match; a category without posts gives an empty list.
    #[param(example = "audit")]
    category: Option<String>,
    /// From 1. Without `page` and `page_size` every post is listed.
    #[param(minimum = 1, maximum = 4_294_967_295_u32)]
    page: Option<u32>,
    /// Posts on a page, 20 when only `page` is given.
    #[param(minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `summary` leaves the three contents out.
    #[param(inline)]
    fields: Option<Fields>,
}

/// How much of each post.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fields {
    /// Without the three contents.
    Summary,
}

impl ListQuery {
    /// The filter of the store; `minimal` asks for summaries, too.
    pub fn filter(&self, minimal: bool) -> Result<Filter, ApiError> {
        if self.page == Some(0) {
            return Err(ApiError::field("page", "out_of_range"));
        }
        if self
            .page_size
            .is_some_and(|size| !(1..=MAX_PAGE_SIZE).contains(&size))
        {
            return Err(ApiError::field("page_size", "out_of_range"));
        }
        let paged = self.page.is_some() || self.page_size.is_some();
        let size = self.page_size.unwrap_or(PAGE_SIZE);
        Ok(Filter {
            category: self.category.clone(),
            limit: paged.then_some(i64::from(size)),
            offset: i64::from(self.page.unwrap_or(1) - 1) * i64::from(size),
            summary: self.fields.is_some() || minimal,
        })
    }
}

/// What a form of a post holds. Sent as `multipart/form-data`.
#[derive(Debug, ToSchema)]
#[allow(dead_code)] // read part by part, see post_form.rs
pub struct PostForm {
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_az: String,
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_en: String,
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_ru: String,
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 200)]
    author: String,
    /// Optional plain text.
    #[schema(value_type = String, required = false)]
    excerpt_az: Option<String>,
    /// Optional plain text.
    #[schema(value_type = String, required = false)]
    excerpt_en: Option<String>,
    /// Optional plain text.
    #[schema(value_type = String, required = false)]
    excerpt_ru: Option<String>,
    /// Optional HTML; reduced to what the toolbar makes, data-URL images become stored images.
    #[schema(value_type = String, required = false)]
    content_az: Option<String>,
    /// Optional HTML.
    #[schema(value_type = String, required = false)]
    content_en: Option<String>,
    /// Optional HTML.
    #[schema(value_type = String, required = false)]
    content_ru: Option<String>,
    /// `audit` when missing in a new post.
    #[schema(value_type = Category, required = false)]
    category: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    featured: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    trending: Option<String>,
    /// A JPEG, PNG, GIF or WebP picture, told by its content. Without it a post keeps its picture.
    #[schema(value_type = String, required = false, format = Binary)]
    image: Option<Vec<u8>>,
    /// `true` takes the post's picture away; a picture sent with it counts more.
    #[schema(value_type = bool, required = false)]
    remove_image: Option<String>,
}
