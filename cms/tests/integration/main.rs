//! The CMS over HTTP, as its clients meet it: a real store, a real server, a real client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod command_line;
mod conformance;
mod contract;
mod crash;
mod documents;
mod ended;
mod followers;
mod fuzz;
mod honesty;
mod idempotency;
mod images;
mod killed_deploy;
mod kills;
mod limits;
mod load;
mod lockout;
mod media;
mod older_store;
mod posts;
mod posts_listed;
mod posts_refused;
mod publishing;
mod rooms;
mod schedule;
mod sessions;
mod shared;
mod side_by_side;
mod slow;
mod stalled;
mod static_site;
mod store_busy;
mod support;
