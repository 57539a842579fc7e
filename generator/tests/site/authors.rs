//! Authors with a page of their own: what leads there, what stands there, and which pages a post changes.

use generator::{Category, Lang, Post};

use crate::images::png;
use crate::support::{SiteTest, post};

const ANAR: &str = "name = \"Anar Test\"\n[az]\nname = \"Anar Test\"\nrole = \"Auditor\"\ncredentials = [\"ACCA\"]\nabout = \"Yazır.\"\n\
    [en]\nname = \"Anar Test\"\nrole = \"Auditor\"\ncredentials = [\"ACCA\"]\nabout = \"Writes <b>.\"\n\
    [ru]\nname = \"Анар Тест\"\nrole = \"Аудитор\"\ncredentials = []\nabout = \"Пишет.\"\n";

fn of(author: &str, id: i64) -> Post {
    Post {
        author: author.to_owned(),
        ..post(id)
    }
}

fn site() -> SiteTest {
    let site = SiteTest::new();
    site.write("content/authors/anar-test.toml", ANAR);
    let other = ANAR.replace("Anar Test", "Lalə Test");
    site.write("content/authors/lale-test.toml", &other);
    site
}

#[test]
fn a_name_leads_to_the_page_of_who_has_one() {
    let mut site = site().posts([of(" Anar Test ", 1), of("Somebody", 2)]);
    site.build();
    site.assert_file(
        "blog/1/index.html",
        "<a href=\"/blog/author/anar-test/\"> Anar Test </a>",
    )
    .assert_file(
        "ru/blog/1/index.html",
        "<a href=\"/ru/blog/author/anar-test/\"> Anar Test </a>",
    )
    .assert_file("en/blog/1/index.html", "\"jobTitle\":\"Auditor\"")
    .assert_file("en/blog/1/index.html", "/en/blog/author/anar-test/\"")
    .assert_file("blog/2/index.html", "Somebody S ")
    .assert_not("blog/2/index.html", "/author/")
    .assert_not("blog/2/index.html", "jobTitle");
    site.assert_file("en/blog/author/anar-test/index.html", "Writes &lt;b&gt;.")
        .assert_file("en/blog/author/anar-test/index.html", "ProfilePage")
        .assert_file(
            "en/blog/author/anar-test/index.html",
            "<a class=\"by\" href=\"/en/blog/1/\">Title 1</a>",
        )
        .assert_not("en/blog/author/anar-test/index.html", "/en/blog/2/")
        .assert_file("sitemap.xml", "/ru/blog/author/lale-test/</loc>")
        .assert_file("en/feed.xml", "<name>Anar Test</name><uri>")
        .assert_file("en/feed.xml", "<author><name>Somebody</name></author>")
        .assert_file("feed.json", "/blog/author/anar-test/\"");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_post_changes_the_page_of_its_author_and_no_others() {
    let mut site =
        site().posts((1..=30).map(|id| of(["Anar Test", "Lalə Test"][(id % 2) as usize], id)));
    site.build();
    let pages = |site: &SiteTest| {
        let state = site.state();
        let page = |id: &str| state[&format!("blog/author/{id}/index.html")].clone();
        [page("anar-test"), page("lale-test")]
    };
    let [anar, lale] = pages(&site);
    site.put([of("Anar Test", 31)]);
    site.build();
    let [anar_after, lale_after] = pages(&site);
    assert_ne!(anar_after, anar);
    assert_eq!(lale_after, lale);
    // A text changes nothing there, the sixth of somebody nobody knows neither.
    site.edit(31, |post| post.content.set(Lang::AZ, "<p>Yeni</p>"));
    site.put([of("Somebody", 32)]);
    site.build();
    assert_eq!(pages(&site), [anar_after.clone(), lale]);
    site.edit(31, |post| post.author = "Lalə Test".into());
    site.build();
    let [anar_last, lale_last] = pages(&site);
    assert_eq!(anar_last.bytes, anar.bytes);
    assert_ne!(lale_last.bytes, lale_after.bytes);
    site.assert_same_as_from_nothing();
}

#[test]
fn the_newest_twenty_stand_there_in_their_language() {
    let mut site = site().posts((1..=25).map(|id| of("Anar Test", id)));
    site.edit(25, |post| post.content.set(Lang::EN, ""));
    site.edit(24, |post| post.category = Category::HR);
    site.build();
    let listed = |lang: &str| -> Vec<i64> {
        let html = site.read(&format!("{lang}blog/author/anar-test/index.html"));
        let links = html.split("class=\"by\" href=\"").skip(1);
        let numbers =
            links.filter_map(|link| link.split("/blog/").nth(1)?.split('/').next()?.parse().ok());
        numbers.collect()
    };
    assert_eq!(listed(""), (6..=25).rev().collect::<Vec<_>>());
    assert_eq!(listed("en/"), (5..=24).rev().collect::<Vec<_>>());
}

#[test]
fn a_portrait_is_a_picture_in_all_its_formats() {
    let mut site = site();
    std::fs::create_dir_all(site.path("content/media/authors")).unwrap();
    std::fs::write(site.path("content/media/authors/anar.png"), png(500, 600)).unwrap();
    let with = ANAR.replacen("[az]", "portrait = \"authors/anar.png\"\n[az]", 1);
    site.write("content/authors/anar-test.toml", &with);
    site.build();
    site.assert_file("blog/author/anar-test/index.html", "type=\"image/avif\"")
        .assert_file("blog/author/anar-test/index.html", "\"image\":\"https://");
}

#[test]
fn mistakes_in_files_of_authors_are_named() {
    let mut site = site();
    let file = "content/authors/anar-test.toml";
    site.write(
        file,
        &ANAR.replace(
            "role = \"Auditor\"\ncredentials = [\"ACCA\"]\nabout = \"Yazır.\"",
            "portrait = 1",
        ),
    );
    site.write("content/authors/Lale.toml", ANAR);
    let errors = site.errors().join("\n");
    assert!(
        errors.contains("authors/Lale.toml") && errors.contains("small Latin letters"),
        "{errors}"
    );
    assert!(
        errors.contains("authors/anar-test.toml:") && errors.contains("az.role"),
        "{errors}"
    );
    std::fs::remove_file(site.path("content/authors/Lale.toml")).unwrap();
    site.write(
        file,
        &ANAR.replacen("[az]", "portrait = \"authors/x.png\"\n[az]", 1),
    );
    let errors = site.errors().join("\n");
    assert!(errors.contains("content/media/authors/x.png"), "{errors}");
    site.write(
        file,
        &ANAR.replace("name = \"Anar Test\"\n[az]", "name = \"Lalə Test\"\n[az]"),
    );
    let errors = site.errors().join("\n");
    assert!(errors.contains("has the same name"), "{errors}");
}

#[test]
fn facts_are_filled_in_the_language_of_the_text() {
    let mut site = site();
    let file = "content/authors/anar-test.toml";
    let facts = "{firm.name}, {figures.years}, {n}";
    site.write("content/en/firm.toml", "name = \"Firm\"\n");
    site.write(
        file,
        &ANAR.replace("Yazır.", facts).replace("Writes <b>.", facts),
    );
    site.build();
    site.assert_file("blog/author/anar-test/index.html", "Firma, 15+, {n}")
        .assert_file("en/blog/author/anar-test/index.html", "Firm, 15+, {n}");
    // A text that is shown in the place of another is the Azerbaijani one with its own facts.
    let (az, _) = ANAR.split_once("[en]").unwrap();
    site.write(file, &az.replace("Yazır.", facts));
    site.reload().unwrap();
    site.build();
    site.assert_file("en/blog/author/anar-test/index.html", "Firma, 15+, {n}");
    site.write(file, &ANAR.replace("Writes <b>.", "{figures.yers}"));
    site.restart();
    let errors = site.errors().join("\n");
    let unknown = "authors/anar-test.toml:11:1: error: en.about: unknown fact {figures.yers} (known: figures.clients";
    assert!(errors.contains(unknown), "{errors}");
}

#[test]
fn who_leaves_takes_the_page_along_and_a_language_without_texts_shows_azerbaijani() {
    let mut site = site().posts([of("Anar Test", 1)]);
    let (az, _) = ANAR.split_once("[en]").unwrap();
    site.write("content/authors/anar-test.toml", az);
    site.build();
    site.assert_file("ru/blog/author/anar-test/index.html", "Yazır.");
    std::fs::remove_file(site.path("content/authors/anar-test.toml")).unwrap();
    site.reload().unwrap();
    site.build();
    site.assert_gone("blog/author/anar-test/index.html")
        .assert_not("blog/1/index.html", "/author/");
    site.assert_same_as_from_nothing();
}
