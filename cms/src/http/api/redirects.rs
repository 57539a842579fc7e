//! `/api/blog/posts/{id}/redirect/`: where the address of a post leads that is off-line; for staff.

use axum::{Json, extract::State, http::StatusCode};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        api::desk::commit,
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::{Editor, to},
    },
    posts::{
        redirects::{self, Target},
        site::Site,
    },
    store::audit::Kind,
};

/// Where an address leads.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct Redirect {
    /// A page of the site by its Azerbaijani path, or an https address.
    #[schema(example = "/blog/5/")]
    redirect_to: String,
}

/// Where the address of a post leads that goes off-line.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RedirectQuery {
    /// A page of the site by its Azerbaijani path, or an https address; missing means nowhere.
    #[param(example = "/blog/5/")]
    pub redirect_to: Option<String>,
}

/// A target as a request names it, if it does.
pub fn checked(
    store: &Connection,
    id: i64,
    text: Option<&str>,
    site: &Site,
) -> Result<Option<Target>, ApiError> {
    let target = text.map(|text| Target::checked(store, id, text, site));
    Ok(target.transpose()?)
}

/// Sends the address of a post elsewhere that is off-line, in the trash, or forgotten with an address that is sent elsewhere.
#[utoipa::path(
    put, operation_id = "set_redirect",
    path = "/api/blog/posts/{id}/redirect/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    request_body(content = Redirect),
    responses(
        (status = 200, description = "Where it leads from now on", body = Redirect),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`redirect_to: on_line`, `no_such_page`, `itself`, `loop` or `invalid`"),
    ),
)]
pub async fn set(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    ApiJson(wanted): ApiJson<Redirect>,
) -> Result<Json<Redirect>, ApiError> {
    let site = app.site();
    let target = commit(&app, &admin, to(id, Kind::RedirectSet), move |store| {
        let text = &wanted.redirect_to;
        Ok(redirects::put(store, id, text, &site)?)
    });
    let redirect_to = target.await?.as_str().to_owned();
    tracing::info!(post = id, user = admin.user, "address sent elsewhere");
    Ok(Json(Redirect { redirect_to }))
}

/// The address leads nowhere else any more, and will not when the post goes off-line as planned.
#[utoipa::path(
    delete, operation_id = "remove_redirect",
    path = "/api/blog/posts/{id}/redirect/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 204, description = "It leads nowhere else"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
    ),
)]
pub async fn remove(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    commit(&app, &admin, to(id, Kind::RedirectRemoved), move |store| {
        Ok(redirects::remove(store, id)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "address sent nowhere else");
    Ok(StatusCode::NO_CONTENT)
}
