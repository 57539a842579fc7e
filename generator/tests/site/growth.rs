//! A firm that grows: its services, and all that stands in lists, are as many as its content says.

use generator::{Category, Lang};

use super::support::{SiteTest, post};

const IT_AUDIT: &str = r#"icon = "dot"
image = "logo.svg"
image_alt = "şəkil"
title = "İT auditi"
short_title = "İT auditi"
subtitle = "s"
summary = "x"
description = ["d"]
features = [{ title = "f", description = "d" }]
benefits = ["1"]
seo = { title = "İT auditi", description = "təsvir" }
"#;

fn it_audit() -> Category {
    Category::from_id("it-audit").expect("well-formed")
}

fn with_seven(posts: i64) -> SiteTest {
    let site = SiteTest::new().posts((1..=posts).map(post));
    site.write("content/az/services/it-audit.toml", IT_AUDIT);
    site
}

#[test]
fn a_seventh_service_is_a_file() {
    let mut site = with_seven(3);
    site.edit(2, |post| post.category = it_audit());
    site.build();
    for prefix in ["", "en/", "ru/"] {
        site.assert_file(
            &format!("{prefix}services/it-audit/index.html"),
            "İT auditi",
        );
        let list = format!("{prefix}blog/category/it-audit/index.html");
        site.assert_file(&list, &format!("/{prefix}blog/2/"));
        site.assert_file(
            &format!("{prefix}blog/category/it-audit/feed.xml"),
            "İT auditi",
        );
    }
    site.assert_file("sitemap.xml", "/en/services/it-audit/</loc>")
        .assert_file("sitemap.xml", "/ru/blog/category/it-audit/</loc>")
        .assert_file(
            "_redirects",
            "/en/services/it-audit /en/services/it-audit/ 200",
        )
        .assert_file(
            "blog/counts.css",
            "[data-count=\"it-audit\"]::after{content:\"1\"}",
        )
        .assert_file("blog/2/index.html", "\"articleSection\":\"İT auditi\"");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_service_may_come_and_go_while_the_site_is_there() {
    let mut site = SiteTest::new().posts((1..=9).map(post));
    site.build();
    site.write("content/az/services/it-audit.toml", IT_AUDIT);
    site.reload().expect("right");
    site.edit(8, |post| post.category = it_audit());
    site.build();
    site.assert_file("blog/category/it-audit/index.html", "/blog/8/");
    site.assert_same_as_from_nothing();
    // Its posts are not lost with it: they stand in the first category until somebody chooses another.
    std::fs::remove_file(site.path("content/az/services/it-audit.toml")).expect("removed");
    site.reload().expect("right");
    site.build();
    site.assert_gone("services/it-audit/index.html")
        .assert_gone("blog/category/it-audit/index.html")
        .assert_gone("blog/category/it-audit/feed.xml")
        .assert_file("blog/category/audit/index.html", "/blog/8/")
        .assert_file(
            "blog/8/index.html",
            "\"articleSection\":\"Audit xidmətləri\"",
        );
    site.assert_same_as_from_nothing();
    site.restart();
    site.edit(8, |post| post.title.set(Lang::AZ, "Yeni"));
    site.build();
    site.assert_file("blog/category/audit/index.html", "Yeni");
    site.assert_same_as_from_nothing();
}

#[test]
fn the_order_of_the_menus_is_that_of_the_list() {
    let mut site = with_seven(1);
    let ids = "services = [\"it-audit\", \"hr\", \"audit\"]\npublic_url";
    site.change("content/site.toml", "public_url", ids);
    let errors = site.errors();
    let left = ["accounting", "consulting", "tax-legal", "valuation"];
    for id in left {
        let file = format!("content/az/services/{id}.toml: error: nothing reads this file");
        assert!(
            errors.iter().any(|error| error.starts_with(&file)),
            "{errors:#?}"
        );
        for lang in ["az", "en", "ru"] {
            let _ = std::fs::remove_file(site.path(&format!("content/{lang}/services/{id}.toml")));
        }
    }
    // There is nothing that the old addresses of tax and legal could lead to.
    let home = "content/az/pages/home.toml";
    site.change(home, "target = \"tax\"", "target = \"hr\"");
    let _ = site.errors();
    site.change(home, "target = \"consulting\"", "target = \"it-audit\"");
    site.build();
    site.assert_gone("services/tax/index.html")
        .assert_not("_redirects", "tax-legal")
        .assert_file("_redirects", "/services/* /services/audit/ 200");
    let services = site.read("services/index.html");
    let place = |id: &str| services.find(&format!("/services/{id}/")).expect("linked");
    assert!(place("it-audit") < place("hr") && place("hr") < place("audit"));
}

/// As the rules for hosts say it: see `files/redirects.rs`.
#[test]
fn without_an_audit_service_the_first_one_answers_for_those_that_there_are_not() {
    let mut site = SiteTest::new();
    let ids = "services = [\"hr\", \"valuation\"]\npublic_url";
    site.change("content/site.toml", "public_url", ids);
    for id in ["accounting", "audit", "consulting", "tax-legal"] {
        for lang in ["az", "en"] {
            std::fs::remove_file(site.path(&format!("content/{lang}/services/{id}.toml"))).unwrap();
        }
    }
    let home = site.path("content/az/pages/home.toml");
    let text = std::fs::read_to_string(&home).unwrap();
    let hr =
        |text: String, id: &str| text.replace(&format!("target = \"{id}\""), "target = \"hr\"");
    let text = ["audit", "consulting", "tax"].into_iter().fold(text, hr);
    std::fs::write(&home, text).unwrap();
    let not_found = "{% for language in languages %}{{ language.audit_url }} {% endfor %}";
    site.write("templates/pages/not_found.html", not_found);
    site.build();
    assert_eq!(
        site.read("404.html").trim(),
        "/services/hr/ /en/services/hr/ /ru/services/hr/"
    );
    site.assert_file("_redirects", "/services/* /services/hr/ 200");
}

#[test]
fn lists_are_as_long_as_their_content() {
    let mut site = SiteTest::new();
    site.change("content/az/services/hr.toml", "\"6\"]", "\"6\", \"7\"]");
    let one = "[{ question = \"sual?\", answer = \"cavab\" }]";
    let two = "[{ question = \"yeddinci?\", answer = \"cavab\" }, { question = \"sual?\", answer = \"cavab\" }]";
    site.change("content/az/pages/faq.toml", one, two);
    let partner =
        "[[partners]]\nname = \"Partner 25\"\nlogo = \"logo.svg\"\n[[certificates]]\nid = \"c1\"";
    site.change(
        "content/site.toml",
        "[[certificates]]\nid = \"c1\"",
        partner,
    );
    site.build();
    site.assert_file("faq/index.html", "yeddinci?");
}

#[test]
fn a_list_below_a_heading_is_not_empty() {
    let mut site = SiteTest::new();
    let benefits = "benefits = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]";
    site.change("content/az/services/hr.toml", benefits, "benefits = []");
    site.change(
        "content/site.toml",
        "\"logo.svg\", \"logo.svg\"]",
        "\"logo.svg\"]",
    );
    let mut errors = site.errors();
    errors.retain(|error| error.contains(" error: "));
    let expected = [
        "content/az/pages/home.toml:10:1: error: hero.slides: 4 texts, but site.toml names 3 pictures",
        "content/az/services/hr.toml:10:1: error: benefits: there is nothing in this list",
    ];
    assert_eq!(errors, expected);
}
