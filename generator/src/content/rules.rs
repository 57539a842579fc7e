//! What types cannot say: lists that need an item, ids, references to media and icons.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Node, Place, Value};
use super::{Content, Sources, redirects};
use crate::base::{Category, Lang, Problem, Problems};

/// Lists that stand below a heading: without an item there would be nothing but that.
const NEEDED: [(&str, &str); 13] = [
    ("pages/home.toml", "hero.slides"),
    ("pages/home.toml", "about.stats"),
    ("pages/home.toml", "services.cards"),
    ("pages/home.toml", "certificates.items"),
    ("pages/about.toml", "stats"),
    ("pages/about.toml", "sectors.items"),
    ("pages/about.toml", "values.items"),
    ("pages/services.toml", "detail.stats"),
    ("pages/contact.toml", "form.subjects"),
    ("pages/faq.toml", "stats"),
    ("site.toml", "partners"),
    ("site.toml", "hero"),
    ("site.toml", "certificates"),
];
/// The same of each service.
const OF_SERVICE: [&str; 2] = ["features", "benefits"];
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
        if file == "site.toml" {
            check_site(content, node, problems);
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
            let place = place_of(node, "name");
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

fn length(list: &Node) -> Option<usize> {
    match &list.value {
        Value::Array(items) => Some(items.len()),
        Value::Table(items) => Some(items.len()),
        _ => None,
    }
}

fn place_of(node: &Node, key: &str) -> Place {
    node.lookup(key)
        .map_or_else(|| node.place.clone(), |found| found.place.clone())
}

/// `https://www.example.com`, without a path and a slash at the end. What the URL standard completes or leaves out (blanks,
/// `https:a`) would stand in addresses as it is written.
pub fn is_origin(url: &str) -> bool {
    let Some((scheme, host)) = url.split_once("://") else {
        return false;
    };
    let plain = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !"/\\?#@".contains(letter)
    };
    let is_host = !host.is_empty() && !host.ends_with(':') && host.chars().all(plain);
    matches!(scheme, "http" | "https")
        && is_host
        && url::Url::parse(url).is_ok_and(|url| url.has_host())
}

fn check_site(content: &Content, node: &Node, problems: &mut Problems) {
    let url = &content.site.public_url;
    if !is_origin(url) {
        let problem = Problem::error("invalid-value", format!("{url:?} is not an origin"));
        let hint = "like https://www.example.com, without a slash at the end";
        problems.push(
            place_of(node, "public_url")
                .mark(problem)
                .key("public_url")
                .hint(hint),
        );
    }
    if let Some(key) = &content.site.indexnow_key {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if !(8..=128).contains(&key.len()) || !key.bytes().all(letter) {
            let problem = Problem::error("invalid-value", format!("{key:?} is no key of IndexNow"));
            let hint = "8 to 128 letters, digits and hyphens";
            let place = place_of(node, "indexnow_key").mark(problem);
            problems.push(place.key("indexnow_key").hint(hint));
        }
    }
    let phone = &content.site.contact.phone_href;
    let digits = phone.strip_prefix('+').unwrap_or("");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let problem = Problem::error("invalid-value", format!("{phone:?} is not a phone number"));
        let key = "contact.phone_href";
        problems.push(
            place_of(node, key)
                .mark(problem)
                .key(key)
                .hint("like +994125550180"),
        );
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
            if !targets.contains(&target.as_str()) {
                let problem =
                    Problem::error("unknown-service", format!("unknown service {target:?}"));
                let hint = format!("one of {}", targets.join(", "));
                let place = place_of(card, "target");
                problems.push(place.mark(problem).key("services.cards.target").hint(hint));
            }
        }
    }
    for certificate in &content.site.certificates {
        let key = format!("certificates.items.{}", certificate.id);
        if node.lookup(&key).is_none() {
            let problem = Problem::error("missing-key", "site.toml has a certificate of this id");
            problems.push(place_of(node, "certificates.items").mark(problem).key(key));
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

/// An anchor of `en/pages/terms.toml` is the place of one section, in whichever of the two documents.
pub fn check_terms(terms: &Node, problems: &mut Problems) {
    let mut seen = BTreeSet::new();
    for document in ["privacy.sections", "terms.sections"] {
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

/// Checks that every picture, video and icon that content names exists.
pub fn check_references(
    content: &Content,
    sources: &Sources,
    icons: &BTreeSet<String>,
) -> Problems {
    let mut problems = Problems::default();
    for ((lang, _), node) in &content.trees {
        node.each_text(&mut |key, text, place| {
            let (code, message, hint) = if lang.is_none() && is_media_key(key) || is_image_key(key)
            {
                if sources.media.contains(text) {
                    return;
                }
                (
                    "missing-media",
                    format!("there is no content/media/{text}"),
                    "paths are relative to content/media",
                )
            } else if is_icon_key(key) {
                if icons.contains(text) {
                    return;
                }
                (
                    "missing-icon",
                    format!("there is no templates/icons/{text}.svg"),
                    "the name of a file there, without .svg",
                )
            } else {
                return;
            };
            let problem = place
                .mark(Problem::error(code, message))
                .key(key)
                .hint(hint);
            if !problems.0.contains(&problem) {
                problems.push(problem);
            }
        });
    }
    problems
}

fn is_media_key(key: &str) -> bool {
    key.starts_with("hero[")
        || key.starts_with("header_video.")
        || key.starts_with("not_found_video.")
        || (key.starts_with("partners[") && key.ends_with(".logo"))
        || (key.starts_with("certificates[") && key.ends_with(".image"))
        || matches!(key, "og_image" | "logo" | "portrait")
}

fn is_image_key(key: &str) -> bool {
    key == "image"
}

fn is_icon_key(key: &str) -> bool {
    key == "icon" || key.ends_with(".icon")
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn an_origin_is_nothing_but_that() {
        for right in [
            "https://firm.example",
            "http://localhost:8080",
            "https://Firm.example",
            "https://şirkət.az",
            "https://xn--mnchen-3ya.example",
            "https://127.0.0.1",
            "https://[::1]:8443",
            "https://firm.example:443",
        ] {
            assert!(is_origin(right), "{right}");
        }
        for wrong in [
            "firm.example",
            "https://firm.example/",
            "https://firm.example/site",
            " https://firm.example",
            "https://firm.example ",
            "https://firm\t.example",
            "https:firm.example",
            "https:\\\\firm.example",
            "https:///firm.example",
            "https://firm.example?a=1",
            "https://firm.example#a",
            "https://user:word@firm.example",
            "https://@firm.example",
            "https://firm.example:",
            "ftp://firm.example",
        ] {
            assert!(!is_origin(wrong), "{wrong}");
        }
    }
}
