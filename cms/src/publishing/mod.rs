//! Brings what was saved to `dist`: one generation at a time, saves that arrive meanwhile coalesce.
//!
//! A thread of its own owns the work, so requests never wait for it. A generation that fails leaves `dist` as it
//! was, is told to editors and the log, and is tried again: by itself when its cause may pass (`retry`), else at the
//! next save or change of content and templates.
//! At start the site is always brought up to date, which also repairs a crash between commit and generation.

pub mod announcement;
mod command;
pub mod deployment;
mod encoder;
mod images;
mod look;
mod posts;
mod public;
mod publisher;
mod retry;
mod settings;
mod shown;
pub mod status;
mod syncer;
mod worker;

pub use self::{
    images::StoreImages,
    posts::Posts,
    publisher::Publisher,
    settings::{Settings, options},
    shown::PreviewError,
};
