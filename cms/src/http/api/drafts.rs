//! `/api/blog/drafts/` and `/api/blog/posts/{id}/draft/`: the working copy of a post, for staff.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use generator::Languages;
use rusqlite::Connection;

use crate::{
    http::{
        api::{
            desk::{commit, of_post, prepare},
            post_answers::post_tag,
            post_form::DraftForm,
            staff_json::{Draft, moment},
        },
        app::App,
        error::ApiError,
        etag::ETag,
        extract::{ApiMultipart, Id, IdempotencyKey, read_form},
        signed_in::{Author, to},
    },
    posts::{
        copy::{self, Basis, Standing},
        desk,
        editor::Moment,
        form::Form,
        looked_at::Saving,
        redirects,
        save::{self, Created},
        trash,
    },
    store::{
        audit::{Deed, Kind},
        share_links,
    },
};

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The tag of what a change of a working copy is based on.
pub fn draft_tag(store_id: &str, id: i64, basis: Basis) -> ETag {
    ETag::new(match basis {
        Basis::Copy(version) => format!("{store_id}-d{id}-{version}"),
        Basis::Live(revision) => format!("{store_id}-d{id}-r{revision}"),
    })
}

/// A working copy and its tag.
#[derive(Debug)]
pub struct Tagged {
    etag: ETag,
    draft: Draft,
}

impl Tagged {
    /// As of this moment of the store, in the languages of this site.
    pub fn read(
        store: &Connection,
        store_id: &str,
        id: i64,
        at: Moment,
        site: Languages,
    ) -> Result<Self, ApiError> {
        let seen = desk::find(store, id, site)?;
        let shared_differs = Standing::find(store, id)?.shared_differs();
        let post_etag = seen.revision.map(|revision| {
            let tag = post_tag(store_id, id, revision).value();
            String::from_utf8_lossy(tag.as_bytes()).into_owned()
        });
        let expires = share_links::expires_at(store, id, at.time)?;
        let copy = seen.copy.as_ref().map(|copy| Basis::Copy(copy.version));
        let basis = copy.unwrap_or(Basis::Live(seen.revision.unwrap_or_default()));
        Ok(Self {
            etag: draft_tag(store_id, id, basis),
            draft: Draft {
                exists: copy.is_some(),
                shared_differs,
                post: seen.into(),
                post_etag,
                redirect_to: redirects::of(store, id)?,
                shared_until: expires.map(|expires| moment(at.millis() + expires - at.time)),
            },
        })
    }

    /// As an answer.
    pub fn respond(self, status: StatusCode) -> Response {
        let headers = [
            (header::ETAG, self.etag.value()),
            (header::CACHE_CONTROL, NO_STORE),
        ];
        (status, headers, Json(self.draft)).into_response()
    }
}

