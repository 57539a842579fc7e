//! `/shared/{secret}/`: the page of a post that is not published, for a guest who was given the address. Whoever guesses costs
//! a look at the store; a page is made only for a secret that is known, one at a time.

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, HeaderName, HeaderValue, Uri, header},
    response::{IntoResponse as _, Response},
};
use generator::{Lang, Post};

use crate::{
    http::{app::App, error::ApiError},
    posts::{error::PostError, share},
    publishing::PreviewError,
    store::{blocking, turns::Whose},
};

/// Below it are the pages of all links.
pub const PREFIX: &str = "/shared/";
/// Random bytes of a secret.
pub const SECRET_BYTES: usize = 32;
/// Letters of the same, in base64.
const SECRET_LETTERS: usize = (SECRET_BYTES * 4).div_ceil(3);

/// Nothing of the page is kept or passed on by anyone, and nothing in it runs: no scripts, no forms.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        HeaderName::from_static("x-robots-tag"),
        HeaderValue::from_static("noindex"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    // Of the same origin, or the site's own fonts would be refused.
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'none'",
        ),
    ),
];

/// The address that belongs to a secret.
pub fn address(secret: &str) -> String {
    format!("{PREFIX}{secret}/")
}

/// The Azerbaijani page. What is no text is no secret.
pub async fn page(State(app): State<App>, secret: Result<Path<String>, PathRejection>) -> Response {
    let secret = secret.map(|Path(secret)| secret).unwrap_or_default();
    with_headers(answer(app, &secret, Some(Lang::DEFAULT)).await)
}

/// The page in another language.
pub async fn page_in(
    State(app): State<App>,
    parts: Result<Path<(String, String)>, PathRejection>,
) -> Response {
    let (secret, lang) = parts.map(|Path(parts)| parts).unwrap_or_default();
    let lang = Lang::from_code(&lang).filter(|lang| *lang != Lang::DEFAULT);
    with_headers(answer(app, &secret, lang).await)
}

async fn answer(app: App, secret: &str, lang: Option<Lang>) -> Result<Response, ApiError> {
    let shown = match lang.filter(|_| is_secret(secret)) {
        Some(lang) => find(&app, secret).await?.map(|post| (post, lang)),
        None => None,
    };
    match shown {
        Some((post, lang)) => rendered(app, post, lang, address(secret)).await,
        None => not_found(app).await,
    }
}

fn with_headers(answer: Result<Response, ApiError>) -> Response {
    let mut response = answer.into_response();
    for name in [header::ETAG, header::LAST_MODIFIED] {
        response.headers_mut().remove(name);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

fn is_secret(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.len() == SECRET_LETTERS && text.bytes().all(letter)
}

async fn find(app: &App, secret: &str) -> Result<Option<Post>, ApiError> {
    let (secret, time) = (secret.to_owned(), app.time.now());
    let found = app.store.read_of(Whose::Visitors, move |store| {
        let snapshot = store.unchecked_transaction()?;
        Ok::<_, ApiError>(share::find(&snapshot, &secret, time))
    });
    match found.await? {
        Ok(post) => Ok(Some(post)),
        Err(PostError::Missing) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What is wrong with templates or content is told to editors, in the log and where they write.
async fn rendered(app: App, post: Post, lang: Lang, base: String) -> Result<Response, ApiError> {
    const BUSY: ApiError = ApiError::Unavailable("The page cannot be made now.");
    let turn = app.guests.turn().await.ok_or(BUSY)?;
    let (publisher, number) = (app.publisher.clone(), post.id);
    let made = blocking(move || {
        let _turn = turn;
        Ok::<_, ApiError>(publisher.shared(&post, lang, &base))
    });
    let html = match made.await? {
        Ok(html) => html,
        Err(PreviewError::NoLanguage(_)) => return not_found(app).await,
        Err(error) => {
            tracing::warn!(post = number, %error, "a shared page cannot be made");
            return Err(BUSY);
        }
    };
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    Ok((headers, html).into_response())
}

/// As for any other address that there is not.
async fn not_found(app: App) -> Result<Response, ApiError> {
    blocking(move || {
        let uri = Uri::from_static(PREFIX);
        app.dist
            .answer(&uri, &HeaderMap::new())
            .map_err(ApiError::of_file)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_secret_is_looked_up() {
        assert!(is_secret(&"aZ0-_".repeat(9)[..43]));
        for text in [
            "",
            "x",
            &"a".repeat(42),
            &"a".repeat(44),
            &"ə".repeat(43),
            &"%".repeat(43),
        ] {
            assert!(!is_secret(text), "{text}");
        }
    }
}
