//! Every address that is neither the API's nor the admin's: the generated site.

use axum::{
    extract::{Request, State},
    http::{HeaderValue, Method, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    http::{app::App, error::ApiError},
    store::blocking,
};

/// Everything that is neither API nor admin.
pub async fn serve(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = ApiError::MethodNotAllowed.into_response();
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return Ok(response);
    }
    let head = request.method() == Method::HEAD;
    let (mut parts, _) = request.into_parts();
    if head {
        // Ranges are GET's alone (RFC 9110, 14.2).
        parts.headers.remove(header::RANGE);
    }
    let response = blocking(move || {
        app.dist
            .answer(&parts.uri, &parts.headers)
            .map_err(ApiError::of_file)
    })
    .await?;
    if head {
        let (parts, _) = response.into_parts();
        return Ok(Response::from_parts(parts, axum::body::Body::empty()));
    }
    Ok(response)
}
