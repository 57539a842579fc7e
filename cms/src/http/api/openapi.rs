//! The OpenAPI document: made from the handlers, completed here with what they share.

use std::sync::Arc;

use axum::{
    Extension,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self, Content, Ref, RefOr, ResponseBuilder,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use crate::http::{
    api::{
        post_json::{Post, PostSummary},
        staff_json::{StaffPost, StaffSummary},
    },
    error::{ApiError, PROBLEM_JSON, Problem},
};

/// Title, tags and shared parts.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "CMS",
        description = "Posts, images and the state of the published site. Every address also answers without its \
                       trailing slash. Refusals are RFC 9457 problem documents.",
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/")),
    components(schemas(Problem, Post, PostSummary, StaffPost, StaffSummary)),
    tags(
        (name = "posts", description = "Blog posts in the languages of the site. The fields of az, en and ru are named here; on a site with other \
            languages each text is there in them, too: `title_de`, `content_de`, `alt_de` and so on"),
        (name = "drafts", description = "Working copies, publication, history and trash"),
        (name = "images", description = "Stored pictures"),
        (name = "auth", description = "Signing in and out, one's own account"),
        (name = "users", description = "Who is staff, and what they may do"),
        (name = "audit", description = "Who did what"),
        (name = "messages", description = "What visitors wrote, for those who answer"),
        (name = "contact", description = "What visitors write"),
        (name = "site", description = "What is saved, what is live"),
        (name = "webhooks", description = "Who is told of publications"),
        (name = "operations", description = "For machines that watch the service"),
    ),
    modifiers(&Bearer),
)]
pub struct Document;

/// Adds what every call may answer besides what it lists itself.
pub fn completed(mut document: openapi::OpenApi) -> openapi::OpenApi {
    Refusals.modify(&mut document);
    document
}

/// As text, with the line end of a file.
pub fn json(document: &openapi::OpenApi) -> anyhow::Result<String> {
    Ok(document.to_pretty_json()? + "\n")
}

/// The description of this API.
#[utoipa::path(
    get, operation_id = "openapi",
    path = "/api/openapi.json",
    tag = "operations",
    responses((status = 200, description = "An OpenAPI 3.1 document", body = Object)),
)]
pub async fn serve(Extension(document): Extension<Arc<openapi::OpenApi>>) -> Response {
    match json(&document) {
        Ok(text) => (
            StatusCode::OK,
            [(header::CONTENT_TYPE, "application/json")],
            text,
        )
            .into_response(),
        Err(error) => ApiError::Internal(error).into_response(),
    }
}

/// How staff prove who they are.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_with(Default::default);
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some(
                "The access token of a sign-in, or the secret of a token for scripts (`cms_…`)",
            ))
            .build();
        components.add_security_scheme("access", SecurityScheme::Http(scheme));
    }
}

/// What every call may answer besides what it lists itself, and the body of every refusal.
struct Refusals;

impl Modify for Refusals {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for item in document.paths.paths.values_mut() {
            let operations = [
                &mut item.get,
                &mut item.post,
                &mut item.put,
                &mut item.delete,
                &mut item.patch,
            ];
            for operation in operations.into_iter().flatten() {
                refuse_lesser_roles(operation);
                let responses = &mut operation.responses.responses;
                responses.entry("default".into()).or_insert_with(|| {
                    let text = "The request did not arrive in time (408), overload (503, with Retry-After), a change of unknown outcome (504), a full disk (507) or an error of ours (500)";
                    RefOr::T(ResponseBuilder::new().description(text).build())
                });
                for (status, response) in responses.iter_mut() {
                    let refusal =
                        status == "default" || status.starts_with('4') || status.starts_with('5');
                    if let (true, RefOr::T(response)) = (refusal, response) {
                        describe(response);
                    }
                }
            }
        }
    }
}

/// Every call for staff may answer 403. The role is in its security requirement (OpenAPI 3.1, 4.8.30).
fn refuse_lesser_roles(operation: &mut openapi::path::Operation) {
    let security = operation.security.iter().flatten();
    let roles = security.filter_map(|needs| serde_json::to_value(needs).ok());
    let needed: Vec<String> = roles
        .filter_map(|needs| needs["access"][0].as_str().map(str::to_owned))
        .collect();
    let [role] = needed.as_slice() else {
        return;
    };
    let forbidden = match role.as_str() {
        "author" => "the role became less while the request was on its way".to_owned(),
        role => format!("the role {role} is needed"),
    };
    let text = format!(
        "`forbidden`: {forbidden}; `second-step-missing`: the account must have a second step first"
    );
    let responses = &mut operation.responses.responses;
    let refusal = ResponseBuilder::new().description(text).build();
    // What a call says of it itself is more.
    responses.entry("403".into()).or_insert(RefOr::T(refusal));
}

fn describe(response: &mut openapi::Response) {
    if response.content.is_empty() {
        let body = Content::new(Some(Ref::from_schema_name("Problem")));
        response.content.insert(PROBLEM_JSON.into(), RefOr::T(body));
    }
}
