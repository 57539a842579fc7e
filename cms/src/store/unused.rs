//! Images that no post uses any more, nor a working copy, nor anything in the history. Those that somebody keeps on purpose, or of
//! which somebody has said something, stay all the same.

use rusqlite::{Transaction, params};

use super::DAY;
use crate::config::Config;

const DELETE: &str = "DELETE FROM images WHERE id IN (
    SELECT image_id FROM unused_images AS unused WHERE since <= ?1
        AND NOT EXISTS (SELECT 1 FROM media WHERE media.image_id = unused.image_id AND revision > 0))";

/// Stands for the time since when an image is unused where somebody keeps it: whether it is used or not, it never becomes old.
pub(super) const KEPT: i64 = i64::MAX;

/// Whether the image whose number is in this column is used by anything that is kept.
pub(super) fn used(image: &str) -> String {
    let users = [
        "posts",
        "post_images",
        "working_copies",
        "working_copy_images",
        "revision_images",
    ];
    let user = |table| format!("EXISTS (SELECT 1 FROM {table} WHERE {table}.image_id = {image})");
    format!("({})", users.map(user).join(" OR "))
}

fn wanted_again() -> String {
    format!(
        "DELETE FROM unused_images WHERE since < {KEPT} AND {}",
        used("unused_images.image_id")
    )
}

fn note() -> String {
    format!(
        "INSERT INTO unused_images (image_id, since) SELECT id, ?1 FROM images
         WHERE NOT EXISTS (SELECT 1 FROM unused_images WHERE image_id = images.id) AND NOT {}",
        used("images.id")
    )
}

/// For so many milliseconds of the store's time an image may be unused.
pub fn grace(config: &Config) -> i64 {
    i64::from(config.image_grace_days) * DAY
}

/// Notes since when images are unused, and deletes those that have been for longer than `grace` milliseconds.
/// Returns how many. Ids are never given out again.
pub fn collect(transaction: &Transaction<'_>, now: i64, grace: i64) -> rusqlite::Result<usize> {
    transaction.execute(&wanted_again(), [])?;
    transaction.execute(&note(), [now])?;
    transaction.execute(DELETE, params![now - grace])
}

/// The image stays, used or not.
pub fn keep(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO unused_images (image_id, since) VALUES (?1, ?2)
             ON CONFLICT (image_id) DO UPDATE SET since = excluded.since",
        )?
        .execute([id, KEPT])?;
    Ok(())
}

/// The image is wanted again: its grace period starts anew.
pub fn forget(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM unused_images WHERE image_id = ?1 AND since < ?2")?
        .execute([id, KEPT])?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{
        Store,
        images::{self, NewImage},
    };

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
                let images = plan
                    .iter()
                    .filter(|step| step.split_whitespace().nth(1) == Some("images"));
                let by_number = "SEARCH images USING INTEGER PRIMARY KEY (rowid=?)";
                for step in images {
                    assert!(
                        step == by_number || step.contains("COVERING INDEX"),
                        "{sql}: {plan:?}"
                    );
                }
            }
            anyhow::Ok(())
        });
        read.unwrap();
    }

    #[test]
    fn no_image_is_written_to_note_that_it_is_unused_or_wanted_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("cms.db")).unwrap();
        let log = folder.path().join("cms.db-wal");
        let image = NewImage {
            hash: "a".into(),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: vec![1; 1 << 20],
        };
        let write = |work: &dyn Fn(&Transaction<'_>) -> rusqlite::Result<usize>| {
            store
                .write_blocking(|store| anyhow::Ok(work(store)?))
                .unwrap()
        };
        let insert = |store: &Transaction<'_>| images::insert(store, &image, 0).map(|_| 0);
        write(&insert);
        // Empties the log.
        store.shrink().unwrap();
        write(&|store| collect(store, 5, 10));
        assert_eq!(write(&|store| collect(store, 14, 10)), 0);
        write(&insert);
        assert_eq!(write(&|store| collect(store, 16, 10)), 0, "anew from here");
        assert_eq!(write(&|store| collect(store, 25, 10)), 0);
        let written = std::fs::metadata(&log).unwrap().len();
        assert!((1..1 << 19).contains(&written), "{written} bytes");
        assert_eq!(write(&|store| collect(store, 26, 10)), 1);
    }
}
