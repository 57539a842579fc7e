//! Images that no post uses any more, nor a working copy, nor anything in the history.

use rusqlite::{Transaction, params};

/// Whether an image of the table `images` is used by anything that is kept.
pub(super) const USED: &str = "(EXISTS (SELECT 1 FROM posts WHERE posts.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM post_images WHERE post_images.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM working_copies WHERE working_copies.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM working_copy_images WHERE working_copy_images.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM revision_images WHERE revision_images.image_id = images.id))";

/// Notes since when images are unused, and deletes those that have been for longer than `grace` milliseconds.
/// Returns how many. Ids are never given out again.
pub fn collect(transaction: &Transaction<'_>, now: i64, grace: i64) -> rusqlite::Result<usize> {
    transaction.execute(
        &format!("UPDATE images SET unused_since = NULL WHERE unused_since IS NOT NULL AND {USED}"),
        [],
    )?;
    transaction.execute(
        &format!("UPDATE images SET unused_since = ?1 WHERE unused_since IS NULL AND NOT {USED}"),
        [now],
    )?;
    transaction.execute(
        "DELETE FROM images WHERE unused_since <= ?1",
        params![now - grace],
    )
}
