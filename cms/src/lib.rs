//! The CMS: a SQLite store of posts and images, an HTTP API for staff, and a publisher that brings every save to
//! the generated site. `docs/architecture.md` has the whole picture.
//!
//! Rooms from the top down; each uses those below it only (`tests/integration/rooms.rs` holds the table).

#![deny(clippy::print_stdout)]

pub mod cli;
pub mod http;
pub mod ops;

pub mod links;
pub mod webhooks;

pub mod media;
pub mod messages;
pub mod people;
pub mod posts;

pub mod deploy;
pub mod publishing;

pub mod originals;

pub mod time;

pub mod store;

pub mod blocking;
pub mod disk;

pub mod storage;

pub mod config;

pub mod fields;
pub mod hosting;
pub mod net;
mod output;
#[cfg(test)]
#[path = "../tests/integration/support/skipped.rs"]
mod skipped;
#[cfg(test)]
#[path = "../tests/integration/support/small_disk.rs"]
mod small_disk;

pub use http::router::build as build_router;
