//! Pictures of posts.

use std::io::Cursor;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use generator::{ImageMode, ImageStore, ImageStoreError, Lang, StoredImage};

use crate::support::{Pictures, SiteTest, post};

/// A picture of noise-free colour.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let image = image::RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([(x % 256) as u8, (y % 256) as u8, 90])
    });
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn a_post_shows_its_picture_in_every_format() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.images.0.insert(7, png(900, 450).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    site.assert_file("blog/1/index.html", "<source type=\"image/avif\"")
        .assert_file("blog/1/index.html", "<source type=\"image/webp\"")
        .assert_file("blog/1/index.html", "width=\"900\" height=\"450\"")
        .assert_file("blog/2/index.html", "no_image az");
    let html = site.read("blog/1/index.html");
    let srcset = html
        .split("srcset=\"")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(site.exists(srcset.trim_start_matches('/')), "{srcset}");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_picture_no_post_uses_is_removed() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(600, 300).into());
    site.build();
    let without = site.state().len();
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    assert!(site.state().len() > without);
    site.edit(1, |post| post.image_id = None);
    site.build();
    crate::record::two_days_later(&mut site);
    site.build();
    assert_eq!(site.state().len(), without);
}

#[test]
fn pictures_in_texts_become_variants_and_foreign_ones_enter_the_policy() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| {
        post.content.set(
            Lang::EN,
            "<p><img src=\"/api/blog/images/7/\" alt=\"x\"></p>",
        );
        post.content
            .set(Lang::RU, "<img src=\"https://cdn.example/a/b.png\">");
    });
    site.build();
    site.assert_not("en/blog/1/index.html", "/api/")
        .assert_file("en/blog/1/index.html", "<picture>")
        .assert_file(
            "ru/blog/1/index.html",
            "img-src 'self' https://cdn.example;",
        )
        .assert_file("ru/blog/2/index.html", "img-src 'self';");
}

#[test]
fn a_picture_that_cannot_be_decoded_does_not_stop_the_site() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, b"not a picture".to_vec().into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    site.assert_file("blog/1/index.html", "no_image az");
}

#[test]
fn a_picture_that_cannot_be_encoded_waits_only_once() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = generator::ImageMode::Background;
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

impl ImageStore for Moody {
    fn forgets(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.pictures.image(id)
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        if self.down.load(Ordering::Relaxed) {
            let message = "the store is down".into();
            return Err(ImageStoreError { id, message });
        }
        match self.lost.load(Ordering::Relaxed) {
            true => Ok(None),
            false => self.pictures.bytes(id),
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

#[test]
fn no_foreign_host_can_write_into_the_policy() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let policy = |site: &SiteTest, file: &str| {
        let html = site.read(file);
        let (_, rest) = html
            .split_once("Content-Security-Policy\" content=\"")
            .unwrap();
        rest.split_once("\">").unwrap().0.to_owned()
    };
    let clean = policy(&site, "blog/2/index.html");
    for host in [
        "a;script-src",
        "a,b",
        "*",
        "*.example",
        "'unsafe-inline'",
        "a&quot;b",
        "[::1]",
        "a%3bb",
    ] {
        site.edit(2, |post| {
            post.image = Some(format!("https://{}/x.png", host.replace("&quot;", "\"")));
            post.content.set(
                Lang::AZ,
                format!("<p><img src=\"http://{host}/y.png\"></p>"),
            );
        });
        site.build();
        for file in ["blog/2/index.html", "blog/index.html", "index.html"] {
            let images = |policy: &str| policy.split(';').nth(3).unwrap().to_owned();
            assert_eq!(
                images(&policy(&site, file)),
                images(&clean),
                "{host} in {file}"
            );
        }
        assert_eq!(policy(&site, "blog/2/index.html"), clean, "{host}");
    }
}

#[test]
fn a_preview_needs_nothing_published() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(600, 300).into());
    site.build();
    let before = site.state();
    let mut draft = post(1);
    draft.image_id = Some(7);
    draft.title.set(Lang::EN, "A <draft>");
    let html = site
        .generator()
        .preview(&draft, Lang::EN, &site.images)
        .unwrap();
    assert!(html.contains("A &lt;draft&gt;"), "{html}");
    assert!(html.contains("src=\"/api/blog/images/7/\""), "{html}");
    assert!(
        !html.contains("sha256-"),
        "no inline script may run in a preview"
    );
    assert!(!html.contains("<style"), "the admin's policy allows none");
    assert_eq!(site.state(), before);
}

#[test]
fn what_is_said_of_a_picture_changes_the_pages_that_say_it_and_no_others() {
    let mut site = SiteTest::new().posts([post(1), post(2), post(3)]);
    site.images.0.insert(7, png(900, 450).into());
    site.images.0.insert(8, png(80, 40).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.edit(2, |post| {
        post.content.set(
            Lang::AZ,
            "<p><img src=\"/api/blog/images/8/\" alt=\"\"></p>",
        );
        post.content.set(
            Lang::EN,
            "<p><img src=\"/api/blog/images/8/\" alt=\"Here\"></p>",
        );
    });
    site.build();
    site.edit(1, |post| {
        let note = post.pictures.entry(7).or_default();
        note.alt.set(Lang::AZ, "Ofis <1>");
        note.alt.set(Lang::RU, "Офис");
    });
    assert_eq!(site.build().written, 3, "its page in each language");
    site.assert_file("blog/1/index.html", "alt=\"Ofis &lt;1&gt;\"")
        .assert_file("en/blog/1/index.html", "alt=\"Ofis &lt;1&gt;\"")
        .assert_file("ru/blog/1/index.html", "alt=\"Офис\"");
    site.edit(1, |post| {
        post.pictures
            .entry(7)
            .or_default()
            .alt
            .set(Lang::RU, "Здание")
    });
    assert_eq!(site.build().written, 1, "only in Russian");
    site.edit(2, |post| {
        let note = post.pictures.entry(8).or_default();
        note.alt.set(Lang::AZ, "Cədvəl");
        note.caption.set(Lang::AZ, "2025");
    });
    site.build();
    site.assert_file(
        "blog/2/index.html",
        "<figcaption>2025</figcaption></figure>",
    )
    .assert_file("blog/2/index.html", "alt=\"Cədvəl\"")
    .assert_file("en/blog/2/index.html", "alt=\"Here\"")
    .assert_file(
        "en/blog/2/index.html",
        "<figcaption lang=\"az\">2025</figcaption>",
    );
    site.edit(1, |post| post.pictures.entry(7).or_default().focus.y = 90);
    site.build();
    site.assert_file("blog/1/index.html", "class=\"focus focus-x2 focus-y4\"")
        .assert_file("blog/index.html", "class=\"focus focus-x2 focus-y4\"");
}
