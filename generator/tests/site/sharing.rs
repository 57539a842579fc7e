//! Pictures for sharing: who gets one, when it is drawn anew, and that nothing else changes with it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use generator::{Category, ImageMode, Lang};
use proptest::prelude::*;

use crate::images::png;
use crate::steps::{Step, step, take};
use crate::support::{SiteTest, post};

/// A site with the sheet and the faces of the real one.
fn site() -> SiteTest {
    let site = SiteTest::new();
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates");
    fs::create_dir_all(site.path("templates/fonts")).unwrap();
    for name in ["display", "text"] {
        for part in ["latin", "az", "cyrillic"] {
            let file = format!("fonts/{name}-{part}.woff2");
            fs::copy(templates.join(&file), site.path("templates").join(&file)).unwrap();
        }
    }
    let sheet = fs::read_to_string(templates.join("sharing.svg")).unwrap();
    site.write("templates/sharing.svg", &sheet);
    let layout = "templates/layouts/base.html";
    let tag = "<meta property=\"og:image\" content=\"{{ meta.og_image.url }}\" data-type=\"{{ meta.og_image.mime }}\">";
    site.change(layout, "</head>", &format!("{tag}</head>"));
    site
}

/// The file below `dist` that stands for a page where it is shared.
fn picture(site: &SiteTest, page: &str) -> String {
    let html = site.read(page);
    let (_, rest) = html.split_once("og:image\" content=\"").unwrap();
    let (url, _) = rest.split_once('"').unwrap();
    let (_, file) = url.split_once(".example/").unwrap();
    assert!(site.exists(file), "{file}");
    file.to_owned()
}

fn is_drawn(site: &SiteTest, page: &str) -> bool {
    let file = picture(site, page);
    let bytes = fs::read(site.path("dist").join(&file)).unwrap();
    let drawn = file.ends_with(".png") && image_size(&bytes) == (1200, 630);
    assert!(!drawn || bytes.len() <= 60 << 10, "{file}: {}", bytes.len());
    drawn
}

fn image_size(bytes: &[u8]) -> (u32, u32) {
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes));
    let size = reader.with_guessed_format().unwrap().into_dimensions();
    size.unwrap_or_default()
}

#[test]
fn what_has_no_picture_of_its_own_gets_one_in_its_language() {
    let mut site = site().posts([post(1), post(2), post(3)]);
    site.images.0.insert(7, png(900, 450).into());
    site.edit(2, |post| post.image_id = Some(7));
    site.edit(3, |post| {
        post.image = Some("https://cdn.example/a.jpg".into())
    });
    site.build();
    let pages = [
        "blog/1/",
        "about/",
        "blog/",
        "blog/category/audit/",
        "contact/",
        "faq/",
        "terms/",
    ];
    let mut seen = std::collections::BTreeSet::new();
    for page in pages {
        for prefix in ["", "en/", "ru/"] {
            let page = format!("{prefix}{page}index.html");
            assert!(is_drawn(&site, &page), "{page}");
            site.assert_file(&page, "data-type=\"image/png\"");
            seen.insert(picture(&site, &page));
        }
    }
    // The terms are in English, the fixture has but one set of texts for its pages and services; names are three.
    assert!(seen.len() > 10, "{seen:?}");
    assert!(!is_drawn(&site, "blog/2/index.html"));
    site.assert_file(
        "blog/3/index.html",
        "og:image\" content=\"https://cdn.example/a.jpg\"",
    );
    assert_eq!(
        picture(&site, "index.html").rsplit('.').next(),
        Some("svg"),
        "the firm's own"
    );
    site.assert_same_as_from_nothing();
}

#[test]
fn a_title_has_its_picture_in_the_same_generation_and_no_other_page_changes_for_it() {
    let mut site = site().posts((1..=9).map(post));
    site.build();
    let before = picture(&site, "en/blog/4/index.html");
    let others: Vec<String> = ["blog/4/index.html", "ru/blog/4/index.html"]
        .map(|page| picture(&site, page))
        .into();
    let media = |site: &SiteTest| {
        site.state()
            .into_keys()
            .filter(|file| file.starts_with("media/"))
            .count()
    };
    let drawn = media(&site);
    site.edit(4, |post| post.content.set(Lang::EN, "<p>New</p>"));
    site.build();
    assert_eq!(media(&site), drawn, "an equal title is not drawn again");
    assert_eq!(picture(&site, "en/blog/4/index.html"), before);
    site.edit(4, |post| {
        post.title.set(Lang::EN, "What an auditor asks for first")
    });
    site.build();
    let after = picture(&site, "en/blog/4/index.html");
    assert_ne!(after, before);
    let same: Vec<String> = ["blog/4/index.html", "ru/blog/4/index.html"]
        .map(|page| picture(&site, page))
        .into();
    assert_eq!(same, others);
    // Another category is another label.
    site.edit(4, |post| post.category = Category::HR);
    site.build();
    assert_ne!(picture(&site, "en/blog/4/index.html"), after);
    site.assert_same_as_from_nothing();
}

#[test]
fn without_a_title_of_its_own_a_language_has_the_picture_of_the_title_that_it_shows() {
    let mut site = site().posts([post(1)]);
    site.edit(1, |post| post.title.set(Lang::RU, ""));
    site.build();
    let [az, en, ru] =
        ["", "en/", "ru/"].map(|lang| picture(&site, &format!("{lang}blog/1/index.html")));
    assert_eq!(ru, az);
    assert_ne!(en, az);
}

