//! `/api/blog/images/{id}/`: stored pictures, used directly as image sources.

use std::io::{self, Write as _};

use axum::{
    extract::{RawQuery, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};

use crate::http::{etag::ETag, extract::Id};
use crate::{
    http::{
        app::App,
        error::ApiError,
        spool::{in_turns, no_room},
    },
    media::version,
    originals::OriginalError,
    store::{
        blocking,
        images::{self, Head},
        turns::Whose,
    },
};

/// Nobody asks twice.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Its file may have been replaced, and may be again: ask whether it is still this one.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("public, no-cache");

/// A picture as it is published: without metadata, turned upright.
///
/// With `?v=` and its `version` this is the address of that very file; with `?now` no cache shows an earlier one.
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
            ("Cache-Control" = String, description = "public, max-age=31536000, immutable; `public, no-cache` once the picture was described or its file replaced, and with any query but `v=` and its version"),
            ("X-Content-Type-Options" = String, description = "nosniff"),
         )),
        (status = 304, description = "The client has this picture"),
        (status = 404, description = "There is no such picture"),
        (status = 503, description = "It is in object storage, which does not give it now"),
    ),
)]
pub async fn read(
    State(app): State<App>,
    Id(id): Id,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let head = app
        .store
        .read(move |store| Ok::<_, ApiError>(images::head(store, id)?));
    let head = head.await?.ok_or(ApiError::NotFound)?;
    let etag = ETag::new(&head.hash[..32.min(head.hash.len())]);
    let cache = caching(&head, query.as_deref());
    if let Some(known) = etag.not_modified(&headers, &head.content_type, cache.clone()) {
        return Ok(known);
    }
    let kind = HeaderValue::from_str(&head.content_type)
        .map_err(|error| ApiError::Internal(error.into()))?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_LENGTH, HeaderValue::from(head.length)),
        (header::ETAG, etag.value()),
        (header::CACHE_CONTROL, cache),
        // A picture opened by itself runs nothing.
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; sandbox"),
        ),
    ];
    let (length, hash) = (u64::try_from(head.length).unwrap_or(0), head.hash);
    if head.away {
        let response = (headers, ()).into_response();
        return fetched(&app, (id, hash), response).await;
    }
    // Each piece is a read of its own: no connection of the store waits for a client, and clients do not take them all.
    let turns = app.pieces.clone();
    let body = in_turns(length, turns, move |at, size| {
        let piece = app.store.read_blocking(|store| {
            let at = usize::try_from(at)?;
            anyhow::Ok(images::piece(store, (id, &hash), at, size)?)
        });
        match piece.map_err(io::Error::other)? {
            Some(piece) => Ok(piece.into()),
            // It went there while it was being sent.
            None => app
                .originals
                .piece(&hash, at, size)
                .map_err(io::Error::other),
        }
    });
    Ok((headers, body).into_response())
}

/// By its plain address it stays as it is for as long as nobody has changed anything about it; what was kept until then is
/// not asked for again, so that whoever must see the present file asks at an address of its own.
fn caching(head: &Head, query: Option<&str>) -> HeaderValue {
    let lasts = match query {
        None => head.untouched,
        Some(query) => query.strip_prefix("v=") == Some(version(&head.hash)),
    };
    if lasts { IMMUTABLE } else { ASK_AGAIN }
}

/// A picture that is in object storage, whole and as it was put there before anything of it is sent. A large one waits for
/// its client on disk.
async fn fetched(
    app: &App,
    (id, hash): (i64, String),
    response: Response,
) -> Result<Response, ApiError> {
    let turn = app.originals.turn().await.map_err(unavailable)?;
    let (originals, room) = (app.originals.clone(), app.spool.clone());
    let spool = blocking(move || {
        let _turn = turn;
        let found = originals.whole(id).map_err(unavailable)?;
        let (image, bytes) = found.ok_or(ApiError::NotFound)?;
        if image.hash != hash {
            return Err(ApiError::Unavailable(
                "This picture is just being replaced.",
            ));
        }
        let mut writer = room.writer(Whose::Visitors);
        writer.write_all(&bytes).map_err(no_room)?;
        writer.finish().map_err(no_room)
    })
    .await?;
    Ok(spool.respond(response, ()))
}

fn unavailable(error: OriginalError) -> ApiError {
    match error {
        OriginalError::Store(error) => ApiError::Internal(error),
        error => {
            tracing::warn!(%error, "a picture cannot be shown");
            ApiError::Unavailable("This picture is in object storage, which does not give it now.")
        }
    }
}
