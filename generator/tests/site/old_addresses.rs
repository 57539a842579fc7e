//! `content/redirects.toml`: old addresses lead on.

use generator::Lang;

use crate::slugs::rename;
use crate::support::{SiteTest, post};

const RULES: &str = "[[redirects]]\nfrom = \"/about-us.html\"\nto = \"/about/\"\nstatus = 301\n\n\
                     [[redirects]]\nfrom = \"/köhnə/\"\nto = \"/en/blog/1/\"\nstatus = 308\n";

#[test]
fn every_kind_of_host_is_told() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.write("content/redirects.toml", RULES);
    site.build();
    site.assert_file("_redirects", "/about-us.html /about/ 301\n")
        .assert_file("_redirects", "\n/köhnə/ /en/blog/1/ 308\n")
        .assert_file("_redirects", "/services/* /services/audit/ 200\n")
        .assert_file(
            "_redirects.nginx",
            "location = \"/about-us.html\" { return 301 \"/about/$is_args$args\"; }\n",
        )
        .assert_file(
            "_redirects.caddy",
            "@old2 path_regexp ^/köhnə/?$\nredir @old2 \"/en/blog/1/{old_query}\" 308\n",
        )
        .assert_file("redirects.json", "\"/köhnə\":\"/en/blog/1/\"");
    // The rules for old addresses come first: those of services end with one for all.
    let rules = site.read("_redirects");
    assert!(rules.find("/about-us.html").unwrap() < rules.find("/services/").unwrap());
    site.assert_same_as_from_nothing();
}

#[test]
fn a_post_that_went_is_followed() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.write("content/redirects.toml", RULES);
    site.build();
    site.posts.remove(1);
    site.moved.insert(1, "/blog/2/".into());
    site.build();
    site.assert_file("_redirects", "\n/köhnə/ /en/blog/2/ 308\n")
        .assert_file(
            "_redirects.nginx",
            "return 308 \"/en/blog/2/$is_args$args\"",
        )
        .assert_same_as_from_nothing();
}

#[test]
fn without_the_file_nothing_leads_on() {
    let mut site = SiteTest::new();
    site.build();
    assert_eq!(site.read("_redirects.nginx"), "");
    assert_eq!(site.read("redirects.json"), "{}\n");
    site.write("content/redirects.toml", RULES);
    site.reload().unwrap();
    assert_eq!(site.build().written, 4);
    site.assert_same_as_from_nothing();
}

/// A rule of `redirects.toml`.
fn rule(from: &str, to: &str) -> String {
    format!("[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\nstatus = 301\n\n")
}

/// Hosts apply rules before they look for pages: the rule would send readers away from the post, or round and round.
#[test]
fn a_rule_gives_way_to_a_post_that_stands_at_its_address() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    let rules = [
        rule("/blog/1/edv-2026/", "/blog/1/"),
        rule("/en/blog/1/edv-2026", "/faq/"),
        rule("/de/blog/1/edv-2026/", "/faq/"),
    ];
    site.write("content/redirects.toml", &rules.concat());
    const FILES: [&str; 4] = [
        "_redirects",
        "_redirects.nginx",
        "_redirects.caddy",
        "redirects.json",
    ];
    let held = |site: &SiteTest, from: &str| FILES.map(|file| site.read(file).contains(from));
    let of_rules = |report: generator::Report| -> Vec<String> {
        let warnings = report.warnings.iter().map(ToString::to_string);
        warnings
            .filter(|line| line.contains("redirects.toml"))
            .collect()
    };
    assert_eq!(of_rules(site.build()), [""; 0]);
    assert_eq!(held(&site, "/blog/1/edv-2026"), [true; 4]);
    let first = FILES.map(|file| site.read(file));

    site.edit(1, |post| rename(&mut post.slugs, Lang::AZ, "edv-2026"));
    let german = Lang::from_code("de").unwrap();
    site.edit(1, |post| rename(&mut post.slugs, german, "edv-2026"));
    let warnings = of_rules(site.build());
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let warning = "redirects.toml:2:1: warning: from: /blog/1/edv-2026/ is the address of a post; the rule is left out (remove it; nginx and Caddy have to load their rules again)";
    assert!(warnings[0].ends_with(warning), "{warnings:?}");
    site.assert_not("_redirects", "\n/blog/1/edv-2026")
        .assert_not("_redirects.nginx", "\"/blog/1/edv-2026")
        .assert_not("_redirects.caddy", "^/blog/1/edv-2026")
        .assert_not("redirects.json", "\"/blog/1/edv-2026");
    assert_eq!(held(&site, "/en/blog/1/edv-2026"), [true; 4]);
    assert_eq!(held(&site, "/de/blog/1/edv-2026"), [true; 4]);
    site.assert_same_as_from_nothing();
    // Other words, and it holds again: what the post was called leads to it either way.
    site.edit(1, |post| rename(&mut post.slugs, Lang::AZ, "edv-2027"));
    assert_eq!(of_rules(site.build()), [""; 0]);
    assert_eq!(FILES.map(|file| site.read(file)), first);
    site.assert_same_as_from_nothing();
}