#[test]
fn a_title_that_cannot_be_written_leaves_the_firms_picture() {
    let mut site = site().posts([post(1)]);
    site.edit(1, |post| post.title.set(Lang::EN, "审计事务所"));
    site.build();
    assert!(!is_drawn(&site, "en/blog/1/index.html"));
    assert!(is_drawn(&site, "blog/1/index.html"));
    site.edit(1, |post| post.title.set(Lang::EN, "Audit"));
    site.build();
    assert!(is_drawn(&site, "en/blog/1/index.html"));
    site.assert_same_as_from_nothing();
}

#[test]
fn an_address_that_leads_to_a_page_shows_its_picture() {
    let mut site = site().posts([post(1)]);
    let tag = "<meta property=\"og:image\" content=\"{{ meta.og_image.url }}\">";
    site.change(
        "templates/pages/redirect.html",
        "</head>",
        &format!("{tag}</head>"),
    );
    site.moved.insert(2, "/about/".into());
    site.build();
    site.change(
        "content/az/pages/about.toml",
        "[seo]\ntitle = \"",
        "[seo]\ntitle = \"Firma və ",
    );
    site.reload().unwrap();
    site.build();
    let shown = picture(&site, "blog/2/index.html");
    assert_eq!(shown, picture(&site, "about/index.html"));
    site.assert_same_as_from_nothing();
}

#[test]
fn another_sheet_draws_everything_again_and_none_nothing() {
    let mut site = site().posts([post(1)]);
    site.build();
    let before = picture(&site, "blog/1/index.html");
    site.change("templates/sharing.svg", "#f0969b", "#ffffff");
    site.reload().unwrap();
    site.build();
    assert_ne!(picture(&site, "blog/1/index.html"), before);
    site.assert_same_as_from_nothing();
    fs::remove_file(site.path("templates/sharing.svg")).unwrap();
    site.reload().unwrap();
    site.build();
    for page in ["blog/1/index.html", "about/index.html"] {
        assert!(!is_drawn(&site, page), "{page}");
    }
    site.assert_same_as_from_nothing();
    site.write("templates/sharing.svg", "<svg/>");
    let errors = site.reload().unwrap_err().to_string();
    assert!(errors.contains("templates/sharing.svg"), "{errors}");
}

#[test]
fn a_damaged_picture_of_the_cache_is_drawn_again() {
    let mut site = site().posts([post(1)]);
    site.build();
    let drawn = picture(&site, "blog/1/index.html");
    // It is named by the first digits of what it is named by in the cache.
    let (_, name) = drawn.rsplit_once('/').unwrap();
    let digits = format!("-{}", name.trim_end_matches(".png"));
    let cached = walkdir::WalkDir::new(site.path("cache"))
        .into_iter()
        .flatten();
    let mut cached = cached.map(walkdir::DirEntry::into_path);
    let cached = cached
        .find(|path| path.to_string_lossy().contains(&digits))
        .unwrap();
    fs::write(
        &cached,
        vec![0; fs::metadata(&cached).unwrap().len() as usize],
    )
    .unwrap();
    site.restart();
    fs::remove_file(site.path("dist").join(&drawn)).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn a_save_does_not_wait_for_its_picture() {
    let mut site = site().posts([post(1)]);
    site.mode = ImageMode::Background;
    assert_eq!(site.build().images_pending, 3);
    draw_all(&site);
    assert_eq!(site.build().images_pending, 0);
    site.edit(1, |post| post.title.set(Lang::AZ, "Vergi"));
    let report = site.build();
    assert_eq!(report.images_pending, 1);
    assert!(!is_drawn(&site, "blog/1/index.html"));
    assert!(is_drawn(&site, "en/blog/1/index.html"));
    draw_all(&site);
    let report = site.build();
    assert_eq!((report.images_pending, report.rendered), (0, 1), "its page");
    assert!(is_drawn(&site, "blog/1/index.html"));
    site.assert_same_as_from_nothing();
}

fn draw_all(site: &SiteTest) {
    let pending = site.generator().pending_images();
    pending.encode(&site.images).unwrap();
}

#[test]
fn what_comes_by_the_hundred_is_drawn_the_newest_first() {
    let mut site = site().posts((1..=70).map(post));
    site.mode = ImageMode::Background;
    assert_eq!(site.build().images_pending, 3 * 70);
    assert!(
        !is_drawn(&site, "blog/7/index.html"),
        "the firm's until then"
    );
    site.edit(7, |post| {
        for lang in [Lang::AZ, Lang::EN, Lang::RU] {
            post.title.set(lang, format!("{lang} 7!"));
        }
    });
    site.build();
    let pending = site.generator().pending_images();
    pending.encode_for(&site.images, Duration::MAX, 3).unwrap();
    site.build();
    assert!(is_drawn(&site, "blog/7/index.html"));
    assert!(!is_drawn(&site, "blog/8/index.html"));
    draw_all(&site);
    assert_eq!(site.build().images_pending, 0);
    assert!(is_drawn(&site, "ru/blog/8/index.html"));
    site.mode = ImageMode::Wait;
    site.assert_same_as_from_nothing();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, max_shrink_iters: 20, ..ProptestConfig::default() })]

    #[test]
    fn incremental_is_full_with_drawn_pictures(steps in prop::collection::vec(step(), 1..8)) {
        let mut site = site().posts((1..=6).map(post));
        for (id, height) in [(1, 7), (2, 8)] {
            site.images.0.insert(id, png(8, height).into());
        }
        let mut next_id = 7;
        site.build();
        for step in &steps {
            take(&mut site, step, &mut next_id);
            let outside = matches!(
                step,
                Step::Content { .. } | Step::Words { .. } | Step::Template { .. } | Step::Style { .. } | Step::Speak { .. }
            );
            prop_assert!(!outside || site.reload().is_ok());
            site.build();
            site.assert_same_as_from_nothing();
        }
    }
}
