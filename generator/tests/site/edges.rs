//! Where "incremental = full" could break: an upgrade, the store of images, several programs, lost or old records, and
//! files that nobody names any more.

use std::sync::Arc;

use generator::{Generator, ImageStore, ImageStoreError, Lang, Options, StoredImage};

use crate::images::png;
use crate::kill::assert_whole;
use crate::record::{become_of_another_program, lose, retired, two_days_later};
use crate::support::{Pictures, SiteTest, post, state};

fn style(site: &SiteTest, margin: u32) {
    site.write(
        "templates/styles/base.css",
        &format!("body {{ margin: {margin}px }}"),
    );
}

/// Names below `assets/` and `media/`.
fn blobs(site: &SiteTest) -> Vec<String> {
    let names = site.state().into_keys();
    names
        .filter(|name| name.starts_with("assets/") || name.starts_with("media/"))
        .collect()
}

#[test]
fn what_nothing_names_any_more_stays_for_a_day() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let before = blobs(&site);
    style(&site, 1);
    site.edit(1, |post| post.image_id = None);
    site.reload().unwrap();
    let report = site.build();
    assert_eq!(report.removed, 0);
    let after = blobs(&site);
    assert!(before.iter().all(|file| after.contains(file)));
    assert_eq!(after.len(), before.len() + 1, "a style sheet came");
    assert_eq!(retired(&site).len(), 4, "one went, and three variants");
    assert!(site.generator().next_expiry().unwrap().as_secs() > 23 * 60 * 60);
    site.assert_same_as_from_nothing();
    // A restart knows it as well.
    site.restart();
    assert_eq!(site.build().removed, 0);
    assert_eq!(blobs(&site), after);

    two_days_later(&mut site);
    assert_eq!(site.build().removed, 4);
    assert_eq!(retired(&site).len(), 0);
    assert_eq!(site.generator().next_expiry(), None);
    site.assert_same_as_from_nothing();
}

#[test]
fn what_is_named_again_is_taken_as_it_lies() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    let before = site.state();
    let old = std::fs::read_to_string(site.path("templates/styles/base.css")).unwrap();
    style(&site, 1);
    site.reload().unwrap();
    site.build();
    site.write("templates/styles/base.css", &old);
    site.reload().unwrap();
    site.build();
    let sheet = |name: &String| name.starts_with("assets/") && name.ends_with(".css");
    let (name, file) = before.iter().find(|(name, _)| sheet(name)).unwrap();
    assert_eq!(&site.state()[name], file, "it was written again");
    assert!(!retired(&site).contains(name));
    two_days_later(&mut site);
    site.build();
    assert_eq!(site.state()[name].bytes, file.bytes);
    site.assert_same_as_from_nothing();
}

#[test]
fn what_is_named_again_when_its_day_is_over_stays() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    let before = blobs(&site);
    let old = std::fs::read_to_string(site.path("templates/styles/base.css")).unwrap();
    style(&site, 1);
    site.reload().unwrap();
    site.build();
    two_days_later(&mut site);
    site.write("templates/styles/base.css", &old);
    assert_eq!(site.build().removed, 0);
    let after = blobs(&site);
    assert!(before.iter().all(|file| after.contains(file)), "{after:?}");
    assert_whole(&site.path("dist"), "after its day");
    site.assert_same_as_from_nothing();
    // The record says so, too.
    site.restart();
    let again = site.build();
    assert_eq!((again.written, again.removed), (0, 0));
}

#[test]
fn what_another_program_made_is_made_again() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    let total = site.build().total.files;
    become_of_another_program(&mut site);
    site.assert_file("sitemap.xml", "another program");
    let report = site.build();
    assert_eq!((report.rendered, report.written), (total, total));
    site.assert_same_as_from_nothing();
    site.restart();
    assert_eq!(site.build().rendered, 0, "from then on it is ours");
}

#[test]
fn what_another_program_made_alike_is_not_written_again() {
    let mut site = SiteTest::new().posts([post(1)]);
    let total = site.build().total.files;
    site.restart();
    let record = site.path("cache/manifest.jsonl");
    let text = std::fs::read_to_string(&record).unwrap();
    let (start, rest) = text.split_once("\"program\":\"").unwrap();
    std::fs::write(&record, format!("{start}\"program\":\"not {rest}")).unwrap();
    let before = site.state();
    let report = site.build();
    assert_eq!((report.rendered, report.written), (total, 0));
    assert_eq!(site.state(), before);
}

