//! What a build stages is gone when it ends, however it ends.

use crate::support::{SiteTest, post};

/// Whatever is in the cache but the record, the lock, the pictures and what publications keep.
fn staged(site: &SiteTest) -> Vec<String> {
    let files = crate::support::state(&site.path("cache")).into_keys();
    files
        .filter(|file| !["manifest.jsonl", "moving"].contains(&file.as_str()))
        .filter(|file| !file.starts_with("images/") && !file.starts_with("releases/"))
        .collect()
}

/// Folders that builds stage in.
fn stages(site: &SiteTest) -> usize {
    let entries = ["cache", "dist"].map(|folder| std::fs::read_dir(site.path(folder)).unwrap());
    let names = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().file_name());
    names
        .filter(|name| name.to_string_lossy().contains("stage"))
        .count()
}

#[test]
fn a_build_that_fails_while_it_writes_leaves_nothing_staged_and_the_next_one_mends() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    site.build();
    site.restart();
    // A file where a page's folder should be: neither a folder to rename into, nor one to remove.
    std::fs::remove_dir_all(site.path("dist/en/about")).unwrap();
    std::fs::write(site.path("dist/en/about"), "in the way").unwrap();
    assert!(site.errors()[0].contains("en/about"));
    assert_eq!(staged(&site), [""; 0]);
    assert_eq!(stages(&site), 0);
    std::fs::remove_file(site.path("dist/en/about")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn a_store_that_panics_leaves_nothing_staged() {
    struct Panics;
    impl generator::ImageStore for Panics {
        fn image(
            &self,
            _: i64,
        ) -> Result<Option<generator::StoredImage>, generator::ImageStoreError> {
            panic!("as a bug would")
        }
        fn bytes(
            &self,
            id: i64,
        ) -> Result<Option<std::sync::Arc<[u8]>>, generator::ImageStoreError> {
            self.image(id).map(|_| None)
        }
    }
    let site = SiteTest::new();
    let mut generator = generator::Generator::open(site.options("dist", "cache")).unwrap();
    let mut pictured = post(1);
    pictured.image_id = Some(1);
    let posts = generator::Posts::from_iter([pictured]);
    let build = std::panic::AssertUnwindSafe(|| generator.build(&posts, &Panics));
    assert!(std::panic::catch_unwind(build).is_err());
    assert_eq!(stages(&site), 0);
}

#[test]
fn what_a_killed_build_left_staged_is_cleared_at_start() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.restart();
    for left in [
        "cache/stage/17",
        "cache/stage-x7/1",
        "dist/.stage-x8/18",
        "cache/manifest.new",
    ] {
        site.write(left, "half a pa");
    }
    site.write(
        "cache/stage-of-mine/notes.txt",
        "not what a build puts there",
    );
    site.build();
    assert_eq!(staged(&site), ["stage-of-mine/notes.txt"]);
    assert_eq!(stages(&site), 1);
    assert!(site.path("cache/stage-of-mine/notes.txt").exists());
    std::fs::remove_dir_all(site.path("cache/stage-of-mine")).unwrap();
    site.assert_same_as_from_nothing();
}
