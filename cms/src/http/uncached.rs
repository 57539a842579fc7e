//! Answers that nobody keeps: they hold a secret, or are old at once.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;

/// JSON with `Cache-Control: no-store`.
pub fn uncached(body: impl Serialize, status: StatusCode) -> Response {
    let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, headers, Json(body)).into_response()
}
