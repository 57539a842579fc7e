//! What types cannot say: texts and lists that need something in them, ids, words that belong to a fact.

use std::collections::{BTreeMap, BTreeSet};

use super::authors::FOLDER;
use super::tree::{Node, Value};
use super::{Content, redirects, references, site};
use crate::base::{Category, Lang, Problem, Problems};

/// Lists that stand below a heading: without an item there would be nothing but that.
const NEEDED: [(&str, &str); 16] = [
    ("pages/home.toml", "hero.slides"),
    ("pages/home.toml", "about.stats"),
    ("pages/home.toml", "services.cards"),
    ("pages/home.toml", "certificates.items"),
    ("pages/about.toml", "stats"),
    ("pages/about.toml", "sectors.items"),
    ("pages/about.toml", "values.items"),
    ("pages/about.toml", "team.people"),
    ("pages/about.toml", "approach.items"),
    ("pages/services.toml", "detail.stats"),
    ("pages/contact.toml", "form.subjects"),
    ("pages/contact.toml", "why.items"),
    ("pages/faq.toml", "stats"),
    ("site.toml", "partners"),
    ("site.toml", "hero"),
    ("site.toml", "certificates"),
];
/// The same of each service.
const OF_SERVICE: [&str; 3] = ["description", "features", "benefits"];
/// The same of the terms.
const OF_TERMS: [&str; 2] = ["privacy.sections", "terms.sections"];
/// Texts that may be empty: pages leave them out, and a picture that only adorns has no other words.
const MAY_BE_EMPTY: [&str; 3] = ["lead", "alt", "image_alt"];
/// Service segments the home teaser may link to beside services, as long as there is the one where they lead.
const TEASER_ALIASES: [&str; 2] = ["tax", "legal"];
/// Keys of `ui.toml` the generator itself reads.
const UI_KEYS: [&str; 27] = [
    "nav.home",
    "nav.about",
    "nav.services",
    "nav.blog",
    "nav.faq",
    "nav.contact",
    "nav.terms",
    "breadcrumb.home",
    "breadcrumb.about",
    "breadcrumb.services",
    "breadcrumb.blog",
    "breadcrumb.faq",
    "breadcrumb.contact",
    "breadcrumb.terms",
    "breadcrumb.page",
    "blog.category_title",
    "blog.category_description",
    "blog.page_title",
    "blog.archive_title",
    "pagination.span",
    "feed.title",
    "feed.subtitle",
    "feed.category_title",
    "nav.all_services",
    "footer.tax",
    "footer.legal_services",
    "header.main",
];

/// Checks everything that types cannot say.
pub fn check(content: &Content, problems: &mut Problems) {
    for ((lang, file), node) in &content.trees {
        check_needed(file, node, problems);
        check_texts(content, file, node, problems);
        if file == "site.toml" {
            site::check(node, problems);
        }
        if file == "pages/faq.toml" {
            check_questions(node, problems);
        }
        if file == "redirects.toml" {
            redirects::check(content, node, problems);
        }
        if file == "pages/home.toml" {
            check_home(content, node, problems);
        }
        if file == "ui.toml" && *lang == Some(Lang::DEFAULT) {
            check_ui(node, problems);
        }
    }
    check_bylines(content, problems);
}

/// A name leads to one page.
fn check_bylines(content: &Content, problems: &mut Problems) {
    let mut seen = BTreeMap::new();
    for (id, author) in &content.authors {
        let file = format!("authors/{id}.toml");
        let node = content.trees.get(&(None, file));
        let Some(node) = node else { continue };
        let mut wrong = |code, message: String| {
            let place = node.place_of("name");
            problems.push(place.mark(Problem::error(code, message)).key("name"));
        };
        let name = author.byline.trim();
        if name.is_empty() {
            wrong("empty-text", "the name is empty".to_owned());
        } else if let Some(other) = seen.insert(name, id) {
            wrong(
                "duplicate-id",
                format!("authors/{other}.toml has the same name"),
            );
        }
    }
}

fn check_needed(file: &str, node: &Node, problems: &mut Problems) {
    let keys = NEEDED.iter().filter(|(name, _)| *name == file);
    let mut keys: Vec<&str> = keys.map(|(_, key)| *key).collect();
    if file.starts_with("services/") {
        keys.extend(OF_SERVICE);
    }
    need(keys, node, problems);
}

fn need<'a>(keys: impl IntoIterator<Item = &'a str>, node: &Node, problems: &mut Problems) {
    for key in keys {
        let Some(list) = node.lookup(key) else {
            continue;
        };
        if length(list) == Some(0) {
            let problem = Problem::error("empty-list", "there is nothing in this list");
            problems.push(list.place.mark(problem).key(key));
        }
    }
}

/// A text without a letter would be an empty heading, or a link that nobody sees.
fn check_texts(content: &Content, file: &str, node: &Node, problems: &mut Problems) {
    let checked = |key: &str| match file {
        "site.toml" => site::is_shown(key),
        // Where addresses lead is looked at by itself.
        "redirects.toml" => false,
        "pages/home.toml" if key.starts_with("services.cards") => !key.ends_with(".target"),
        file if file.starts_with(FOLDER) => is_of_site(content, key),
        _ => true,
    };
    need_texts(node, checked, problems);
}

