//! `/api/webhooks/`: who is told of publications, for owners.

use axum::{extract::State, http::StatusCode, response::Response};
use jiff::Timestamp;
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::{ApiJson, Id, Numbered},
        signed_in::Owner,
        uncached::uncached,
    },
    publishing::announcement,
    store::{
        audit::{Deed, Kind},
        deliveries::{self, Delivery, Reason, State as DeliveryState},
        webhooks::{self as stored, Webhook},
    },
    webhooks::desk,
};

/// Where to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// `https://…`; `http://` on this machine only.
    #[schema(max_length = 2000)]
    url: String,
}

/// A webhook without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookJson {
    /// To remove it by.
    id: i64,
    /// Where to.
    url: String,
    /// Since when it is there.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Who added it.
    created_by: String,
    /// Since when it gets nothing, because it answered 410; a test that it takes turns it on again. `null` usually.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    disabled_at: Option<Timestamp>,
    /// What it was told last, or is about to be.
    #[schema(required = true)]
    last: Option<DeliveryJson>,
}

/// A webhook with its secret, which is told once.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookSecret {
    #[serde(flatten)]
    webhook: WebhookJson,
    /// What signatures are checked with (Standard Webhooks).
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")]
    secret: String,
}

/// A line of a webhook's log.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeliveryJson {
    /// To send it again by.
    number: i64,
    /// The header `webhook-id`, the same at each attempt.
    event: String,
    /// `site.published` or `webhook.test`.
    kind: String,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// How far it is.
    state: DeliveryState,
    /// Attempts up to now.
    attempts: u32,
    /// When the last of these was.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    tried_at: Option<Timestamp>,
    /// The status it was answered with; `null` without an answer.
    #[schema(required = true)]
    status: Option<u16>,
    /// Why it failed.
    #[schema(required = true)]
    reason: Option<Reason>,
    /// The same in the machine's words, in English.
    #[schema(required = true)]
    detail: Option<String>,
    /// When the next attempt is due.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    next_at: Option<Timestamp>,
}

fn time(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or_default()
}

fn json(app: &App, webhook: Webhook, last: Option<Delivery>) -> WebhookJson {
    WebhookJson {
        id: webhook.id,
        url: webhook.url,
        created_at: time(webhook.created_at),
        created_by: webhook.created_by,
        disabled_at: webhook.disabled_at.map(time),
        last: last.map(|last| line(app, last)),
    }
}

fn line(app: &App, delivery: Delivery) -> DeliveryJson {
    DeliveryJson {
        number: delivery.id,
        event: delivery.event,
        kind: delivery.kind,
        at: time(delivery.at),
        state: delivery.state,
        attempts: delivery.attempts,
        tried_at: delivery.tried_at.map(time),
        status: delivery.status,
        reason: delivery.reason,
        detail: delivery.detail,
        next_at: delivery.next_at.map(|at| app.for_people(at)),
    }
}

/// Every webhook, with the last line of its log.
#[utoipa::path(
    get, operation_id = "list_webhooks",
    path = "/api/webhooks/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    responses(
        (status = 200, description = "In the order in which they were added", body = Vec<WebhookJson>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Owner, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app.store.read(|store| {
        let with_last = |webhook: Webhook| {
            let last = deliveries::list(store, webhook.id, 1)?.pop();
            Ok::<_, ApiError>((webhook, last))
        };
        let listed = stored::list(store)?.into_iter().map(with_last);
        listed.collect::<Result<Vec<_>, ApiError>>()
    });
    let list = found
        .await?
        .into_iter()
        .map(|(webhook, last)| json(&app, webhook, last));
    Ok(uncached(list.collect::<Vec<_>>(), StatusCode::OK))
}

