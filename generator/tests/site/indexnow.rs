//! `indexnow.txt`: the key by which the site says who may announce its pages to search engines.

use crate::support::{SiteTest, post};

const HERO: &str = "hero = ";

/// The test's site, with a line more in `site.toml`.
fn with_key(key: &str) -> SiteTest {
    let site = SiteTest::new().posts([post(1)]);
    site.change(
        "content/site.toml",
        HERO,
        &format!("indexnow_key = \"{key}\"\n{HERO}"),
    );
    site
}

#[test]
fn comes_changes_and_goes_by_itself() {
    let mut site = with_key("0123456789abcdef");
    site.build();
    site.assert_file("indexnow.txt", "0123456789abcdef");
    assert_eq!(site.read("indexnow.txt").len(), 16, "nothing but the key");

    site.change("content/site.toml", "0123456789abcdef", "another-KEY-1");
    site.reload().unwrap();
    assert_eq!(site.build().written, 1, "no page has it");
    assert_eq!(site.read("indexnow.txt"), "another-KEY-1");
    site.assert_same_as_from_nothing();

    site.change(
        "content/site.toml",
        "indexnow_key = \"another-KEY-1\"\n",
        "",
    );
    site.reload().unwrap();
    assert_eq!(site.build().removed, 1);
    site.assert_same_as_from_nothing();
}

#[test]
fn what_is_no_key_has_its_line() {
    for key in ["short", "0123456789 abcdef", "açar-açar", &"k".repeat(129)] {
        let errors = with_key(key).errors();
        let found = errors.iter().any(|line| {
            line.starts_with("content/site.toml:")
                && line.contains("indexnow_key")
                && line.contains("8 to 128 letters, digits and hyphens")
        });
        assert!(found, "{key}: {errors:#?}");
    }
}
