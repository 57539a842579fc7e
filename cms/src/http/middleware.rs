//! Every layer around the routes, in order, with the reason for its place.

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, Method, Uri, header, uri::PathAndQuery},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use tower::ServiceBuilder;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::CompressionLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    trace::TraceLayer,
};

use crate::{
    http::{
        api::invitations, app::App, coding, error::ApiError, files::shared, metrics,
        network::request_body::RequestBody, spool,
    },
    links,
};

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
        .layer(from_fn_with_state(app.metrics.clone(), metrics::count))
        // Outside of whatever may answer early, so that every answer carries it.
        .layer(SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::REFERRER_POLICY,
            HeaderValue::from_static("strict-origin-when-cross-origin"),
        ))
        // One coding is chosen for whoever asks: compression and the handlers' tags cannot disagree.
        .map_request(coding::choose)
        // A compressed answer is another representation: its strong tag must differ. So: outside of compression.
        .map_response(coding::mark)
        .layer(CompressionLayer::new().compress_when(coding::WorthIt))
        // Inside of compression, which is streamed: nobody who reads slowly holds a large answer in memory.
        .layer(from_fn_with_state(app.spool.clone(), spool::large_answers))
        // Inside of the trace, so that a panic is logged under its request and answered as a problem.
        .layer(CatchPanicLayer::custom(panicked))
        // Around the handler, but not around the streaming of its answer (events never end). Also around whatever
        // refuses without reading: clients are heard out, so that they see the refusal.
        .layer(from_fn_with_state(app.clone(), deadline));
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
    tracing::info_span!("request", id, method = %request.method(), path = path_to_log(request.uri().path()))
}

/// The secret of a share link or of an invitation is not for the log.
fn path_to_log(path: &str) -> &str {
    let mut secret = [shared::PREFIX, invitations::PREFIX].into_iter();
    secret
        .find(|prefix| path.starts_with(prefix))
        .unwrap_or(path)
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

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    ApiError::Internal(anyhow::anyhow!("panic: {}", text.unwrap_or_default())).into_response()
}

/// The slowest uplink a picture may come over, in bytes per second (about 130 kbit/s).
const SLOWEST_UPLINK: u64 = 16 * 1024;
/// Longest body of whatever is not a post.
const SMALL_BODY: usize = 64 * 1024;
/// Longest list of links: as many as are taken, each of the longest, with room for escapes.
const LINKS_BODY: usize = 2 * links::MOST * links::LONGEST;

/// Gives a request up when it takes longer than configured, and a body as long as it needs on a slow line; refuses an
/// announced excess before a byte of it is read.
async fn deadline(State(app): State<App>, request: Request, next: Next) -> Response {
    let limit = body_limit(&app, &request);
    let announced = content_length(&request);
    let excessive = announced > limit as u64;
    let hesitant = request.headers().contains_key(header::EXPECT);
    let time = time_for(announced.min(limit as u64), app.config.timeout());
    let safe = request.method().is_safe();
    let (parts, body) = request.into_parts();
    let body = RequestBody::new(body, app.config.limits.body);
    let mut request = Request::from_parts(parts, body.share());
    DefaultBodyLimit::max(limit).apply(&mut request);
    let answer = if excessive {
        Ok(ApiError::TooLarge.into_response())
    } else {
        tokio::time::timeout(time, next.run(request)).await
    };
    let mut response = match answer {
        Ok(_) if body.is_overdue() => ApiError::Timeout.into_response(),
        Ok(response) => response,
        // Only a request that never arrived as a whole has certainly changed nothing.
        Err(_) if body.is_missing() => ApiError::Timeout.into_response(),
        Err(_) if safe => ApiError::Unavailable("The answer took too long.").into_response(),
        Err(_) => ApiError::Unfinished.into_response(),
    };
    let (patience, excess) = app.config.limits.drain;
    // An honest client is heard to the end of twice what the route takes: whoever closes on one that still sends, as with a
    // picture that is too large, takes the refusal from it (RFC 9112, section 9.6).
    let rest = limit.saturating_mul(2).saturating_add(excess);
    // One that waits for leave to send gets none, and then must not take this for an answer to what it sends next.
    if body.drain(patience, rest, hesitant) || excessive {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
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
fn body_limit(app: &App, request: &Request) -> usize {
    let path = request.uri().path();
    let form = matches!(*request.method(), Method::POST | Method::PUT);
    if form && path.starts_with("/api/blog/") {
        app.config.max_post_bytes()
    } else if form && path.starts_with("/api/media/") {
        app.config.max_media_bytes()
    } else if path == "/api/links/" {
        LINKS_BODY
    } else {
        SMALL_BODY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_of_a_link_is_not_logged() {
        assert_eq!(path_to_log("/shared/s3cret/ru/"), "/shared/");
        assert_eq!(path_to_log("/shared/s3cret"), "/shared/");
        assert_eq!(path_to_log("/api/invitations/s3cret/"), "/api/invitations/");
        assert_eq!(path_to_log("/api/blog/posts/"), "/api/blog/posts/");
    }

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
