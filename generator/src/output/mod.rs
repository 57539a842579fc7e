//! What is written, and what is known of it: `dist`, the cache, and the record of the last build.

mod error;
mod folder;
mod folders;
mod link;
mod lock;
pub mod manifest;
mod places;
pub mod releases;
mod stage;
mod sync;

pub use error::BuildError;
pub use folders::Folders;
pub use link::linked;
pub use lock::{FolderLock, MoveLock};
pub use manifest::Moment;
pub use places::check as check_places;
pub use stage::{Stage, Staged};
pub use sync::Unsynced;
