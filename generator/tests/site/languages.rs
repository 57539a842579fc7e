//! A language without texts of its own, and what is told of changes.

use generator::{Lang, Post};

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
            text.set(Lang::RU, russian.to_owned());
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
            "search/ru/0.json",
            "\"title\":\"Başlıq 1\",\"title_lang\":\"az\",\"excerpt\":\"Qısa 1\",\"excerpt_lang\":\"az\"",
        )
        .assert_not("search/en/0.json", "_lang")
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

const GERMAN: &str = "[language]\nname = \"Deutsch\"\n[nav]\nabout = \"Über uns\"\n";

/// The site is in these languages from its next load on.
pub fn in_languages(site: &SiteTest, codes: &str) {
    let text = std::fs::read_to_string(site.path("content/site.toml")).unwrap();
    let rest = text.lines().filter(|line| !line.starts_with("languages"));
    let rest: Vec<&str> = rest.collect();
    let text = format!("languages = {codes}\n{}\n", rest.join("\n"));
    site.write("content/site.toml", &text);
}

#[test]
fn a_new_language_is_a_folder_and_its_code() {
    let german = Lang::from_code("de").unwrap();
    let mut site = SiteTest::new().posts((1..=3).map(post));
    site.build();
    let before = site.state();
    site.edit(2, |post| {
        post.title.set(german, "Titel 2");
        post.content.set(german, "<p>Text auf Deutsch</p>");
    });
    site.build();
    // A language that the site does not have is nowhere, whatever posts are written in.
    assert_eq!(site.state(), before);
    site.write("content/de/ui.toml", GERMAN);
    in_languages(&site, "['az', 'de', 'en', 'ru']");
    site.reload().expect("right");
    site.build();
    site.assert_file("de/index.html", "<html lang=\"de\"")
        .assert_file("de/index.html", "Über uns")
        .assert_file(
            "index.html",
            "hreflang=\"de\" href=\"https://firm.example/de/\"",
        )
        .assert_file("de/blog/2/index.html", "<h1>Titel 2</h1>")
        .assert_file("de/blog/2/index.html", "Text auf Deutsch")
        .assert_file("en/blog/2/index.html", "hreflang=\"de\"")
        // A text that is missing is the Azerbaijani one, and no translation of itself.
        .assert_file(
            "de/blog/1/index.html",
            "<div lang=\"az\"><p>Mətn 1</p></div>",
        )
        .assert_not("en/blog/1/index.html", "hreflang=\"de\"")
        .assert_file("de/feed.xml", "xml:lang=\"de\"")
        .assert_file("search/de/0.json", "Titel 2")
        .assert_file("sitemap.xml", "<loc>https://firm.example/de/blog/2/</loc>")
        .assert_file("404.html", "<p lang=\"de\">")
        .assert_file("_redirects", "/de/services/tax /de/services/tax-legal/ 301");
    site.assert_same_as_from_nothing();
    site.restart();
    assert_eq!(site.build().written, 0);
    site.edit(2, |post| post.title.set(german, "Neuer Titel"));
    site.build();
    site.assert_file("de/blog/2/index.html", "<h1>Neuer Titel</h1>")
        .assert_not("en/blog/2/index.html", "Neuer Titel");
    site.assert_same_as_from_nothing();
    in_languages(&site, "['az', 'en', 'ru']");
    site.restart();
    let errors = site.errors().join("\n");
    assert!(errors.contains("de/ui.toml: error: nothing reads this file (the languages of the site are named in site.toml)"), "{errors}");
}

#[test]
fn a_language_that_goes_takes_its_pages_along() {
    let mut site = SiteTest::new().posts((1..=3).map(post));
    in_languages(&site, "['az', 'en', 'ru', 'de']");
    site.build();
    site.assert_file("de/blog/1/index.html", "<html lang=\"de\"");
    in_languages(&site, "['az', 'ru']");
    std::fs::remove_dir_all(site.path("content/en/services")).unwrap();
    for file in ["firm.toml", "ui.toml"] {
        std::fs::remove_file(site.path(&format!("content/en/{file}"))).unwrap();
    }
    site.restart();
    site.build();
    site.assert_gone("de/index.html")
        .assert_gone("de/feed.xml")
        .assert_gone("search/de.json")
        .assert_gone("en/blog/1/index.html")
        .assert_file("ru/blog/1/index.html", "Заголовок 1")
        .assert_file("terms/index.html", "<main")
        .assert_not("index.html", "hreflang=\"en\"");
    site.assert_same_as_from_nothing();
    // Somebody's folder of the same name is not ours any more.
    site.write("dist/de/index.html", "<p>by hand</p>");
    site.restart();
    site.build();
    assert_eq!(site.read("de/index.html"), "<p>by hand</p>");
}

#[test]
fn without_english_the_legal_texts_name_the_firm_as_the_first_language_does() {
    let mut site = SiteTest::new();
    let terms = "content/en/pages/terms.toml";
    site.change(
        terms,
        "[header]\ntitle = \"Terms\"",
        "[header]\ntitle = \"{firm.name}, {contact.email}\"",
    );
    site.write("content/en/firm.toml", "name = \"Firm\"\n");
    site.build();
    let title = |site: &SiteTest, name: &str| {
        site.assert_file("terms/index.html", &format!("{name}, info@firm.example"));
    };
    title(&site, "Firm");
    in_languages(&site, "['az', 'ru']");
    std::fs::remove_dir_all(site.path("content/en/services")).unwrap();
    for file in ["firm.toml", "ui.toml"] {
        std::fs::remove_file(site.path(&format!("content/en/{file}"))).unwrap();
    }
    site.restart();
    site.build();
    title(&site, "Firma");
    site.change(terms, "{firm.name}", "{firm.nam}");
    site.restart();
    let errors = site.errors().join("\n");
    assert!(errors.contains("unknown fact {firm.nam}"), "{errors}");
}

#[test]
fn languages_that_cannot_be_are_named_with_their_line() {
    let mut site = SiteTest::new();
    in_languages(&site, "['az', 'xx']");
    let errors = site.errors().join("\n");
    assert!(
        errors.contains("site.toml:1:") && errors.contains("\"xx\" is no language"),
        "{errors}"
    );
    in_languages(&site, "['en', 'az']");
    let errors = site.errors().join("\n");
    assert!(errors.contains("the first of them is az"), "{errors}");
}
