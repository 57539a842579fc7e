//! `POST /api/contact/`: takes what the contact form would send to an e-mail service.

use axum::extract::State;

use crate::{
    http::{app::App, client_address::ClientAddress, error::ApiError, extract::ApiJson},
    messages::form::Envelope,
    store::messages::Suspicion,
};

/// Takes a message of the contact form.
///
/// The JSON and the answer are those of the e-mail service's send call, so that a form can use either. A message
/// whose trap field is filled in is answered alike and kept apart; so is one that comes too fast, beside its 429, and one
/// for which there is no room, beside its 507.
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
        (status = 507, description = "As many messages are kept as may be: it is kept apart, where it gives way to newer ones"),
    ),
)]
pub async fn send(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    ApiJson(envelope): ApiJson<Envelope>,
) -> Result<&'static str, ApiError> {
    if envelope.is_from_a_robot() {
        if let Ok(message) = envelope.check() {
            app.inbox
                .take_apart(message, address, Suspicion::Robot)
                .await;
        }
        return Ok("OK");
    }
    app.inbox.take(envelope.check()?, address).await?;
    Ok("OK")
}
