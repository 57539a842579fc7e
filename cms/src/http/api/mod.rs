//! The HTTP API, one file per resource: request, response, and handlers that read like recipes.

pub mod auth;
pub mod contact;
pub mod desk;
pub mod drafts;
pub mod health;
pub mod history;
pub mod images;
pub mod life_json;
pub mod media;
pub mod metrics;
pub mod openapi;
pub mod post_answers;
pub mod post_form;
pub mod post_json;
pub mod post_query;
pub mod posts;
pub mod preview;
pub mod publication;
pub mod redirects;
pub mod share;
pub mod site_state;
pub mod staff_json;
pub mod translations;
pub mod trash;
