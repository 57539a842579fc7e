//! The CMS: a SQLite store of posts and images, an HTTP API for staff, and a publisher that brings every save to
//! the generated site. `docs/architecture.md` has the whole picture.

pub mod api;
pub mod app;
pub mod archive;
pub mod auth;
pub mod cli;
pub mod clock;
pub mod collector;
pub mod config;
pub mod contact;
pub mod deploy;
pub mod dist_lock;
pub mod drain;
pub mod error;
pub mod first_user;
pub mod import;
pub mod jobs;
pub mod listener;
pub mod lock;
pub mod logging;
pub mod mailer;
pub mod metrics;
pub mod middleware;
pub mod operations;
pub mod publisher;
pub mod rich_text;
pub mod router;
mod scratch;
pub mod serve;
pub mod site;
pub mod store;
pub mod uploads;
pub mod users;
pub mod watch;

pub use router::build as build_router;
