//! `/api/blog/posts/{id}/publish/`, `unpublish/` and `schedule/`: languages go live and off-line, now or later.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use generator::Lang;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{
        api::{
            desk::commit,
            drafts::{Tagged, draft_tag},
            post_answers::{REVALIDATE, post_tag},
            staff_json::{Draft, LangCode, Published},
        },
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::Admin,
    },
    posts::{
        copy::Basis,
        desk,
        publication::{self, Needs, unfit},
    },
    store::schedules::Action,
};

/// Which languages, and when.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct When {
    /// Missing means all: those that have a text, or those that are on-line.
    #[schema(value_type = Option<Vec<LangCode>>)]
    languages: Option<Vec<String>>,
    /// Missing or past means now.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// A title is enough, as for a post that is created as specified; only at once, not together with `at`.
    titles_suffice: bool,
}

impl When {
    fn languages(&self) -> Result<Option<Vec<Lang>>, ApiError> {
        let Some(codes) = &self.languages else {
            return Ok(None);
        };
        if codes.is_empty() {
            return Err(unfit("languages", "required").into());
        }
        let known = codes.iter().map(|code| Lang::from_code(code));
        let known: Option<Vec<Lang>> = known.collect();
        match known {
            Some(languages) => Ok(Some(languages)),
            None => Err(unfit("languages", "invalid_choice").into()),
        }
    }

    /// In milliseconds since the epoch, if it lies ahead.
    fn later(&self, now: Timestamp) -> Option<i64> {
        let at = self.at.filter(|at| *at > now);
        at.map(Timestamp::as_millisecond)
    }
}

/// Makes languages of the working copy live, now or at a time.
#[utoipa::path(
    post, operation_id = "publish_post",
    path = "/api/blog/posts/{id}/publish/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
    ),
    request_body(content = When),
    responses(
        (status = 200, description = "The post as it is on-line now", body = Published, headers(
            ("ETag" = String, description = "Strong entity tag of the post"),
        )),
        (status = 202, description = "It is planned; the working copy", body = Draft),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
        (status = 409, description = "Another post is featured"),
        (status = 412, description = "The working copy has changed since the tag of If-Match"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`errors` names what is in the way by field, e.g. `title_ru: required`, `languages: az_first`"),
    ),
)]
pub async fn publish(
    admin: Admin,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(when): ApiJson<When>,
) -> Result<Response, ApiError> {
    let languages = when.languages()?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    if let Some(at) = when.later(app.time.moment()) {
        return plan(&app, &admin, id, headers, Action::Publish, languages, at).await;
    }
    let needs = match when.titles_suffice {
        true => Needs::Title,
        false => Needs::Texts,
    };
    let published = commit(&app, &admin, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        let stored = publication::publish(store, id, languages.as_deref(), needs, &by, expected)?;
        let seen = desk::find(store, id)?;
        Ok((stored.revision, Published::of(stored, &seen)))
    });
    let (revision, post) = published.await?;
    tracing::info!(post = id, revision, user = admin.user, "post published");
    let headers = [
        (header::ETAG, post_tag(&app.store_id, id, revision).value()),
        (header::CACHE_CONTROL, REVALIDATE),
    ];
    Ok((StatusCode::OK, headers, Json(post)).into_response())
}

/// Takes languages off-line, now or at a time; without languages the whole post. What was live stays as the working copy.
#[utoipa::path(
    post, operation_id = "unpublish_post",
    path = "/api/blog/posts/{id}/unpublish/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
    ),
    request_body(content = When),
    responses(
        (status = 200, description = "The working copy", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag of the working copy"),
        )),
        (status = 202, description = "It is planned; the working copy", body = Draft),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is not on-line"),
        (status = 412, description = "The working copy has changed since the tag of If-Match"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`languages: az_is_fallback`: Azerbaijani goes last or with the others"),
    ),
)]
pub async fn unpublish(
    admin: Admin,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(when): ApiJson<When>,
) -> Result<Response, ApiError> {
    let languages = when.languages()?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    if let Some(at) = when.later(app.time.moment()) {
        return plan(&app, &admin, id, headers, Action::Unpublish, languages, at).await;
    }
    let draft = commit(&app, &admin, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        publication::unpublish(store, id, languages.as_deref(), &by, expected)?;
        Tagged::read(store, &store_id, id, by.at)
    });
    let draft = draft.await?;
    tracing::info!(post = id, user = admin.user, "post unpublished");
    Ok(draft.respond(StatusCode::OK))
}

/// Cancels whatever is planned for a post.
#[utoipa::path(
    delete, operation_id = "cancel_schedule",
    path = "/api/blog/posts/{id}/schedule/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 204, description = "Nothing is planned any more"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn cancel(
    admin: Admin,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    commit(&app, &admin, move |store| {
        Ok(publication::cancel(store, id)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "schedule cancelled");
    Ok(StatusCode::NO_CONTENT)
}

async fn plan(
    app: &App,
    admin: &Admin,
    id: i64,
    headers: HeaderMap,
    action: Action,
    languages: Option<Vec<Lang>>,
    at: i64,
) -> Result<Response, ApiError> {
    let (by, store_id) = (admin.editor(app), app.store_id.clone());
    let draft = commit(app, admin, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        let languages = languages.as_deref();
        publication::plan(store, id, action, languages, at, &by, expected)?;
        Tagged::read(store, &store_id, id, by.at)
    });
    let draft = draft.await?;
    tracing::info!(post = id, user = admin.user, ?action, "post scheduled");
    Ok(draft.respond(StatusCode::ACCEPTED))
}
