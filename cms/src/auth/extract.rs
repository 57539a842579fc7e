//! The access rule of a call, visible in its signature: a handler that takes [`Admin`] is for staff.

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};

use super::access;
use crate::{app::App, error::ApiError, store::families};

/// A signed-in member of staff. Extracted before the body is read.
#[derive(Debug, Clone)]
pub struct Admin {
    /// The user's name.
    pub name: String,
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let token = bearer(parts).ok_or(ApiError::Unauthorized)?;
        let claims =
            access::verify(&app.keys, token, app.clock.seconds()).ok_or(ApiError::Unauthorized)?;
        let family = claims.fam;
        let active = app
            .store
            .read(move |store| Ok::<_, ApiError>(families::is_active(store, &family)?))
            .await?;
        if active {
            Ok(Self { name: claims.name })
        } else {
            Err(ApiError::Unauthorized)
        }
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
