//! `/api/blog/images/{id}/`: stored pictures, used directly as image sources.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};

use super::{
    conditional::{ETag, not_modified},
    extract::Id,
};
use crate::{app::App, error::ApiError, store::images};

/// The picture of an id never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A picture as it is published: without metadata, turned upright.
#[utoipa::path(
    get, operation_id = "read_image",
    path = "/api/blog/images/{id}/",
    tag = "images",
    params(
        ("id" = i64, Path, description = "The picture's number"),
        ("If-None-Match" = Option<String>, Header, description = "An entity tag"),
    ),
    responses(
        (status = 200, description = "The picture in its own type",
         content(
            (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"), (Vec<u8> = "image/webp"),
         ),
         headers(
            ("ETag" = String, description = "Hash of the content"),
            ("Cache-Control" = String, description = "public, max-age=31536000, immutable"),
            ("X-Content-Type-Options" = String, description = "nosniff"),
         )),
        (status = 304, description = "The client has this picture"),
        (status = 404, description = "There is no such picture"),
    ),
)]
pub async fn read(
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.store
        .read(move |store| {
            let (hash, kind) = images::head(store, id)?.ok_or(ApiError::NotFound)?;
            let etag = ETag::new(&hash[..32.min(hash.len())]);
            if etag.is_known(&headers) {
                return Ok(not_modified(&etag, IMMUTABLE));
            }
            let image = images::find(store, id)?.ok_or(ApiError::NotFound)?;
            let kind =
                HeaderValue::from_str(&kind).map_err(|error| ApiError::Internal(error.into()))?;
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::ETAG, etag.value()),
                (header::CACHE_CONTROL, IMMUTABLE),
                // A picture opened by itself runs nothing.
                (
                    header::CONTENT_SECURITY_POLICY,
                    HeaderValue::from_static("default-src 'none'; sandbox"),
                ),
            ];
            Ok((headers, image.bytes).into_response())
        })
        .await
}
