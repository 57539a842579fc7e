//! The HTTP API, one file per resource: request, response, and handlers that read like recipes.

pub mod auth;
pub mod contact;
pub mod desk;
pub mod health;
pub mod images;
pub mod media;
pub mod metrics;
pub mod openapi;
pub mod post_answers;
pub mod post_json;
pub mod posts;
pub mod preview;
pub mod site_state;