#[test]
fn without_a_record_a_page_still_comes_before_the_pages_that_link_to_it() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    site.build();
    lose(&mut site);
    site.put([post(4)]);
    // A folder that is not empty is where the new page should be.
    site.write("dist/blog/4/index.html/.keep", "");
    assert!(site.errors()[0].contains("blog/4"));
    for page in ["blog/index.html", "index.html", "blog/3/index.html"] {
        site.assert_not(page, "/blog/4/");
    }
    std::fs::remove_dir_all(site.path("dist/blog/4")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn a_build_that_fails_while_files_move_leaves_every_page_with_what_it_names() {
    let mut site = SiteTest::new().posts((1..=4).map(post));
    site.images.0.insert(7, png(60, 30).into());
    site.build();
    let before = site.state();
    style(&site, 3);
    site.edit(2, |post| post.image_id = Some(7));
    site.reload().unwrap();
    std::fs::remove_file(site.path("dist/en/about/index.html")).unwrap();
    site.write("dist/en/about/index.html/.keep", "");
    assert!(site.errors()[0].contains("en/about"));
    assert!(assert_whole(&site.path("dist"), "after the failure") > 10);
    let moved = site.state();
    assert!(
        moved["index.html"] != before["index.html"],
        "files have moved"
    );
    for name in before.keys().filter(|name| *name != "en/about/index.html") {
        assert!(moved.contains_key(name), "{name} was removed");
    }
    // In the same process or in another one, the next build goes on from there.
    site.restart();
    std::fs::remove_dir_all(site.path("dist/en/about")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
    let now = site.state();
    assert_eq!(
        now["index.html"], moved["index.html"],
        "it was written again"
    );
}

#[test]
fn an_image_that_comes_after_the_post_that_names_it_is_shown() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.edit(1, |post| {
        post.image_id = Some(7);
        post.content
            .set(Lang::EN, "<p><img src=\"/api/blog/images/8/\"></p>");
    });
    site.build();
    site.assert_file("blog/1/index.html", "no_image az");
    site.assert_not("en/blog/1/index.html", "<img");
    // Uploads of other posts get the numbers.
    site.images.0.insert(7, png(60, 30).into());
    site.images.0.insert(8, png(30, 60).into());
    site.edit(2, |post| post.image_id = Some(8));
    site.build();
    site.assert_not("blog/1/index.html", "no_image az");
    site.assert_file("en/blog/1/index.html", "width=\"30\" height=\"60\"");
    site.assert_same_as_from_nothing();
    // And one that goes is gone, of another size it has that size.
    site.images.0.remove(&7);
    site.images.0.insert(8, png(31, 62).into());
    site.build();
    site.assert_file("blog/1/index.html", "no_image az");
    site.assert_file("en/blog/1/index.html", "width=\"31\" height=\"62\"");
    site.assert_same_as_from_nothing();
    let again = site.build();
    assert_eq!((again.rendered, again.written), (0, 0));
}

#[test]
fn a_link_to_a_stored_picture_leads_to_a_file_of_the_site() {
    let mut site = SiteTest::new().posts([post(1)]);
    let bytes = png(60, 30);
    site.images.0.insert(7, bytes.clone().into());
    site.edit(1, |post| {
        post.content.set(Lang::EN, "<p><a href=\"/api/blog/images/7/\">large</a> <a href=\"/api/blog/images/8/\">gone</a></p>");
    });
    site.build();
    site.assert_not("en/blog/1/index.html", "/api/")
        .assert_not("en/blog/1/index.html", ">gone</a>")
        .assert_not("en/blog/1/index.html", "<picture>");
    let html = site.read("en/blog/1/index.html");
    let (before, _) = html.split_once("\">large</a>").unwrap();
    let (_, address) = before.rsplit_once("href=\"/").unwrap();
    let published = std::fs::read(site.path("dist").join(address)).unwrap();
    assert_eq!(image::load_from_memory(&published).unwrap().width(), 60);
    let own = imaging::content_hash(&published);
    assert_eq!(address, format!("media/{}.png", &own[..16]));
    site.assert_same_as_from_nothing();
    // The number that was named all along.
    site.images.0.insert(8, png(8, 8).into());
    site.build();
    site.assert_file("en/blog/1/index.html", ">gone</a>");
    site.assert_same_as_from_nothing();
}

#[test]
fn published_pictures_are_named_by_their_own_bytes() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let mut count = 0;
    for (name, file) in site.state() {
        let variant = name.strip_prefix("media/").filter(|name| {
            let digits = name.split(['-', '.']).next().unwrap();
            digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        if let Some(name) = variant {
            assert_eq!(name[..16], imaging::content_hash(&file.bytes)[..16]);
            count += 1;
        }
    }
    assert_eq!(count, 6, "two widths in three formats");
}

/// A store that has lost all its bytes.
struct Heads(Pictures);

impl ImageStore for Heads {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        self.0.image(id)
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        let message = "nobody should need them".into();
        Err(ImageStoreError { id, message })
    }
}

#[test]
fn builds_that_share_their_pictures_encode_each_once() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let options = Options {
        pictures: Some(site.path("cache/images")),
        ..site.options("other", "other-cache")
    };
    let store = Heads(site.images.clone());
    let mut generator = Generator::open(options).unwrap();
    generator.build(&site.posts, &store).unwrap();
    let bytes = |folder: &str| {
        let files = state(&site.path(folder)).into_iter();
        files
            .map(|(name, file)| (name, file.bytes))
            .collect::<Vec<_>>()
    };
    assert!(bytes("other") == bytes("dist"));
}

