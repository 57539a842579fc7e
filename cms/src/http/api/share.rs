//! `/api/blog/posts/{id}/share/`: a link that shows a working copy to someone without an account. The page behind it:
//! `files/shared.rs`.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        api::desk::commit,
        app::App,
        error::ApiError,
        extract::Id,
        files::shared,
        signed_in::{Author, to},
    },
    posts::share,
    store::audit::Kind,
};

/// A link for a guest. It is told once: only its hash is kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareLink {
    /// The address on this host, `/shared/…/`; its code below it (`en/`) is the page in another language of the site.
    url: String,
    /// From then on it shows nothing.
    #[schema(value_type = String, format = DateTime)]
    expires_at: jiff::Timestamp,
}

/// Makes a link that shows the post as staff see it, for seven days, to anyone who has it.
#[utoipa::path(
    post, operation_id = "share_post",
    path = "/api/blog/posts/{id}/share/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 201, description = "The link; it cannot be asked for again", body = ShareLink),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn create(
    admin: Author,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let secret = URL_SAFE_NO_PAD.encode(rand::random::<[u8; shared::SECRET_BYTES]>());
    let by = admin.editor(&app);
    let (at, url) = (by.at, shared::address(&secret));
    let expires = commit(&app, &admin, to(id, Kind::LinkMade), move |store| {
        Ok(share::share(store, id, &secret, &by)?)
    });
    let left = expires.await? - at.time;
    let expires_at = jiff::Timestamp::from_millisecond(at.millis() + left)
        .map_err(|error| ApiError::Internal(error.into()))?;
    tracing::info!(post = id, user = admin.user, "post shared");
    let link = ShareLink { url, expires_at };
    let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::CREATED, headers, Json(link)).into_response())
}

/// Takes every link to a post back.
#[utoipa::path(
    delete, operation_id = "unshare_post",
    path = "/api/blog/posts/{id}/share/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 204, description = "No link shows it any more"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn revoke(
    admin: Author,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    commit(&app, &admin, to(id, Kind::LinksRevoked), move |store| {
        Ok(share::revoke(store, id)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "links taken back");
    Ok(StatusCode::NO_CONTENT)
}
