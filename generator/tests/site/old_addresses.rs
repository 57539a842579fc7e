//! `content/redirects.toml`: old addresses lead on.

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
            "location = \"/about-us.html\" { return 301 \"/about/\"; }\n",
        )
        .assert_file("_redirects.caddy", "redir \"/köhnə\" \"/en/blog/1/\" 308\n")
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
        .assert_file("_redirects.nginx", "return 308 \"/en/blog/2/\"")
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
    let missing = |key: &str| {
        errors
            .iter()
            .any(|line| line.contains(key) && line.contains("missing key"))
    };
    assert!(missing("to") && missing("status"), "{errors:#?}");
}
