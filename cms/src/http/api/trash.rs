//! `/api/blog/trash/`: deleted posts, and what links to a post before it goes; for staff.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    http::{
        api::{
            desk::commit,
            drafts::Tagged,
            life_json::{Linking, Trashed},
            staff_json::Draft,
        },
        app::App,
        error::ApiError,
        extract::Id,
        signed_in::{Author, Editor, to},
    },
    posts::{links, trash},
    store::audit::Kind,
};

/// Deleted posts, the last one first. Each is forgotten thirty days later.
#[utoipa::path(
    get, operation_id = "list_trash",
    path = "/api/blog/trash/",
    tag = "drafts",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "Deleted posts", body = Vec<Trashed>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(admin: Author, State(app): State<App>) -> Result<Response, ApiError> {
    let at = admin.editor(&app).at;
    let languages = app.languages();
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(trash::list(store)?));
    let found = found.await?.into_iter();
    let list: Vec<Trashed> = found
        .map(|found| {
            let expires_at = trash::expires_at(&found.trashed, at);
            Trashed::of(found, expires_at, languages)
        })
        .collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}

/// Takes a post out of the trash, on-line if it was.
#[utoipa::path(
    post, operation_id = "restore_post",
    path = "/api/blog/trash/{id}/restore/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "The post as staff see it", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag of the working copy"),
        )),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "It is not in the trash"),
    ),
)]
pub async fn restore(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let languages = app.languages();
    let draft = commit(&app, &admin, to(id, Kind::PostRestored), move |store| {
        trash::restore(store, id, &by)?;
        Tagged::read(store, &store_id, id, by.at, languages)
    });
    let draft = draft.await?;
    tracing::info!(post = id, user = admin.user, "post restored");
    Ok(draft.respond(StatusCode::OK))
}

/// Forgets a deleted post for good, with its whole history.
#[utoipa::path(
    delete, operation_id = "forget_post",
    path = "/api/blog/trash/{id}/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 204, description = "Nothing of it is left"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "It is not in the trash"),
    ),
)]
pub async fn forget(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    commit(&app, &admin, to(id, Kind::PostForgotten), move |store| {
        Ok(trash::empty(store, id)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "post forgotten");
    Ok(StatusCode::NO_CONTENT)
}

/// Posts whose texts link to this one, on-line or in their working copies.
#[utoipa::path(
    get, operation_id = "list_links",
    path = "/api/blog/posts/{id}/links/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "Posts that link to it", body = Vec<Linking>),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post"),
    ),
)]
pub async fn links(_: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(links::to(store, id)?));
    let found = found.await?.into_iter();
    let list: Vec<Linking> = found.map(|(id, title)| Linking { id, title }).collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(list)).into_response())
}
