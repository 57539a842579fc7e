//! Reads what is left of a body before a refusal is sent.
//!
//! A server that answers and closes while the client is still sending makes browsers report a network error instead
//! of the answer: an editor whose session has expired while a picture is on its way would never see the 401.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, BodyDataStream, Bytes, HttpBody as _},
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use futures_util::{Stream, StreamExt as _};

use crate::app::App;

/// How long a client may go on sending a body that nobody wants.
const PATIENCE: Duration = Duration::from_secs(10);

/// A layer: answers after the body has been read to its end, within reason.
pub async fn drain(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let body = Shared(Arc::new(Mutex::new(body.into_data_stream())));
    let response = next
        .run(Request::from_parts(parts, Body::from_stream(body.clone())))
        .await;
    let limit = app.config.max_post_bytes().saturating_mul(2);
    // Whether it ends, breaks off or takes too long: the answer is the same.
    let _ = tokio::time::timeout(PATIENCE, read_up_to(body, limit)).await;
    response
}

async fn read_up_to(mut body: Shared, limit: usize) {
    let mut total = 0;
    while let Some(Ok(bytes)) = body.next().await {
        total += bytes.len();
        if total > limit {
            return;
        }
    }
}

/// A body that can be taken up again by someone else.
#[derive(Clone)]
struct Shared(Arc<Mutex<BodyDataStream>>);

impl Stream for Shared {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .poll_next_unpin(cx)
    }
}
