//! Files of `content/media`, and pictures that lie on other hosts.

use std::fs;

use crate::images::png;
use crate::record::{lose, retired};
use crate::support::{SiteTest, post};

/// Results of the search stand on a page whose policy names the hosts of its own posts alone.
#[test]
fn the_search_shows_no_pictures_of_other_hosts() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| post.image_id = Some(7));
    for (id, address) in [(2, "https://cdn.example/a.jpg"), (3, "//cdn.example/b.jpg")] {
        site.edit(id, |post| post.image = Some(address.to_owned()));
    }
    site.build();
    site.assert_file("search/en/0.json", "\"image\":\"/media/")
        .assert_file("search/en/0.json", "\"id\":2")
        .assert_not("search/en/0.json", "cdn.example")
        .assert_file("en/blog/2/index.html", "https://cdn.example/a.jpg");
}

#[test]
fn files_of_any_name_are_found_at_their_addresses() {
    let mut site = SiteTest::new();
    let names = ["50% #1?.svg", "a, b.svg", "IMG_1.PNG"];
    let media = site.path("content/media");
    for name in &names[..2] {
        fs::copy(media.join("logo.svg"), media.join(name)).unwrap();
    }
    fs::write(media.join(names[2]), png(600, 300)).unwrap();
    let list = |names: [&str; 4]| format!("hero = {names:?}");
    let fixture = list(["logo.svg"; 4]);
    let hero = list([names[0], names[1], names[2], "logo.svg"]);
    site.change("content/site.toml", &fixture, &hero);
    site.build();
    site.assert_file("index.html", "src=\"/media/50%25%20%231%3F-")
        .assert_file("index.html", "src=\"/media/a%2C%20b-")
        // Shown in variants, like any picture.
        .assert_file("index.html", "-480.avif 480w")
        .assert_not("index.html", "IMG_1");
    let files = site.state();
    for start in ["media/50% #1?-", "media/a, b-"] {
        assert!(files.keys().any(|file| file.starts_with(start)), "{start}");
    }
    site.assert_same_as_from_nothing();
    site.restart();
    let again = site.build();
    assert_eq!((again.written, again.removed), (0, 0));
}

#[test]
fn a_file_without_an_ending_goes_like_any_other() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.write("content/media/LICENSE", "Fonts: OFL 1.1");
    site.build();
    lose(&mut site);
    fs::remove_file(site.path("content/media/LICENSE")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

/// What a post gives up is on its way out, but not what the site itself shows.
#[test]
fn a_picture_that_a_post_gives_up_stays_where_the_site_shows_it() {
    let picture = png(600, 300);
    let mut site = SiteTest::new().posts([post(1)]);
    fs::write(site.path("content/media/team.png"), &picture).unwrap();
    let hero = |first: &str| format!("hero = {:?}", [first, "logo.svg", "logo.svg", "logo.svg"]);
    site.change("content/site.toml", &hero("logo.svg"), &hero("team.png"));
    site.images.0.insert(7, picture.into());
    site.images.0.insert(8, png(60, 30).into());
    site.build();
    let of_site = site.state();

    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    site.edit(1, |post| post.image_id = Some(8));
    site.build();
    site.edit(1, |post| post.image_id = None);
    site.build();

    let retired = retired(&site);
    assert!(!retired.is_empty(), "the picture of the post alone");
    let lost: Vec<&String> = retired
        .iter()
        .filter(|file| of_site.contains_key(*file))
        .collect();
    assert_eq!(lost, Vec::<&String>::new());
}
