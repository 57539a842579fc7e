//! `/api/media/`: pictures that are stored before the text that shows them is saved.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        app::App,
        error::ApiError,
        extract::{ApiMultipart, read_form},
        signed_in::Author,
    },
    media::{address, uploads},
    store::{
        audit::{Deed, Kind},
        images,
    },
};

/// The form of an upload.
#[derive(Debug, ToSchema)]
#[allow(
    dead_code,
    reason = "describes the form; its parts are read one by one"
)]
pub struct MediaForm {
    /// jpeg, png, gif or webp, told by content.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

/// A stored picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct Media {
    /// Its number; the same content has the same number.
    pub id: i64,
    /// Where it is served, for `src` of a text's `<img>`.
    pub url: String,
    /// Pixels, orientation applied.
    pub width: u32,
    /// Pixels, orientation applied.
    pub height: u32,
}

/// Stores a picture for a text that is still being written.
///
/// One that no saved post has used for the grace period (`CMS_IMAGE_GRACE_DAYS`) is deleted; storing it again starts the
/// period anew. Sending the same picture twice is harmless.
#[utoipa::path(
    post, operation_id = "create_media",
    path = "/api/media/",
    tag = "images",
    security(("access" = ["author"])),
    request_body(content = MediaForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The stored picture", body = Media, headers(
            ("Location" = String, description = "Where it is served"),
        )),
        (status = 400, description = "Malformed, or `errors` says why the picture is refused"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
    ),
)]
pub async fn create(
    admin: Author,
    State(app): State<App>,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let bytes = read_form(parts).await?.image;
    let bytes = bytes.ok_or_else(|| ApiError::field("image", "required"))?;
    let image = app.examiner.examine(move |limits| {
        uploads::accept(&bytes, limits).map_err(|error| ApiError::field("image", error.code()))
    });
    let image = image.await?;
    let (width, height) = (image.width, image.height);
    let now = app.clock.now().as_millisecond();
    let stored = |id: &i64| Some(Deed::about(Kind::PictureStored, id.to_string()));
    let id = admin.write(&app, stored, move |store| {
        Ok(images::insert(store, &image, now)?)
    });
    let id = id.await?;
    tracing::info!(image = id, user = admin.user, "picture stored");
    let url = address(id);
    let location = HeaderValue::from_str(&url).map_err(|error| ApiError::Internal(error.into()))?;
    let media = Media {
        id,
        url,
        width,
        height,
    };
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        Json(media),
    )
        .into_response())
}
