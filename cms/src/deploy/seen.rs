//! What a target says before anything is changed.

use super::listing::Listing;

/// The answer.
#[derive(Debug)]
pub struct Seen {
    /// What lies there.
    pub listing: Listing,
    /// How that is known.
    pub sight: Sight,
    /// The note that says whose it is.
    pub marker: Option<Vec<u8>>,
    /// The state of that note, where the target can replace it on condition that nobody else did.
    pub tag: Option<String>,
}

/// How it is known what lies on a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Everything was looked at.
    Everything,
    /// By our record, and by name where something else may be. Everything was looked at then, in seconds since the epoch.
    Names(i64),
}