/// The setting wins over `site.toml`, whose own origin is refused in rules.
#[test]
fn a_rule_to_a_whole_address_under_the_origin_that_is_set_is_named() {
    let mut site = SiteTest::new();
    let rules = [
        rule("/a/", "https://set.example/nowhere/"),
        rule("/b/", "https://set.example/faq/"),
        rule("/c/", "https://set.example.org/faq/"),
    ];
    site.write("content/redirects.toml", &rules.concat());
    let told = |site: &mut SiteTest| -> Vec<String> {
        let warnings = site.build().warnings.into_iter();
        let lines = warnings.map(|warning| warning.to_string());
        let of_rules = |line: &String| line.contains("redirects.toml");
        lines.filter(of_rules).collect()
    };
    assert_eq!(told(&mut site), [""; 0]);
    site.public_url = Some("https://set.example/".into());
    site.restart();
    let told = told(&mut site);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("redirects.toml:3:1: warning: to: there is no page /nowhere/"));
    let second =
        ":8:1: warning: to: https://set.example/faq/ is an address of this site (write /faq/)";
    assert!(told[1].ends_with(second), "{told:?}");
    // Of an origin that is none nothing is asked, and it is what is told.
    site.write("content/redirects.toml", &rule("/a/", "/faq/"));
    site.public_url = Some("set.example".into());
    site.restart();
    let errors = site.errors();
    assert!(errors[0].contains("is not an origin"), "{errors:?}");
    let of_rules = errors.iter().any(|line| line.contains("redirects.toml"));
    assert!(!of_rules, "{errors:?}");
}

/// nginx serves a folder by its `index.html`, and looks for a rule of that name before it does.
#[test]
fn a_rule_for_the_file_of_a_post_gives_way_too() {
    let mut site = SiteTest::new().posts([post(1)]);
    let rule =
        "[[redirects]]\nfrom = \"/blog/1/edv/index.html\"\nto = \"/blog/1/\"\nstatus = 301\n";
    site.write("content/redirects.toml", rule);
    site.build();
    site.assert_file("_redirects.nginx", "\"/blog/1/edv/index.html\"");
    site.edit(1, |post| rename(&mut post.slugs, Lang::AZ, "edv"));
    site.build();
    site.assert_file("blog/1/index.html", "0; url=/blog/1/edv/");
    assert_eq!(site.read("_redirects.nginx"), "");
    site.assert_same_as_from_nothing();
}

/// Until the next build nobody knows which of the rules a post has overtaken.
#[test]
fn rules_that_were_read_anew_are_not_taken_for_the_former_ones() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.edit(1, |post| rename(&mut post.slugs, Lang::AZ, "edv"));
    let overtaken = rule("/blog/1/edv/", "/blog/1/");
    site.write("content/redirects.toml", &overtaken);
    let of_rules = |warnings: &[generator::Problem]| {
        let lines = warnings.iter().map(ToString::to_string);
        lines.filter(|line| line.contains("redirects.toml")).count()
    };
    assert_eq!(of_rules(&site.build().warnings), 1);
    site.write("content/redirects.toml", &format!("{RULES}\n{overtaken}"));
    site.reload().unwrap();
    assert_eq!(of_rules(&site.warnings()), 0);
    assert_eq!(of_rules(&site.build().warnings), 1);
}

#[test]
fn a_mistake_has_its_file_and_line() {
    let mut site = SiteTest::new();
    let more = "\n[[redirects]]\nfrom = \"/x\"\nto = \"/about-us.html\"\nstatus = 301\n";
    site.write("content/redirects.toml", &format!("{RULES}{more}"));
    let errors = site.errors();
    let found = "content/redirects.toml:13:1: error: to: /about-us.html leads on to /about/ (write /about/)";
    assert!(errors.iter().any(|line| line == found), "{errors:#?}");
    site.write("content/redirects.toml", "[[redirects]]\nfrom = \"/x\"\n");
    let errors = site.errors();
    let told: Vec<_> = errors
        .iter()
        .filter(|line| line.contains("redirects.toml"))
        .collect();
    assert_eq!(
        told,
        [
            "content/redirects.toml:1:1: error: redirects[0].status: missing key, expected a whole number",
            "content/redirects.toml:1:1: error: redirects[0].to: missing key, expected text",
        ]
    );
}
