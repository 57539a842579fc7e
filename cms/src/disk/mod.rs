//! Files and folders: written whole or not at all, and by one process at a time.

pub mod identity;
pub mod lock;
pub mod named_file;
pub mod unfinished;
