//! Generated files that are no pages: one kind a file.

mod counts;
mod feeds;
mod hosting;
mod redirects;
mod robots;
pub mod search;
mod sitemap;
mod web_manifest;

pub use counts::counts_css;
pub use feeds::{Feed, FeedEntry};
pub use hosting::headers;
pub use redirects::redirects;
pub use robots::robots;
pub use sitemap::{Sitemap, part_of as sitemap_part_of, parts as sitemap_parts};
pub use web_manifest::web_manifest;
