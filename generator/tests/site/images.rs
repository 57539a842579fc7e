//! Pictures of posts.

use std::io::Cursor;

use generator::Lang;

use crate::support::{SiteTest, post};

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
