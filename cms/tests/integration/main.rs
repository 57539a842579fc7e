//! The CMS over HTTP, as its clients meet it: a real store, a real server, a real client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod command_line;
mod conformance;
mod contract;
mod crash;
mod fuzz;
mod idempotency;
mod images;
mod limits;
mod load;
mod media;
mod posts;
mod publishing;
mod sessions;
mod static_site;
mod support;
