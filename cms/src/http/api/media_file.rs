//! `/api/media/{id}/file/`: another file in the place of a picture's, wherever the picture is shown.

use axum::{extract::State, http::HeaderMap, response::Response};

use crate::{
    http::{
        api::{
            desk::commit,
            media::{answer, hand, tag},
            media_json::{LibraryPicture, MediaForm},
        },
        app::App,
        error::ApiError,
        extract::{ApiMultipart, Id, read_form},
        signed_in::Author,
    },
    media::{desk, uploads},
    store::{
        audit::{Deed, Kind},
        library::{self, Item},
    },
};

/// Replaces the file of a picture: posts, working copies and earlier versions show the new one, and the site follows.
///
/// What is said of the picture stays; the old file is not kept. Authors replace what they uploaded themselves, as long as
/// nothing on-line names it; the rest is for editors. Sending the file that it has changes nothing.
#[utoipa::path(
    put, operation_id = "replace_media_file",
    path = "/api/media/{id}/file/",
    tag = "images",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The picture's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag that the change is based on"),
    ),
    request_body(content = MediaForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "Replaced", body = LibraryPicture, headers(
            ("ETag" = String, description = "Strong entity tag of what is said of it, for If-Match"),
        )),
        (status = 400, description = "Malformed, or `errors` says why the file is refused"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`forbidden`: for editors, as it is somebody else's picture or on-line; `second-step-missing`"),
        (status = 404, description = "There is no such picture"),
        (status = 409, description = "`picture-known`: another picture has this file"),
        (status = 412, description = "Someone else changed it meanwhile"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
    ),
)]
pub async fn replace(
    staff: Author,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let form = read_form(parts).await?;
    let bytes = form.image;
    let bytes = bytes.ok_or_else(|| ApiError::field("image", "required"))?;
    let image = app.examiner.examine(&staff.user, move |limits| {
        uploads::accept(&bytes, limits).map_err(|error| ApiError::field("image", error.code()))
    });
    let image = image.await?;
    let name = desk::file_name(&form.file_name);
    let (by, store_id) = (hand(&staff), app.store_id.clone());
    // Whether anything was replaced: the file that it has already is no deed.
    let replaced = move |done: &(i64, Item)| {
        let (before, item) = done;
        let changed = *before != item.revision;
        changed.then(|| Deed::about(Kind::PictureReplaced, id.to_string()))
    };
    let changed = commit(&app, &staff, replaced, move |store| {
        let before = library::find(store, id)?.ok_or(ApiError::NotFound)?;
        let allowed = |revision| tag(&store_id, id, revision).allows(&headers);
        let item = desk::replace(store, id, (&image, &name), &by, allowed)?;
        Ok((before.revision, item))
    });
    let (_, item) = changed.await?;
    tracing::info!(user = staff.user, image = id, "picture replaced");
    Ok(answer(&app, &hand(&staff), item))
}
