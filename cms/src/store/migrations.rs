//! Numbered migrations: the store's `user_version` says how many of them it has seen.
//!
//! To add one: put `NNNN_name.sql` into `migrations/` and its line into [`MIGRATIONS`]. Never edit one that has
//! been released.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use rusqlite::{Connection, TransactionBehavior};

use crate::disk::{named_file::parent, unfinished};

/// In order; the first brings version 0 to version 1.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_start.sql"),
    include_str!("migrations/0002_messages.sql"),
    include_str!("migrations/0003_creations.sql"),
    include_str!("migrations/0004_safeguards.sql"),
    include_str!("migrations/0005_linked_images.sql"),
    include_str!("migrations/0006_life.sql"),
    include_str!("migrations/0007_schedule_problems.sql"),
    include_str!("migrations/0008_off_line.sql"),
    include_str!("migrations/0009_people.sql"),
    include_str!("migrations/0010_inbox.sql"),
    include_str!("migrations/0011_audit.sql"),
    include_str!("migrations/0012_finding.sql"),
    include_str!("migrations/0013_tokens.sql"),
    include_str!("migrations/0014_second_steps.sql"),
    include_str!("migrations/0015_approvals.sql"),
    include_str!("migrations/0016_media.sql"),
    include_str!("migrations/0017_hold.sql"),
    include_str!("migrations/0018_webhooks.sql"),
    include_str!("migrations/0019_meta.sql"),
    include_str!("migrations/0020_slugs.sql"),
    include_str!("migrations/0021_originals.sql"),
    include_str!("migrations/0022_media_dates.sql"),
    include_str!("migrations/0023_unused_images.sql"),
    include_str!("migrations/0024_unused_apart.sql"),
    include_str!("migrations/0025_post_links.sql"),
    include_str!("migrations/0026_other_languages.sql"),
    include_str!("migrations/0027_message_changes.sql"),
    include_str!("migrations/0028_aside.sql"),
];

/// A store that a newer release has written: no start of this one can read it.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} has version {found}, written by a newer release; this program knows versions up to {known}. Use the newer release, or \
     restore a backup made before it.", .file.display()
)]
pub struct NewerStore {
    file: PathBuf,
    found: usize,
    known: usize,
}

/// Refuses a version beyond those that are known.
pub fn check_known(file: &Path, found: usize, known: usize) -> Result<(), NewerStore> {
    if found > known {
        Err(NewerStore {
            file: file.to_owned(),
            found,
            known,
        })
    } else {
        Ok(())
    }
}

/// The version this program writes.
pub fn latest() -> usize {
    MIGRATIONS.len()
}

/// The version of an open store.
pub fn version(connection: &Connection) -> rusqlite::Result<usize> {
    connection
        .query_row("PRAGMA user_version", [], |row| row.get::<_, u32>(0))
        .map(|version| version as usize)
}

/// Brings the store at `file` to the latest version.
pub fn run(connection: &mut Connection, file: &Path) -> anyhow::Result<()> {
    migrate(connection, file, MIGRATIONS)
}

/// The store as an older release left it, for tests.
#[cfg(test)]
pub fn run_to(connection: &mut Connection, file: &Path, version: usize) -> anyhow::Result<()> {
    let migrations = MIGRATIONS
        .get(..version)
        .context("there is no such release")?;
    migrate(connection, file, migrations)
}

fn migrate(connection: &mut Connection, file: &Path, migrations: &[&str]) -> anyhow::Result<()> {
    let found = version(connection)?;
    check_known(file, found, migrations.len())?;
    if found > 0 && found < migrations.len() {
        let copy = back_up(connection, file, found)?;
        tracing::info!(from = found, to = migrations.len(), backup = %copy.display(), "migrating the store");
    }
    // All of them or none: a kill between two would leave a version that no release wrote, and a second copy.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated while this one waited for the lock.
    let found = version(&transaction)?;
    for (number, sql) in migrations.iter().enumerate().skip(found) {
        transaction
            .execute_batch(sql)
            .with_context(|| format!("migration {} failed", number + 1))?;
    }
    if found < migrations.len() {
        transaction.pragma_update(None, "user_version", migrations.len() as u32)?;
    }
    transaction.commit()?;
    Ok(())
}

