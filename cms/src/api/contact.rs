//! `POST /api/contact/`: takes what the contact form would send to an e-mail service.

use axum::extract::State;

use super::extract::ApiJson;
use crate::{
    app::App,
    auth::client_address::ClientAddress,
    contact::Envelope,
    error::ApiError,
    store::{blocking, messages},
};

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
        .admit(address, app.clock.seconds())
        .map_err(|retry_after| ApiError::TooManyRequests { retry_after })?;
    let (now, relay) = (app.clock.now().as_millisecond(), app.mailer.is_some());
    // One piece of work: a visitor who leaves before the answer does not keep the relay from hearing of the message.
    blocking(move || {
        let id = app.store.write_blocking(|store| {
            Ok::<_, ApiError>(messages::insert(store, &message, now, relay)?)
        })?;
        tracing::info!(id, "a message came in");
        app.mail_waiting.notify_one();
        Ok("OK")
    })
    .await
}
