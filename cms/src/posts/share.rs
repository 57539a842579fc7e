//! Links that show a post as staff see it to someone without an account: a partner who is asked for approval.

use generator::Post;
use rusqlite::{Connection, Transaction};

use super::{copy::Standing, editor::Editor, error::PostError};
use crate::store::{
    DAY, revisions,
    share_links::{self, ShareLink},
};

/// For so many milliseconds of the store's time a link works.
pub const VALID: i64 = 7 * DAY;

/// What the store keeps of a secret.
pub fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Makes a link with this secret; returns when it ends, by the store's time. Earlier links go on until they end or are
/// taken back.
pub fn share(
    store: &Transaction<'_>,
    id: i64,
    secret: &str,
    by: &Editor,
) -> Result<i64, PostError> {
    Standing::find(store, id)?;
    let now = by.at.time;
    share_links::forget_before(store, now)?;
    let link = ShareLink {
        post_id: id,
        created_at: now,
        created_by: by.name.clone(),
        expires_at: now + VALID,
    };
    share_links::insert(store, &hash(secret), &link)?;
    revisions::edit(store)?;
    Ok(link.expires_at)
}

/// Takes every link to a post back.
pub fn revoke(store: &Transaction<'_>, id: i64) -> Result<(), PostError> {
    Standing::find(store, id)?;
    if share_links::revoke(store, id)? > 0 {
        revisions::edit(store)?;
    }
    Ok(())
}

/// What a secret shows at a moment of the store's time: the post as staff see it, whatever becomes of it meanwhile.
pub fn find(store: &Connection, secret: &str, time: i64) -> Result<Post, PostError> {
    let link = share_links::find(store, &hash(secret), time)?.ok_or(PostError::Missing)?;
    let standing = Standing::find(store, link)?;
    Ok(standing.seen().ok_or(PostError::Missing)?.clone())
}
