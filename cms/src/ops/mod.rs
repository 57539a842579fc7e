//! What keeps an installation going besides serving it.

pub mod archive;
mod archive_approvals;
pub mod archive_life;
mod archive_stream;
mod archive_tar;
mod archive_trash;
pub mod backup_seal;
pub mod backup_storage;
mod cleaning;
pub mod collector;
pub mod import;
pub mod mismatches;
pub mod moving;
pub mod pulse;
pub mod scheduler;
