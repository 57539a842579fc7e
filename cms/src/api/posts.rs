//! `/api/blog/posts/`: anyone reads, staff write.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use generator::{Lang, Post as PostRecord};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    conditional::{ETag, not_modified},
    extract::{ApiMultipart, ApiQuery, Id},
    post_form::{Changes, Form, RawForm, address, blank},
};
use crate::{
    app::App,
    auth::extract::Admin,
    error::ApiError,
    rich_text,
    store::{
        blocking, images,
        posts::{self, Filter, SaveError, StoredPost},
        site,
    },
};

/// Posts on a page when `page` comes without `page_size`.
const PAGE_SIZE: u32 = 20;
/// Most posts on a page.
const MAX_PAGE_SIZE: u32 = 100;
/// Ask again each time, but only for what changed.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

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
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PostList {
    /// The default.
    Posts(Vec<Post>),
    /// With `fields=summary`.
    Summaries(Vec<PostSummary>),
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
    #[param(minimum = 1)]
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
    fn filter(&self, minimal: bool) -> Result<Filter, ApiError> {
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
    excerpt_az: Option<String>,
    /// Optional plain text.
    excerpt_en: Option<String>,
    /// Optional plain text.
    excerpt_ru: Option<String>,
    /// Optional HTML; reduced to what the toolbar makes, data-URL images become stored images.
    content_az: Option<String>,
    /// Optional HTML.
    content_en: Option<String>,
    /// Optional HTML.
    content_ru: Option<String>,
    /// `audit` when missing in a new post.
    #[schema(value_type = Option<Category>)]
    category: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = Option<bool>)]
    featured: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = Option<bool>)]
    trending: Option<String>,
    /// A JPEG, PNG, GIF or WebP picture, told by its content. Without it a post keeps its picture.
    #[schema(value_type = Option<String>, format = Binary)]
    image: Option<Vec<u8>>,
}

/// Posts, newest first.
#[utoipa::path(
    get, operation_id = "list_posts",
    path = "/api/blog/posts/",
    tag = "posts",
    params(ListQuery,
        ("Prefer" = Option<String>, Header, description = "`return=minimal` is the same as `fields=summary`"),
        ("If-None-Match" = Option<String>, Header, description = "An entity tag")),
    responses(
        (status = 200, description = "Posts, newest first", body = PostList, headers(
            ("ETag" = String, description = "Strong entity tag of this list"),
            ("X-Total-Count" = i64, description = "Posts on all pages together"),
            ("Cache-Control" = String, description = "no-cache"),
        )),
        (status = 304, description = "The list with this entity tag is current"),
        (status = 400, description = "A parameter is malformed or out of range"),
    ),
)]
pub async fn list(
    State(app): State<App>,
    ApiQuery(query): ApiQuery<ListQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let filter = query.filter(prefers_minimal(&headers))?;
    let store_id = app.store_id.clone();
    app.store
        .read(move |store| {
            let snapshot = store.unchecked_transaction()?;
            let etag = list_tag(&store_id, site::revisions(&snapshot)?.saved, &filter);
            if etag.is_known(&headers) {
                return Ok(not_modified(&etag, REVALIDATE));
            }
            let total = posts::count(&snapshot, &filter)?;
            let found = posts::list(&snapshot, &filter)?
                .into_iter()
                .map(|stored| stored.post);
            let body = match filter.summary {
                true => PostList::Summaries(found.map(PostSummary::from).collect()),
                false => PostList::Posts(found.map(Post::from).collect()),
            };
            let headers = [
                (header::ETAG, etag.value()),
                (header::CACHE_CONTROL, REVALIDATE),
                (header::VARY, HeaderValue::from_static("prefer")),
                (
                    header::HeaderName::from_static("x-total-count"),
                    HeaderValue::from(total),
                ),
            ];
            Ok((headers, Json(body)).into_response())
        })
        .await
}

/// One post.
#[utoipa::path(
    get, operation_id = "read_post",
    path = "/api/blog/posts/{id}/",
    tag = "posts",
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-None-Match" = Option<String>, Header, description = "An entity tag"),
    ),
    responses(
        (status = 200, description = "The post", body = Post, headers(
            ("ETag" = String, description = "Strong entity tag, for If-None-Match and If-Match"),
            ("Cache-Control" = String, description = "no-cache"),
        )),
        (status = 304, description = "The post with this entity tag is current"),
        (status = 404, description = "There is no such post"),
    ),
)]
pub async fn read(
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let stored = app
        .store
        .read(move |store| Ok::<_, ApiError>(posts::find(store, id)?))
        .await?;
    let stored = stored.ok_or(ApiError::NotFound)?;
    let etag = post_tag(&app.store_id, id, stored.revision);
    if etag.is_known(&headers) {
        return Ok(not_modified(&etag, REVALIDATE));
    }
    Ok(answer(&app, StatusCode::OK, stored))
}

/// A new post.
#[utoipa::path(
    post, operation_id = "create_post",
    path = "/api/blog/posts/",
    tag = "posts",
    security(("access" = [])),
    request_body(content = PostForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new post", body = Post, headers(
            ("Location" = String, description = "The post's address"),
            ("ETag" = String, description = "Strong entity tag"),
        )),
        (status = 400, description = "Malformed, or `errors` names each bad field"),
        (status = 401, description = "No valid access token"),
        (status = 409, description = "Another post is featured"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
    ),
)]
pub async fn create(
    admin: Admin,
    State(app): State<App>,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let form = Form::check(RawForm::read(parts).await?)?;
    let changes = prepare(&app, form).await?;
    let now = app.clock.now();
    let stored = app
        .store
        .write(move |store| save(store, blank(now), changes, now.as_millisecond()))
        .await?;
    tracing::info!(
        post = stored.post.id,
        revision = stored.revision,
        user = admin.name,
        "post created"
    );
    app.publisher.saved(stored.revision);
    let location = HeaderValue::from_str(&format!("/api/blog/posts/{}/", stored.post.id))
        .map_err(|error| ApiError::Internal(error.into()))?;
    Ok((
        [(header::LOCATION, location)],
        answer(&app, StatusCode::CREATED, stored),
    )
        .into_response())
}

