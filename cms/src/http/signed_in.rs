//! The access rule of a call, visible in its signature: a handler that takes [`Admin`] is for staff.

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use rusqlite::Connection;

use crate::{
    http::{app::App, error::ApiError},
    posts::editor::{Editor, Moment},
    store::families,
};

/// A signed-in member of staff. Extracted before the body is read.
#[derive(Debug, Clone)]
pub struct Admin {
    /// The user's number, which may be logged; the name may not.
    pub user: String,
    name: String,
    family: String,
}

impl Admin {
    /// As the author of what they do now.
    pub fn editor(&self, app: &App) -> Editor {
        Editor {
            name: self.name.clone(),
            at: Moment {
                now: app.clock.now(),
                time: app.time.now(),
            },
        }
    }

    /// Refuses when the sign-in has ended. A write asks once more inside of its transaction: reading the body took time.
    pub fn still_signed_in(&self, store: &Connection) -> Result<(), ApiError> {
        match families::is_active(store, &self.family)? {
            true => Ok(()),
            false => Err(ApiError::Unauthorized),
        }
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let token = bearer(parts).ok_or(ApiError::Unauthorized)?;
        let claims = app.sessions.claims(token).ok_or(ApiError::Unauthorized)?;
        let admin = Self {
            user: claims.sub,
            name: claims.name,
            family: claims.fam,
        };
        let asked = admin.clone();
        app.store
            .read(move |store| asked.still_signed_in(store))
            .await?;
        Ok(admin)
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
