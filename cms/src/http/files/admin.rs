//! The admin SPA: built by npm, embedded into release binaries, read from disk by development ones.

use std::borrow::Cow;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use generator::{Category, Lang};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{
    hosting::content_type,
    http::{app::App, coding::Coding, error::ApiError, etag::ETag, extract::Segment},
    posts::site::Site,
    store::languages::{LANGUAGES, is_other},
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

/// What the build puts beside a file that is smaller with brotli (`admin-ui/packed-plugin.ts`).
const PACKED: &str = ".br";

/// `/login` and `/admin`: the page of the SPA, which finds its own way from the address.
pub async fn page(State(app): State<App>, headers: HeaderMap) -> Response {
    match Files::get("index.html") {
        Some(file) => match told(&file.data, &app.site()) {
            Some(page) => {
                let hash = blake3::hash(&page);
                respond(
                    "index.html",
                    page.into(),
                    &hash.as_bytes()[..16],
                    None,
                    &headers,
                )
            }
            None => respond_as_built("index.html", file, &headers),
        },
        None => {
            ApiError::Unavailable("The admin has not been built: run `npm run build -w admin-ui`.")
                .into_response()
        }
    }
}

/// `/admin/…`: a file of the SPA, or one of its addresses.
pub async fn asset(app: State<App>, Segment(path): Segment, headers: HeaderMap) -> Response {
    match Files::get(&path) {
        Some(file) if !path.ends_with(PACKED) => respond_as_built(&path, file, &headers),
        _ if path.starts_with("assets/") => ApiError::NotFound.into_response(),
        _ => page(app, headers).await,
    }
}

/// The page, telling the program on `<html>` what it has to know before it begins: in which languages posts are written
/// (`data-languages="az en ru de"`), and what a new one is about (`data-category="payroll"`). `None` where both are as in the specification,
/// which it knows.
fn told(page: &[u8], site: &Site) -> Option<Vec<u8>> {
    let usual = LANGUAGES
        .into_iter()
        .filter(|lang| site.languages.has(*lang));
    let others = site.languages.iter().filter(|lang| is_other(*lang));
    let languages: Vec<Lang> = usual.chain(others).collect();
    let category = site.default_category();
    if languages == LANGUAGES && category == Category::default() {
        return None;
    }
    let mut said = String::new();
    if languages != LANGUAGES {
        let codes: Vec<&str> = languages.into_iter().map(Lang::code).collect();
        said.push_str(&format!(" data-languages=\"{}\"", codes.join(" ")));
    }
    if category != Category::default() {
        said.push_str(&format!(" data-category=\"{category}\""));
    }
    let (before, after) = std::str::from_utf8(page).ok()?.split_once("<html")?;
    Some(format!("{before}<html{said}{after}").into_bytes())
}

fn respond_as_built(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let packed = Files::get(&format!("{path}{PACKED}"));
    let hash = file.metadata.sha256_hash();
    respond(path, file.data, &hash[..16], packed, headers)
}

fn respond(
    path: &str,
    data: Cow<'static, [u8]>,
    hash: &[u8],
    packed: Option<EmbeddedFile>,
    headers: &HeaderMap,
) -> Response {
    let cache = if path.starts_with("assets/") {
        IMMUTABLE
    } else {
        REVALIDATE
    };
    let etag = ETag::new(HEXLOWER.encode(hash));
    let kind = content_type::of(path);
    let coding = match packed {
        Some(_) => Coding::of_packed(headers, kind),
        None => Coding::of(headers, kind),
    };
    if let Some(known) = etag.not_modified_in(coding, headers, kind, cache.clone()) {
        return known;
    }
    let described: [(HeaderName, HeaderValue); 5] = [
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
    let Some(packed) = packed.filter(|_| coding == Coding::Brotli) else {
        return (described, data).into_response();
    };
    let coded = [
        (
            header::CONTENT_ENCODING,
            HeaderValue::from_static(coding.name()),
        ),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    (described, coded, packed.data).into_response()
}
