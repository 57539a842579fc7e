//! A firm with content of its own: what would not stand on a page, or stand there wrongly, is told with its place.

use std::fs;

use crate::support::SiteTest;

/// The errors that a change of the content gives.
#[track_caller]
pub fn told(file: &str, changes: &[(&str, &str)]) -> Vec<String> {
    let mut site = SiteTest::new();
    for (from, to) in changes {
        site.change(file, from, to);
    }
    errors(&mut site)
}

#[track_caller]
pub fn errors(site: &mut SiteTest) -> Vec<String> {
    let lines = site.errors().into_iter();
    lines.filter(|line| line.contains(": error:")).collect()
}

pub fn warnings(site: &mut SiteTest) -> Vec<String> {
    let root = site.path("").display().to_string();
    let report = site.build();
    let lines = report.warnings.iter();
    lines
        .map(|problem| problem.to_string().replace(&root, ""))
        .collect()
}

#[track_caller]
pub fn one(errors: &[String], expected: &str) {
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].starts_with(expected), "{errors:#?}");
}

pub const AUDIT: &str = "content/az/services/audit.toml";
pub const SITE: &str = "content/site.toml";
pub const HOME: &str = "content/az/pages/home.toml";
pub const FAQ: &str = "content/az/pages/faq.toml";
pub const ABOUT: &str = "content/az/pages/about.toml";
pub const TERMS: &str = "content/en/pages/terms.toml";

#[test]
fn an_empty_text_is_told() {
    let nothing = "there is nothing in this text";
    for (file, from, to, expected) in [
        (
            AUDIT,
            "title = \"Audit",
            "title = \" \" # ",
            ":4:1: error: title: ",
        ),
        (
            AUDIT,
            "[\"1\", \"2\"",
            "[\"1\", \"\"",
            ":10:18: error: benefits[1]: ",
        ),
        (
            SITE,
            "\"Partner 1\"",
            "\"\"",
            ":54:1: error: partners[0].name: ",
        ),
        (
            SITE,
            "years = \"15+\"",
            "years = \"\"",
            ":13:1: error: figures.years: ",
        ),
        (
            FAQ,
            "question = \"sual?\"",
            "question = \"\"",
            ":1:14: error: general[0].question: ",
        ),
        (
            "content/az/firm.toml",
            "\"Firma\"",
            "\"\"",
            ":1:1: error: name: ",
        ),
        (
            "content/az/ui.toml",
            "home = \"Ana səhifə\"",
            "home = \"\"",
            "",
        ),
        (
            TERMS,
            "title = \"S1\"",
            "title = \"\"",
            ":21:1: error: privacy.sections[0].title: ",
        ),
    ] {
        let errors = told(file, &[(from, to)]);
        one(&errors, &format!("{file}{expected}"));
        assert!(errors[0].contains(nothing), "{errors:#?}");
    }
    let author = |name: &str| {
        let site = SiteTest::new();
        let texts = format!("name = \"{name}\"\nrole = \"r\"\ncredentials = []\nabout = \"a\"\n");
        let waiting = "[de]\nname = \"\"\nrole = \"\"\ncredentials = []\nabout = \"\"\n";
        let text = format!("name = \"Ayten\"\n[az]\n{texts}{waiting}");
        site.write("content/authors/ayten.toml", &text);
        site
    };
    author("Aytən").build();
    one(
        &errors(&mut author("")),
        "content/authors/ayten.toml:3:1: error: az.name: there is nothing in this text",
    );
}

#[test]
fn a_sentence_that_pages_leave_out_may_be_empty() {
    let mut site = SiteTest::new();
    site.change(FAQ, "lead = \"l\"", "lead = \"\"");
    site.change(AUDIT, "image_alt = \"şəkil\"", "image_alt = \"\"");
    site.change(SITE, "service_id = \"s\"", "service_id = \"\"");
    site.build();
}

