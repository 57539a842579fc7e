#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use generator::{FolderLock, ImageStore, ImageStoreError, Lang, StoredImage};
use tempfile::TempDir;

use super::*;
use crate::{
    config::Config, originals::Originals, publishing::status::State, small_disk::Disk, store::posts,
};

/// A small site, a store with a post that shows a picture, and nobody who saves.
struct Case {
    dir: TempDir,
    store: Store,
}

impl Case {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let fixture =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../generator/tests/fixtures/site");
        for entry in walkdir::WalkDir::new(&fixture) {
            let entry = entry.unwrap();
            let target = dir
                .path()
                .join(entry.path().strip_prefix(&fixture).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir_all(target).unwrap()
            } else {
                fs::copy(entry.path(), target).unwrap();
            }
        }
        let store = Store::open(&dir.path().join("data/cms.db")).unwrap();
        let post = Post {
            title: [(Lang::AZ, "Waiting")].into(),
            content: [(Lang::AZ, "<p><img src=\"/api/blog/images/1/\"></p>")].into(),
            ..crate::posts::changes::blank(jiff::Timestamp::UNIX_EPOCH)
        };
        store
            .write_blocking(|store| {
                let revision = revisions::advance(store)?;
                posts::insert(store, &post, revision)?;
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
        Self { dir, store }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    fn start(&self, images: Option<Arc<dyn ImageStore>>) -> Publisher {
        let config = Config::for_testing(self.dir.path());
        let mut settings = Settings::new(&config, Originals::here(self.store.clone()));
        settings.images = images.unwrap_or(settings.images);
        Publisher::start(settings, self.store.clone(), Clock::manual()).unwrap()
    }

    fn is_live(&self) -> bool {
        let page = fs::read_to_string(self.path("dist/en/blog/1/index.html"));
        page.is_ok_and(|page| page.contains("Waiting"))
    }
}

#[track_caller]
fn until(publisher: &Publisher, reached: impl FnMut(&Status) -> bool) -> Status {
    let mut status = publisher.subscribe();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(async {
        let found = tokio::time::timeout(Duration::from_secs(120), status.wait_for(reached));
        found.await.expect("in time").unwrap().clone()
    })
}

/// What goes wrong at the start and passes is published although nobody saves.
fn fails_then_passes(case: &Case, says: &str, mend: impl FnOnce()) {
    let publisher = case.start(None);
    let status = until(&publisher, |status| status.state == State::Failed);
    let message = status.last_error.unwrap().message;
    assert!(message.contains(says), "{message}");
    assert!(!case.is_live());
    mend();
    until(&publisher, |status| status.state == State::Idle);
    assert!(case.is_live());
    publisher.stop();
}

#[test]
fn a_cache_that_cannot_be_opened_is_tried_again() {
    let case = Case::new();
    fs::write(case.path("data/cache"), "a file").unwrap();
    fails_then_passes(&case, "cannot be read or written", || {
        fs::remove_file(case.path("data/cache")).unwrap();
    });
}

#[test]
fn a_dist_that_cannot_be_opened_is_tried_again() {
    let case = Case::new();
    fs::write(case.path("dist"), "a file").unwrap();
    fails_then_passes(&case, "cannot be read or written", || {
        fs::remove_file(case.path("dist")).unwrap();
    });
}

#[test]
fn a_dist_that_another_program_has_is_tried_again() {
    let case = Case::new();
    let other = FolderLock::take(&case.path("dist")).unwrap();
    fails_then_passes(&case, "in use by", || drop(other));
}

#[test]
fn content_that_cannot_be_read_is_tried_again() {
    let case = Case::new();
    fs::rename(case.path("content"), case.path("away")).unwrap();
    fails_then_passes(&case, "content", || {
        fs::rename(case.path("away"), case.path("content")).unwrap();
    });
}

#[test]
fn a_store_that_does_not_answer_is_tried_again() {
    let case = Case::new();
    let rename = |from: &str, to: &str| {
        let other = rusqlite::Connection::open(case.store.file()).unwrap();
        let sql = format!("PRAGMA legacy_alter_table = ON; ALTER TABLE {from} RENAME TO {to}");
        other.execute_batch(&sql).unwrap();
    };
    rename("deletions", "away");
    fails_then_passes(&case, "the store does not answer", || {
        rename("away", "deletions")
    });
}

#[test]
fn a_full_disk_that_is_freed_is_published_without_a_save() {
    let case = Case::new();
    let Some(disk) = Disk::small(case.path("dist"), "1m") else {
        return;
    };
    disk.fill();
    fails_then_passes(&case, "", || disk.free());
}

/// Panics a few times, as a mistake of ours would.
#[derive(Default)]
struct Panics(AtomicUsize);

impl ImageStore for Panics {
    fn image(&self, _: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => panic!("as a mistake of ours would"),
            _ => Ok(None),
        }
    }

    fn bytes(&self, _: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Ok(None)
    }
}

#[test]
fn a_generation_that_panicked_is_tried_again_by_itself() {
    let case = Case::new();
    let publisher = case.start(Some(Arc::new(Panics::default())));
    let status = until(&publisher, |status| status.state == State::Failed);
    let message = status.last_error.unwrap().message;
    assert!(message.contains("the generator failed"), "{message}");
    until(&publisher, |status| status.state == State::Idle);
    assert!(case.is_live());
    publisher.stop();
}

/// A store with one picture.
struct OnePicture(Arc<[u8]>);

impl ImageStore for OnePicture {
    fn image(&self, _: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        let hash = imaging::content_hash(&self.0);
        let content_type = "image/png".to_owned();
        Ok(Some(StoredImage { hash, content_type }))
    }

