//! `/api/tokens/`: by what scripts call the API, for owners.

use axum::{extract::State, http::StatusCode, response::Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::Owner,
        uncached::uncached,
    },
    people::tokens::{self, Wish},
    store::{
        audit::{Deed, Kind},
        role::Role,
        tokens::{self as stored, Token},
    },
};

/// What the token is for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// 1 to 100 characters; the record of who did what says `token NAME`.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// `author` or `editor`: what only owners may do no token does.
    role: Role,
    /// For how many days, up to 3650; without it until it is revoked.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
}

/// A token without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenJson {
    /// To revoke it by.
    id: i64,
    /// What it is for.
    name: String,
    /// What may be done with it.
    role: Role,
    /// Since when it is there.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Who made it.
    created_by: String,
    /// From then on it opens nothing; `null` never.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// Whether it has come to that.
    expired: bool,
    /// When it was used last, to the minute.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
    /// From which address; empty before the first use.
    used_from: String,
}

/// A token with its secret, which is told once: only its hash is kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenSecret {
    #[serde(flatten)]
    token: TokenJson,
    /// Sent as `Authorization: Bearer …`.
    #[schema(example = "cms_V2l0aCBhIGxpdHRsZSBoZWxwIG9mIG15IGZyaWVuZHM")]
    secret: String,
}

fn json(app: &App, token: Token) -> TokenJson {
    let time = |millis| Timestamp::from_millisecond(millis).unwrap_or_default();
    TokenJson {
        id: token.id,
        name: token.name,
        role: token.role,
        created_at: time(token.created_at),
        created_by: token.created_by,
        expires_at: token.expires_at.map(|at| app.for_people(at)),
        expired: token.expires_at.is_some_and(|at| at <= app.time.now()),
        used_at: token.used_at.map(time),
        used_from: token.used_from,
    }
}

/// Every token, also those that have expired.
#[utoipa::path(
    get, operation_id = "list_tokens",
    path = "/api/tokens/",
    tag = "users",
    security(("access" = ["owner"])),
    responses(
        (status = 200, description = "By name", body = Vec<TokenJson>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(stored::list(store)?));
    let found = found.await?.into_iter();
    let list: Vec<_> = found.map(|token| json(&app, token)).collect();
    Ok(uncached(list, StatusCode::OK))
}

/// Makes a token. It does what its role may, but for what concerns a person: own sign-ins, password, `me`.
#[utoipa::path(
    post, operation_id = "create_token",
    path = "/api/tokens/",
    tag = "users",
    security(("access" = ["owner"])),
    request_body = NewToken,
    responses(
        (status = 201, description = "The secret; it cannot be asked for again", body = TokenSecret),
        (status = 400, description = "Not JSON, or `errors` names each wrong field: `name: taken`, `role: invalid_choice`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn create(
    owner: Owner,
    State(app): State<App>,
    ApiJson(NewToken { name, role, days }): ApiJson<NewToken>,
) -> Result<Response, ApiError> {
    let (by, now) = (owner.name().to_owned(), app.moment());
    let deed = |made: &(Token, String)| {
        let Token { name, role, .. } = &made.0;
        Some(Deed::about(
            Kind::TokenMade,
            format!("{name}: {}", role.name()),
        ))
    };
    let made = owner.write(&app, deed, move |store| {
        Ok(tokens::make(store, Wish { name, role, days }, &by, now)?)
    });
    let (token, secret) = made.await?;
    tracing::info!(token = token.id, user = owner.user, "token made");
    let token = json(&app, token);
    Ok(uncached(TokenSecret { token, secret }, StatusCode::CREATED))
}

/// Revokes a token: what it asks from now on is refused.
#[utoipa::path(
    delete, operation_id = "revoke_token",
    path = "/api/tokens/{id}/",
    tag = "users",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The token's number")),
    responses(
        (status = 204, description = "It opens nothing any more"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such token"),
    ),
)]
pub async fn delete(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let deed = |token: &Token| Some(Deed::about(Kind::TokenRevoked, token.name.clone()));
    let revoked = owner.write(&app, deed, move |store| Ok(tokens::revoke(store, id)?));
    revoked.await?;
    tracing::info!(token = id, user = owner.user, "token revoked");
    Ok(StatusCode::NO_CONTENT)
}
