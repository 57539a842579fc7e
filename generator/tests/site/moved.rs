//! Addresses of posts that are off-line lead elsewhere: to a page of the site, or to another one.

use crate::steps::nth_id;
use crate::support::{SiteTest, post};
use generator::{Category, Lang};

/// A page, a post that may be on-line, one that has gone itself, or another site.
pub fn target(site: &SiteTest, to: usize) -> String {
    let moved: Vec<&i64> = site.moved.keys().collect();
    match to % 5 {
        0 => "/services/audit/".to_owned(),
        1 => format!("https://example.org/a/?b={to}&c=\"'"),
        2 if !moved.is_empty() => format!("/blog/{}/", moved[to % moved.len()]),
        3 => format!("/blog/category/{}/", Category::USUAL[to % 6].id()),
        _ => format!("/blog/{}/", nth_id(site, to).unwrap_or(4711)),
    }
}

fn site() -> SiteTest {
    SiteTest::new().posts((1..=5).map(post))
}

#[test]
fn an_address_leads_to_its_target_in_each_language() {
    let mut site = site();
    site.edit(2, |post| {
        post.title.set(Lang::RU, "");
        post.content.set(Lang::RU, "");
    });
    site.build();
    site.posts.remove(4);
    site.moved.insert(4, "/blog/2/".into());
    site.build();
    for (file, target) in [
        ("blog/4/index.html", "/blog/2/"),
        ("en/blog/4/index.html", "/en/blog/2/"),
        ("ru/blog/4/index.html", "/ru/blog/2/"),
    ] {
        site.assert_file(file, &format!("0; url={target}"))
            .assert_file(file, &format!("href=\"{target}\""))
            .assert_file(file, "noindex");
    }
    site.assert_file("_redirects", "\n/blog/4 /blog/2/ 301\n")
        .assert_file("_redirects", "\n/ru/blog/4/ /ru/blog/2/ 301\n");
    let canonical = |file: &str| {
        let html = site.read(file);
        let at = html.find("rel=\"canonical\"").unwrap();
        html[at..].split('"').nth(3).unwrap().to_owned()
    };
    // A translation that is not there is no page of its own.
    assert!(canonical("en/blog/4/index.html").ends_with("/en/blog/2/"));
    assert!(!canonical("ru/blog/4/index.html").contains("/ru/"));
    for file in ["sitemap.xml", "feed.xml", "en/feed.xml", "search/az/0.json"] {
        assert!(!site.read(file).contains("blog/4"), "{file}");
    }
    site.assert_same_as_from_nothing();
}

#[test]
fn another_site_is_named_as_it_is_and_escaped() {
    let mut site = site();
    site.posts.remove(4);
    let url = "https://example.org/a?b=1&c=\"><script>";
    site.moved.insert(4, url.into());
    site.build();
    let html = site.read("ru/blog/4/index.html");
    assert!(!html.contains("<script>"), "{html}");
    assert!(html.contains("https://example.org/a?b=1&amp;c=") || html.contains("&#x2f;a?b=1&amp;"));
}

#[test]
fn what_is_no_longer_there_leads_nowhere() {
    let mut site = site();
    site.build();
    for (gone, target) in [(4, "/blog/5/"), (5, "/blog/3/")] {
        site.posts.remove(gone);
        site.moved.insert(gone, target.into());
    }
    site.build();
    site.assert_file("en/blog/4/index.html", "0; url=/en/blog/3/");
    site.posts.remove(3);
    let report = site.build();
    assert!(report.rendered < report.total.files / 2, "{report:?}");
    assert!(!site.exists("blog/4/index.html") && !site.exists("en/blog/5/index.html"));
    assert!(!site.read("_redirects").contains("blog"));
    // Back at its own address, whatever is still said of it.
    site.put([post(4)]);
    site.build();
    site.assert_not("en/blog/4/index.html", "http-equiv=\"refresh\"");
    site.assert_same_as_from_nothing();
}

#[test]
fn the_page_of_an_author_who_is_not_known_leads_nowhere() {
    let mut site = site();
    let words = "name = 'Anar Test'\nrole = 'Auditor'\ncredentials = []\nabout = 'Yazır.'\n";
    let author = format!("name = 'Anar Test'\n[az]\n{words}");
    site.write("content/authors/anar-test.toml", &author);
    for (gone, target) in [(4, "anar-test"), (5, "nobody")] {
        site.posts.remove(gone);
        site.moved
            .insert(gone, format!("/blog/author/{target}/").into());
    }
    site.build();
    site.assert_file("en/blog/4/index.html", "0; url=/en/blog/author/anar-test/")
        .assert_gone("en/blog/5/index.html")
        .assert_not("_redirects", "nobody");
    site.assert_same_as_from_nothing();
    // Who leaves takes the addresses along that led to the page.
    std::fs::remove_file(site.path("content/authors/anar-test.toml")).unwrap();
    site.reload().unwrap();
    site.build();
    site.assert_gone("en/blog/4/index.html")
        .assert_not("_redirects", "anar-test");
    site.assert_same_as_from_nothing();
}

/// However many posts there are: three pages and the rules.
#[test]
fn a_change_of_one_address_touches_its_pages_and_the_rules() {
    let mut site = SiteTest::new().posts((1..=300).map(post));
    site.posts.remove(7);
    site.posts.remove(8);
    site.build();
    site.moved.insert(7, "/faq/".into());
    assert_eq!(site.build().written, 4);
    site.moved.insert(8, "/faq/".into());
    assert_eq!(site.build().written, 4);
    site.moved.insert(7, "/terms/".into());
    assert_eq!(site.build().written, 4);
    site.moved.remove(&7);
    let report = site.build();
    assert_eq!((report.written, report.removed), (1, 3));
    assert_eq!(site.build().written, 0);
    site.assert_same_as_from_nothing();
}
