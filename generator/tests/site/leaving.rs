//! Publications to which nobody can go back any more.

use std::fs;

use generator::BuildError;

use crate::releases::{assert_back, files, numbers, retitle};
use crate::support::{SiteTest, post};

#[test]
fn twenty_steps_lead_back_and_what_is_older_goes() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    let mut states = vec![files(&site)];
    for round in 2..=30 {
        retitle(&mut site, 1, &format!("Başlıq {round}"));
        states.push(files(&site));
    }
    let kept = numbers(&site);
    assert_eq!((kept[0], kept.len(), kept[20]), (30, 21, 10));
    while site.tidy() {}
    assert_eq!(
        fs::read_dir(site.path("cache/releases")).unwrap().count(),
        21
    );
    site.restore(10).unwrap();
    assert_back(&site, &states[9]);
    for number in [9, 31, 32] {
        let refused = site.restore(number);
        assert!(
            matches!(refused, Err(BuildError::NoSuchRelease(_))),
            "{number}"
        );
    }
    assert_back(&site, &states[9]);
}

#[test]
fn what_many_files_kept_goes_piece_by_piece_and_after_a_restart() {
    let mut site = SiteTest::new().posts((1..=100).map(post));
    site.build();
    let style = site.path("templates/styles/base.css");
    let style = fs::read_to_string(style).unwrap() + "b { color: red }";
    site.write("templates/styles/base.css", &style);
    site.reload().unwrap();
    site.build();
    for round in 0..21 {
        retitle(&mut site, 1, &format!("{round}"));
    }
    let shelves = site.path("cache/releases");
    let folders = || fs::read_dir(&shelves).unwrap().count();
    let second = site.path("cache/releases/2");
    let files_left = || fs::read_dir(&second).unwrap().count();
    assert_eq!((numbers(&site).len(), folders()), (21, 23));
    let all = files_left();
    assert!(all > 500, "each page is kept: {all}");

    assert!(site.tidy(), "the first publication is gone, not the second");
    assert!(site.tidy());
    assert!(
        (1..all).contains(&files_left()),
        "{} of {all}",
        files_left()
    );

    site.restart();
    site.build();
    assert_eq!(numbers(&site).len(), 21);
    while site.tidy() {}
    assert!(!second.exists());
    assert_eq!(folders(), 21);
}

#[test]
fn nothing_that_somebody_else_put_there_is_removed() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.write("cache/releases/1/notes", "mine");
    site.write("cache/releases/notes/1", "mine");
    for round in 0..25 {
        retitle(&mut site, 1, &format!("{round}"));
    }
    while site.tidy() {}
    assert!(!site.path("cache/releases/1/list.jsonl").exists());
    assert!(site.path("cache/releases/1/notes").exists());
    assert!(site.path("cache/releases/notes/1").exists());
}
