//! `/api/blog/posts/`: anyone reads, staff write.

use crate::{
    http::{
        api::{
            desk::{commit, of_post, prepare},
            drafts::draft_tag,
            post_answers::{JSON, REVALIDATE, list_tag, post_tag},
            post_form::PostForm,
            post_json::{Post, PostList},
            post_query::ListQuery,
            redirects::{RedirectQuery, checked},
        },
        app::App,
        error::ApiError,
        extract::{ApiMultipart, ApiQuery, Id, IdempotencyKey, read_form},
        signed_in::{Author, Editor, to},
    },
    posts::{
        form::Form,
        save::{self, Created},
        trash,
    },
    store::{
        audit::{Deed, Kind},
        posts::{self, StoredPost},
        revisions,
    },
};
use axum::{
    Json,
    extract::{FromRequestParts as _, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use generator::Languages;

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
        (status = 401, description = "`state`, `stale` and `missing` are for staff"),
        (status = 403, description = "`second-step-missing`: the account must have a second step before it asks for these"),
    ),
)]
pub async fn list(
    State(app): State<App>,
    ApiQuery(query): ApiQuery<ListQuery>,
    mut parts: Parts,
) -> Result<Response, ApiError> {
    let minimal = prefers_minimal(&parts.headers);
    // Visitors ask most, and for all languages.
    let site = if query.asks_by_language() {
        app.languages()
    } else {
        Languages::USUAL
    };
    if let Some(filter) = query.for_staff(site, minimal)? {
        Author::from_request_parts(&mut parts, &app).await?;
        return app.answers.desk(filter, &parts.headers).await;
    }
    let headers = parts.headers;
    let filter = query.filter(site, minimal)?;
    let revisions = app
        .store
        .read(|store| Ok::<_, ApiError>(revisions::read(store)?));
    let revision = revisions.await?.saved;
    let etag = list_tag(&app.store_id, revision, &filter);
    let mut response = match etag.not_modified(&headers, JSON, REVALIDATE) {
        Some(known) => known,
        None => app.answers.list(revision, filter).await?,
    };
    let vary = HeaderValue::from_static("prefer");
    response.headers_mut().append(header::VARY, vary);
    Ok(response)
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
    let revision = app
        .store
        .read(move |store| Ok::<_, ApiError>(posts::revision(store, id)?))
        .await?;
    let revision = revision.ok_or(ApiError::NotFound)?;
    let etag = post_tag(&app.store_id, id, revision);
    if let Some(known) = etag.not_modified(&headers, JSON, REVALIDATE) {
        return Ok(known);
    }
    app.answers.one(id, revision).await
}

/// A new post.
///
/// A client that did not see the answer may send the same fields again under the same `Idempotency-Key`: the post that the
/// first request created is answered as it is now, and no second one is made. Other fields under that key are refused, and so is
/// the key of a post that was taken off-line; that of a deleted one makes another.
#[utoipa::path(
    post, operation_id = "create_post",
    path = "/api/blog/posts/",
    tag = "posts",
    security(("access" = ["editor"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Names this request, e.g. a UUID, in 1 to 128 characters of ASCII; remembered for 14 days")),
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
        (status = 422, description = "`idempotency-key-reused`: an earlier request with this key had other fields; \
            `idempotency-key-off-line`: the post that it made is off-line; \
            `title_de: required`: there is a text in a language beside az, en and ru, and no title"),
    ),
)]
pub async fn create(
    admin: Editor,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let raw = read_form(parts).await?;
    let hash = raw.hash();
    let request = save::Request { key, hash };
    let form = Form::check(raw.of_new_post(), &app.site())?;
    let changes = prepare(&app, &admin, form).await?;
    let by = admin.editor(&app);
    let created_by_it = |created: &Created<StoredPost>| {
        let id = created.post.post.id;
        (!created.replayed).then(|| Deed::post(Kind::PostCreated, id))
    };
    let created = commit(&app, &admin, created_by_it, move |store| {
        Ok(save::create(store, changes, request, &by)?)
    });
    let Created {
        post: stored,
        replayed,
    } = created.await?;
    tracing::info!(
        post = stored.post.id,
        revision = stored.revision,
        user = admin.user,
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

/// A changed post. Optional fields that are missing keep their value.
#[utoipa::path(
    put, operation_id = "update_post",
    path = "/api/blog/posts/{id}/",
    tag = "posts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag the change is based on"),
        ("X-Draft-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
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
        (status = 412, description = "`changed`: the post has changed since the tag of If-Match; `draft-changed`: the working copy \
            has since that of X-Draft-Match; nothing was saved"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
        (status = 422, description = "`title_de: required`: there is a text in a language beside az, en and ru, and no title"),
    ),
)]
pub async fn update(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let site = app.site();
    let raw = of_post(&app, id, read_form(parts).await?, &site).await?;
    let form = Form::check(raw, &site)?;
    let changes = prepare(&app, &admin, form).await?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let stored = commit(&app, &admin, to(id, Kind::PostSaved), move |store| {
        let expected = |revision| post_tag(&store_id, id, revision).allows(&headers);
        let seen = |basis| draft_tag(&store_id, id, basis).allows_draft(&headers);
        Ok(save::update(store, id, changes, &by, expected, seen)?)
    })
    .await?;
    tracing::info!(
        post = id,
        revision = stored.revision,
        user = admin.user,
        "post changed"
    );
    Ok(answer(&app, StatusCode::OK, stored))
}

/// Removes a post. Staff find it in the trash for thirty days.
#[utoipa::path(
    delete, operation_id = "delete_post",
    path = "/api/blog/posts/{id}/",
    tag = "posts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        RedirectQuery,
        ("If-Match" = Option<String>, Header, description = "The entity tag of the post that was seen"),
    ),
    responses(
        (status = 204, description = "The post is gone"),
        (status = 400, description = "A parameter is malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
        (status = 412, description = "The post has changed since the tag of If-Match; nothing was deleted"),
        (status = 422, description = "`redirect_to: no_such_page`, `itself`, `loop` or `invalid`"),
    ),
)]
pub async fn delete(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    ApiQuery(query): ApiQuery<RedirectQuery>,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let site = app.site();
    commit(&app, &admin, to(id, Kind::PostDeleted), move |store| {
        let expected = |revision| post_tag(&store_id, id, revision).allows(&headers);
        let target = checked(store, id, query.redirect_to.as_deref(), &site)?;
        Ok(trash::delete(store, id, target.as_ref(), &by, expected)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "post deleted");
    Ok(StatusCode::NO_CONTENT)
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
