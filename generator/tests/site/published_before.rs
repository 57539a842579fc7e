//! The way back when the record of what lies in `dist`, or the list of what a publication did, is not whole.

use crate::record::{lose, two_days_later};
use crate::releases::{assert_back, files, numbers, retitle};
use crate::support::{SiteTest, post};

/// Pages that the publication does not tell of are as they were then, whether somebody recorded them or not.
#[test]
fn without_a_record_a_way_back_leaves_what_it_does_not_tell_of() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let first = files(&site);
    site.put([post(3)]);
    retitle(&mut site, 1, "Dəyişib");
    let second = files(&site);
    lose(&mut site);
    site.restore(1).unwrap();
    assert_back(&site, &first);
    // Nor is it on its way out.
    two_days_later(&mut site);
    site.restore(2).unwrap();
    assert_back(&site, &second);
    site.restore(1).unwrap();
    assert_back(&site, &first);
    site.build();
    site.assert_same_as_from_nothing();
}

/// Nothing has moved then, and the next build goes on in the same folder.
#[test]
fn a_list_that_a_full_disk_cut_short_is_gone_on_with_on_a_line_of_its_own() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let first = files(&site);
    site.restart();
    site.write("cache/releases/2/list.jsonl", "{\"Placed\":\"assets/si");
    retitle(&mut site, 1, "Dəyişib");
    assert_eq!(numbers(&site), [2, 1]);
    site.restore(1).unwrap();
    assert_back(&site, &first);
}
