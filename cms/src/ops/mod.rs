//! What keeps an installation going besides serving it.

pub mod archive;
pub mod archive_stream;
pub mod collector;
pub mod import;
pub mod scheduler;