/// Whether the text of an author is in a language of the site. The name at the head of the file is looked at with those of others.
fn is_of_site(content: &Content, key: &str) -> bool {
    let lang = key.split('.').next().and_then(Lang::from_code);
    lang.is_some_and(|lang| content.languages.has(lang))
}

fn need_texts(node: &Node, checked: impl Fn(&str) -> bool, problems: &mut Problems) {
    node.each_text(&mut |key, text, place| {
        let name = key.rsplit('.').next().unwrap_or(key);
        let may_be_empty = MAY_BE_EMPTY.contains(&name) || references::is_reference(key);
        if text.trim().is_empty() && !may_be_empty && checked(key) {
            let problem = Problem::error("empty-text", "there is nothing in this text");
            problems.push(place.mark(problem).key(key));
        }
    });
}

/// A category may be without one: it has no tab then.
fn check_questions(node: &Node, problems: &mut Problems) {
    let lists = ["general", "audit", "tax"].map(|category| node.get(category).and_then(length));
    if lists.iter().all(|length| *length == Some(0)) {
        let problem = Problem::error("empty-list", "there is no question in any category");
        problems.push(node.place_of("general").mark(problem).key("general"));
    }
}

fn length(list: &Node) -> Option<usize> {
    match &list.value {
        Value::Array(items) => Some(items.len()),
        Value::Table(items) => Some(items.len()),
        _ => None,
    }
}

fn check_home(content: &Content, node: &Node, problems: &mut Problems) {
    let services = content.services();
    let ids: Vec<Category> = services.ids().collect();
    let mut targets: Vec<&str> = ids.iter().map(Category::id).collect();
    if services.has(Category::TAX_LEGAL) {
        targets.extend(TEASER_ALIASES);
    }
    let slides = node.lookup("hero.slides");
    let (pictures, texts) = (content.site.hero.len(), slides.and_then(length));
    if let (Some(slides), Some(texts)) = (slides, texts)
        && texts != pictures
    {
        let message = format!("{texts} texts, but site.toml names {pictures} pictures");
        let problem = Problem::error("wrong-count", message);
        problems.push(slides.place.mark(problem).key("hero.slides"));
    }
    if let Some(Value::Array(cards)) = node.lookup("services.cards").map(|cards| &cards.value) {
        for card in cards {
            let Some(Value::Text(target)) = card.get("target").map(|target| &target.value) else {
                continue;
            };
            // Without a service that is what is said.
            if !targets.is_empty() && !targets.contains(&target.as_str()) {
                let problem =
                    Problem::error("unknown-service", format!("unknown service {target:?}"));
                let hint = format!("one of {}", targets.join(", "));
                let place = card.place_of("target");
                problems.push(place.mark(problem).key("services.cards.target").hint(hint));
            }
        }
    }
    for certificate in &content.site.certificates {
        let key = format!("certificates.items.{}", certificate.id);
        if node.lookup(&key).is_none() {
            let problem = Problem::error("missing-key", "site.toml has a certificate of this id");
            problems.push(node.place_of("certificates.items").mark(problem).key(key));
        }
    }
    check_certificate_words(content, node, problems);
}

/// Words of a certificate that is not there are shown nowhere.
fn check_certificate_words(content: &Content, node: &Node, problems: &mut Problems) {
    let words = node.lookup("certificates.items").map(|items| &items.value);
    let Some(Value::Table(words)) = words else {
        return;
    };
    let certificates = content.site.certificates.iter();
    let known: Vec<&str> = certificates.map(|facts| facts.id.as_str()).collect();
    for (id, words) in words {
        if !known.contains(&id.as_str()) {
            let message = "site.toml has no certificate of this id";
            let problem = Problem::error("unknown-key", message);
            let hint = format!("known ids: {}", known.join(", "));
            let key = format!("certificates.items.{id}");
            problems.push(words.place.mark(problem).key(key).hint(hint));
        }
    }
}

fn check_ui(node: &Node, problems: &mut Problems) {
    for key in UI_KEYS {
        if node.lookup(key).is_none() {
            problems.push(
                node.place
                    .mark(Problem::error("missing-key", "missing key"))
                    .key(key),
            );
        }
    }
}

/// Both documents of `en/pages/terms.toml` say something; an anchor is the place of one section, in whichever of the two.
pub fn check_terms(terms: &Node, problems: &mut Problems) {
    need(OF_TERMS, terms, problems);
    need_texts(terms, |_| true, problems);
    let mut seen = BTreeSet::new();
    for document in OF_TERMS {
        let Some(Value::Array(sections)) = terms.lookup(document).map(|list| &list.value) else {
            continue;
        };
        for id in sections.iter().filter_map(|section| section.get("id")) {
            let Value::Text(anchor) = &id.value else {
                continue;
            };
            if !seen.insert(anchor) {
                let message = format!("the anchor {anchor:?} is used twice");
                let problem = Problem::error("duplicate-id", message);
                problems.push(id.place.mark(problem).key("sections.id"));
            }
        }
    }
}
