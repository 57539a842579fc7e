//! Pictures of posts.

use std::io::Cursor;

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
    assert_eq!(site.state().len(), without);
}

#[test]
fn pictures_in_texts_become_variants_and_foreign_ones_enter_the_policy() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.images.0.insert(7, png(600, 300).into());
    site.edit(1, |post| {
        post.content.en = "<p><img src=\"/api/blog/images/7/\" alt=\"x\"></p>".into();
        post.content.ru = "<img src=\"https://cdn.example/a/b.png\">".into();
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

#[test]
fn a_preview_needs_nothing_published() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(600, 300).into());
    site.build();
    let before = site.state();
    let mut draft = post(1);
    draft.image_id = Some(7);
    draft.title.en = "A <draft>".into();
    let html = site
        .generator()
        .preview(&draft, generator::Lang::En, &site.images)
        .unwrap();
    assert!(html.contains("A &lt;draft&gt;"), "{html}");
    assert!(html.contains("src=\"/api/blog/images/7/\""), "{html}");
    assert!(
        !html.contains("sha256-"),
        "no inline script may run in a preview"
    );
    assert_eq!(site.state(), before);
}
