//! Every layer around the routes, in order, with the reason for its place.

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, Uri, header, uri::PathAndQuery},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, Predicate as _, predicate::SizeAbove},
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};

use crate::{app::App, drain::drain, error::ApiError};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps the routes; the first layer below is the outermost.
pub fn apply(router: Router<App>, app: &App) -> Router {
    let layers = ServiceBuilder::new()
        // First, so that everything below can name the request. What a client sends is not trusted.
        .map_request(without_request_id)
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
        // Next, so that its span surrounds all work and sees the final status.
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(answered)
                .on_failure(()),
        )
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        // Counts what is answered, also early.
        .layer(from_fn_with_state(app.clone(), crate::metrics::count))
        // Outside of whatever may answer early, so that every answer carries it.
        .layer(SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::REFERRER_POLICY,
            HeaderValue::from_static("strict-origin-when-cross-origin"),
        ))
        // A compressed answer is another representation: its strong tag must differ. So: outside of compression.
        .map_response(mark_compressed)
        .layer(CompressionLayer::new().compress_when(SizeAbove::new(256).and(is_text)))
        // Inside of the trace, so that a panic is logged under its request and answered as a problem.
        .layer(CatchPanicLayer::custom(panicked))
        // Around the handler, but not around the streaming of its answer (events never end).
        .layer(from_fn_with_state(app.clone(), deadline))
        // Around whatever refuses without reading: clients are heard out, so that they see the refusal.
        .layer(from_fn_with_state(app.clone(), drain))
        // Innermost: what extractors may read.
        .layer(DefaultBodyLimit::max(64 * 1024))
        .layer(from_fn_with_state(app.clone(), post_limit));
    let routed = router.layer(layers).with_state(app.clone());
    // Layers of a router run after routing; addresses are rewritten before it, so this one wraps the router.
    Router::new().fallback_service(
        ServiceBuilder::new()
            .map_request(with_slash)
            .service(routed),
    )
}

/// The API's addresses end with a slash; without it they answer the same. Files (`openapi.json`) keep theirs.
fn with_slash(mut request: Request) -> Request {
    let path = request.uri().path();
    let file = path
        .rsplit('/')
        .next()
        .is_some_and(|last| last.contains('.'));
    if path.starts_with("/api/") && !path.ends_with('/') && !file {
        let query = request
            .uri()
            .query()
            .map(|query| format!("?{query}"))
            .unwrap_or_default();
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = PathAndQuery::try_from(format!("{path}/{query}")).ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    request
}

fn without_request_id<B>(mut request: axum::http::Request<B>) -> axum::http::Request<B> {
    request.headers_mut().remove(REQUEST_ID);
    request
}

/// Method, path and id; no query, no headers, no addresses: they may hold secrets or personal data.
fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let id = request
        .headers()
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

fn answered<B>(response: &axum::http::Response<B>, latency: Duration, _: &tracing::Span) {
    let status = response.status().as_u16();
    let ms = latency.as_millis();
    if response.status().is_server_error() {
        tracing::warn!(status, ms, "answered");
    } else {
        tracing::debug!(status, ms, "answered");
    }
}

/// Text is worth compressing; pictures, videos and fonts are compressed already, events must flow at once.
fn is_text(
    _: axum::http::StatusCode,
    _: axum::http::Version,
    headers: &axum::http::HeaderMap,
    _: &axum::http::Extensions,
) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let text = kind.starts_with("text/") && kind != "text/event-stream";
    text || kind.ends_with("json") || kind.ends_with("xml") || kind.ends_with("javascript")
}

fn mark_compressed<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    let headers = response.headers();
    let marked = match (
        headers.get(header::ETAG),
        headers.get(header::CONTENT_ENCODING),
    ) {
        (Some(tag), Some(coding)) => {
            tag.to_str()
                .ok()
                .zip(coding.to_str().ok())
                .and_then(|(tag, coding)| {
                    HeaderValue::from_str(&format!("{}-{coding}\"", tag.strip_suffix('"')?)).ok()
                })
        }
        _ => None,
    };
    if let Some(tag) = marked {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    ApiError::Internal(anyhow::anyhow!("panic: {}", text.unwrap_or_default())).into_response()
}

/// The slowest uplink a picture may come over, in bytes per second (about 130 kbit/s).
const SLOWEST_UPLINK: u64 = 16 * 1024;

/// Gives a request up when it takes longer than configured, and a body as long as it needs on a slow line.
async fn deadline(State(app): State<App>, request: Request, next: Next) -> Response {
    let body = content_length(&request).min(app.config.max_post_bytes() as u64);
    let time = time_for(body, app.config.timeout());
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::Timeout.into_response(),
    }
}

fn time_for(body: u64, work: Duration) -> Duration {
    work + Duration::from_secs(body / SLOWEST_UPLINK)
}

/// As announced; 0 when it is not.
fn content_length(request: &Request) -> u64 {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    announced
        .and_then(|value| value.to_str().ok()?.parse().ok())
        .unwrap_or_default()
}

/// Forms of posts carry pictures; everything else is small.
async fn post_limit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let limit = if path.starts_with("/api/media/") {
        Some(app.config.max_media_bytes())
    } else {
        path.starts_with("/api/blog/")
            .then(|| app.config.max_post_bytes())
    };
    if let Some(limit) = limit {
        // An announced excess is refused before a byte of it is read.
        if content_length(&request) > limit as u64 {
            return ApiError::TooLarge.into_response();
        }
        DefaultBodyLimit::max(limit).apply(&mut request);
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_may_come_over_a_slow_line() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_for(0, minute), minute);
        assert_eq!(time_for(900, minute), minute);
        assert_eq!(
            time_for(16 << 20, minute),
            minute + Duration::from_secs(1024)
        );
    }
}
