//! `/healthz` and `/readyz`, for whatever watches the service.

use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{app::App, error::ApiError},
    store::{revisions, unwritable::Unwritable},
};

/// All is well.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok`
    pub status: &'static str,
}

const OK: Health = Health { status: "ok" };

/// Whether the process is up.
#[utoipa::path(get, operation_id = "healthz", path = "/healthz", tag = "operations",
    responses((status = 200, description = "The process is up", body = Health)))]
pub async fn live() -> (StatusCode, Json<Health>) {
    (StatusCode::OK, Json(OK))
}

/// Whether the store answers and takes changes, and the site has been generated.
#[utoipa::path(get, operation_id = "readyz", path = "/readyz", tag = "operations",
    responses(
        (status = 200, description = "Store and site are usable", body = Health),
        (status = 503, description = "The store does not answer or cannot be written, or nothing has been generated yet"),
    ))]
pub async fn ready(State(app): State<App>) -> Result<Json<Health>, ApiError> {
    if let Some(why) = app.store.unwritable() {
        return Err(ApiError::Unavailable(match why {
            Unwritable::Full => "The store cannot be written: its disk is full.",
            Unwritable::ReadOnly => "The store cannot be written: its disk is read-only.",
            Unwritable::Crowded => "The store cannot be written: too many files are open.",
            Unwritable::Moved => "The store cannot be written: its file is not in its place.",
            Unwritable::Failing => "The store cannot be written: its disk fails.",
        }));
    }
    let index = app.config.dist.join("index.html");
    let generated = app.store.read(move |store| {
        revisions::read(store)?;
        Ok::<_, anyhow::Error>(index.is_file())
    });
    match generated.await {
        Ok(true) => Ok(Json(OK)),
        Ok(false) => Err(ApiError::Unavailable(
            "The site has not been generated yet.",
        )),
        Err(_) => Err(ApiError::Unavailable("The store does not answer.")),
    }
}
