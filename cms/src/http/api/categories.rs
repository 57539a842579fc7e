//! `/api/blog/categories/`: what posts may be about; for staff.

use axum::{Json, extract::State};
use generator::{Lang, ServiceTitle};
use serde::Serialize;
use utoipa::ToSchema;

use super::post_json;
use crate::{
    blocking,
    http::{app::App, error::ApiError, signed_in::Author},
};

/// A service of the firm, which is also a category of posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryName {
    /// As posts name it.
    #[schema(value_type = post_json::Category)]
    id: generator::Category,
    /// Its name.
    title_az: String,
    /// The Azerbaijani one where there is no English one.
    title_en: String,
    /// The Azerbaijani one where there is no Russian one.
    title_ru: String,
}

impl From<ServiceTitle> for CategoryName {
    fn from(service: ServiceTitle) -> Self {
        // A site without English or Russian still has staff who read them.
        let of = |lang| service.title.resolve(lang).0.to_owned();
        Self {
            id: service.id,
            title_az: of(Lang::AZ),
            title_en: of(Lang::EN),
            title_ru: of(Lang::RU),
        }
    }
}

/// The categories in the order of the site's menus, by what the files of the content say at this moment. Their names are in the
/// languages of the staff alone, whatever other ones the site has.
#[utoipa::path(
    get, operation_id = "list_categories",
    path = "/api/blog/categories/",
    tag = "posts",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "All of them", body = Vec<CategoryName>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Author, State(app): State<App>) -> Result<Json<Vec<CategoryName>>, ApiError> {
    let content = app.config.content.clone();
    let titles = blocking::run(move || generator::service_titles(&content)).await?;
    Ok(Json(titles.into_iter().map(CategoryName::from).collect()))
}
