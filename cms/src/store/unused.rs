//! Images that no post uses any more, nor a working copy, nor anything in the history.

use rusqlite::{Transaction, params};

/// Whether an image of the table `images` is used by anything that is kept.
pub(super) const USED: &str = "(EXISTS (SELECT 1 FROM posts WHERE posts.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM post_images WHERE post_images.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM working_copies WHERE working_copies.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM working_copy_images WHERE working_copy_images.image_id = images.id)
                  OR EXISTS (SELECT 1 FROM revision_images WHERE revision_images.image_id = images.id))";

const DELETE: &str = "DELETE FROM images WHERE unused_since <= ?1";

fn wanted_again() -> String {
    format!("UPDATE images SET unused_since = NULL WHERE unused_since IS NOT NULL AND {USED}")
}

fn note() -> String {
    format!("UPDATE images SET unused_since = ?1 WHERE unused_since IS NULL AND NOT {USED}")
}

/// Notes since when images are unused, and deletes those that have been for longer than `grace` milliseconds.
/// Returns how many. Ids are never given out again.
pub fn collect(transaction: &Transaction<'_>, now: i64, grace: i64) -> rusqlite::Result<usize> {
    transaction.execute(&wanted_again(), [])?;
    transaction.execute(&note(), [now])?;
    transaction.execute(DELETE, params![now - grace])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn no_image_is_read_to_find_that_it_is_unused() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cms.db")).unwrap();
        let read = store.read_blocking(|connection| {
            for sql in [wanted_again(), note(), DELETE.to_owned()] {
                let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
                let given = vec![0; plan.parameter_count()];
                let plan = plan
                    .query_map(rusqlite::params_from_iter(given), |row| {
                        row.get::<_, String>("detail")
                    })?
                    .collect::<Result<Vec<_>, _>>()?;
                let images = plan.iter().find(|step| step.contains(" images "));
                assert!(
                    images.is_some_and(|step| step.starts_with("SEARCH")
                        && step.contains("INDEX images_by_disuse")),
                    "{sql}: {plan:?}"
                );
            }
            anyhow::Ok(())
        });
        read.unwrap();
    }
}
