//! `/api/messages/`: what visitors wrote, for those who answer. The rules are in `crate::messages::desk`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use rusqlite::Transaction;

use crate::{
    http::{
        api::message_json::{Message, MessageChange, MessageQuery, folder, tag},
        app::App,
        error::ApiError,
        extract::{ApiJson, ApiQuery, Id},
        signed_in::Editor,
        window::window,
    },
    messages::desk::{self, Change, Hand, MAX_WORDS},
    store::{
        audit::{Deed, Kind},
        inbox::{self, Assignee, Counts, Handled, Place},
        messages,
    },
};

/// Messages on a page when `page_size` is left out.
const PAGE_SIZE: u32 = 20;
/// Most messages on a page.
const MAX_PAGE_SIZE: u32 = 100;
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Messages, newest first.
#[utoipa::path(
    get, operation_id = "list_messages",
    path = "/api/messages/",
    tag = "messages",
    security(("access" = ["editor"])),
    params(MessageQuery),
    responses(
        (status = 200, description = "A page of messages", body = Vec<Message>, headers(
            ("X-Total-Count" = i64, description = "Messages on all pages together"),
            ("X-Newer-Count" = i64, description = "Of these, those before this page"),
            ("X-Older-Count" = i64, description = "Of these, those behind this page"),
            ("X-Changes" = i64, description = "`changes` of the counts to which the page belongs"),
        )),
        (status = 400, description = "A parameter is malformed or out of range"),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(
    _: Editor,
    State(app): State<App>,
    ApiQuery(query): ApiQuery<MessageQuery>,
) -> Result<Response, ApiError> {
    let folder = folder(query.state);
    let window = place(&query)?;
    if query.q.chars().count() > MAX_WORDS {
        return Err(ApiError::field("q", "too_long"));
    }
    let found = app.store.read(move |store| {
        let snapshot = store.unchecked_transaction()?;
        let page = desk::list(&snapshot, folder, &query.q, window)?;
        Ok::<_, ApiError>((page, inbox::changes(&snapshot)?))
    });
    let (page, changes) = found.await?;
    let total = page.newer + page.messages.len() as i64 + page.older;
    let number = |name: &'static str, number: i64| {
        (HeaderName::from_static(name), HeaderValue::from(number))
    };
    let headers = [
        (header::CACHE_CONTROL, NO_STORE),
        number("x-total-count", total),
        number("x-newer-count", page.newer),
        number("x-older-count", page.older),
        number("x-changes", changes),
    ];
    let found = page.messages.into_iter();
    let list: Vec<Message> = found.map(|message| Message::of(&app, message)).collect();
    Ok((headers, Json(list)).into_response())
}

/// How many are asked for, and where: by the number of a page, or beside a message.
fn place(query: &MessageQuery) -> Result<(i64, Place), ApiError> {
    let (limit, offset) = window(query.page, query.page_size, PAGE_SIZE, MAX_PAGE_SIZE)?;
    let place = match (query.before, query.after) {
        (None, None) => Place::Past(offset),
        (Some(_), Some(_)) => return Err(ApiError::field("after", "out_of_range")),
        _ if query.page.is_some() => return Err(ApiError::field("page", "out_of_range")),
        (Some(id), None) if id < 1 => return Err(ApiError::field("before", "out_of_range")),
        (None, Some(id)) if id < 1 => return Err(ApiError::field("after", "out_of_range")),
        (Some(id), None) => Place::Before(id),
        (None, Some(id)) => Place::After(id),
    };
    Ok((limit, place))
}

/// How many messages there are of each kind.
#[utoipa::path(
    get, operation_id = "count_messages",
    path = "/api/messages/counts/",
    tag = "messages",
    security(("access" = ["editor"])),
    responses(
        (status = 200, description = "Their numbers", body = Counts),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn counts(_: Editor, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(inbox::counts(&*store.unchecked_transaction()?)?));
    Ok(([(header::CACHE_CONTROL, NO_STORE)], Json(found.await?)).into_response())
}

