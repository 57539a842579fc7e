//! `/api/auth/totp/`: one's own second step; `/api/users/{id}/second-step/`: that of somebody who has lost the device.

use axum::{extract::State, http::StatusCode, response::Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        client_address::ClientAddress,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::{Newcomer, Owner, Person},
        uncached::uncached,
    },
    people::{accounts, second_step, totp},
    store::{
        audit::{Deed, Kind},
        users::Account,
    },
};

/// What a device shows beside its codes where the site has no address yet.
const ISSUER: &str = "CMS";

/// Whether signing in takes a code.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondStepJson {
    /// Whether it does.
    on: bool,
    /// Whether this account does nothing without.
    required: bool,
    /// Since when.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    on_since: Option<Timestamp>,
    /// Recovery codes that were not used yet.
    recovery_codes_left: i64,
}

/// The present password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PresentPassword {
    /// Of one's own.
    #[schema(min_length = 1, format = Password)]
    password: String,
}

/// What a device needs; it is told once.
#[derive(Serialize, ToSchema)]
pub struct SharedSecret {
    /// To be typed in: base 32.
    secret: String,
    /// To be scanned: `otpauth://totp/…`.
    url: String,
}

/// A first code of the device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstCode {
    /// Six digits.
    code: String,
    /// Whose code it is: once another secret was begun it is over, whatever the code. Missing means the one that was begun last.
    #[serde(default)]
    #[schema(format = Password)]
    secret: Option<String>,
}

/// The way in without the device; told once.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// Ten, each for one sign-in.
    recovery_codes: Vec<String>,
}

/// Both that signing in takes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordAndCode {
    /// The present one.
    #[schema(min_length = 1, format = Password)]
    password: String,
    /// Of the device, or a recovery code.
    code: String,
}

/// Whether one's own sign-in takes a second step.
#[utoipa::path(
    get, operation_id = "read_second_step",
    path = "/api/auth/totp/",
    tag = "auth",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "As it is", body = SecondStepJson),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
    ),
)]
pub async fn read(Newcomer(staff): Newcomer, State(app): State<App>) -> Result<Response, ApiError> {
    let status = app.sessions.second_step(staff.id).await?;
    let since = status.on_since.map(Timestamp::from_millisecond);
    let json = SecondStepJson {
        on: status.on_since.is_some(),
        required: second_step::is_needed(app.config.require_second_step, staff.role()),
        on_since: since.map(Result::unwrap_or_default),
        recovery_codes_left: status.codes_left,
    };
    Ok(uncached(json, StatusCode::OK))
}

