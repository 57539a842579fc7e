//! Pictures whose variants are still to come, and what keeps them from coming.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use generator::{ImageMode, ImageStore, ImageStoreError, Lang, StoredImage};

use crate::images::png;
use crate::support::{Pictures, SiteTest, post};

#[test]
fn a_picture_that_cannot_be_encoded_waits_only_once() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(7, b"not a picture".to_vec().into());
    site.edit(1, |post| post.image_id = Some(7));
    assert_eq!(site.build().images_pending, 1);
    assert_eq!(
        site.generator()
            .pending_images()
            .encode(&site.images)
            .unwrap(),
        0
    );
    assert_eq!(site.build().images_pending, 0);
}

/// A store that can be down, or lose a picture between two questions.
#[derive(Default)]
struct Moody {
    pictures: Pictures,
    down: AtomicBool,
    lost: AtomicBool,
    asked: AtomicUsize,
}

impl Moody {
    fn answers(&self, id: i64) -> Result<(), ImageStoreError> {
        let message = "the store is down".into();
        if self.down.load(Ordering::Relaxed) {
            Err(ImageStoreError { id, message })
        } else {
            Ok(())
        }
    }
}

impl ImageStore for Moody {
    fn forgets(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.answers(id)?;
        self.pictures.image(id)
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        self.answers(id)?;
        if self.lost.load(Ordering::Relaxed) {
            Ok(None)
        } else {
            self.pictures.bytes(id)
        }
    }
}

#[test]
fn a_picture_the_store_could_not_give_for_a_moment_is_tried_with_the_next_build() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    assert_eq!(site.build().images_pending, 1);
    let store = Moody::default();
    store.down.store(true, Ordering::Relaxed);
    let failed = site.generator().pending_images().encode(&store);
    assert!(failed.unwrap_err().to_string().contains("down"));
    assert!(site.generator().pending_images().is_empty(), "no circles");
    assert_eq!(site.build().images_pending, 1);
    let made = site.generator().pending_images().encode(&site.images);
    assert_eq!(made.unwrap(), 1);
    assert_eq!(site.build().images_pending, 0);
    site.assert_file("blog/1/index.html", "image/avif");
    site.assert_same_as_from_nothing();
}

/// What has come out of the queue is said once, to a build that then must also look.
#[test]
fn what_a_build_that_failed_did_not_look_at_the_next_one_does() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    assert_eq!(site.build().images_pending, 1);
    let made = site.generator().pending_images().encode(&site.images);
    assert_eq!(made.unwrap(), 1);
    let store = Moody {
        pictures: Pictures(site.images.0.clone()),
        down: true.into(),
        ..Moody::default()
    };
    assert!(site.try_build_with(&store).is_err());
    store.down.store(false, Ordering::Relaxed);
    assert_eq!(site.build_with(&store).images_pending, 0);
    site.assert_file("blog/1/index.html", "image/avif");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_save_looks_at_no_post_whose_pictures_still_wait() {
    let mut site = SiteTest::new().posts((1..=9).map(post));
    site.mode = ImageMode::Background;
    for id in 1..=9 {
        site.images.0.insert(id, png(30, 10 + id as u32).into());
        site.edit(id, |post| post.image_id = Some(id));
    }
    assert_eq!(site.build().images_pending, 9);
    let store = Moody {
        pictures: Pictures(site.images.0.clone()),
        ..Moody::default()
    };
    let looked = |site: &mut SiteTest| {
        site.build_with(&store);
        store.asked.swap(0, Ordering::Relaxed)
    };
    site.edit(1, |post| post.title.set(Lang::AZ, "Başlıq 1!"));
    assert_eq!(looked(&mut site), 1);
    let waiting = site.generator().pending_images();
    waiting.encode_for(&store, Duration::MAX, 2).unwrap();
    store.asked.store(0, Ordering::Relaxed);
    assert_eq!(looked(&mut site), 2, "those that are made");
    waiting.encode(&store).unwrap();
    assert_eq!(site.build().images_pending, 0);
    site.assert_same_as_from_nothing();
}

#[test]
fn a_picture_the_disk_did_not_take_is_tried_with_the_next_build() {
    for mode in [ImageMode::Background, ImageMode::Wait] {
        let mut site = SiteTest::new().posts([post(1)]);
        site.mode = mode;
        site.images.0.insert(7, png(600, 300).into());
        site.edit(1, |post| post.image_id = Some(7));
        // A file where the folder should be.
        site.write("cache/images", "");
        site.build();
        let made = site.generator().pending_images().encode(&site.images);
        assert_eq!(made.unwrap(), 0);
        site.assert_not("blog/1/index.html", "image/avif");
        std::fs::remove_file(site.path("cache/images")).unwrap();
        site.build();
        let made = site.generator().pending_images().encode(&site.images);
        assert_eq!(made.unwrap(), usize::from(mode == ImageMode::Background));
        site.build();
        site.assert_file("blog/1/index.html", "image/avif");
        site.assert_same_as_from_nothing();
    }
}

#[test]
fn a_cache_deleted_while_the_program_runs_is_made_again() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let with_picture = site.state();
    site.edit(1, |post| post.image_id = None);
    site.build();
    std::fs::remove_dir_all(site.path("cache/images")).unwrap();
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let names =
        |state: std::collections::BTreeMap<String, _>| state.into_keys().collect::<Vec<_>>();
    assert_eq!(names(site.state()), names(with_picture));
}

#[test]
fn a_picture_that_was_collected_meanwhile_is_no_picture() {
    let site = SiteTest::new();
    let mut one = post(1);
    one.image_id = Some(7);
    one.content
        .set(Lang::AZ, "<p>x<img src=\"/api/blog/images/8/\"></p>");
    let posts = generator::Posts::from_iter([one]);
    for mode in [ImageMode::Background, ImageMode::Wait] {
        let mut store = Moody {
            lost: true.into(),
            ..Moody::default()
        };
        store.pictures.0.insert(7, png(60, 30).into());
        store.pictures.0.insert(8, png(30, 60).into());
        let options = generator::Options {
            images: mode,
            ..site.options("dist", "cache")
        };
        let mut generator = generator::Generator::open(options).unwrap();
        let report = generator.build(&posts, &store).unwrap();
        assert_eq!(report.images_pending, 0);
        site.assert_file("blog/1/index.html", "no_image az");
        site.assert_not("blog/1/index.html", "<img");
        let html = generator.preview(&posts.get(1).unwrap(), Lang::AZ, &store);
        assert!(html.unwrap().contains("no_image az"));
    }
}

#[test]
fn a_picture_that_vanishes_before_it_is_encoded_does_not_count_as_failed() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let pictures = site.images.0.remove(&7);
    let made = site.generator().pending_images().encode(&site.images);
    assert_eq!(made.unwrap(), 0);
    assert_eq!(site.build().images_pending, 0);
    site.assert_file("blog/1/index.html", "no_image az");
    // Stored again under its number, by an archive that was imported.
    site.images.0.extend(pictures.map(|bytes| (7, bytes)));
    site.edit(1, |post| post.trending = true);
    assert_eq!(site.build().images_pending, 1);
}
