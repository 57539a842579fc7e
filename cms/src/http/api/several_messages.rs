//! `/api/messages/several/`: many messages deleted at once, as they were seen.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        api::message_json::{StateFilter, folder},
        app::App,
        error::ApiError,
        extract::{ApiJson, ApiQuery},
        signed_in::Editor,
    },
    messages::desk::{self, MAX_WORDS},
    store::{
        audit::{Deed, Kind},
        inbox, messages,
    },
};

/// Most messages of a request.
const MOST: usize = 1_000;

/// Which messages.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct FoundQuery {
    /// In this state only; without it all that nobody suspects.
    #[param(inline)]
    state: Option<StateFilter>,
    /// Only those that `q` of the list finds.
    #[param(max_length = 200)]
    q: String,
}

/// A message as somebody saw it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeenMessage {
    /// Its number.
    id: i64,
    /// Its version then.
    version: i64,
}

/// What can be done to many messages.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessagesAct {
    /// They are deleted for good.
    Delete,
}

/// What to do, and to which messages.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeveralMessages {
    /// What.
    #[serde(rename = "action")]
    _action: MessagesAct,
    /// To which, at most 1,000.
    #[schema(min_items = 1, max_items = 1000)]
    messages: Vec<SeenMessage>,
}

/// What became of them. What was deleted before counts for neither.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct SeveralDeleted {
    /// How many were deleted.
    deleted: usize,
    /// How many stay, because staff have changed them since.
    changed: usize,
}

/// The numbers and versions of all messages of a folder, newest first.
#[utoipa::path(
    get, operation_id = "find_messages",
    path = "/api/messages/found/",
    tag = "messages",
    security(("access" = ["editor"])),
    params(FoundQuery),
    responses(
        (status = 200, description = "All of them", body = Vec<SeenMessage>),
        (status = 400, description = "A parameter is malformed, or `q: too_long`"),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn find(
    _: Editor,
    State(app): State<App>,
    ApiQuery(query): ApiQuery<FoundQuery>,
) -> Result<Response, ApiError> {
    if query.q.chars().count() > MAX_WORDS {
        return Err(ApiError::field("q", "too_long"));
    }
    let seen = app
        .store
        .read(move |store| Ok::<_, ApiError>(desk::seen(store, folder(query.state), &query.q)?));
    let seen = seen.await?.into_iter();
    let found: Vec<_> = seen
        .map(|(id, version)| SeenMessage { id, version })
        .collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(found)).into_response())
}

/// Deletes messages for good, but for those that staff have changed since they were seen.
#[utoipa::path(
    post, operation_id = "change_several_messages",
    path = "/api/messages/several/",
    tag = "messages",
    security(("access" = ["editor"])),
    request_body(content = SeveralMessages),
    responses(
        (status = 200, description = "How many were deleted", body = SeveralDeleted),
        (status = 400, description = "Malformed; `messages: required` or `too_many`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn apply(
    staff: Editor,
    State(app): State<App>,
    ApiJson(several): ApiJson<SeveralMessages>,
) -> Result<Json<SeveralDeleted>, ApiError> {
    let seen = several.messages;
    match seen.len() {
        0 => return Err(ApiError::field("messages", "required")),
        MOST.. if seen.len() > MOST => return Err(ApiError::field("messages", "too_many")),
        _ => {}
    }
    let (by, now) = (staff.clone(), app.moment());
    let change = move |store: &rusqlite::Transaction<'_>| {
        let mut outcome = SeveralDeleted::default();
        for SeenMessage { id, version } in seen {
            if messages::delete_as_seen(store, id, version)? {
                outcome.deleted += 1;
                let deed = Deed::about(Kind::MessageDeleted, id.to_string());
                by.record(store, Some(deed), now)?;
            } else if inbox::find(store, id)?.is_some() {
                outcome.changed += 1;
            }
        }
        Ok(outcome)
    };
    let outcome = staff.write(&app, |_| None, change).await?;
    let SeveralDeleted { deleted, changed } = outcome;
    tracing::info!(user = staff.user, deleted, changed, "messages deleted");
    Ok(Json(outcome))
}