#[test]
fn a_foreign_picture_has_no_size_that_anyone_could_tell() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| {
        post.image = Some("https://cdn.example/a.jpg".into())
    });
    site.edit(2, |post| post.image_id = Some(7));
    // The site's own words for it.
    let head = include_str!("../../../templates/partials/head_meta.html");
    site.write("templates/partials/head_meta.html", head);
    site.change(
        "templates/layouts/base.html",
        "</head>",
        "{% include \"partials/head_meta.html\" %}\n</head>",
    );
    site.build();
    site.assert_file("blog/1/index.html", "content=\"https://cdn.example/a.jpg\"")
        .assert_not("blog/1/index.html", "og:image:width")
        .assert_not("blog/1/index.html", "og:image:height")
        .assert_file("blog/2/index.html", "\"og:image:width\" content=\"60\"")
        .assert_file("blog/2/index.html", "\"og:image:height\" content=\"30\"");
}

#[test]
fn a_picture_that_another_post_shows_is_not_on_its_way_out() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.images.0.insert(7, png(600, 300).into());
    for id in [1, 2] {
        site.edit(id, |post| post.image_id = Some(7));
    }
    site.build();
    let media = |files: std::collections::BTreeSet<String>| {
        let media = files.into_iter().filter(|file| file.starts_with("media/"));
        media.collect::<Vec<_>>()
    };
    let before = media(retired(&site));
    site.edit(1, |post| post.image_id = None);
    site.build();
    assert_eq!(media(retired(&site)), before);
    site.edit(2, |post| post.image_id = None);
    site.build();
    assert_ne!(media(retired(&site)), before);
}

#[test]
fn a_text_that_is_not_the_compared_one_changes_nothing() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    site.build();
    let before = site.state();
    site.edit(2, |post| post.content.set(Lang::EN, "<p>New</p>"));
    let mut of_later = site.posts.texts.clone();
    of_later.insert(2, [(Lang::EN, "<p>Newer</p>")].into());
    let mut lost = of_later.clone();
    lost.remove(&2);
    for texts in [of_later, lost] {
        let ours = std::mem::replace(&mut site.posts.texts, texts);
        let error = site.try_build().unwrap_err();
        assert!(error.may_pass(), "{error}");
        assert!(error.to_string().contains("post 2"), "{error}");
        assert_eq!(site.state(), before);
        site.posts.texts = ours;
    }
    site.build();
    site.assert_file("en/blog/2/index.html", "<p>New</p>");
    site.assert_same_as_from_nothing();
}

/// The search's parts and the sitemap's stand for 32 and more numbers.
#[test]
fn when_the_last_post_of_a_range_of_numbers_goes_what_stood_for_the_range_goes() {
    let mut site = SiteTest::new().posts((1..=33).map(post));
    site.build();
    let all = site.state().len();
    for gone in [33, 32] {
        site.posts.remove(gone);
        site.build();
        site.assert_same_as_from_nothing();
    }
    site.posts.insert(post(32));
    site.posts.insert(post(33));
    site.build();
    site.assert_same_as_from_nothing();
    assert_eq!(site.state().len(), all);
}
