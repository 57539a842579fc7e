//! `/api/blog/preview/`: the page of an unsaved post, made by the site's own templates.

use std::collections::BTreeMap;

use axum::{
    extract::{FromRequest as _, Request, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use generator::Lang;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    http::{
        api::desk::of_any_post,
        app::App,
        error::ApiError,
        extract::{ApiJson, ApiMultipart, has_type, read_form},
        signed_in::Author,
    },
    posts::{
        changes::blank,
        form::{Form, RawForm},
    },
    store::{blocking, posts},
};

/// A post that is still being written; every field is optional.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PreviewRequest {
    /// `az` (default), `en`, `ru`, or the code of another language of the site.
    lang: Option<String>,
    /// The saved post that is being edited: its date and picture are shown.
    id: Option<i64>,
    /// A stored picture to show.
    image_id: Option<i64>,
    /// The fields of `PostForm`, as text; booleans may be JSON booleans.
    #[serde(flatten)]
    #[schema(value_type = std::collections::HashMap<String, String>)]
    fields: BTreeMap<String, serde_json::Value>,
}

/// The page of an unsaved post.
#[utoipa::path(
    post, operation_id = "preview_post",
    path = "/api/blog/preview/",
    tag = "posts",
    security(("access" = ["author"])),
    request_body(content((PreviewRequest = "application/json"), (PreviewRequest = "multipart/form-data"))),
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 400, description = "Malformed, or `errors` names each bad field"),
        (status = 401, description = "No valid access token"),
        (status = 409, description = "The templates cannot render it; the detail names file and line"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Neither JSON nor multipart/form-data"),
        (status = 422, description = "JSON of the wrong shape"),
    ),
)]
pub async fn render(
    author: Author,
    State(app): State<App>,
    request: Request,
) -> Result<Response, ApiError> {
    let mut raw = read(request, &app).await?;
    let lang = take(&mut raw, "lang").map_or(Ok(Lang::DEFAULT), |code| {
        Lang::from_code(&code).ok_or_else(|| ApiError::field("lang", "invalid_choice"))
    })?;
    let id: Option<i64> = number(&mut raw, "id")?;
    let image_id = number(&mut raw, "image_id")?;
    let site = app.site();
    if let Some(id) = id {
        raw = of_any_post(&app, id, raw, &site).await?;
    }
    let form = Form::check_draft(raw, &site)?;
    let prepared = app.examiner.examine(&author.user, move |limits| {
        form.prepare(limits).map_err(ApiError::Invalid)
    });
    let changes = prepared.await?;
    let now = app.time.date();
    let html = blocking(move || {
        let saved = app.store.read_blocking(|store| {
            Ok::<_, ApiError>(id.map(|id| posts::find(store, id)).transpose()?)
        })?;
        let mut post = saved
            .flatten()
            .map_or_else(|| blank(now), |stored| stored.post);
        post.image_id = image_id.or(post.image_id);
        changes.preview(&mut post);
        Ok::<_, ApiError>(app.publisher.preview(&post, lang)?)
    })
    .await?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // Opened by itself it runs nothing; the admin shows it in a frame of its own.
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("sandbox"),
        ),
    ];
    Ok((headers, html).into_response())
}

async fn read(request: Request, app: &App) -> Result<RawForm, ApiError> {
    if has_type(&request, "multipart/form-data") {
        let ApiMultipart(parts) = ApiMultipart::from_request(request, app).await?;
        return read_form(parts).await;
    }
    if !has_type(&request, "application/json") {
        return Err(ApiError::UnsupportedMediaType {
            expected: "application/json or multipart/form-data",
        });
    }
    let ApiJson(body) = ApiJson::<PreviewRequest>::from_request(request, app).await?;
    let mut texts: BTreeMap<String, String> = body
        .fields
        .into_iter()
        .filter_map(|(name, value)| Some((name, text(value)?)))
        .collect();
    texts.extend(body.lang.map(|lang| ("lang".to_owned(), lang)));
    texts.extend(body.id.map(|id| ("id".to_owned(), id.to_string())));
    texts.extend(
        body.image_id
            .map(|id| ("image_id".to_owned(), id.to_string())),
    );
    Ok(RawForm {
        texts,
        ..RawForm::default()
    })
}

fn text(value: serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Bool(value) => Some(value.to_string()),
        serde_json::Value::Number(value) => Some(value.to_string()),
        _ => None,
    }
}

fn take(raw: &mut RawForm, name: &str) -> Option<String> {
    raw.texts.remove(name).filter(|text| !text.is_empty())
}

fn number(raw: &mut RawForm, name: &str) -> Result<Option<i64>, ApiError> {
    take(raw, name)
        .map(|text| {
            text.parse()
                .map_err(|_| ApiError::field(name, "not_a_number"))
        })
        .transpose()
}
