//! `/api/media/`: the library of pictures. They are stored before the text that shows them is saved; the rules are in
//! `crate::media::desk`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    http::{
        api::{
            desk::commit,
            media_json::{LibraryPicture, Media, MediaChange, MediaQuery, UploadForm},
        },
        app::App,
        error::ApiError,
        etag::ETag,
        extract::{ApiJson, ApiMultipart, ApiQuery, Id, read_form},
        signed_in::Author,
        uncached::uncached,
        window::window,
    },
    media::{
        address,
        desk::{self, Hand, MAX_WORDS},
        uploads,
    },
    posts::form::boolean,
    store::{
        audit::{Deed, Kind},
        images,
        library::{self, Filter, Item, Use},
        media::Origin,
        unused,
    },
};

/// Pictures on a page when `page_size` is left out.
const PAGE_SIZE: u32 = 24;
/// Most pictures on a page.
const MAX_PAGE_SIZE: u32 = 100;
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// Pictures, newest first.
#[utoipa::path(
    get, operation_id = "list_media",
    path = "/api/media/",
    tag = "images",
    security(("access" = ["author"])),
    params(MediaQuery),
    responses(
        (status = 200, description = "A page of pictures", body = Vec<LibraryPicture>, headers(
            ("X-Total-Count" = i64, description = "Pictures on all pages together"),
        )),
        (status = 400, description = "A parameter is malformed or out of range"),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(
    staff: Author,
    State(app): State<App>,
    ApiQuery(query): ApiQuery<MediaQuery>,
) -> Result<Response, ApiError> {
    let window = window(query.page, query.page_size, PAGE_SIZE, MAX_PAGE_SIZE)?;
    if query.q.chars().count() > MAX_WORDS {
        return Err(ApiError::field("q", "too_long"));
    }
    let filter = Filter {
        unused: query.unused,
        post: query.post,
        ..Filter::default()
    };
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(desk::list(store, &query.q, filter, window)?));
    let (found, total) = found.await?;
    let reader = hand(&staff);
    let list: Vec<LibraryPicture> = found.into_iter().map(seen_by(&app, &reader)).collect();
    let total_header = HeaderName::from_static("x-total-count");
    let headers = [
        (header::CACHE_CONTROL, NO_STORE),
        (total_header, HeaderValue::from(total)),
    ];
    Ok((headers, Json(list)).into_response())
}