#[test]
fn an_empty_translation_is_a_missing_one() {
    let mut site = SiteTest::new();
    let english = "content/en/services/audit.toml";
    let lists = "benefits = [\"one\", \"\", \"3\", \"4\", \"5\", \"6\"]\ndescription = []\n";
    site.change(
        english,
        "title = \"Audit Services\"",
        &format!("title = \"\"\n{lists}"),
    );
    let warnings = warnings(&mut site);
    for expected in [
        "1:1: warning: title: empty; the Azerbaijani text is shown instead (see content/az/services/audit.toml:4)",
        "2:20: warning: benefits[1]: empty; the Azerbaijani text is shown instead",
        "3:1: warning: description: empty; the Azerbaijani text is shown instead",
    ] {
        let line = format!("{english}:{expected}");
        let found = warnings.iter().filter(|warning| warning.starts_with(&line));
        assert_eq!(found.count(), 1, "{line} {warnings:#?}");
    }
    site.assert_file("en/services/audit/index.html", "<h1>Audit xidmətləri</h1>");
}

#[test]
fn a_list_of_another_length_is_a_warning() {
    let mut site = SiteTest::new();
    let english = "content/en/services/audit.toml";
    site.change(english, "title =", "benefits = [\"one\", \"two\"]\ntitle =");
    let expected =
        format!("{english}:1:1: warning: benefits: 2 items, but the Azerbaijani list has 6");
    let warnings = warnings(&mut site);
    assert!(
        warnings.iter().any(|line| line.starts_with(&expected)),
        "{warnings:#?}"
    );
}

#[test]
fn what_nothing_reads_is_missing_in_no_language() {
    let mut site = SiteTest::new();
    site.change(
        "content/az/firm.toml",
        "name = \"Firma\"",
        "b = \"x\"\nname = \"Firma\"",
    );
    let of_key = |line: &String| line.contains(": b: ");
    let lines: Vec<String> = site.errors().into_iter().filter(of_key).collect();
    one(&lines, "content/az/firm.toml:1:1: error: b: unknown key");
}

#[test]
fn what_stands_below_a_heading_is_there() {
    let nothing = "there is nothing in this list";
    let person = "people = [{ name = \"Ayten\", role = \"r\", text = \"t\" }]";
    let step = "items = [{ icon = \"dot\", title = \"başlıq\", text = \"mətn\" }]\n";
    for (file, from, to, expected) in [
        (
            AUDIT,
            "description = [\"d\"]",
            "description = []",
            ":8:1: error: description: ",
        ),
        (ABOUT, person, "people = []", ":32:1: error: team.people: "),
        (
            ABOUT,
            step,
            "items = []\n",
            ":36:1: error: approach.items: ",
        ),
    ] {
        let errors = told(file, &[(from, to)]);
        one(&errors, &format!("{file}{expected}{nothing}"));
    }
    let mut site = SiteTest::new();
    let text = fs::read_to_string(site.path(TERMS)).unwrap();
    let (before, rest) = text.split_once("[[privacy.sections]]").unwrap();
    let (_, after) = rest.split_once("[terms]").unwrap();
    site.write(TERMS, &format!("{before}sections = []\n[terms]{after}"));
    one(
        &errors(&mut site),
        "content/en/pages/terms.toml:19:1: error: privacy.sections: there is nothing in this list",
    );
}

#[test]
fn one_question_at_least_is_answered() {
    let question = "{ question = \"sual?\", answer = \"cavab\" }";
    let audit = format!("audit = [{question}]");
    let others = [
        (
            format!("general = [{question}, {question}]"),
            "general = []",
        ),
        (
            format!("tax = [{question}, {question}, {question}]"),
            "tax = []",
        ),
    ];
    let mut site = SiteTest::new();
    for (from, to) in &others {
        site.change(FAQ, from, to);
    }
    site.build();
    site.change(FAQ, &audit, "audit = []");
    site.restart();
    one(
        &errors(&mut site),
        "content/az/pages/faq.toml:1:1: error: general: there is no question in any category",
    );
}

#[test]
fn a_site_without_a_service_is_told_of_that_alone() {
    let errors = told(SITE, &[("public_url =", "services = []\npublic_url =")]);
    assert!(
        errors
            .iter()
            .any(|line| line.contains("there is no service; the first")),
        "{errors:#?}"
    );
    assert!(
        !errors.iter().any(|line| line.contains("(one of )")),
        "{errors:#?}"
    );
}
