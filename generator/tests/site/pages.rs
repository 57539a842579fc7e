//! What is on which page.

use generator::Category;

use crate::support::{SiteTest, post};

#[test]
fn every_address_of_the_design_exists() {
    let mut site = SiteTest::new().posts((1..=6).map(post));
    site.build();
    for prefix in ["", "en/", "ru/"] {
        for path in [
            "",
            "about/",
            "services/",
            "services/audit/",
            "services/valuation/",
            "services/tax-legal/",
            "services/consulting/",
            "services/accounting/",
            "services/hr/",
            "services/tax/",
            "services/legal/",
            "blog/",
            "blog/page/2/",
            "blog/category/audit/",
            "blog/category/audit/page/2/",
            "blog/category/hr/",
            "blog/1/",
            "contact/",
            "faq/",
            "terms/",
        ] {
            assert!(
                site.exists(&format!("{prefix}{path}index.html")),
                "{prefix}{path}"
            );
        }
        assert!(site.exists(&format!("{prefix}feed.xml")));
    }
    for file in [
        "404.html",
        "sitemap.xml",
        "robots.txt",
        "_headers",
        "_redirects",
        "site.webmanifest",
        "favicon.ico",
        "search/az.json",
        "search/en.json",
        "search/ru.json",
    ] {
        assert!(site.exists(file), "{file}");
    }
    site.assert_gone("blog/page/3/index.html")
        .assert_gone("blog/page/1/index.html");
}

#[test]
fn the_featured_post_is_on_top_of_the_first_page_and_counts_extra() {
    let mut site = SiteTest::new().posts((1..=9).map(post));
    site.edit(2, |post| {
        post.featured = true;
        post.category = Category::Hr;
    });
    site.build();
    let first = site.read("en/blog/index.html");
    assert_eq!(first.matches("<article>").count(), 5);
    assert!(first.find("Title 2<").unwrap() < first.find("Title 9<").unwrap());
    let second = site.read("en/blog/page/2/index.html");
    assert_eq!(second.matches("<article>").count(), 4);
    assert!(!second.contains("Title 2<"));
    site.assert_gone("en/blog/page/3/index.html");
    assert_eq!(
        site.read("en/blog/category/hr/index.html")
            .matches("<article>")
            .count(),
        1
    );
    let audit = site.read("en/blog/category/audit/index.html");
    assert!(!audit.contains("featured"), "{audit}");
    let home = site.read("en/index.html");
    let order = ["Title 2", "Title 9", "Title 8"].map(|title| home.find(title).unwrap());
    assert!(order.is_sorted());
    assert!(!home.contains("Title 7"));
}

#[test]
fn an_empty_category_has_its_page() {
    let mut site = SiteTest::new();
    site.build();
    site.assert_file("blog/category/hr/index.html", "empty_title az")
        .assert_file("blog/index.html", "empty_title az");
}

#[test]
fn dates_cuts_and_breadcrumbs_are_those_of_the_language() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.edit(1, |post| post.title.en = "A title that is longer".into());
    site.build();
    site.assert_file("blog/1/index.html", "5 mart 2025")
        .assert_file("en/blog/1/index.html", "March 5, 2025")
        .assert_file("ru/blog/1/index.html", "5 марта 2025\u{202f}г.")
        .assert_file("ru/index.html", "3/5/2025")
        .assert_file("en/index.html", "A title that is…")
        .assert_file(
            "en/blog/1/index.html",
            "<li><a href=\"/en/blog/1/\">A title that is longer</a></li>",
        )
        .assert_file("services/hr/index.html", "İnsan resursları</a></li></ol>")
        .assert_file(
            "en/blog/category/tax-legal/index.html",
            "Tax and Legal Services</a></li></ol>",
        );
}

#[test]
fn old_service_addresses_lead_on() {
    let mut site = SiteTest::new();
    site.build();
    site.assert_file(
        "en/services/tax/index.html",
        "0; url=/en/services/tax-legal/",
    )
    .assert_file(
        "_redirects",
        "/ru/services/legal/ /ru/services/tax-legal/ 301",
    )
    .assert_file("_redirects", "/en/services/* /en/services/audit/ 200")
    .assert_file("_redirects", "\n/services/hr /services/hr/ 200\n");
}

#[test]
fn a_deleted_post_leaves_nothing_behind() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    site.build();
    site.posts.remove(&5);
    site.build();
    site.assert_gone("blog/5")
        .assert_gone("en/blog/5")
        .assert_gone("blog/page/2");
    for (name, file) in site.state() {
        let text = String::from_utf8(file.bytes).unwrap_or_default();
        assert!(!text.contains("/blog/5/"), "{name}");
    }
}

#[test]
fn the_head_says_what_machines_need() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.assert_file(
        "en/blog/1/index.html",
        "<link rel=\"canonical\" href=\"https://firm.example/en/blog/1/\">",
    )
    .assert_file(
        "en/blog/1/index.html",
        "hreflang=\"ru\" href=\"https://firm.example/ru/blog/1/\"",
    )
    .assert_file("en/blog/1/index.html", "\"@type\":\"BlogPosting\"")
    .assert_file("faq/index.html", "\"@type\":\"FAQPage\"")
    .assert_file("services/hr/index.html", "\"@type\":\"Service\"")
    .assert_file("contact/index.html", "frame-src https://map.example;")
    .assert_file(
        "index.html",
        "default-src 'none'; script-src 'self' 'sha256-",
    )
    .assert_file("feed.xml", "<id>https://firm.example/blog/1/</id>")
    .assert_file("search/en.json", "\"title\":\"Title 1\"");
}

#[test]
fn the_not_found_page_claims_no_address() {
    let mut site = SiteTest::new();
    site.build();
    site.assert_file("404.html", "content=\"noindex\"")
        .assert_not("404.html", "rel=\"canonical\"")
        .assert_not("404.html", "hreflang")
        .assert_not("index.html", "noindex");
}

#[test]
fn the_public_address_is_checked() {
    let mut site = SiteTest::new();
    site.public_url = Some(String::new());
    site.build();
    site.assert_file("sitemap.xml", "<loc>https://firm.example/</loc>");
    let mut site = SiteTest::new();
    site.public_url = Some("www.firm.example".into());
    assert!(site.errors()[0].contains("--public-url: \"www.firm.example\" is not an origin"));
    let mut site = SiteTest::new();
    site.public_url = Some("http://localhost:8080/".into());
    site.build();
    site.assert_file("sitemap.xml", "<loc>http://localhost:8080/</loc>");
}
