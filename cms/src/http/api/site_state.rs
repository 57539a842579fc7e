//! `/api/site/`: what is saved, what is live, and why not if it is not.

use std::{convert::Infallible, time::Duration};

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::{Stream, StreamExt as _};
use tokio_stream::wrappers::WatchStream;

use crate::{
    http::{app::App, client_address::ClientAddress, error::ApiError},
    publishing::status::Status,
};

/// The state of the site.
#[utoipa::path(
    get, operation_id = "read_site",
    path = "/api/site/",
    tag = "site",
    responses((status = 200, description = "What is saved and what is live", body = Status)),
)]
pub async fn read(State(app): State<App>) -> impl IntoResponse {
    (
        [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))],
        Json(app.publisher.status()),
    )
}

/// The state of the site, now and at each change.
///
/// Server-sent events named `site`, whose data is the JSON of `GET /api/site/`.
#[utoipa::path(
    get, operation_id = "follow_site",
    path = "/api/site/events/",
    tag = "site",
    responses(
        (status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream"),
        (status = 503, description = "Too many followers"),
    ),
)]
pub async fn events(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let seat = app.followers.admit(address).ok_or(ApiError::Unavailable(
        "Too many followers; poll /api/site/ instead.",
    ))?;
    let stopping = app.stopping.clone();
    let stream = WatchStream::new(app.publisher.subscribe())
        .map(move |status| {
            let _seat = &seat;
            let event = Event::default()
                .event("site")
                .id(status.sequence.to_string());
            Ok(event.json_data(&status).unwrap_or_default())
        })
        .take_until(stopping.cancelled_owned());
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
