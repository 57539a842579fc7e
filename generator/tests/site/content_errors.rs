//! Every mistake in content gives one clear line with the file and the place; all of them at once.

use crate::support::SiteTest;

#[track_caller]
fn only(errors: Vec<String>, expected: &str) {
    let errors: Vec<_> = errors
        .into_iter()
        .filter(|line| line.contains(": error:"))
        .collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].starts_with(expected), "{errors:#?}");
}

#[test]
fn a_missing_key_of_azerbaijani() {
    let mut site = SiteTest::new();
    site.change(
        "content/az/pages/blog.toml",
        "loading = \"loading az\"\n",
        "",
    );
    only(
        site.errors(),
        "content/az/pages/blog.toml:1:1: error: loading: missing key",
    );
}

#[test]
fn a_missing_translation_is_a_warning_and_falls_back() {
    let mut site = SiteTest::new();
    let report = site.build();
    let line = report
        .warnings
        .iter()
        .map(ToString::to_string)
        .find(|line| line.contains("firm.toml"));
    assert!(line.unwrap().contains("warning"));
    site.assert_file("en/contact/index.html", "ünvan");
}

#[test]
fn a_wrong_type() {
    let mut site = SiteTest::new();
    site.change(
        "content/az/pages/blog.toml",
        "loading = \"loading az\"",
        "loading = 5",
    );
    only(
        site.errors(),
        "content/az/pages/blog.toml:9:1: error: loading: expected text, found a whole number",
    );
}

#[test]
fn an_unknown_key() {
    let mut site = SiteTest::new();
    site.change(
        "content/az/pages/faq.toml",
        "clear = ",
        "cleer = \"x\"\nclear = ",
    );
    only(
        site.errors(),
        "content/az/pages/faq.toml:12:1: error: cleer: unknown key (known keys:",
    );
}

#[test]
fn an_unknown_service() {
    let mut site = SiteTest::new();
    site.write("content/az/services/Audits.toml", "");
    only(
        site.errors(),
        "content/az/services/Audits.toml: error: nothing reads this file (services are named in site.toml",
    );
    let mut site = SiteTest::new();
    site.change(
        "content/az/pages/home.toml",
        "target = \"tax\"",
        "target = \"taxes\"",
    );
    only(
        site.errors(),
        "content/az/pages/home.toml:28:5: error: services.cards.target: unknown service \"taxes\"",
    );
}

#[test]
fn a_placeholder_that_one_language_lost() {
    let mut site = SiteTest::new();
    site.change("content/en/ui.toml", "page {n}", "page");
    only(
        site.errors(),
        "content/en/ui.toml:14:1: error: breadcrumb.page: placeholders are none",
    );
}

#[test]
fn an_unknown_fact() {
    let mut site = SiteTest::new();
    site.change(
        "content/az/firm.toml",
        "{figures.copyright_year}",
        "{figures.year}",
    );
    only(
        site.errors(),
        "content/az/firm.toml:11:1: error: copyright: unknown fact {figures.year} (known: figures.clients",
    );
}

#[test]
fn a_missing_picture_and_icon() {
    let mut site = SiteTest::new();
    site.change(
        "content/site.toml",
        "og_image = \"logo.svg\"",
        "og_image = \"og.jpg\"",
    );
    only(
        site.errors(),
        "content/site.toml:3:1: error: og_image: there is no content/media/og.jpg",
    );
    let mut site = SiteTest::new();
    site.change(
        "content/az/services/hr.toml",
        "icon = \"dot\"",
        "icon = \"dott\"",
    );
    only(
        site.errors(),
        "content/az/services/hr.toml:1:1: error: icon: there is no templates/icons/dott.svg",
    );
}

#[test]
fn all_mistakes_at_once() {
    let mut site = SiteTest::new();
    site.write(
        "content/ru/ui.toml",
        "[nav]\nhome = \"Главная\"\nhom = \"x\"\n",
    );
    site.write("content/en/firm.toml", "name = \n");
    site.change(
        "content/az/pages/blog.toml",
        "loading = \"loading az\"",
        "loadin = 5",
    );
    site.write("templates/styles/base.css", "a { background: url(no.png) }");
    let errors: Vec<_> = site
        .errors()
        .into_iter()
        .filter(|line| line.contains(": error:"))
        .collect();
    let files: Vec<_> = errors
        .iter()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(
        files,
        [
            "content/az/pages/blog.toml",
            "content/az/pages/blog.toml",
            "content/en/firm.toml",
            "content/ru/ui.toml",
            "templates/styles/base.css"
        ],
        "{errors:#?}"
    );
}

#[test]
fn islands_that_are_not_built_say_how() {
    let mut site = SiteTest::new();
    std::fs::remove_dir_all(site.path("templates/islands")).unwrap();
    only(
        site.errors(),
        "templates/islands/build: error: the islands are not built (run `npm run build -w islands`)",
    );
}
