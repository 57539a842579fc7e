//! The CMS: a SQLite store of posts and images, an HTTP API for staff, and a publisher that brings every save to
//! the generated site. `docs/architecture.md` has the whole picture.

pub mod api;
pub mod app;
pub mod archive;
pub mod archive_stream;
pub mod auth;
pub mod cli;
pub mod clock;
pub mod coding;
pub mod collector;
pub mod config;
pub mod connection;
pub mod contact;
pub mod deploy;
pub mod dist_lock;
pub mod error;
pub mod first_user;
pub mod folders;
pub mod gate;
pub mod import;
pub mod jobs;
pub mod limits;
pub mod listener;
pub mod lock;
pub mod logging;
pub mod mailer;
pub mod metrics;
pub mod middleware;
pub mod named_file;
pub mod operations;
pub mod pace;
pub mod paths;
pub mod publisher;
pub mod request_body;
pub mod rich_text;
pub mod router;
pub mod serve;
pub mod settings;
pub mod site;
pub mod spool;
pub mod store;
pub mod timekeeping;
pub mod uploads;
pub mod users;
pub mod watch;

pub use router::build as build_router;
