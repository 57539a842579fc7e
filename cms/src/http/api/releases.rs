//! `/api/releases/`: the way back to an earlier publication, for owners.

use axum::{extract::State, http::StatusCode, response::Response};
use generator::releases::{self as kept, Release};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    blocking,
    http::{app::App, error::ApiError, extract::Segment, signed_in::Owner, uncached::uncached},
    publishing::status::Held,
    store::{
        audit::{Deed, Kind},
        hold::{self, Hold},
    },
};

/// A publication that is kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReleaseJson {
    /// A later one has a higher number.
    number: u64,
    /// When it was live on this machine.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The saved revision that it published; `null` when it put an earlier publication in place again.
    #[schema(required = true)]
    revision: Option<i64>,
    /// Which one that was.
    #[schema(required = true)]
    restores: Option<u64>,
    /// Whether it is the first one that is known: the whole site.
    whole: bool,
    /// Pages that it made, changed or removed.
    pages: usize,
    /// Addresses of the first of these.
    addresses: Vec<String>,
    /// Whether it is what the site shows.
    current: bool,
    /// Whether it can be put in place again: what followed it is kept.
    can_return: bool,
}

/// The publications that are kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReleasesJson {
    /// An earlier one stands and publishing waits; `null` while everything that is saved is published.
    #[schema(required = true)]
    held: Option<Held>,
    /// Newest first, the last twenty and what is there now.
    releases: Vec<ReleaseJson>,
}

fn json(releases: Vec<Release>) -> Vec<ReleaseJson> {
    let releases = releases.into_iter().map(
        |Release {
             number,
             about,
             newest,
         }| ReleaseJson {
            number,
            at: about.at,
            revision: about.revision.filter(|_| about.restores.is_none()),
            restores: about.restores,
            whole: about.files == 0 && about.restores.is_none(),
            pages: about.pages,
            addresses: about.addresses,
            current: newest,
            can_return: !newest,
        },
    );
    releases.collect()
}

async fn answer(app: &App, status: StatusCode) -> Result<Response, ApiError> {
    let cache = app.config.cache();
    let found = blocking::run(move || kept::releases(&cache)).await?;
    let releases = json(found.map_err(internal)?);
    let held = app
        .store
        .read(|store| Ok::<_, ApiError>(hold::read(store)?));
    let held = held.await?.as_ref().map(Held::from);
    Ok(uncached(ReleasesJson { held, releases }, status))
}

fn internal(error: impl Into<anyhow::Error>) -> ApiError {
    ApiError::Internal(error.into())
}

/// The publications that one can go back to.
#[utoipa::path(
    get, operation_id = "list_releases",
    path = "/api/releases/",
    tag = "site",
    security(("access" = ["owner"])),
    responses(
        (status = 200, description = "Newest first", body = ReleasesJson),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    answer(&app, StatusCode::OK).await
}

/// Puts an earlier publication in place again, the posts untouched; from then on nothing is published until `resume`. The state
/// of the site (`/api/site/`) says when it is done.
#[utoipa::path(
    post, operation_id = "restore_release",
    path = "/api/releases/{n}/restore/",
    tag = "site",
    security(("access" = ["owner"])),
    params(("n" = u64, Path, description = "The publication's number")),
    responses(
        (status = 202, description = "It is being put in place", body = ReleasesJson),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "It is not kept, or nothing followed it"),
    ),
)]
pub async fn restore(
    owner: Owner,
    State(app): State<App>,
    Segment(number): Segment,
) -> Result<Response, ApiError> {
    let number: u64 = number.parse().map_err(|_| ApiError::NotFound)?;
    let cache = app.config.cache();
    let found = blocking::run(move || kept::releases(&cache)).await?;
    let found = found.map_err(internal)?;
    if !found.iter().any(|one| one.number == number && !one.newest) {
        return Err(ApiError::NotFound);
    }
    let wanted = Hold {
        release: number,
        since: app.clock.now().as_millisecond(),
        by: owner.name().to_owned(),
    };
    let deed = move |(): &()| Some(Deed::about(Kind::ReleaseRestored, number.to_string()));
    let noted = owner.write(&app, deed, move |store| Ok(hold::set(store, &wanted)?));
    noted.await?;
    tracing::warn!(
        release = number,
        user = owner.user,
        "an earlier publication is put in place"
    );
    app.publisher.held();
    answer(&app, StatusCode::ACCEPTED).await
}

/// Publishing goes on: what was saved meanwhile goes live.
#[utoipa::path(
    post, operation_id = "resume_publishing",
    path = "/api/releases/resume/",
    tag = "site",
    security(("access" = ["owner"])),
    responses(
        (status = 202, description = "It goes on, or had never stopped", body = ReleasesJson),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn resume(owner: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    let deed = |stopped: &bool| stopped.then(|| Deed::about(Kind::PublishingResumed, ""));
    let cleared = owner.write(&app, deed, |store| Ok(hold::clear(store)?));
    if cleared.await? {
        tracing::info!(user = owner.user, "publishing goes on");
    }
    app.publisher.held();
    answer(&app, StatusCode::ACCEPTED).await
}
