//! A language without texts of its own, and what is told of changes.

use generator::Post;

use crate::support::{SiteTest, post};

/// A language without a text of its own: its page stays, and nobody is told that it is a translation.
#[test]
fn a_page_that_falls_back_is_the_azerbaijani_page_once_more() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let before = site.read("ru/blog/1/index.html");
    let texts = |post: &mut Post, russian: [&str; 3]| {
        for (text, russian) in [&mut post.title, &mut post.excerpt, &mut post.content]
            .into_iter()
            .zip(russian)
        {
            text.ru = russian.to_owned();
        }
    };
    site.edit(1, |post| texts(post, [""; 3]));
    site.build();
    let link = |rel: &str, path: &str| format!("{rel} href=\"https://firm.example{path}\">");
    site.assert_file("ru/blog/1/index.html", "<h1>Başlıq 1</h1>")
        .assert_file(
            "ru/blog/1/index.html",
            "<div lang=\"az\"><p>Mətn 1</p></div>",
        )
        .assert_file(
            "ru/blog/1/index.html",
            &link("rel=\"canonical\"", "/blog/1/"),
        )
        .assert_file("ru/blog/1/index.html", "\"inLanguage\":\"az\"")
        .assert_file(
            "ru/blog/1/index.html",
            "\"@id\":\"https://firm.example/blog/1/#post\"",
        )
        .assert_not("ru/blog/1/index.html", "hreflang")
        .assert_not("blog/1/index.html", "hreflang=\"ru\"")
        .assert_file("blog/1/index.html", &link("hreflang=\"en\"", "/en/blog/1/"))
        .assert_file("en/blog/1/index.html", &link("hreflang=\"az\"", "/blog/1/"))
        .assert_not("en/blog/1/index.html", "hreflang=\"ru\"")
        .assert_file(
            "ru/blog/2/index.html",
            &link("hreflang=\"ru\"", "/ru/blog/2/"),
        )
        .assert_not("sitemap.xml", "https://firm.example/ru/blog/1/")
        .assert_file("sitemap.xml", "<loc>https://firm.example/ru/blog/2/</loc>")
        .assert_file(
            "ru/feed.xml",
            "  <entry xml:lang=\"az\">\n    <title>Başlıq 1</title>",
        )
        .assert_file("ru/feed.xml", "  <entry>\n    <title>Заголовок 2</title>")
        .assert_file("ru/feed.xml", "<category xml:lang=\"ru\" term=\"audit\"")
        .assert_not("en/feed.xml", "xml:lang=\"az\"");
    // A title without a text is no translation either.
    site.edit(1, |post| texts(post, ["Заголовок 1", "", " \n"]));
    site.build();
    site.assert_file("ru/blog/1/index.html", "<h1>Заголовок 1</h1>")
        .assert_not("ru/blog/1/index.html", "hreflang")
        .assert_file("ru/feed.xml", "<title xml:lang=\"ru\">Заголовок 1</title>");
    site.put([post(1)]);
    site.build();
    assert_eq!(site.read("ru/blog/1/index.html"), before);
}

#[test]
fn a_change_that_readers_saw_is_told_with_its_day() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    site.build();
    let before = site.state();
    let lists = [
        "index.html",
        "blog/index.html",
        "blog/category/audit/index.html",
    ];
    // The same day in Baku: machines are told, readers see nothing.
    let evening = "2025-03-05T19:59:59Z";
    site.edit(2, |post| post.updated = Some(evening.parse().unwrap()));
    // In each language its page and three feeds; the sitemap.
    assert_eq!(site.build().written, 13);
    site.assert_not("en/blog/2/index.html", "Updated")
        .assert_not("blog/2/index.html", "updated az")
        .assert_file(
            "blog/2/index.html",
            "\"dateModified\":\"2025-03-05T19:59:59Z\"",
        )
        .assert_file("sitemap.xml", "<lastmod>2025-03-05T19:59:59Z</lastmod>")
        .assert_file(
            "feed.xml",
            "<updated>2025-03-05T19:59:59Z</updated>\n    <author>",
        )
        .assert_file("feed.xml", "<published>2025-03-05T07:00:00Z</published>")
        // Its own, before the first author.
        .assert_file(
            "feed.xml",
            "<updated>2025-03-05T19:59:59Z</updated>\n  <author>",
        );
    for list in lists {
        assert_eq!(site.state()[list], before[list], "{list}");
    }
    let next_day = "2025-03-05T20:00:00Z";
    site.edit(2, |post| post.updated = Some(next_day.parse().unwrap()));
    site.build();
    site.assert_file("blog/2/index.html", "updated az 6 mart 2025")
        .assert_not("blog/1/index.html", "dateModified");
    site.edit(2, |post| post.updated = None);
    site.build();
    for (name, file) in &before {
        assert_eq!(site.state()[name].bytes, file.bytes, "{name}");
    }
}
