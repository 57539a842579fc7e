//! `/api/auth/`: signing in, staying signed in, signing out. The rules are in `crate::people`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    fields::FieldErrors,
    http::{
        app::App, client_address::ClientAddress, device_cookie, error::ApiError, extract::ApiJson,
    },
    people::session::{Caller, Given, TokenPair},
};

/// Characters that are kept of a browser's name for itself.
const LONGEST_AGENT: usize = 300;

/// Name and password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// As it was given to `cms user add`.
    #[schema(min_length = 1)]
    username: String,
    /// Up to 1024 bytes.
    #[schema(min_length = 1, format = Password)]
    password: String,
    /// Where `second-step-required` asked for it: the six digits of the device, or a recovery code.
    #[serde(default)]
    code: Option<String>,
}

/// A refresh token.
#[derive(Deserialize, ToSchema)]
pub struct RefreshToken {
    /// As the last sign-in or refresh gave it.
    refresh: String,
}

/// Signs in.
#[utoipa::path(
    post, operation_id = "sign_in",
    path = "/api/auth/token/",
    tag = "auth",
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in", body = TokenPair, headers(
            ("Set-Cookie" = String, description = "`cms_device`: guessing elsewhere does not lock this browser out"),
        )),
        (status = 400, description = "Not JSON, or `errors` names each empty field"),
        (status = 401, description = "Wrong name or password; with the right ones `second-step-required` asks for a `code`, \
            and `second-step-wrong` is for one that is wrong or used up"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many failures from this address or for this name", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn token(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    ApiJson(given): ApiJson<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    let Credentials {
        username: name,
        password,
        code,
    } = given;
    require(&[("username", &name), ("password", &password)])?;
    let caller = Caller {
        address,
        device: device_cookie::of(&headers),
        agent: agent(&headers),
    };
    let signed_in = app
        .sessions
        .sign_in(
            caller,
            Given {
                name,
                password,
                code,
            },
        )
        .await?;
    let cookie = device_cookie::set(&headers, &signed_in.device);
    let cookie = [(header::SET_COOKIE, cookie)];
    Ok((cookie, uncached(signed_in.pair)))
}

/// Exchanges a refresh token for a new pair.
///
/// Each refresh token works once. Within ten seconds its use is repeated with the same successor (two tabs); any
/// other reuse ends every session that came from the same sign-in.
#[utoipa::path(
    post, operation_id = "refresh_tokens",
    path = "/api/auth/token/refresh/",
    tag = "auth",
    request_body = RefreshToken,
    responses(
        (status = 200, description = "A new pair", body = TokenPair),
        (status = 400, description = "Not JSON"),
        (status = 401, description = "Unknown, expired, revoked or used before"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn refresh(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(RefreshToken { refresh }): ApiJson<RefreshToken>,
) -> Result<impl IntoResponse, ApiError> {
    Ok(uncached(app.sessions.renew(refresh, address).await?))
}

/// Signs out: every token of this sign-in ends.
#[utoipa::path(
    post, operation_id = "sign_out",
    path = "/api/auth/logout/",
    tag = "auth",
    request_body = RefreshToken,
    responses(
        (status = 204, description = "Signed out (also when the token was unknown)"),
        (status = 400, description = "Not JSON"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn logout(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(RefreshToken { refresh }): ApiJson<RefreshToken>,
) -> Result<StatusCode, ApiError> {
    app.sessions.sign_out(refresh, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What the browser calls itself, as far as that tells one of a user's browsers from another.
fn agent(headers: &HeaderMap) -> String {
    let value = headers.get(header::USER_AGENT);
    let text = value.and_then(|value| value.to_str().ok());
    text.unwrap_or_default()
        .chars()
        .take(LONGEST_AGENT)
        .collect()
}

fn require(fields: &[(&str, &str)]) -> Result<(), ApiError> {
    let empty = fields.iter().filter(|(_, text)| text.is_empty());
    let errors: FieldErrors = empty
        .map(|(name, _)| ((*name).to_owned(), vec!["required".to_owned()]))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(ApiError::Invalid(errors))
    }
}

fn uncached(pair: TokenPair) -> impl IntoResponse {
    (
        [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))],
        Json(pair),
    )
}
