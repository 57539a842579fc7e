//! `/api/links/`: whether links to other sites still lead somewhere; for staff.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{app::App, error::ApiError, extract::ApiJson, signed_in::Author},
    links::{self, Found, State as Became},
};

/// The links to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinksToCheck {
    /// Addresses that begin with `https://` or `http://`, at most 50 of at most 2000 bytes.
    #[schema(min_items = 1, max_items = 50, example = json!(["https://www.e-qanun.example/framework/46948"]))]
    urls: Vec<String>,
}

/// What became of a link.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkState {
    /// Something is there.
    There,
    /// It is at another address for good.
    Moved,
    /// The server says that there is no such page.
    Gone,
    /// Nobody answered in time, or at all.
    Unreachable,
    /// The server answers, but says neither: some refuse whoever is no browser. Without a status nobody waited for it as long as for
    /// others: ask again.
    Unsure,
}

impl From<Became> for LinkState {
    fn from(state: Became) -> Self {
        match state {
            Became::There => Self::There,
            Became::Moved => Self::Moved,
            Became::Gone => Self::Gone,
            Became::Unreachable => Self::Unreachable,
            Became::Unsure => Self::Unsure,
        }
    }
}

/// A link as it was found a moment ago.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckedLink {
    /// As it was asked for.
    url: String,
    /// What became of it.
    state: LinkState,
    /// The last status that was answered.
    #[schema(required = true)]
    status: Option<u16>,
    /// Where it is now, if it moved.
    #[schema(required = true)]
    to: Option<String>,
}

impl CheckedLink {
    fn new(url: String, Found { state, status, to }: Found) -> Self {
        Self {
            url,
            state: state.into(),
            status: status.map(|status| status.as_u16()),
            to: to.map(String::from),
        }
    }
}

/// Asks other sites for these addresses, as a visitor's browser would, and tells what became of them, in the order of the
/// request. What is in a private network counts as unreachable. Takes 20 seconds at most: what nobody has waited for by then is
/// `unsure` and has no status.
#[utoipa::path(
    post, operation_id = "check_links",
    path = "/api/links/",
    tag = "drafts",
    security(("access" = ["author"])),
    request_body(content = LinksToCheck),
    responses(
        (status = 200, description = "Each of them", body = Vec<CheckedLink>),
        (status = 400, description = "`urls: too_many` or `invalid`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of another shape"),
    ),
)]
pub async fn check(
    staff: Author,
    State(app): State<App>,
    ApiJson(wanted): ApiJson<LinksToCheck>,
) -> Result<Json<Vec<CheckedLink>>, ApiError> {
    let urls = wanted.urls;
    if urls.len() > links::MOST {
        return Err(ApiError::field("urls", "too_many"));
    }
    let read: Option<Vec<_>> = urls.iter().map(|url| links::readable(url)).collect();
    let read = read.ok_or_else(|| ApiError::field("urls", "invalid"))?;
    let found = app.links.look(&staff.user, read).await;
    let checked = urls.into_iter().zip(found);
    Ok(Json(
        checked
            .map(|(url, found)| CheckedLink::new(url, found))
            .collect(),
    ))
}
