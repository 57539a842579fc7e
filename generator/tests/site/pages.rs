//! What is on which page.

use generator::{Category, Lang};

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
        "_redirects.nginx",
        "_redirects.caddy",
        "redirects.json",
        "site.webmanifest",
        "favicon.ico",
        "search/az.json",
        "search/en.json",
        "search/ru.json",
        "search/az/0.json",
        "search/az/filter-0.json",
        "blog/counts.css",
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
        post.category = Category::HR;
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
    site.edit(1, |post| post.title.set(Lang::EN, "A title that is longer"));
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
    site.posts.remove(5);
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
        "default-src 'none';script-src 'self' 'sha256-",
    )
    .assert_file("feed.xml", "<id>https://firm.example/blog/1/</id>")
    .assert_file("search/en.json", "{\"shards\":[[0,0]]}")
    .assert_file("search/en/0.json", "\"title\":\"Title 1\"");
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

#[test]
fn a_long_list_has_an_archive_behind_its_newest_pages() {
    let mut site = SiteTest::new().posts((1..=60).map(post));
    site.edit(60, |post| post.category = Category::HR);
    site.build();
    for page in [
        "en/blog/page/3/",
        "en/blog/archive/",
        "en/blog/category/audit/archive/",
    ] {
        assert!(site.exists(&format!("{page}index.html")), "{page}");
    }
    site.assert_gone("en/blog/page/4")
        .assert_gone("en/blog/category/hr/archive")
        .assert_file("en/blog/archive/index.html", "\">Title 1<")
        .assert_file(
            "en/blog/archive/index.html",
            "href=\"/en/blog/\">newest</a>",
        )
        .assert_file("en/blog/archive/index.html", "<p>March 5, 2025</p>")
        .assert_file(
            "en/blog/index.html",
            "href=\"/en/blog/archive/\">oldest</a>",
        );
    assert_eq!(
        from_page_to_page(&site, None),
        (1..=60).rev().collect::<Vec<_>>()
    );
}

/// The years that a page leads to, with the address of each.
fn years(site: &SiteTest, page: &str) -> Vec<(String, String)> {
    let html = site.read(page);
    let links = html.split("<a class=\"year\" href=\"").skip(1);
    links
        .map(|link| {
            let (url, rest) = link.split_once("\">").unwrap();
            let (year, _) = rest.split_once('<').unwrap();
            (year.to_owned(), url.to_owned())
        })
        .collect()
}

#[test]
fn the_first_page_of_a_list_leads_to_where_each_year_begins() {
    let mut site = SiteTest::new().posts((1..=60).map(|id| {
        let mut post = post(id);
        // Twenty a year; the last evening of 2023 in Greenwich is 2024 in Baku.
        let (year, day) = (2023 + (id - 1) / 20, (id - 1) % 20 + 1);
        post.date = format!("{year}-03-{day:02}T08:00:00Z").parse().unwrap();
        if id == 20 {
            post.date = "2023-12-31T21:00:00Z".parse().unwrap();
        }
        post
    }));
    let begins = |site: &SiteTest, newest: [i64; 3]| {
        let years = years(site, "en/blog/index.html");
        let names: Vec<&str> = years.iter().map(|(year, _)| year.as_str()).collect();
        assert_eq!(names, ["2025", "2024", "2023"]);
        for ((year, url), id) in years.iter().zip(newest) {
            let (path, place) = url.split_once('#').unwrap();
            assert_eq!(place, year);
            let path = if path.is_empty() { "/en/blog/" } else { path };
            let page = format!("{}index.html", path.trim_start_matches('/'));
            let there = site.read(&page).contains(&format!("\">Title {id}<"));
            assert!(there, "{year}: {page} has no post {id}");
        }
    };
    site.build();
    begins(&site, [60, 40, 19]);
    assert_eq!(years(&site, "en/blog/page/2/index.html"), []);
    assert_eq!(years(&site, "en/blog/archive/index.html"), []);
    // What stands on top is on no page of its year.
    site.edit(40, |post| post.featured = true);
    site.build();
    begins(&site, [60, 39, 19]);
    site.edit(40, |post| post.featured = false);
    site.edit(19, |post| {
        post.date = "2022-06-01T08:00:00Z".parse().unwrap();
    });
    site.edit(60, |post| post.category = Category::HR);
    site.build();
    let all = years(&site, "en/blog/index.html");
    assert_eq!(all.last().map(|(year, _)| year.as_str()), Some("2022"));
    let oldest = &all.last().unwrap().1;
    assert_eq!(oldest, "/en/blog/archive/#2022");
    // One year needs no choice.
    assert_eq!(years(&site, "en/blog/category/hr/index.html"), []);
}

