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
fn a_file_in_another_encoding() {
    let mut site = SiteTest::new();
    // As an editor for Windows saves Cyrillic letters.
    let text = b"name = \"Firm\"\ncity = \"B\xe0\xea\xf3\"\n";
    std::fs::write(site.path("content/en/firm.toml"), text).unwrap();
    let error = site.try_build().unwrap_err();
    assert!(!error.may_pass(), "waiting does not help");
    only(
        site.errors(),
        "content/en/firm.toml:2:10: error: this file is not in UTF-8 (",
    );
    // What those write in front of UTF-8 says nothing.
    site.write("content/en/firm.toml", "\u{feff}name = \"Firm\"\n");
    site.build();
}

#[test]
fn a_list_of_languages_that_cannot_be_read_is_one_mistake() {
    let mut site = SiteTest::new();
    let added = "languages = [\"az\", \"en\", \"ru\", \"de\"]\npublic_url =";
    site.change("content/site.toml", "public_url =", added);
    site.write("content/de/ui.toml", "[nav]\nhome = \"Startseite\"\n");
    site.build();
    site.change("content/site.toml", "\"de\"]", "\"de\"] and others");
    site.restart();
    only(site.errors(), "content/site.toml:");
}

/// Editors keep earlier versions there, and mounted settings of a cluster what their links lead to.
#[test]
fn hidden_folders_are_nobodys_content() {
    let mut site = SiteTest::new();
    site.write("content/.history/az/ui.toml", "not yet");
    site.write(
        "content/media/.thumbnails/logo.svg",
        "<svg><!-- small --></svg>",
    );
    site.build();
    let files = site.state();
    let small = files
        .values()
        .filter(|file| file.bytes.ends_with(b"small --></svg>"));
    assert_eq!(small.count(), 0);
}

#[test]
fn a_fact_that_has_a_fact_in_it() {
    let mut site = SiteTest::new();
    let firm = "content/az/firm.toml";
    site.change(firm, "\"Firma MMC\"", "\"{firm.name} MMC\"");
    site.build();
    site.assert_file("site.webmanifest", "\"name\": \"Firma MMC\"");
    site.change(firm, "\"təsvir\"", "\"Biz {firm.legal_name}\"");
    site.restart();
    only(
        site.errors(),
        "content/az/firm.toml:4:1: error: description: the fact {firm.legal_name} has {firm.name} in it, \
         which is not filled a second time (write {firm.name} MMC instead)",
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

#[test]
fn an_anchor_of_the_terms_that_is_used_twice() {
    let mut site = SiteTest::new();
    site.change(
        "content/en/pages/terms.toml",
        "id = \"privacy-2\"",
        "id = \"privacy-1\"",
    );
    only(
        site.errors(),
        "content/en/pages/terms.toml:25:1: error: sections.id: the anchor \"privacy-1\" is used twice",
    );
}