/// Adds a webhook: from now on it is told of every publication, once that is live, or deployed where there are deployments.
#[utoipa::path(
    post, operation_id = "create_webhook",
    path = "/api/webhooks/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    request_body = NewWebhook,
    responses(
        (status = 201, description = "The secret; it cannot be asked for again", body = WebhookSecret),
        (status = 400, description = "Not JSON, or `errors` says of `url`: `required`, `invalid`, `insecure` (http to another machine), `taken`, `too_long`, `too_many`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn create(
    owner: Owner,
    State(app): State<App>,
    ApiJson(NewWebhook { url }): ApiJson<NewWebhook>,
) -> Result<Response, ApiError> {
    let (by, now) = (owner.name().to_owned(), app.moment());
    let keys = app.sessions.keys().clone();
    let deed = |made: &(Webhook, String)| Some(Deed::about(Kind::WebhookAdded, made.0.label()));
    let made = owner.write(&app, deed, move |store| {
        Ok(desk::add(store, &keys, &url, &by, now)?)
    });
    let (webhook, secret) = made.await?;
    tracing::info!(webhook = webhook.id, user = owner.user, "webhook added");
    let webhook = json(&app, webhook, None);
    Ok(uncached(
        WebhookSecret { webhook, secret },
        StatusCode::CREATED,
    ))
}

/// Removes a webhook with its log; what it has not been told it is not told any more.
#[utoipa::path(
    delete, operation_id = "remove_webhook",
    path = "/api/webhooks/{id}/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The webhook's number")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such webhook"),
    ),
)]
pub async fn delete(
    owner: Owner,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let deed = |gone: &Webhook| Some(Deed::about(Kind::WebhookRemoved, gone.label()));
    let removed = owner.write(&app, deed, move |store| Ok(desk::remove(store, id)?));
    removed.await?;
    tracing::info!(webhook = id, user = owner.user, "webhook removed");
    Ok(StatusCode::NO_CONTENT)
}

/// Sends an event `webhook.test` to this webhook now. The log says what came of it.
#[utoipa::path(
    post, operation_id = "test_webhook",
    path = "/api/webhooks/{id}/test/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The webhook's number")),
    responses(
        (status = 202, description = "It goes out", body = DeliveryJson),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such webhook"),
    ),
)]
pub async fn test(owner: Owner, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let now = app.moment();
    let event = announcement::test(app.publisher.origin().as_deref(), app.clock.now());
    let write = move |store: &Transaction<'_>| Ok(desk::test(store, id, &event, now)?);
    goes_out(&owner, &app, write).await
}

/// What a webhook was told, and what came of it.
#[utoipa::path(
    get, operation_id = "list_deliveries",
    path = "/api/webhooks/{id}/deliveries/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    params(("id" = i64, Path, description = "The webhook's number")),
    responses(
        (status = 200, description = "Newest first, the last hundred of thirty days", body = Vec<DeliveryJson>),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such webhook"),
    ),
)]
pub async fn log(_: Owner, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(desk::log(store, id)?));
    let lines = found.await?.into_iter().map(|found| line(&app, found));
    Ok(uncached(lines.collect::<Vec<_>>(), StatusCode::OK))
}

/// Sends a delivery once more, under the id that it had, and with as many attempts.
#[utoipa::path(
    post, operation_id = "send_delivery_again",
    path = "/api/webhooks/{id}/deliveries/{number}/send/",
    tag = "webhooks",
    security(("access" = ["owner"])),
    params(
        ("id" = i64, Path, description = "The webhook's number"),
        ("number" = i64, Path, description = "The delivery's number"),
    ),
    responses(
        (status = 202, description = "It goes out", body = DeliveryJson),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such delivery"),
    ),
)]
pub async fn again(
    owner: Owner,
    State(app): State<App>,
    Numbered(id, number): Numbered,
) -> Result<Response, ApiError> {
    let now = app.moment();
    let write = move |store: &Transaction<'_>| Ok(desk::again(store, id, number, now)?);
    goes_out(&owner, &app, write).await
}

/// Writes a delivery down and wakes who sends it, whether or not somebody waits for the answer.
async fn goes_out(
    owner: &Owner,
    app: &App,
    write: impl FnOnce(&Transaction<'_>) -> Result<Delivery, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let courier = app.webhooks.clone();
    let wake = move |_: &Delivery| courier.notify_one();
    let written = owner.write_then(app, |_| None, write, wake).await?;
    Ok(uncached(line(app, written), StatusCode::ACCEPTED))
}