/// A post that is only a working copy. It has the number that the post will have.
///
/// Repeated under the same `Idempotency-Key` with the same fields it answers the working copy that the first request made.
#[utoipa::path(
    post, operation_id = "create_draft",
    path = "/api/blog/drafts/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Names this request, e.g. a UUID; remembered for 14 days")),
    request_body(content = DraftForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The working copy", body = Draft, headers(
            ("Location" = String, description = "Its address"),
            ("ETag" = String, description = "Strong entity tag"),
            ("Idempotency-Replayed" = String, description = "`true` when an earlier request with this key made it"),
        )),
        (status = 400, description = "Malformed, or `errors` names each bad field"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
        (status = 422, description = "`idempotency-key-reused`: an earlier request with this key had other fields"),
    ),
)]
pub async fn create(
    admin: Author,
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let mut raw = read_form(parts).await?;
    let hash = raw.hash();
    let request = save::Request { key, hash };
    let automatic = Form::take_automatic(&mut raw)?;
    let site = app.site();
    let languages = site.languages;
    let form = Form::check_draft(raw.of_new_post(), &site)?;
    let changes = prepare(&app, &admin, form).await?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let looked_at = app.looked_at.clone();
    let begun = |(id, replayed, _): &(i64, bool, Tagged)| {
        (!replayed).then(|| Deed::post(Kind::DraftCreated, *id))
    };
    let created = commit(&app, &admin, begun, move |store| {
        let saving = Saving::of(automatic, &looked_at);
        let Created { post, replayed } = save::create_draft(store, changes, saving, request, &by)?;
        let tagged = Tagged::read(store, &store_id, post, by.at, languages)?;
        Ok((post, replayed, tagged))
    });
    let (id, replayed, tagged) = created.await?;
    tracing::info!(post = id, user = admin.user, replayed, "draft created");
    let location = HeaderValue::from_str(&format!("/api/blog/posts/{id}/draft/"))
        .map_err(|error| ApiError::Internal(error.into()))?;
    let mut response = tagged.respond(StatusCode::CREATED);
    response.headers_mut().insert(header::LOCATION, location);
    if replayed {
        let name = HeaderName::from_static("idempotency-replayed");
        let value = HeaderValue::from_static("true");
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

/// The working copy of a post, or what is on-line when there is none (`exists` is false).
#[utoipa::path(
    get, operation_id = "read_draft",
    path = "/api/blog/posts/{id}/draft/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "The working copy", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag, for If-Match"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn read(admin: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let (at, store_id) = (admin.editor(&app).at, app.store_id.clone());
    let languages = app.languages();
    let tagged = app.store.read(move |store| {
        let snapshot = store.unchecked_transaction()?;
        Tagged::read(&snapshot, &store_id, id, at, languages)
    });
    Ok(tagged.await?.respond(StatusCode::OK))
}

/// Saves the working copy. Fields that are missing keep their value; nobody but staff sees anything of it.
#[utoipa::path(
    put, operation_id = "save_draft",
    path = "/api/blog/posts/{id}/draft/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that the change is based on"),
    ),
    request_body(content = DraftForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The working copy as it is now", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag"),
        )),
        (status = 400, description = "Malformed, or `errors` names each bad field"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
        (status = 412, description = "The working copy has changed since the tag of If-Match; nothing was saved"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not multipart/form-data"),
    ),
)]
pub async fn update(
    admin: Author,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiMultipart(parts): ApiMultipart,
) -> Result<Response, ApiError> {
    let mut raw = read_form(parts).await?;
    let automatic = Form::take_automatic(&mut raw)?;
    let site = app.site();
    let languages = site.languages;
    let raw = of_post(&app, id, raw, &site).await?;
    let changes = prepare(&app, &admin, Form::check_draft(raw, &site)?).await?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let looked_at = app.looked_at.clone();
    let saved = commit(&app, &admin, to(id, Kind::DraftSaved), move |store| {
        let expected = |basis| draft_tag(&store_id, id, basis).allows(&headers);
        let saving = Saving::of(automatic, &looked_at);
        copy::save(store, id, changes, saving, &by, expected)?;
        Tagged::read(store, &store_id, id, by.at, languages)
    });
    let saved = saved.await?;
    tracing::debug!(post = id, user = admin.user, automatic, "draft saved");
    Ok(saved.respond(StatusCode::OK))
}

/// Gives the working copy up. A post that is not on-line goes into the trash with it.
#[utoipa::path(
    delete, operation_id = "discard_draft",
    path = "/api/blog/posts/{id}/draft/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
    ),
    responses(
        (status = 204, description = "The working copy is gone"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no working copy"),
        (status = 412, description = "The working copy has changed since the tag of If-Match"),
    ),
)]
pub async fn discard(
    admin: Author,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<StatusCode, ApiError> {
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    commit(&app, &admin, to(id, Kind::DraftDiscarded), move |store| {
        let expected = |basis| draft_tag(&store_id, id, basis).allows(&headers);
        Ok(trash::discard(store, id, &by, expected)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "draft given up");
    Ok(StatusCode::NO_CONTENT)
}
