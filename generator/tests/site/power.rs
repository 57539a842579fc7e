//! What a power cut does to files: empty, cut short, or of the right size and full of zeros, in `dist` and the cache.

use std::fs::{self, File};
use std::path::Path;

use generator::{BuildError, Generator, ImageMode, Lang};
use proptest::prelude::*;

use crate::images::png;
use crate::support::{SiteTest, post, state};

/// Damages a file as a power cut may, its time included.
fn damage(path: &Path, how: usize) {
    let bytes = fs::read(path).unwrap();
    let modified = fs::metadata(path).unwrap().modified().unwrap();
    let damaged = match how % 4 {
        0 => Vec::new(),
        1 => bytes[..bytes.len() / 2].to_vec(),
        2 => vec![0; bytes.len()],
        _ => {
            let mut flipped = bytes;
            let middle = flipped.len() / 2;
            if let Some(byte) = flipped.get_mut(middle) {
                *byte ^= 0x10;
            }
            flipped
        }
    };
    fs::write(path, damaged).unwrap();
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(modified)
        .unwrap();
}

/// The record as it was written before the machine was started the last time.
fn start_the_machine(site: &SiteTest) {
    let journal = site.path("cache/manifest.jsonl");
    let text = fs::read_to_string(&journal).unwrap_or_default();
    if let Some((before, after)) = text.split_once("\"boot\":") {
        let rest = after.trim_start_matches(|digit: char| digit.is_ascii_digit());
        fs::write(&journal, format!("{before}\"boot\":1000{rest}")).unwrap();
    }
}

fn pictured() -> SiteTest {
    let mut site = SiteTest::new().posts((1..=4).map(post));
    site.images.0.insert(7, png(500, 300).into());
    site.edit(2, |post| post.image_id = Some(7));
    site
}

#[test]
fn pages_of_the_right_size_and_time_are_read_after_the_machine_was_started() {
    let mut site = pictured();
    site.build();
    site.restart();
    for (how, file) in [
        (2, "index.html"),
        (3, "en/blog/2/index.html"),
        (0, "404.html"),
    ] {
        damage(&site.path("dist").join(file), how);
    }
    let variant = site
        .state()
        .into_keys()
        .find(|file| file.ends_with(".avif"))
        .unwrap();
    damage(&site.path("dist").join(variant), 2);
    start_the_machine(&site);
    let report = site.build();
    assert_eq!(report.written, 4);
    site.assert_same_as_from_nothing();
}

#[test]
fn a_damaged_page_is_missed_while_an_earlier_publication_stands_at_every_start() {
    let mut site = pictured();
    site.build();
    site.edit(1, |post| post.title.set(Lang::EN, "Another"));
    site.build();
    site.stand(1).unwrap();
    site.restart();
    damage(&site.path("dist/404.html"), 2);
    start_the_machine(&site);
    for _ in 0..2 {
        assert!(matches!(site.stand(1), Err(BuildError::Lost(1, _))));
        site.restart();
    }
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn what_was_synced_is_not_read_again() {
    let mut site = pictured();
    site.build();
    site.generator().unsynced().sync().unwrap();
    site.restart();
    start_the_machine(&site);
    // Nothing but reading could tell: the mark is what makes the difference.
    damage(&site.path("dist/index.html"), 2);
    assert_eq!(site.build().written, 0);
    // A change after the mark is not covered by it.
    site.edit(1, |post| post.title.set(Lang::EN, "After the mark"));
    site.build();
    site.restart();
    start_the_machine(&site);
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn a_damaged_original_is_never_published() {
    let mut site = pictured();
    site.mode = ImageMode::Background;
    site.build();
    let images = site.path("cache/images");
    let files = state(&images).into_iter();
    let mut originals = files.filter(|(name, _)| name.ends_with(".png"));
    let (path, good) = originals.next().unwrap();
    let name = path.rsplit('/').next().unwrap();
    for how in 0..4 {
        // Also while the program runs, when dist is made anew.
        if how % 2 == 0 {
            site.restart();
        }
        damage(&images.join(&path), how);
        fs::remove_dir_all(site.path("dist")).unwrap();
        site.build();
        let published = fs::read(site.path("dist/media").join(name)).unwrap();
        assert!(published == good.bytes, "damage {how} was published");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_damaged_between_runs_dist_is_a_build_from_nothing(
        hits in prop::collection::vec((any::<bool>(), 0..400_usize, 0..4_usize), 1..6),
        lose_dist in any::<bool>(),
    ) {
        let mut site = pictured();
        site.build();
        site.restart();
        if lose_dist {
            fs::remove_dir_all(site.path("dist")).unwrap();
        }
        start_the_machine(&site);
        for (in_cache, at, how) in hits {
            let folder = site.path(if in_cache || lose_dist { "cache" } else { "dist" });
            let files: Vec<String> = state(&folder).into_keys().collect();
            damage(&folder.join(&files[at % files.len()]), how);
        }
        site.build();
        site.assert_same_as_from_nothing();
    }
}

#[test]
fn a_generator_that_runs_makes_damaged_variants_again() {
    let site = pictured();
    let mut generator = Generator::open(site.options("dist", "cache")).unwrap();
    let mut posts = site.posts.clone();
    let pictured = posts.get(2);
    posts.insert(post(2));
    generator.build(&site.posts, &site.images).unwrap();
    generator.build(&posts, &site.images).unwrap();
    for file in state(&site.path("cache/images")).into_keys() {
        if !file.ends_with("facts.json") {
            damage(&site.path("cache/images").join(file), 2);
        }
    }
    pictured.into_iter().for_each(|post| posts.insert(post));
    generator.build(&posts, &site.images).unwrap();
    site.assert_same_as_from_nothing();
}
