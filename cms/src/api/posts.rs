//! `/api/blog/posts/`: anyone reads, staff write.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use generator::{Lang, Post as PostRecord};
use rusqlite::Transaction;

use super::{
    conditional::{ETag, not_modified},
    extract::{ApiMultipart, ApiQuery, Id, IdempotencyKey},
    media::examined,
    post_form::{Changes, Form, RawForm, blank},
    post_json::{ListQuery, Post, PostForm, PostList, PostSummary},
};
use crate::{
    app::App,
    auth::extract::Admin,
    error::ApiError,
    rich_text,
    store::{
        blocking, creations, images,
        posts::{self, Filter, SaveError, StoredPost},
        site,
    },
};

/// Ask again each time, but only for what changed.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

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
///
/// A client that did not see the answer may send the request again under the same `Idempotency-Key`: the post that the
/// first request created is answered as it is now, and no second one is made.
#[utoipa::path(
    post, operation_id = "create_post",
    path = "/api/blog/posts/",
    tag = "posts",
    security(("access" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Names this request, e.g. a UUID; remembered for 14 days")),
    request_body(content = PostForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The new post", body = Post, headers(
            ("Location" = String, description = "The post's address"),
            ("ETag" = String, description = "Strong entity tag"),
            ("Idempotency-Replayed" = String, description = "`true` when an earlier request with this key created the post"),
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
    IdempotencyKey(key): IdempotencyKey,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let form = Form::check(RawForm::read(parts).await?)?;
    let changes = prepare(&app, form).await?;
    let now = app.clock.now();
    let (stored, replayed) = commit(&app, move |store| {
        if let Some(stored) = created_by(store, key.as_deref())? {
            return Ok((stored.revision, (stored, true)));
        }
        let stored = save(store, blank(now), changes, now.as_millisecond())?;
        if let Some(key) = key {
            creations::insert(store, &key, stored.post.id, now.as_millisecond())?;
        }
        Ok((stored.revision, (stored, false)))
    })
    .await?;
    tracing::info!(
        post = stored.post.id,
        revision = stored.revision,
        user = admin.name,
        replayed,
        "post created"
    );
    let location = HeaderValue::from_str(&format!("/api/blog/posts/{}/", stored.post.id))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let mut response = answer(&app, StatusCode::CREATED, stored);
    response.headers_mut().insert(header::LOCATION, location);
    if replayed {
        let name = header::HeaderName::from_static("idempotency-replayed");
        let value = HeaderValue::from_static("true");
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// The post that an earlier request with this key created.
fn created_by(store: &Transaction<'_>, key: Option<&str>) -> Result<Option<StoredPost>, ApiError> {
    let id = key.map(|key| creations::find(store, key)).transpose()?;
    Ok(match id.flatten() {
        Some(id) => posts::find(store, id)?,
        None => None,
    })
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
    let stored = commit(&app, move |store| {
        let current = posts::find(store, id)?.ok_or(ApiError::NotFound)?;
        if !post_tag(&store_id, id, current.revision).allows(&headers) {
            return Err(ApiError::PreconditionFailed);
        }
        let stored = save(store, current.post, changes, now)?;
        Ok((stored.revision, stored))
    })
    .await?;
    tracing::info!(
        post = id,
        revision = stored.revision,
        user = admin.name,
        "post changed"
    );
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
    let revision = commit(&app, move |store| {
        let current = posts::revision(store, id)?.ok_or(ApiError::NotFound)?;
        if !post_tag(&store_id, id, current).allows(&headers) {
            return Err(ApiError::PreconditionFailed);
        }
        let revision = site::advance(store)?;
        posts::delete(store, id, revision)?;
        Ok((revision, revision))
    })
    .await?;
    tracing::info!(post = id, revision, user = admin.name, "post deleted");
    Ok(StatusCode::NO_CONTENT)
}

/// Commits a change and wakes the publisher in one piece of work on the blocking pool: neither a deadline nor a
/// client that has gone comes in between. The change returns its revision and what to answer.
async fn commit<T: Send + 'static>(
    app: &App,
    change: impl FnOnce(&Transaction<'_>) -> Result<(i64, T), ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let app = app.clone();
    blocking(move || {
        let (revision, answer) = app.store.write_blocking(change)?;
        app.publisher.saved(revision);
        Ok(answer)
    })
    .await
}

/// Cleans texts and examines pictures, a bounded number of forms at a time.
pub(super) async fn prepare(app: &App, form: Form) -> Result<Changes, ApiError> {
    examined(app, move |limits| form.prepare(limits)).await
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
