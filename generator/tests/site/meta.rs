//! What search engines and networks are told of a post instead of its title and excerpt.

use crate::support::{SiteTest, post};
use generator::Lang;

const EN: &str = "en/blog/1/index.html";
const RU: &str = "ru/blog/1/index.html";

#[test]
fn the_head_says_it_and_the_page_says_what_it_said() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let before = site.read(EN);
    site.edit(1, |post| {
        post.meta.title.set(Lang::EN, "VAT & excise: what changes");
        post.meta
            .description
            .set(Lang::EN, "Rates, dates and \"who\" files, on one page.");
    });
    let report = site.build();
    assert_eq!(report.written, 1, "nothing else shows it");
    site.assert_file(EN, "<title>VAT &amp; excise: what changes")
        .assert_file(
            EN,
            "name=\"description\" content=\"Rates, dates and &quot;who&quot; files, on one page.\"",
        )
        .assert_file(EN, "<h1>Title 1</h1>")
        .assert_file(EN, "\"headline\":\"Title 1\"")
        .assert_not("en/blog/index.html", "VAT &amp; excise")
        .assert_not("blog/1/index.html", "VAT &amp; excise");
    site.assert_same_as_from_nothing();
    site.edit(1, |post| post.meta = generator::Meta::default());
    site.build();
    assert_eq!(site.read(EN), before);
}

#[test]
fn each_of_the_two_stands_by_itself_and_in_the_language_of_the_title() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.edit(1, |post| {
        post.meta.title.set(Lang::AZ, "Başqa ad");
        post.meta.description.set(Lang::RU, "  ");
        post.title.set(Lang::RU, "");
    });
    site.build();
    // The Russian page shows the Azerbaijani title, so it tells that one's.
    site.assert_file("blog/1/index.html", "<title>Başqa ad")
        .assert_file(RU, "<title>Başqa ad")
        .assert_file(EN, "<title>Title 1")
        .assert_file(
            "blog/1/index.html",
            "name=\"description\" content=\"Qısa 1\"",
        )
        .assert_file(RU, "name=\"description\" content=\"Кратко 1\"");
}