/// A copy of the whole store beside it, as of one moment. It replaces no earlier one; an equal one does for it, or a
/// start that fails again and again would fill the disk.
fn back_up(connection: &Connection, file: &Path, version: usize) -> anyhow::Result<PathBuf> {
    let folder = parent(file);
    let copied = || -> anyhow::Result<PathBuf> {
        let mut unfinished = unfinished::begin(&folder)?;
        connection.execute("VACUUM INTO ?1", [unfinished.path().to_string_lossy()])?;
        unfinished.as_file().sync_all()?;
        for number in 1.. {
            let name = copy_name(file, version, number);
            match unfinished.persist_noclobber(&name) {
                Ok(_) => return Ok(name),
                Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                    unfinished = failed.file;
                    if is_equal(unfinished.path(), &name)? {
                        return Ok(name);
                    }
                }
                Err(failed) => return Err(failed.error.into()),
            }
        }
        bail!("too many copies")
    };
    copied().with_context(|| format!("cannot back the store up in {}", folder.display()))
}

/// `cms.db.v3.bak`, and `cms.db.v3-2.bak` when there is another of that name.
fn copy_name(file: &Path, version: usize, number: u32) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(match number {
        1 => format!(".v{version}.bak"),
        _ => format!(".v{version}-{number}.bak"),
    });
    name.into()
}

