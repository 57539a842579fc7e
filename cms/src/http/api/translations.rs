//! `/api/blog/posts/{id}/translated/`: whether translations still say what their source says, for staff.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{
        api::{
            desk::commit,
            drafts::Tagged,
            life_json::Translated,
            staff_json::{Draft, LangCode},
        },
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::Author,
    },
    posts::{error::PostError, translations},
    store::audit::{Deed, Kind},
};

/// Which translation is right.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Right {
    /// Its language.
    #[schema(value_type = LangCode)]
    language: String,
}

/// What the sources of the translations said and say, by language.
#[utoipa::path(
    get, operation_id = "read_translations",
    path = "/api/blog/posts/{id}/translated/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "Each translation that there is", body = std::collections::HashMap<String, Translated>),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn read(_: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(translations::compare(store, id)?));
    let found = found.await?.into_iter();
    let map: BTreeMap<&str, Translated> = found
        .map(|compared| {
            let known = compared.translation;
            let translated = Translated {
                stale: known.stale,
                source_language: known.source_lang,
                then: known.source.into(),
                now: compared.now.into(),
            };
            (known.lang.code(), translated)
        })
        .collect();
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(map)).into_response())
}

/// Declares a translation right for the source as it is now.
#[utoipa::path(
    post, operation_id = "settle_translation",
    path = "/api/blog/posts/{id}/translated/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    request_body(content = Right),
    responses(
        (status = 200, description = "The working copy", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag of the working copy"),
        )),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape, or no language that is translated"),
    ),
)]
pub async fn settle(
    admin: Author,
    State(app): State<App>,
    Id(id): Id,
    ApiJson(right): ApiJson<Right>,
) -> Result<Response, ApiError> {
    let lang = app.written(&right.language);
    let lang = lang.ok_or_else(|| PostError::unfit("language", "invalid_choice"))?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    let languages = app.languages();
    let settled = move |_: &_| Some(Deed::post(Kind::TranslationSettled, id).with(lang.code()));
    let draft = commit(&app, &admin, settled, move |store| {
        translations::settle(store, id, lang)?;
        Tagged::read(store, &store_id, id, by.at, languages)
    });
    Ok(draft.await?.respond(StatusCode::OK))
}
