//! `/api/auth/sessions/`, `/api/auth/password/`, `/api/users/me/`: what staff do with their own account.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        client_address::ClientAddress,
        error::ApiError,
        extract::{ApiJson, Segment},
        signed_in::{Newcomer, Person},
    },
    people::{own::NewPassword, second_step},
    store::{families::Family, role::Role},
};

/// Who asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// The user's number.
    id: i64,
    /// To sign in with.
    username: String,
    /// What they may do.
    role: Role,
    /// Whether they must turn their second step on before they do anything else.
    second_step_missing: bool,
}

/// A sign-in that has not ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionJson {
    /// Names it; opens nothing.
    id: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it was renewed last: within a quarter of an hour while it is in use.
    #[schema(value_type = String, format = DateTime)]
    seen_at: Timestamp,
    /// The address it began at; empty for those of older releases.
    address: String,
    /// What the browser called itself; may be empty.
    agent: String,
    /// Whether it is the one that asks.
    current: bool,
}

impl SessionJson {
    fn of(app: &App, family: Family, current: &str) -> Self {
        Self {
            current: family.id == current,
            created_at: app.for_people(family.created_at),
            seen_at: app.for_people(family.seen_at),
            id: family.id,
            address: family.address,
            agent: family.agent,
        }
    }
}

/// Another password for oneself.
#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    /// The present one.
    #[schema(format = Password)]
    current: String,
    /// The one to come: 8 characters or more, 1024 bytes at most.
    #[schema(min_length = 8, format = Password)]
    password: String,
}

/// Who is signed in, and what they may do.
#[utoipa::path(
    get, operation_id = "read_me",
    path = "/api/users/me/",
    tag = "auth",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "The user of the token", body = Me),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
    ),
)]
pub async fn me(Newcomer(staff): Newcomer, State(app): State<App>) -> Result<Response, ApiError> {
    let required = app.config.require_second_step;
    let on = app.sessions.second_step(staff.id).await?.on_since.is_some();
    let me = Me {
        second_step_missing: second_step::is_needed(required, staff.role()) && !on,
        id: staff.id,
        username: staff.name().to_owned(),
        role: staff.role(),
    };
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(me)).into_response())
}

/// One's own sign-ins, the one in use last first.
#[utoipa::path(
    get, operation_id = "list_sessions",
    path = "/api/auth/sessions/",
    tag = "auth",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "Sign-ins that have not ended", body = Vec<SessionJson>),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
    ),
)]
pub async fn list(staff: Person, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app.sessions.of_user(staff.id).await?.into_iter();
    let list: Vec<_> = found
        .map(|family| SessionJson::of(&app, family, &staff.family))
        .collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}

/// Ends every sign-in of one's own, this one too.
#[utoipa::path(
    delete, operation_id = "end_sessions",
    path = "/api/auth/sessions/",
    tag = "auth",
    security(("access" = ["author"])),
    responses(
        (status = 204, description = "Signed out everywhere"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
    ),
)]
pub async fn end_all(staff: Person, State(app): State<App>) -> Result<StatusCode, ApiError> {
    app.sessions.end_all(staff.who(), staff.id).await?;
    tracing::info!(user = staff.user, "signed out everywhere");
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one sign-in of one's own.
#[utoipa::path(
    delete, operation_id = "end_session",
    path = "/api/auth/sessions/{session}/",
    tag = "auth",
    security(("access" = ["author"])),
    params(("session" = String, Path, description = "Its `id`")),
    responses(
        (status = 204, description = "It has ended"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 404, description = "It is none of one's own, or has ended"),
    ),
)]
pub async fn end(
    staff: Person,
    State(app): State<App>,
    Segment(session): Segment,
) -> Result<StatusCode, ApiError> {
    let ended = app.sessions.end(staff.who(), staff.id, session);
    if ended.await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

/// Changes one's own password. Of one's sign-ins only this one goes on.
#[utoipa::path(
    post, operation_id = "change_password",
    path = "/api/auth/password/",
    tag = "auth",
    security(("access" = ["author"])),
    request_body = PasswordChange,
    responses(
        (status = 204, description = "Changed"),
        (status = 400, description = "Not JSON, or `errors`: `current: wrong`, `password: too_short`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many wrong passwords", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn change_password(
    staff: Person,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(PasswordChange { current, password }): ApiJson<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    let (who, family) = (staff.who(), staff.family.clone());
    let given = NewPassword {
        current,
        new: password,
    };
    app.sessions
        .change_password(who, family, address, given)
        .await?;
    tracing::info!(user = staff.user, "password changed");
    Ok(StatusCode::NO_CONTENT)
}
