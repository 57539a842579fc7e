//! Every route of the service on one screen.
//!
//! Who may call what is also in each handler's signature: one that takes `Author`, `Editor` or `Owner` is for staff. A test compares
//! both with the OpenAPI document.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    http::{Method, header},
    routing::get,
};
use tower_http::cors::{self, CorsLayer};
use utoipa::OpenApi as _;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::http::{
    api::{
        approvals, audit, auth, categories, contact, drafts, health, history, images, invitations,
        links, media, media_file, messages, metrics, openapi, own, posts, preview, publication,
        redirects, releases, several, several_messages, share, site_state, tokens, totp,
        translations, trash, users, webhooks,
    },
    app::App,
    error::ApiError,
    files::{admin, live_reload, shared, site},
    middleware,
};

/// The API; the OpenAPI document is made from these very routes.
pub fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Document::openapi())
        // anyone reads, staff write
        .routes(routes!(posts::list, posts::create))
        .routes(routes!(posts::read, posts::update, posts::delete))
        // staff
        .routes(routes!(preview::render))
        .routes(routes!(media::list, media::create))
        .routes(routes!(media::read, media::update, media::delete))
        .routes(routes!(media::uses))
        .routes(routes!(media_file::replace))
        .routes(routes!(drafts::create))
        .routes(routes!(drafts::read, drafts::update, drafts::discard))
        .routes(routes!(publication::publish))
        .routes(routes!(publication::unpublish))
        .routes(routes!(publication::cancel))
        .routes(routes!(several::apply))
        .routes(routes!(categories::list))
        .routes(routes!(links::check))
        .routes(routes!(
            approvals::read,
            approvals::ask,
            approvals::withdraw
        ))
        .routes(routes!(redirects::set, redirects::remove))
        .routes(routes!(share::create, share::revoke))
        .routes(routes!(history::list))
        .routes(routes!(history::read))
        .routes(routes!(history::restore))
        .routes(routes!(translations::read, translations::settle))
        .routes(routes!(trash::list))
        .routes(routes!(trash::restore))
        .routes(routes!(trash::forget))
        .routes(routes!(trash::links))
        .routes(routes!(own::me))
        .routes(routes!(own::list, own::end_all))
        .routes(routes!(own::end))
        .routes(routes!(own::change_password))
        .routes(routes!(totp::read, totp::begin, totp::end))
        .routes(routes!(totp::confirm))
        .routes(routes!(totp::renew_codes))
        // editors
        .routes(routes!(approvals::list))
        .routes(routes!(approvals::list_returned))
        .routes(routes!(approvals::send_back))
        .routes(routes!(messages::list))
        .routes(routes!(messages::counts))
        .routes(routes!(messages::assignees))
        .routes(routes!(several_messages::find))
        .routes(routes!(several_messages::apply))
        .routes(routes!(messages::read, messages::update, messages::delete))
        // owners
        .routes(routes!(users::list, users::create))
        .routes(routes!(users::update, users::delete))
        .routes(routes!(totp::reset))
        .routes(routes!(invitations::list, invitations::create))
        .routes(routes!(invitations::delete))
        .routes(routes!(audit::list))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::delete))
        .routes(routes!(webhooks::list, webhooks::create))
        .routes(routes!(webhooks::delete))
        .routes(routes!(webhooks::test))
        .routes(routes!(webhooks::log))
        .routes(routes!(webhooks::again))
        .routes(routes!(releases::list))
        .routes(routes!(releases::restore))
        .routes(routes!(releases::resume))
        // anyone
        .routes(routes!(images::read))
        .routes(routes!(auth::token))
        .routes(routes!(auth::refresh))
        .routes(routes!(auth::logout))
        .routes(routes!(invitations::read, invitations::accept))
        .merge(contact_form())
        .routes(routes!(site_state::read))
        .routes(routes!(site_state::events))
        .routes(routes!(openapi::serve))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(metrics::read))
}

/// The one call that other sites' pages may make.
fn contact_form() -> OpenApiRouter<App> {
    let (router, document) = OpenApiRouter::new()
        .routes(routes!(contact::send))
        .split_for_parts();
    // The fallback first: the layer must see the browser's OPTIONS, too.
    let router = router
        .method_not_allowed_fallback(method_not_allowed)
        .layer(any_origin());
    let mut described = OpenApiRouter::from(router);
    *described.get_openapi_mut() = document;
    described
}

/// Browsers may send the contact form from any site: `content/site.toml` may name this service by another host than
/// the site's, and neither cookies nor tokens are involved.
fn any_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(cors::Any)
        .allow_methods([Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(Duration::from_secs(24 * 60 * 60))
}

/// The admin SPA and the generated site, for anyone; staff-only data is behind the API.
fn pages() -> Router<App> {
    Router::new()
        .route("/login", get(admin::page))
        .route("/login/", get(admin::page))
        .route("/admin", get(admin::page))
        .route("/admin/", get(admin::page))
        .route("/admin/{*path}", get(admin::asset))
        .route("/shared/{secret}", get(shared::page))
        .route("/shared/{secret}/", get(shared::page))
        .route("/shared/{secret}/{lang}", get(shared::page_in))
        .route("/shared/{secret}/{lang}/", get(shared::page_in))
        .route(live_reload::PATH, get(live_reload::script))
        .route("/api", axum::routing::any(not_found))
        .route("/api/", axum::routing::any(not_found))
        .route("/api/{*path}", axum::routing::any(not_found))
        .fallback(site::serve)
}

/// The OpenAPI document, made from the routes themselves.
pub fn document() -> utoipa::openapi::OpenApi {
    openapi::completed(api().into_openapi())
}

/// The whole service.
pub fn build(app: App) -> Router {
    let (api, document) = api().split_for_parts();
    let document = Arc::new(openapi::completed(document));
    let router = api
        .merge(pages())
        .method_not_allowed_fallback(method_not_allowed)
        .layer(Extension(document));
    middleware::apply(router, &app)
}

async fn not_found() -> ApiError {
    ApiError::NotFound
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}
