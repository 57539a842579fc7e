//! The service as clients see it: connections, layers, routes, handlers and the files that are served.

pub mod api;
pub mod app;
pub mod asker;
pub mod client_address;
pub mod coding;
pub mod device_cookie;
pub mod error;
pub mod etag;
pub mod extract;
pub mod files;
pub mod followers;
pub mod guests;
pub mod metrics;
pub mod middleware;
pub mod network;
mod problem;
pub mod router;
pub mod signed_in;
pub mod spool;
mod translate;
pub mod uncached;
pub mod window;