#[test]
fn a_featured_post_leaves_the_archive_without_moving_others() {
    let mut site = SiteTest::new().posts((1..=120).map(post));
    site.build();
    let before = site.state();
    site.edit(30, |post| post.featured = true);
    site.build();
    let others = (1..=120).rev().filter(|id| *id != 30);
    assert_eq!(
        from_page_to_page(&site, Some(30)),
        others.collect::<Vec<_>>()
    );
    let archive = site.state().into_iter().filter(|(name, file)| {
        name.starts_with("en/blog/archive/")
            && before.get(name).map(|old| &old.bytes) != Some(&file.bytes)
    });
    // Its own page, or the two beside it when it was alone there.
    assert!((1..=2).contains(&archive.count()));
}

/// From page to page one comes from the newest post to the oldest, over each of them once.
fn from_page_to_page(site: &SiteTest, on_top: Option<i64>) -> Vec<i64> {
    let (mut page, mut seen) = ("/en/blog/".to_owned(), Vec::new());
    loop {
        let html = site.read(&format!("{}index.html", page.trim_start_matches('/')));
        let titles = html.split("\">Title ").skip(1);
        let titles = titles.map(|rest| rest.split('<').next().unwrap().parse::<i64>().unwrap());
        let before = seen.len();
        seen.extend(titles.filter(|id| page != "/en/blog/" || Some(*id) != on_top));
        assert!((1..=4).contains(&(seen.len() - before)), "{page}: {html}");
        let Some((_, next)) = html.split_once("<a rel=\"next\" href=\"") else {
            break;
        };
        page = next.split('"').next().unwrap().to_owned();
    }
    assert_eq!(page, "/en/blog/archive/");
    seen
}

#[test]
fn counts_stand_in_a_style_sheet_of_their_own() {
    let mut site = SiteTest::new().posts((1..=9).map(post));
    site.build();
    site.assert_file(
        "blog/counts.css",
        "[data-count=\"all\"]::after{content:\"9\"}",
    )
    .assert_file(
        "blog/counts.css",
        "[data-count=\"hr\"]::after{content:\"0\"}",
    );
    let before = site.state();
    site.edit(1, |post| post.category = Category::HR);
    site.build();
    site.assert_file(
        "blog/counts.css",
        "[data-count=\"hr\"]::after{content:\"1\"}",
    );
    let untouched = "en/blog/category/valuation/index.html";
    assert_eq!(site.state()[untouched], before[untouched]);
}

#[test]
fn the_sitemap_of_many_posts_is_an_index_of_parts() {
    let mut site = SiteTest::new().posts([1, 300, 600].map(post));
    site.build();
    site.assert_file(
        "sitemap.xml",
        "<loc>https://firm.example/sitemap-3.xml</loc>",
    )
    .assert_file("sitemap-1.xml", "<loc>https://firm.example/faq/</loc>")
    .assert_file("sitemap-1.xml", "https://firm.example/ru/blog/1/")
    .assert_file("sitemap-2.xml", "https://firm.example/blog/300/");
    site.posts.remove(300);
    site.build();
    site.assert_gone("sitemap-2.xml")
        .assert_not("sitemap.xml", "sitemap-2.xml");
    site.posts.remove(600);
    site.build();
    site.assert_gone("sitemap-1.xml")
        .assert_gone("sitemap-3.xml")
        .assert_file("sitemap.xml", "<loc>https://firm.example/blog/1/</loc>");
    site.put([post(256)]);
    site.build();
    site.assert_file("sitemap-1.xml", "https://firm.example/blog/1/");
    let xml = site.read("sitemap-1.xml");
    for alternate in [
        "\"ru\" href=\"https://firm.example/ru/blog/1/",
        "\"x-default\" href=\"https://firm.example/blog/1/",
    ] {
        let link = format!("hreflang={alternate}\"/>");
        assert_eq!(
            xml.matches(&link).count(),
            3,
            "{link} stands at each of the three languages"
        );
    }
    site.assert_same_as_from_nothing();
}
