//! `/api/blog/posts/{id}/revisions/`: what a post was, for staff.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    http::{
        api::{
            desk::commit,
            drafts::{Tagged, draft_tag},
            life_json::{RevisionJson, RevisionWhole},
            post_json::{MetaFields, Post},
            staff_json::Draft,
        },
        app::App,
        error::ApiError,
        etag::ETag,
        extract::{Id, Numbered},
        signed_in::Author,
    },
    posts::{copy, history},
    store::{
        audit::{Deed, Kind},
        edition::Edition,
        languages,
    },
};

/// The history of a post, newest first.
#[utoipa::path(
    get, operation_id = "list_revisions",
    path = "/api/blog/posts/{id}/revisions/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "Revisions, newest first", body = Vec<RevisionJson>),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
    ),
)]
pub async fn list(_: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(history::list(store, id)?));
    let list: Vec<RevisionJson> = found.await?.into_iter().map(Into::into).collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}

/// A revision with all that the post was.
#[utoipa::path(
    get, operation_id = "read_revision",
    path = "/api/blog/posts/{id}/revisions/{number}/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("number" = i64, Path, description = "The revision's number"),
    ),
    responses(
        (status = 200, description = "The revision, which no automatic save replaces from now on", body = RevisionWhole, headers(
            ("ETag" = String, description = "Strong entity tag of what the post was, for X-Revision-Match of `restore/`"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such revision"),
    ),
)]
pub async fn read(
    _: Author,
    State(app): State<App>,
    Numbered(id, number): Numbered,
) -> Result<Response, ApiError> {
    let looked_at = app.looked_at.clone();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(history::read(store, id, number, &looked_at)?));
    let (revision, edition) = found.await?;
    let tag = revision_tag(&edition);
    let languages = languages::of_post(&edition.post, app.languages());
    let whole = RevisionWhole {
        revision: revision.into(),
        live: edition.dates.published.langs().collect(),
        meta: MetaFields::of(&edition.post, &languages),
        post: Post::of(edition.post, &languages),
    };
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::ETAG, tag.value()),
    ];
    Ok((headers, Json(whole)).into_response())
}

/// Of what the post was: a revision that is kept by hand later says the same.
fn revision_tag(edition: &Edition) -> ETag {
    ETag::new(edition.fingerprint())
}

/// Makes a revision the working copy. The one there is stays in the history.
#[utoipa::path(
    post, operation_id = "restore_revision",
    path = "/api/blog/posts/{id}/revisions/{number}/restore/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("number" = i64, Path, description = "The revision's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
        ("X-Revision-Match" = Option<String>, Header, description = "The entity tag of the revision that was seen"),
    ),
    responses(
        (status = 200, description = "The working copy", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such revision, or the post is in the trash"),
        (status = 412, description = "The working copy has changed since the tag of If-Match, or the revision since that of \
            X-Revision-Match"),
    ),
)]
pub async fn restore(
    admin: Author,
    State(app): State<App>,
    Numbered(id, number): Numbered,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let languages = app.languages();
    let restored =
        move |_: &_| Some(Deed::post(Kind::RevisionRestored, id).with(number.to_string()));
    let draft = commit(&app, &admin, restored, move |store| {
        let expected = |basis| draft_tag(&store_id, id, basis).allows(&headers);
        let seen = |edition: &_| revision_tag(edition).allows_revision(&headers);
        copy::restore(store, id, number, &by, expected, seen)?;
        Tagged::read(store, &store_id, id, by.at, languages)
    });
    let draft = draft.await?;
    tracing::info!(post = id, number, user = admin.user, "revision restored");
    Ok(draft.respond(StatusCode::OK))
}
