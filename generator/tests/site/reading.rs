//! What leads a reader through posts: contents, the posts beside one, the newest of a service.

use generator::{Category, Lang};

use crate::support::{SiteTest, post};

const LONG: &str = "<h2>İlk addım</h2><p>a</p><h3>Xırda</h3><h2>Son</h2><p>b</p>";

#[test]
fn a_long_post_has_contents_and_every_heading_a_name() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.edit(1, |post| post.content.set(Lang::AZ, LONG));
    site.edit(2, |post| {
        post.content
            .set(Lang::AZ, "<h2>Bir</h2><p>a</p><h2>İki</h2>")
    });
    site.build();
    site.assert_file(
        "blog/1/index.html",
        "<a href=\"#s-ilk-addim\">İlk addım</a>",
    )
    .assert_file("blog/1/index.html", "<a class=\"inner\" href=\"#s-xirda\">")
    .assert_file("blog/1/index.html", "<h2 id=\"s-ilk-addim\">İlk addım</h2>")
    .assert_file("blog/1/index.html", "<h3 id=\"s-xirda\">")
    .assert_not("blog/2/index.html", "href=\"#s-")
    .assert_file("blog/2/index.html", "<h2 id=\"s-iki\">İki</h2>")
    .assert_not("en/blog/1/index.html", "href=\"#s-");
    // Whatever is written before it, a heading keeps its name.
    site.edit(1, |post| {
        post.content
            .set(Lang::AZ, format!("<h2>Yeni</h2><p>x</p>{LONG}"))
    });
    site.build();
    site.assert_file("blog/1/index.html", "<h2 id=\"s-son\">Son</h2>");
}

#[test]
fn how_long_reading_takes_is_counted_in_the_language_of_the_text() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.edit(1, |post| {
        post.content.set(Lang::AZ, "<p>söz</p>".repeat(500));
        post.content.set(Lang::EN, "<p>word</p>".repeat(500));
        post.content.set(Lang::RU, "");
    });
    site.build();
    site.assert_file("blog/1/index.html", "4 dəqiqə")
        .assert_file("en/blog/1/index.html", "3 dəqiqə")
        .assert_file("ru/blog/1/index.html", "4 dəqiqə");
}

#[test]
fn a_post_leads_to_the_newer_and_the_older_one_of_all() {
    let mut site = SiteTest::new().posts((1..=4).map(post));
    site.edit(2, |post| post.category = Category::HR);
    site.build();
    let newer = |id: i64| format!("rel=\"next\" href=\"/en/blog/{id}/\">Title {id}<");
    let older = |id: i64| format!("rel=\"prev\" href=\"/en/blog/{id}/\">Title {id}<");
    site.assert_file("en/blog/3/index.html", &newer(4))
        .assert_file("en/blog/3/index.html", &older(2))
        .assert_file("en/blog/1/index.html", &newer(2))
        .assert_not("en/blog/1/index.html", "rel=\"prev\"")
        .assert_not("en/blog/4/index.html", "rel=\"next\"");
    // Incremental builds look at the neighbours alone.
    site.posts.remove(3);
    site.build();
    site.assert_file("en/blog/2/index.html", &newer(4))
        .assert_file("en/blog/4/index.html", &older(2))
        .assert_same_as_from_nothing();
    site.edit(2, |post| post.title.set(Lang::EN, "Title 2<b>"));
    site.build();
    site.assert_file("en/blog/4/index.html", "/en/blog/2/\">Title 2&lt;b&gt;<")
        .assert_same_as_from_nothing();
    site.edit(1, |post| post.date = crate::support::post(9).date);
    site.build();
    site.assert_file("en/blog/4/index.html", &newer(1))
        .assert_not("en/blog/2/index.html", "rel=\"prev\"")
        .assert_same_as_from_nothing();
}

#[test]
fn a_service_shows_the_three_newest_posts_of_its_category() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    site.edit(5, |post| post.category = Category::HR);
    site.build();
    let shown = |site: &SiteTest, service: &str| -> Vec<i64> {
        let html = site.read(&format!("en/services/{service}/index.html"));
        let ids = (1..=6).rev();
        ids.filter(|id| html.contains(&format!("\"/en/blog/{id}/\"")))
            .collect()
    };
    assert_eq!(shown(&site, "audit"), [4, 3, 2]);
    assert_eq!(shown(&site, "hr"), [5]);
    assert!(shown(&site, "tax-legal").is_empty());
    site.put([post(6)]);
    site.posts.remove(3);
    site.build();
    assert_eq!(shown(&site, "audit"), [6, 4, 2]);
    site.assert_same_as_from_nothing();
}
