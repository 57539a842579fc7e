//! `POST /api/contact/`: takes what the contact form would send to an e-mail service.

use std::sync::atomic::Ordering;

use axum::extract::State;
use rusqlite::Transaction;

use crate::http::extract::ApiJson;
use crate::{
    http::{app::App, client_address::ClientAddress, error::ApiError},
    messages::form::Envelope,
    store::{
        messages::{self, Moment},
        turns::Whose,
    },
};

const FULL: &str = "No more messages can be kept here; please write an e-mail or call.";

/// Takes a message of the contact form.
///
/// The JSON and the answer are those of the e-mail service's send call, so that a form can use either. A message
/// whose trap field is filled in is answered alike and not kept.
#[utoipa::path(
    post,
    path = "/api/contact/",
    tag = "contact",
    request_body = Envelope,
    responses(
        (status = 200, description = "Taken", body = String, content_type = "text/plain"),
        (status = 400, description = "Not JSON, or `errors` names each field of `template_params` that is wrong"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
        (status = 429, description = "Too many messages from this address", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
        (status = 503, description = "The store is busy", headers(
            ("Retry-After" = i64, description = "Seconds"),
        )),
        (status = 507, description = "As many messages are kept as may be"),
    ),
)]
pub async fn send(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(envelope): ApiJson<Envelope>,
) -> Result<&'static str, ApiError> {
    if envelope.is_from_a_robot() {
        tracing::info!("a robot's message was dropped");
        return Ok("OK");
    }
    let message = envelope.check()?;
    app.contact_throttle
        .admit(address, app.clock.uptime_seconds())
        .map_err(|retry_after| ApiError::TooManyRequests { retry_after })?;
    let now = Moment {
        wall: app.clock.now().as_millisecond(),
        time: app.time.now(),
    };
    let relay = app.mailer.is_some();
    let waiting = app.mail_waiting.clone();
    let keep = move |store: &Transaction<'_>| match messages::has_room(store)? {
        true => Ok(messages::insert(store, &message, now, relay)?),
        false => Err(ApiError::Full(FULL)),
    };
    let kept = app.store.write_then(Whose::Visitors, keep, move |id| {
        tracing::info!(id, "a message came in");
        waiting.notify_one();
    });
    match kept.await {
        Ok(_) => app.contact_full.store(false, Ordering::Relaxed),
        Err(ApiError::Full(_)) if !app.contact_full.swap(true, Ordering::Relaxed) => {
            tracing::error!(
                "as many messages are kept as may be: read and delete some (`cms messages --delete`)"
            );
            return Err(ApiError::Full(FULL));
        }
        Err(error) => return Err(error),
    }
    Ok("OK")
}
