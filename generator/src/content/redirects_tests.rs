use super::*;
use crate::content::tree::parse;

fn wrong(rules: &[(&str, &str, u16)]) -> Vec<String> {
    let text: String = rules
        .iter()
        .map(|(from, to, status)| {
            format!("[[redirects]]\nfrom = {from:?}\nto = {to:?}\nstatus = {status}\n")
        })
        .collect();
    let rules: Vec<OldAddress> = rules
        .iter()
        .map(|(from, to, status)| OldAddress {
            from: (*from).into(),
            to: (*to).into(),
            status: *status,
        })
        .collect();
    let mut problems = Problems::default();
    let node = parse("redirects.toml", &text).unwrap();
    let authors = BTreeMap::new();
    let services = [Category::AUDIT, Category::TAX_LEGAL];
    let site = Site {
        origin: "https://firm.example",
        languages: Languages::USUAL,
        authors: &authors,
        services: &services,
    };
    check_rules(&rules, &node, site, &mut problems);
    let found = problems.0.iter();
    found
        .map(|problem| format!("{} {}", problem.line.unwrap_or(0), problem.code))
        .collect()
}

#[test]
fn what_leads_to_a_page_is_right() {
    let right = [
        ("/about-us.html", "/about/", 301),
        ("/xidmətlər/auditlər/", "/services/audit/", 308),
        ("/old/feed.xml", "/en/blog/7/", 302),
        ("/shop", "https://shop.example/?a=1", 307),
        ("/blog/old-name/", "/blog/", 301),
        ("/services/bookkeeping/", "/services/audit/", 301),
        ("/de/about/", "/about/", 301),
        ("/old/index.html", "/about/", 301),
        ("/aboutindex.html", "/about/", 301),
        ("/blog/7/vat/index.html", "/blog/7/", 301),
        ("/administrasiya/", "/about/", 301),
        ("/login.php", "/contact/", 301),
    ];
    assert_eq!(wrong(&right), Vec::<String>::new());
}

#[test]
fn old_addresses_are_paths_that_nothing_else_answers() {
    for from in [
        "about", "/a b", "/a?b=1", "/a#b", "/a%20b", "/a/../b", "//x", "/*", "/a$b", "",
    ] {
        assert_eq!(
            wrong(&[(from, "/about/", 301)]),
            ["2 invalid-value"],
            "{from}"
        );
    }
    for from in [
        "/",
        "/about",
        "/en/blog/",
        "/blog/7/",
        "/services/tax/",
        "/feed.xml",
        "/media/x.jpg",
        "/api/x/",
        "/admin",
        "/admin/posts/",
        "/login/",
        "/healthz",
        "/readyz/",
        "/metrics",
        "/404.html",
        "/index.html",
        "/about/index.html",
        "/about/index.html/",
        "/blog/7/index.html",
        "/feed.xml/",
    ] {
        assert_eq!(
            wrong(&[(from, "/terms/", 301)]),
            ["2 taken-address"],
            "{from}"
        );
    }
    let twice = [("/a/", "/about/", 301), ("/a", "/faq/", 301)];
    assert_eq!(wrong(&twice), ["6 duplicate-redirect"]);
    assert_eq!(wrong(&[("/a", "/faq/", 200)]), ["4 invalid-value"]);
}

#[test]
fn targets_exist_and_lead_nowhere_else() {
    for to in [
        "/nowhere/",
        "/about",
        "/services/tax/",
        "/services/x/",
        "/de/about/",
        "/blog/category/x/",
        "/blog/page/2/",
        "about/",
        "/about/#team",
        "https://",
        "https://firm.example/faq/",
    ] {
        assert_eq!(wrong(&[("/a", to, 301)]), ["3 unknown-target"], "{to}");
    }
    let chain = [("/a", "/b/", 301), ("/b", "/faq/", 301)];
    assert_eq!(wrong(&chain), ["3 redirect-chain"]);
    let round = [("/a", "/b", 301), ("/b", "/c", 301), ("/c", "/b", 301)];
    assert_eq!(
        wrong(&round),
        ["3 redirect-loop", "7 redirect-loop", "11 redirect-loop"]
    );
    assert_eq!(wrong(&[("/a", "/a", 301)]), ["3 redirect-loop"]);
}