/// Who can be asked to answer a message.
#[utoipa::path(
    get, operation_id = "list_assignees",
    path = "/api/messages/assignees/",
    tag = "messages",
    security(("access" = ["editor"])),
    responses(
        (status = 200, description = "Editors and owners, by name", body = Vec<Assignee>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn assignees(_: Editor, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(inbox::assignees(store)?));
    Ok(([(header::CACHE_CONTROL, NO_STORE)], Json(found.await?)).into_response())
}

/// One message.
#[utoipa::path(
    get, operation_id = "read_message",
    path = "/api/messages/{id}/",
    tag = "messages",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The message's number")),
    responses(
        (status = 200, description = "The message", body = Message, headers(
            ("ETag" = String, description = "Strong entity tag of what staff write, for If-Match"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such message"),
    ),
)]
pub async fn read(_: Editor, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(inbox::find(store, id)?));
    let message = found.await?.ok_or(ApiError::NotFound)?;
    Ok(answer(&app, message))
}

/// Changes what staff say of a message.
#[utoipa::path(
    patch, operation_id = "update_message",
    path = "/api/messages/{id}/",
    tag = "messages",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The message's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag that the change is based on"),
    ),
    request_body = MessageChange,
    responses(
        (status = 200, description = "Changed", body = Message, headers(
            ("ETag" = String, description = "Strong entity tag of what staff write, for If-Match"),
        )),
        (status = 400, description = "Not JSON, or `errors` names each wrong field: `note: too_long`, `assigned_to: unknown`"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such message"),
        (status = 412, description = "Someone else changed it meanwhile"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn update(
    staff: Editor,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(wanted): ApiJson<MessageChange>,
) -> Result<Response, ApiError> {
    if wanted.suspected == Some(true) {
        return Err(ApiError::field("suspected", "invalid_choice"));
    }
    let change = Change {
        state: wanted.state,
        note: wanted.note,
        assigned_to: wanted.assigned_to,
        read: wanted.read,
        cleared: wanted.suspected == Some(false),
    };
    let by = Hand {
        name: staff.name().to_owned(),
        now: app.moment(),
        relayed: app.inbox.is_relayed(),
    };
    let store_id = app.store_id.clone();
    // That somebody opened it, or said once more what was said, is no deed.
    let handled = move |(before, message): &(i64, Handled)| {
        let changed = *before != message.version;
        changed.then(|| Deed::about(Kind::MessageHandled, id.to_string()))
    };
    let change = move |store: &Transaction<'_>| {
        let before = inbox::find(store, id)?.ok_or(ApiError::NotFound)?;
        let allowed = |message: &Handled| tag(&store_id, message).allows(&headers);
        let message = desk::change(store, id, change, &by, allowed)?;
        Ok((before.version, message))
    };
    // It may be due by e-mail now.
    let arrivals = app.inbox.arrivals();
    let tell = move |_: &(i64, Handled)| arrivals.notify_one();
    let (_, message) = staff.write_then(&app, handled, change, tell).await?;
    tracing::info!(user = staff.user, message = id, "message handled");
    Ok(answer(&app, message))
}

/// Deletes a message for good.
#[utoipa::path(
    delete, operation_id = "delete_message",
    path = "/api/messages/{id}/",
    tag = "messages",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The message's number")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such message"),
    ),
)]
pub async fn delete(
    staff: Editor,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let gone = move |count: &usize| {
        (*count > 0).then(|| Deed::about(Kind::MessageDeleted, id.to_string()))
    };
    let deleted = staff.write(&app, gone, move |store| Ok(messages::delete(store, &[id])?));
    if deleted.await? == 0 {
        return Err(ApiError::NotFound);
    }
    tracing::info!(user = staff.user, message = id, "message deleted");
    Ok(StatusCode::NO_CONTENT)
}

fn answer(app: &App, message: Handled) -> Response {
    let etag = tag(&app.store_id, &message).value();
    let headers = [(header::CACHE_CONTROL, NO_STORE), (header::ETAG, etag)];
    (headers, Json(Message::of(app, message))).into_response()
}