/// Stores a picture: for a text that is still being written, or with `keep` for the library.
///
/// One that no saved post has used for the grace period (`CMS_IMAGE_GRACE_DAYS`) is deleted unless it is to be kept or
/// something was said of it; storing it again starts the period anew. Sending the same picture twice is harmless.
#[utoipa::path(
    post, operation_id = "create_media",
    path = "/api/media/",
    tag = "images",
    security(("access" = ["author"])),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
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
    let form = read_form(parts).await?;
    let keep = form.texts.get("keep").map_or("", String::as_str);
    let keep = boolean(keep.trim()).ok_or_else(|| ApiError::field("keep", "invalid_choice"))?;
    let bytes = form.image;
    let bytes = bytes.ok_or_else(|| ApiError::field("image", "required"))?;
    let image = app.examiner.examine(&admin.user, move |limits| {
        uploads::accept(&bytes, limits).map_err(|error| ApiError::field("image", error.code()))
    });
    let image = image.await?;
    let (width, height) = (image.width, image.height);
    let now = app.clock.now().as_millisecond();
    let (by, file_name) = (admin.name().to_owned(), desk::file_name(&form.file_name));
    let stored = |id: &i64| Some(Deed::about(Kind::PictureStored, id.to_string()));
    let id = admin.write(&app, stored, move |store| {
        let origin = Origin {
            by: &by,
            file_name: &file_name,
        };
        let id = images::insert_from(store, &image, now, origin)?;
        if keep {
            unused::keep(store, id)?;
        }
        Ok(id)
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

/// One picture.
#[utoipa::path(
    get, operation_id = "read_media",
    path = "/api/media/{id}/",
    tag = "images",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The picture's number")),
    responses(
        (status = 200, description = "The picture", body = LibraryPicture, headers(
            ("ETag" = String, description = "Strong entity tag of what is said of it, for If-Match"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such picture"),
    ),
)]
pub async fn read(staff: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(library::find(store, id)?));
    let item = found.await?.ok_or(ApiError::NotFound)?;
    Ok(answer(&app, &hand(&staff), item))
}

/// Changes what is said of a picture wherever it is shown; the site follows.
///
/// Authors change what they uploaded themselves, as long as nothing on-line names it; the rest is for editors.
#[utoipa::path(
    patch, operation_id = "update_media",
    path = "/api/media/{id}/",
    tag = "images",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The picture's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag that the change is based on"),
    ),
    request_body = MediaChange,
    responses(
        (status = 200, description = "Changed", body = LibraryPicture, headers(
            ("ETag" = String, description = "Strong entity tag of what is said of it, for If-Match"),
        )),
        (status = 400, description = "Not JSON, or `errors` names each wrong field: `alt_az: too_long`, `focus_x: out_of_range`"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`forbidden`: for editors, as it is somebody else's picture or on-line; `second-step-missing`"),
        (status = 404, description = "There is no such picture"),
        (status = 412, description = "Someone else changed it meanwhile"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn update(
    staff: Author,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(wanted): ApiJson<MediaChange>,
) -> Result<Response, ApiError> {
    let wanted = wanted.on_site(app.languages())?;
    let (by, store_id) = (hand(&staff), app.store_id.clone());
    let described = move |_: &Item| Some(Deed::about(Kind::PictureDescribed, id.to_string()));
    let changed = commit(&app, &staff, described, move |store| {
        let allowed = |revision| tag(&store_id, id, revision).allows(&headers);
        Ok(desk::change(store, id, wanted, &by, allowed)?)
    });
    let item = changed.await?;
    tracing::info!(user = staff.user, image = id, "picture described");
    Ok(answer(&app, &hand(&staff), item))
}

/// Deletes a picture that nothing uses.
///
/// Authors delete what they uploaded themselves; the rest is for editors.
#[utoipa::path(
    delete, operation_id = "delete_media",
    path = "/api/media/{id}/",
    tag = "images",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The picture's number")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`forbidden`: for editors, as it is somebody else's picture; `second-step-missing`"),
        (status = 404, description = "There is no such picture"),
        (status = 409, description = "`picture-in-use`: a post, a working copy, the history or the trash uses it"),
    ),
)]
pub async fn delete(
    staff: Author,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let by = hand(&staff);
    let gone = move |_: &()| Some(Deed::about(Kind::PictureDeleted, id.to_string()));
    let deleted = staff.write(&app, gone, move |store| Ok(desk::delete(store, id, &by)?));
    deleted.await?;
    tracing::info!(user = staff.user, image = id, "picture deleted");
    Ok(StatusCode::NO_CONTENT)
}

/// Where a picture is used.
#[utoipa::path(
    get, operation_id = "list_media_uses",
    path = "/api/media/{id}/uses/",
    tag = "images",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The picture's number")),
    responses(
        (status = 200, description = "Posts, those in the trash among them, newest number first", body = Vec<Use>),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such picture"),
    ),
)]
pub async fn uses(_: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app.store.read(move |store| {
        let exists = images::exists(store, id)?;
        Ok::<_, ApiError>(exists.then(|| library::uses(store, id)).transpose()?)
    });
    let uses = found.await?.ok_or(ApiError::NotFound)?;
    Ok(uncached(uses, StatusCode::OK))
}

pub(super) fn hand(staff: &Author) -> Hand {
    Hand {
        name: staff.name().to_owned(),
        role: staff.role(),
    }
}

pub(super) fn tag(store_id: &str, id: i64, revision: i64) -> ETag {
    ETag::new(format!("media-{store_id}-{id}-{revision}"))
}

pub(super) fn answer(app: &App, reader: &Hand, item: Item) -> Response {
    let etag = tag(&app.store_id, item.id, item.revision).value();
    let headers = [(header::CACHE_CONTROL, NO_STORE), (header::ETAG, etag)];
    (headers, Json(seen_by(app, reader)(item))).into_response()
}

/// A picture as `reader` sees it.
fn seen_by<'a>(app: &'a App, reader: &'a Hand) -> impl Fn(Item) -> LibraryPicture + 'a {
    let languages = app.languages();
    let (now, grace) = (app.moment().time, unused::grace(&app.config));
    move |item| {
        let goes = item.passing.map(|since| since.unwrap_or(now) + grace);
        let goes = goes.map(|time| app.for_people(time));
        LibraryPicture::of(item, languages, reader, goes)
    }
}
