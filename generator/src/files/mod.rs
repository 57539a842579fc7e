//! Generated files that are no pages: one kind a file.

mod feeds;
mod hosting;
mod robots;
mod search;
mod sitemap;
mod web_manifest;

pub use feeds::{FEED_SIZE, Feed};
pub use hosting::{headers, redirects};
pub use robots::robots;
pub use search::Search;
pub use sitemap::Sitemap;
pub use web_manifest::web_manifest;
