//! Pre-renders the public site: content + posts + templates -> dist.
//!
//! The generator is a pure function of its inputs: the same inputs give the same bytes, on any machine,
//! in any order of saves. See docs/architecture.md.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// A problem is made once per failed build; boxing it would only make its makers harder to read.
#![allow(clippy::result_large_err)]

#[cfg(not(unix))]
compile_error!("folders are told apart by device and inode, and locked: this needs a Unix");

mod base;
pub mod content;
mod files;
mod generator;
mod images;
mod inputs;
mod options;
mod output;
mod pages;
mod plan;
mod posts;
mod render;
pub mod routes;
mod sharing;
mod text;

pub use base::place;
pub use base::{Category, Lang, Languages, Localized, Problem, Problems, Severity, Slug, Texts};
pub use content::{ServiceTitle, authors, is_origin, languages, service_titles, services};
pub use generator::{Generator, Previewer, Report};
pub use images::{ImageMode, ImageStore, ImageStoreError, NoImages, PendingImages, StoredImage};
pub use options::Options;
pub mod releases {
    //! Publications that one can go back to.
    pub use crate::output::releases::{About, Release, releases};
}
pub use output::{BuildError, FolderLock, Moment, MoveLock, Unsynced, linked};
pub use plan::Total;
pub use posts::{
    Away, Content, Digest, Focus, ListedPost, Meta, MovedSet, PictureNote, PictureNotes, Post,
    PostSet, Posts, Published, Slugs, TextStore, TextStoreError,
};
pub use text::fold;