/// A changed post. Optional fields that are missing keep their value.
#[utoipa::path(
    put, operation_id = "update_post",
    path = "/api/blog/posts/{id}/",
    tag = "posts",
    security(("access" = [])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag the change is based on"),
    ),
    request_body(content = PostForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The post as it is now", body = Post, headers(
            ("ETag" = String, description = "Strong entity tag"),
        )),
        (status = 400, description = "Malformed, or `errors` names each bad field"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
        (status = 409, description = "Another post is featured"),
        (status = 412, description = "The post has changed since the tag of If-Match; nothing was saved"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
    ),
)]
pub async fn update(
    admin: Admin,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let form = Form::check(RawForm::read(parts).await?)?;
    let changes = prepare(&app, form).await?;
    let (now, store_id) = (app.clock.now().as_millisecond(), app.store_id.clone());
    let stored = app
        .store
        .write(move |store| {
            let current = posts::find(store, id)?.ok_or(ApiError::NotFound)?;
            if !post_tag(&store_id, id, current.revision).allows(&headers) {
                return Err(ApiError::PreconditionFailed);
            }
            save(store, current.post, changes, now)
        })
        .await?;
    tracing::info!(
        post = id,
        revision = stored.revision,
        user = admin.name,
        "post changed"
    );
    app.publisher.saved(stored.revision);
    Ok(answer(&app, StatusCode::OK, stored))
}

/// Removes a post.
#[utoipa::path(
    delete, operation_id = "delete_post",
    path = "/api/blog/posts/{id}/",
    tag = "posts",
    security(("access" = [])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the post that was seen"),
    ),
    responses(
        (status = 204, description = "The post is gone"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
        (status = 412, description = "The post has changed since the tag of If-Match; nothing was deleted"),
    ),
)]
pub async fn delete(
    admin: Admin,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let store_id = app.store_id.clone();
    let revision = app
        .store
        .write(move |store| {
            let current = posts::revision(store, id)?.ok_or(ApiError::NotFound)?;
            if !post_tag(&store_id, id, current).allows(&headers) {
                return Err(ApiError::PreconditionFailed);
            }
            let revision = site::advance(store)?;
            posts::delete(store, id, revision)?;
            Ok(revision)
        })
        .await?;
    tracing::info!(post = id, revision, user = admin.name, "post deleted");
    app.publisher.saved(revision);
    Ok(StatusCode::NO_CONTENT)
}

/// Cleans texts and examines pictures, a bounded number of forms at a time.
pub(super) async fn prepare(app: &App, form: Form) -> Result<Changes, ApiError> {
    let gate = app
        .upload_gate
        .clone()
        .acquire_owned()
        .await
        .map_err(|error| ApiError::Internal(error.into()))?;
    let limits = app.image_limits;
    blocking(move || {
        let _gate = gate;
        form.prepare(&limits)
    })
    .await
}

/// The whole write: pictures, the post, what its texts point to, and the site's revision, or nothing at all.
/// A post with the id 0 is a new one.
pub(crate) fn save(
    store: &Transaction<'_>,
    mut post: PostRecord,
    changes: Changes,
    now_millis: i64,
) -> Result<StoredPost, ApiError> {
    let revision = site::advance(store)?;
    changes.apply(&mut post, |image| images::insert(store, image, now_millis))?;
    if post.id == 0 {
        post.id = posts::insert(store, &post, revision)?;
    } else {
        posts::update(store, &post, revision)?;
    }
    let linked: Vec<i64> = Lang::ALL
        .iter()
        .flat_map(|lang| rich_text::stored_images(post.content.get(*lang)))
        .collect();
    posts::set_text_images(store, post.id, &linked)?;
    Ok(StoredPost { revision, post })
}

impl From<SaveError> for ApiError {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::FeaturedTaken => Self::FeaturedTaken,
            SaveError::Store(error) => error.into(),
        }
    }
}

fn answer(app: &App, status: StatusCode, stored: StoredPost) -> Response {
    let etag = post_tag(&app.store_id, stored.post.id, stored.revision);
    let headers = [
        (header::ETAG, etag.value()),
        (header::CACHE_CONTROL, REVALIDATE),
    ];
    (status, headers, Json(Post::from(stored.post))).into_response()
}

/// `Prefer: return=minimal` (RFC 7240) asks for summaries at the specified address.
fn prefers_minimal(headers: &HeaderMap) -> bool {
    let preferences = headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok());
    preferences
        .flat_map(|value| value.split([',', ';']))
        .any(|part| part.trim().eq_ignore_ascii_case("return=minimal"))
}

fn post_tag(store_id: &str, id: i64, revision: i64) -> ETag {
    ETag::new(format!("{store_id}-{id}-{revision}"))
}

fn list_tag(store_id: &str, revision: i64, filter: &Filter) -> ETag {
    let query = blake3::hash(format!("{filter:?}").as_bytes()).to_hex();
    ETag::new(format!("{store_id}-l{revision}-{}", &query[..8]))
}
