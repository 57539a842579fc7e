//! Words in the addresses of posts: `/blog/{id}/` stays an address for ever and leads there, as do words that it had.

use crate::support::{SiteTest, post};
use generator::{Away, Lang, Slug, Slugs};

/// Gives the address other words, or none, as the store does.
pub fn rename(slugs: &mut Slugs, lang: Lang, words: &str) {
    slugs.current.set(lang, Slug::new(words));
    slugs
        .former
        .extend(Slug::new(words).map(|slug| (lang, slug)));
}

fn site() -> SiteTest {
    SiteTest::new().posts((1..=5).map(post))
}

fn name(site: &mut SiteTest, id: i64, lang: Lang, words: &str) {
    site.edit(id, |post| rename(&mut post.slugs, lang, words));
}

/// The value of an attribute of the first tag that has this text.
fn after<'a>(html: &'a str, mark: &str) -> &'a str {
    let at = html.find(mark).unwrap_or_else(|| panic!("no {mark}"));
    let rest = &html[at + mark.len()..];
    &rest[..rest.find('"').unwrap()]
}

#[test]
fn a_post_with_words_stands_there_in_each_language_and_everything_names_it_so() {
    let mut site = site();
    name(&mut site, 2, Lang::AZ, "edv-depoziti");
    name(&mut site, 2, Lang::EN, "vat-deposit");
    site.build();
    let own = site.read("en/blog/2/vat-deposit/index.html");
    let canonical = after(&own, "rel=\"canonical\" href=\"");
    let origin = canonical.strip_suffix("/en/blog/2/vat-deposit/").unwrap();
    for (lang, path) in [
        ("az", "/blog/2/edv-depoziti/"),
        ("en", "/en/blog/2/vat-deposit/"),
        ("ru", "/ru/blog/2/"),
    ] {
        let href = format!("hreflang=\"{lang}\" href=\"{origin}{path}\"");
        assert!(own.contains(&href), "{href}");
    }
    for (file, path) in [
        (
            "ru/blog/2/index.html",
            "href=\"ORIGIN/en/blog/2/vat-deposit/\"",
        ),
        ("blog/index.html", "href=\"/blog/2/edv-depoziti/\""),
        ("en/blog/index.html", "href=\"/en/blog/2/vat-deposit/\""),
        ("search/en/0.json", "/en/blog/2/vat-deposit/"),
        ("sitemap.xml", "/en/blog/2/vat-deposit/</loc>"),
        ("en/feed.xml", "href=\"ORIGIN/en/blog/2/vat-deposit/\""),
        ("en/feed.xml", "<id>ORIGIN/en/blog/2/</id>"),
        ("en/feed.json", "\"id\":\"ORIGIN/en/blog/2/\""),
        ("en/blog/1/index.html", "href=\"/en/blog/2/vat-deposit/\""),
    ] {
        site.assert_file(file, &path.replace("ORIGIN", origin));
    }
    assert!(!site.read("sitemap.xml").contains("/en/blog/2/</loc>"));
    assert!(!site.read("en/blog/index.html").contains("\"/en/blog/2/\""));
    site.assert_same_as_from_nothing();
}

#[test]
fn the_number_alone_and_former_words_lead_to_where_it_stands() {
    let mut site = site();
    site.build();
    for words in ["first", "second", "third"] {
        name(&mut site, 2, Lang::EN, words);
        site.build();
    }
    for file in ["en/blog/2", "en/blog/2/first", "en/blog/2/second"] {
        let file = format!("{file}/index.html");
        site.assert_file(&file, "0; url=/en/blog/2/third/")
            .assert_file(&file, "noindex");
        let canonical = site.read(&file);
        assert!(after(&canonical, "rel=\"canonical\" href=\"").ends_with("/en/blog/2/third/"));
    }
    site.assert_not("en/blog/2/third/index.html", "http-equiv=\"refresh\"")
        .assert_not("blog/2/index.html", "http-equiv=\"refresh\"")
        .assert_gone("blog/2/third/index.html");
    // Without words it stands at its number again, and what it was called leads there.
    name(&mut site, 2, Lang::EN, "");
    site.build();
    site.assert_file("en/blog/2/third/index.html", "0; url=/en/blog/2/")
        .assert_not("en/blog/2/index.html", "http-equiv=\"refresh\"");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_post_that_goes_takes_its_addresses_along_or_leads_them_elsewhere() {
    let mut site = site();
    name(&mut site, 2, Lang::EN, "old");
    name(&mut site, 2, Lang::EN, "new");
    name(&mut site, 4, Lang::EN, "other");
    site.build();
    let slugs = site.posts.set[&2].slugs.clone();
    site.posts.remove(2);
    site.build();
    for file in ["en/blog/2", "en/blog/2/old", "en/blog/2/new"] {
        site.assert_gone(&format!("{file}/index.html"));
    }
    let to = "/blog/4/".to_owned();
    site.moved.insert(2, Away { to, slugs });
    site.build();
    for (file, target) in [
        ("en/blog/2", "/en/blog/4/other/"),
        ("en/blog/2/old", "/en/blog/4/other/"),
        ("en/blog/2/new", "/en/blog/4/other/"),
        ("ru/blog/2", "/ru/blog/4/"),
    ] {
        site.assert_file(&format!("{file}/index.html"), &format!("0; url={target}"));
    }
    site.assert_file("_redirects", "\n/en/blog/2/old /en/blog/4/other/ 301\n");
    // The target is renamed: those that lead to it follow.
    name(&mut site, 4, Lang::EN, "newest");
    site.build();
    site.assert_file("en/blog/2/old/index.html", "0; url=/en/blog/4/newest/");
    site.assert_same_as_from_nothing();
}

/// However many posts there are: its pages, those that link to it, lists and indexes.
#[test]
fn a_change_of_words_touches_what_names_the_post() {
    let mut site = SiteTest::new().posts((1..=300).map(post));
    site.build();
    name(&mut site, 150, Lang::EN, "vat");
    let report = site.build();
    assert!(report.written < 20, "{report:?}");
    assert_eq!(report.removed, 0);
    assert_eq!(site.build().written, 0);
    site.assert_same_as_from_nothing();
}
