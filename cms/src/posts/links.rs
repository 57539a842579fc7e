//! What links to a post: asked before it goes off-line.

use rusqlite::Connection;

use super::error::PostError;
use crate::store::{desk, finding::links};

/// Number and title of every other post whose texts, on-line or being written, link to this one in any language.
pub fn to(store: &Connection, id: i64) -> Result<Vec<(i64, String)>, PostError> {
    if desk::is_known(store, id)? {
        Ok(links::to(store, id)?)
    } else {
        Err(PostError::Missing)
    }
}