fn is_equal(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 {
            return Ok(left.len() == right.len());
        }
        if left[..length] != right[..length] {
            return Ok(false);
        }
        one.consume(length);
        other.consume(length);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn open(dir: &Path) -> (Connection, PathBuf) {
        let file = dir.join("cms.db");
        (Connection::open(&file).unwrap(), file)
    }

    #[test]
    fn an_empty_file_gets_every_table_and_no_backup() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        run(&mut connection, &file).unwrap();
        assert_eq!(version(&connection).unwrap(), latest());
        assert_eq!(
            std::fs::read_dir(dir.path()).unwrap().count(),
            1,
            "only the store itself"
        );
        run(&mut connection, &file).unwrap();
    }

    #[test]
    fn every_earlier_version_is_backed_up_and_brought_up() {
        for start in 1..=latest() {
            let dir = tempfile::tempdir().unwrap();
            let (mut connection, file) = open(dir.path());
            migrate(&mut connection, &file, &MIGRATIONS[..start]).unwrap();
            let next: Vec<&str> = MIGRATIONS
                .iter()
                .copied()
                .chain(["CREATE TABLE probe (x)"])
                .collect();
            migrate(&mut connection, &file, &next).unwrap();
            assert_eq!(version(&connection).unwrap(), latest() + 1);
            let copy = Connection::open(dir.path().join(format!("cms.db.v{start}.bak"))).unwrap();
            assert_eq!(version(&copy).unwrap(), start);
            copy.query_row("SELECT revision FROM site", [], |row| row.get::<_, i64>(0))
                .unwrap();
        }
    }

    #[test]
    fn images_that_a_text_links_to_count_as_used_from_then_on() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        migrate(&mut connection, &file, &MIGRATIONS[..4]).unwrap();
        let text =
            "<p><a href=\"/api/blog/images/12/\">x</a><img src=\"/api/blog/images/7/\">2025</p>";
        connection
            .execute(
                "INSERT INTO posts VALUES (3, 1, 'audit', 0, 0, '', 0, NULL, NULL, '', '', '', '', '', '', ?1, '', 'no 5')",
                [text],
            )
            .unwrap();
        run(&mut connection, &file).unwrap();
        let mut named = connection
            .prepare("SELECT post_id, image_id FROM post_images ORDER BY image_id")
            .unwrap();
        let named = named.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        let named: Vec<(i64, i64)> = named.unwrap().map(Result::unwrap).collect();
        assert_eq!(named, [(3, 7), (3, 12)]);
    }

    #[test]
    fn pictures_that_are_there_already_are_in_the_library() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        let media = |sql: &&str| sql.contains("CREATE TABLE media");
        let before = MIGRATIONS.iter().position(media).unwrap();
        migrate(&mut connection, &file, &MIGRATIONS[..before]).unwrap();
        let add = "INSERT INTO images (hash, content_type, width, height, bytes, created_at) VALUES (?1, 'image/png', 1, 1, x'', 7)";
        connection.execute(add, ["a"]).unwrap();
        run(&mut connection, &file).unwrap();
        connection.execute(add, ["b"]).unwrap();
        let known = || {
            let count =
                "SELECT count(*) FROM media WHERE focus_x = 50 AND revision = 0 AND created_at = 7";
            connection.query_row(count, [], |row| row.get::<_, i64>(0))
        };
        assert_eq!(known().unwrap(), 2);
        connection
            .pragma_update(None, "foreign_keys", true)
            .unwrap();
        connection
            .execute("DELETE FROM images WHERE hash = 'a'", [])
            .unwrap();
        assert_eq!(known().unwrap(), 1);
    }

    #[test]
    fn pictures_stay_unused_since_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        let apart = |sql: &&str| sql.contains("CREATE TABLE unused_images");
        let before = MIGRATIONS.iter().position(apart).unwrap();
        migrate(&mut connection, &file, &MIGRATIONS[..before]).unwrap();
        let add = "INSERT INTO images (hash, content_type, width, height, bytes, created_at, unused_since)
                   VALUES (?1, 'image/png', 1, 1, x'', 7, ?2)";
        connection.execute(add, ("a", 8)).unwrap();
        connection.execute(add, ("b", None::<i64>)).unwrap();
        run(&mut connection, &file).unwrap();
        let mut unused = connection
            .prepare("SELECT image_id, since FROM unused_images")
            .unwrap();
        let unused = unused.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        let unused: Vec<(i64, i64)> = unused.unwrap().map(Result::unwrap).collect();
        assert_eq!(unused, [(1, 8)]);
    }

    #[test]
    fn a_copy_replaces_no_other_and_an_equal_one_is_enough() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        migrate(&mut connection, &file, &MIGRATIONS[..1]).unwrap();
        let names = || {
            let entries = std::fs::read_dir(dir.path()).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<std::collections::BTreeSet<_>>()
        };
        let broken = [MIGRATIONS[0], "nonsense"];
        let earlier = dir.path().join("cms.db.v1.bak");
        std::fs::write(&earlier, "of another time").unwrap();
        for _ in 0..3 {
            assert!(migrate(&mut connection, &file, &broken).is_err());
        }
        assert_eq!(
            names(),
            ["cms.db", "cms.db.v1-2.bak", "cms.db.v1.bak"]
                .map(str::to_owned)
                .into()
        );
        assert_eq!(std::fs::read(&earlier).unwrap(), b"of another time");
        connection
            .execute("UPDATE site SET revision = revision + 1", [])
            .unwrap();
        migrate(&mut connection, &file, MIGRATIONS).unwrap();
        assert!(names().contains("cms.db.v1-3.bak"), "{:?}", names());
    }

    #[test]
    fn a_failing_migration_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        run(&mut connection, &file).unwrap();
        let broken: Vec<&str> = MIGRATIONS
            .iter()
            .copied()
            .chain(["CREATE TABLE probe (x); nonsense"])
            .collect();
        assert!(migrate(&mut connection, &file, &broken).is_err());
        assert_eq!(version(&connection).unwrap(), latest());
        assert!(
            connection
                .execute("INSERT INTO probe VALUES (1)", [])
                .is_err()
        );
    }

    #[test]
    fn a_failing_migration_takes_those_before_it_back() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        migrate(&mut connection, &file, &MIGRATIONS[..1]).unwrap();
        let broken: Vec<&str> = MIGRATIONS.iter().copied().chain(["nonsense"]).collect();
        assert!(migrate(&mut connection, &file, &broken).is_err());
        assert_eq!(version(&connection).unwrap(), 1);
    }

    #[test]
    fn a_newer_store_is_refused_with_the_remedy() {
        let dir = tempfile::tempdir().unwrap();
        let (mut connection, file) = open(dir.path());
        connection
            .pragma_update(None, "user_version", (latest() + 1) as u32)
            .unwrap();
        let message = run(&mut connection, &file).unwrap_err().to_string();
        assert!(message.contains("newer release"), "{message}");
    }
}