/// Makes a secret for one's device (RFC 6238: SHA-1, six digits, 30 seconds). It counts once a first code has confirmed it, within an hour.
#[utoipa::path(
    post, operation_id = "begin_second_step",
    path = "/api/auth/totp/",
    tag = "auth",
    security(("access" = ["author"])),
    request_body = PresentPassword,
    responses(
        (status = 201, description = "The secret; it cannot be asked for again", body = SharedSecret),
        (status = 400, description = "Not JSON, or `errors`: `password: wrong`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 409, description = "`second-step-on`: it is on already"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many wrong passwords", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn begin(
    Newcomer(staff): Newcomer,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(PresentPassword { password }): ApiJson<PresentPassword>,
) -> Result<Response, ApiError> {
    let (user, family) = ((staff.id, staff.name()), staff.family.clone());
    let begun = app
        .sessions
        .begin_second_step(user, family, address, password);
    let secret = begun.await?;
    let json = SharedSecret {
        secret: totp::in_letters(&secret),
        url: totp::url(&secret, &issuer(&app), staff.name()),
    };
    Ok(uncached(json, StatusCode::CREATED))
}

/// The host of the site.
fn issuer(app: &App) -> String {
    let origin = app.publisher.origin();
    let url = origin.and_then(|origin| Url::parse(&origin).ok());
    let host = url.and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| ISSUER.to_owned())
}

/// Turns the second step on by a first code. Of one's sign-ins only this one goes on.
#[utoipa::path(
    post, operation_id = "confirm_second_step",
    path = "/api/auth/totp/confirmation/",
    tag = "auth",
    security(("access" = ["author"])),
    request_body = FirstCode,
    responses(
        (status = 200, description = "It is on; the recovery codes cannot be asked for again", body = RecoveryCodes),
        (status = 400, description = "Not JSON, or `errors`: `code: wrong`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 404, description = "It was not begun, or more than an hour ago, or with another secret since"),
        (status = 409, description = "`second-step-on`: it is on already"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many wrong codes", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn confirm(
    Newcomer(staff): Newcomer,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(FirstCode { code, secret }): ApiJson<FirstCode>,
) -> Result<Response, ApiError> {
    let (who, family) = (staff.who(), staff.family.clone());
    let confirmed =
        app.sessions
            .confirm_second_step(who, staff.id, family, address, (code, secret));
    let recovery_codes = confirmed.await?;
    tracing::info!(user = staff.user, "second step turned on");
    Ok(uncached(RecoveryCodes { recovery_codes }, StatusCode::OK))
}

/// Turns one's own second step off. Whoever must have one does nothing then until it is on again.
#[utoipa::path(
    delete, operation_id = "end_second_step",
    path = "/api/auth/totp/",
    tag = "auth",
    security(("access" = ["author"])),
    request_body = PasswordAndCode,
    responses(
        (status = 204, description = "Signing in takes the password alone"),
        (status = 400, description = "Not JSON, or `errors`: `password: wrong`, `code: wrong`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 404, description = "It is not on"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many wrong passwords or codes", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn end(
    staff: Person,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(PasswordAndCode { password, code }): ApiJson<PasswordAndCode>,
) -> Result<StatusCode, ApiError> {
    let (who, family) = (staff.who(), staff.family.clone());
    app.sessions
        .end_second_step(who, staff.id, family, address, (password, code))
        .await?;
    tracing::info!(user = staff.user, "second step turned off");
    Ok(StatusCode::NO_CONTENT)
}

/// Makes ten recovery codes in the place of those that are left, which serve no more.
#[utoipa::path(
    post, operation_id = "renew_recovery_codes",
    path = "/api/auth/totp/recovery-codes/",
    tag = "auth",
    security(("access" = ["author"])),
    request_body = PasswordAndCode,
    responses(
        (status = 201, description = "The codes; they cannot be asked for again", body = RecoveryCodes),
        (status = 400, description = "Not JSON, or `errors`: `password: wrong`, `code: wrong`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`not-for-tokens`: a script's token is nobody's account"),
        (status = 404, description = "The second step is not on"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many wrong passwords or codes", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
    ),
)]
pub async fn renew_codes(
    staff: Person,
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(PasswordAndCode { password, code }): ApiJson<PasswordAndCode>,
) -> Result<Response, ApiError> {
    let (who, family) = (staff.who(), staff.family.clone());
    let renewed =
        app.sessions
            .renew_recovery_codes(who, staff.id, family, address, (password, code));
    let recovery_codes = renewed.await?;
    tracing::info!(user = staff.user, "recovery codes renewed");
    Ok(uncached(
        RecoveryCodes { recovery_codes },
        StatusCode::CREATED,
    ))
}

/// Turns the second step of another user off, who has lost the device and the recovery codes. All their sign-ins end.
#[utoipa::path(
    delete, operation_id = "reset_second_step",
    path = "/api/users/{id}/second-step/",
    tag = "users",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The user's number")),
    responses(
        (status = 204, description = "They sign in by the password alone"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such user, or no second step"),
        (status = 409, description = "`own-second-step`: one's own is turned off by password and code"),
    ),
)]
pub async fn reset(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    if owner.who().user_id == Some(id) {
        return Err(ApiError::OwnSecondStep);
    }
    let now = app.moment();
    let deed = |account: &Account| Some(Deed::about(Kind::SecondStepReset, account.name.clone()));
    let reset = owner.write(&app, deed, move |store| {
        Ok(accounts::reset_second_step(store, id, now.time)?)
    });
    reset.await?;
    tracing::info!(user = owner.user, changed = id, "second step reset");
    Ok(StatusCode::NO_CONTENT)
}
