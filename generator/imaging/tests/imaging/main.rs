//! Real pictures, made here, on the way an upload takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod bounds;
mod cache;
mod drawn;
mod hostile;
mod metadata;
mod sample;
