//! The admin SPA: built by npm, embedded into release binaries, read from disk by development ones.

use axum::{
    extract::Path,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{
    hosting::content_type,
    http::{error::ApiError, etag::ETag},
};

#[derive(RustEmbed)]
#[folder = "../admin-ui/dist/"]
struct Files;

/// Scripts and styles of its own only. Pictures of texts may be anywhere; previews are framed documents.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
    img-src 'self' data: blob: https: http:; media-src 'self'; connect-src 'self'; frame-src 'self' blob:; \
    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// `/login` and `/admin`: the page of the SPA, which finds its own way from the address.
pub async fn page(headers: HeaderMap) -> Response {
    match Files::get("index.html") {
        Some(file) => respond("index.html", file, &headers),
        None => {
            ApiError::Unavailable("The admin has not been built: run `npm run build -w admin-ui`.")
                .into_response()
        }
    }
}

/// `/admin/…`: a file of the SPA, or one of its addresses.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match Files::get(&path) {
        Some(file) => respond(&path, file, &headers),
        None if path.starts_with("assets/") => ApiError::NotFound.into_response(),
        None => page(headers).await,
    }
}

fn respond(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let cache = if path.starts_with("assets/") {
        IMMUTABLE
    } else {
        REVALIDATE
    };
    let etag = ETag::new(HEXLOWER.encode(&file.metadata.sha256_hash()[..16]));
    let kind = content_type::of(path);
    if let Some(known) = etag.not_modified(headers, kind, cache.clone()) {
        return known;
    }
    let headers: [(HeaderName, HeaderValue); 5] = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, etag.value()),
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        ),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        ),
    ];
    (headers, file.data).into_response()
}