    fn bytes(&self, _: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Ok(Some(self.0.clone()))
    }
}

#[test]
fn variants_that_a_disk_kept_from_being_made_follow_without_a_save() {
    let case = Case::new();
    fs::create_dir_all(case.path("data/cache")).unwrap();
    fs::write(case.path("data/cache/images"), "a file").unwrap();
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(40, 20)
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    let images = OnePicture(png.into_inner().into());
    let publisher = case.start(Some(Arc::new(images)));
    until(&publisher, |status| {
        status
            .last_build
            .as_ref()
            .is_some_and(|build| build.images_pending > 0)
    });
    assert!(case.is_live(), "the original is shown meanwhile");
    fs::remove_file(case.path("data/cache/images")).unwrap();
    until(&publisher, |status| {
        status
            .last_build
            .as_ref()
            .is_some_and(|build| build.images_pending == 0)
    });
    let page = fs::read_to_string(case.path("dist/en/blog/1/index.html")).unwrap();
    assert!(page.contains("image/avif"), "{page}");
    publisher.stop();
}

#[test]
fn after_a_stop_everything_published_has_reached_the_disk() {
    let case = Case::new();
    let publisher = case.start(None);
    until(&publisher, |status| status.state == State::Idle);
    publisher.stop();
    let journal = fs::read_to_string(case.path("data/cache/manifest.jsonl")).unwrap();
    assert!(
        journal.lines().last().unwrap().contains("Synced"),
        "{journal}"
    );
}

#[test]
fn what_nobody_can_go_back_to_any_more_is_removed_after_the_publication() {
    let case = Case::new();
    let publisher = case.start(None);
    until(&publisher, |status| status.state == State::Idle);
    for _ in 0..21 {
        let revision = case.store.write_blocking(|store| {
            let revision = revisions::advance(store)?;
            let post = crate::posts::changes::blank(jiff::Timestamp::UNIX_EPOCH);
            posts::insert(store, &post, revision)?;
            Ok::<_, anyhow::Error>(revision)
        });
        let revision = revision.unwrap();
        publisher.saved(revision);
        until(&publisher, |status| status.published_revision == revision);
    }
    publisher.stop();
    let kept = |number: &str| case.path("data/cache/releases").join(number).exists();
    assert!(kept("2") && kept("22") && !kept("1"));
}
