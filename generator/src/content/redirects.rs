//! The rules of `redirects.toml`: each leads at once to something that exists.

use std::collections::{BTreeMap, BTreeSet};

use url::Url;

use super::Content;
use super::model::{Author, OldAddress};
use super::tree::{Node, Place, Value};
use crate::base::{Category, Languages, Problem, Problems};
use crate::routes::{AuthorId, Output, PageId, Route};

const STATUSES: [u16; 4] = [301, 302, 307, 308];
/// What is answered here by others than pages.
const TAKEN: [&str; 4] = ["/assets/", "/media/", "/search/", "/api/"];
/// The same with and without a slash at the end: `/login.php` is another address.
const DOORS: [&str; 5] = ["/admin", "/login", "/healthz", "/readyz", "/metrics"];

/// What there is beside posts.
#[derive(Clone, Copy)]
struct Site<'a> {
    origin: &'a str,
    languages: Languages,
    authors: &'a BTreeMap<AuthorId, Author>,
    services: &'a [Category],
}

impl Site<'_> {
    /// Whether it is a page in a language of the site, and not of an author or a service, or that of one who is known.
    fn has(&self, page: PageId) -> bool {
        self.languages.has(page.lang) && self.has_route(page.route)
    }

    fn has_route(&self, route: Route) -> bool {
        match route {
            Route::Author(id) => self.authors.contains_key(&id),
            route => route
                .category()
                .is_none_or(|id| self.services.contains(&id)),
        }
    }
}

/// Checks all of them.
pub fn check(content: &Content, node: &Node, problems: &mut Problems) {
    let services: Vec<_> = content.services().ids().collect();
    check_rules(&content.redirects, node, site(content, &services), problems);
}

fn site<'a>(content: &'a Content, services: &'a [Category]) -> Site<'a> {
    Site {
        origin: &content.site.public_url,
        languages: content.languages,
        authors: &content.authors,
        services,
    }
}

/// What is said of rules that lead to whole addresses of this site where a setting gives it another origin than its content
/// does. A warning: the content may be that of other places, too, and a setting stops no publication.
pub fn under(content: &Content, origin: &str) -> Problems {
    let mut problems = Problems::default();
    let services: Vec<_> = content.services().ids().collect();
    let site = site(content, &services);
    let node = content.trees.get(&(None, "redirects.toml".to_owned()));
    let items = match node.and_then(|node| node.get("redirects")) {
        Some(Node {
            value: Value::Array(items),
            ..
        }) if origin != site.origin => items,
        _ => return problems,
    };
    for (rule, item) in content.redirects.iter().zip(items) {
        let Some(path) = own_path(&rule.to, origin) else {
            continue;
        };
        let (message, hint) = wrong_target(path, site).unwrap_or_else(|| {
            let message = format!("{} is an address of this site", rule.to);
            (message, format!("write {path}"))
        });
        let problem = Problem::warning("unknown-target", message);
        problems.push(place_of(item, "to").mark(problem).key("to").hint(hint));
    }
    problems
}

/// The path of a whole address under an origin; nothing is under one that is not known.
fn own_path<'a>(to: &'a str, origin: &str) -> Option<&'a str> {
    let path = to.strip_prefix(origin)?;
    (!origin.is_empty() && path.starts_with('/')).then_some(path)
}

fn check_rules(rules: &[OldAddress], node: &Node, site: Site<'_>, problems: &mut Problems) {
    let Some(Value::Array(items)) = node.get("redirects").map(|list| &list.value) else {
        return;
    };
    let targets: BTreeMap<&str, &str> = rules
        .iter()
        .map(|rule| (name(&rule.from), rule.to.as_str()))
        .collect();
    let mut seen = BTreeSet::new();
    for (rule, item) in rules.iter().zip(items) {
        let mut wrong = |key: &str, (code, message): (&'static str, String), hint: &str| {
            // Of a key that is missing, or a value of another type, that is said already.
            if let Some(value) = item.get(key).filter(|value| says(rule, key, value)) {
                let problem = Problem::error(code, message);
                problems.push(value.place.mark(problem).key(key).hint(hint));
            }
        };
        if let Some((mistake, hint)) = wrong_source(&rule.from, site) {
            wrong("from", mistake, hint);
        } else if !seen.insert(name(&rule.from)) {
            let message = format!("{} leads somewhere already", rule.from);
            wrong(
                "from",
                ("duplicate-redirect", message),
                "remove one of the two",
            );
        }
        if !STATUSES.contains(&rule.status) {
            let message = format!("{} does not lead on", rule.status);
            wrong("status", ("invalid-value", message), "301, 302, 307 or 308");
        }
        if let Some(next) = targets.get(name(&rule.to)) {
            let (code, message, hint) = chain((rule, next), &targets);
            wrong("to", (code, message), &hint);
        } else if let Some((message, hint)) = wrong_target(&rule.to, site) {
            wrong("to", ("unknown-target", message), &hint);
        }
    }
}

/// Whether the value is what the rule has.
fn says(rule: &OldAddress, key: &str, value: &Node) -> bool {
    match &value.value {
        Value::Integer(status) => key == "status" && *status == i64::from(rule.status),
        Value::Text(_) => key != "status",
        _ => false,
    }
}

/// What is said of the rule at this place when a post stands at its address.
pub fn left_out(content: &Content, place: usize) -> Option<Problem> {
    let node = content.trees.get(&(None, "redirects.toml".to_owned()))?;
    let Value::Array(items) = &node.get("redirects")?.value else {
        return None;
    };
    let message = format!(
        "{} is the address of a post; the rule is left out",
        content.redirects.get(place)?.from
    );
    let problem = Problem::warning("taken-address", message);
    let marked = place_of(items.get(place)?, "from").mark(problem);
    Some(
        marked
            .key("from")
            .hint("remove it; nginx and Caddy have to load their rules again"),
    )
}

fn place_of(item: &Node, key: &str) -> Place {
    item.get(key).unwrap_or(item).place.clone()
}

/// Both spellings of a path are one address.
fn name(path: &str) -> &str {
    path.trim_end_matches('/')
}

/// The page that an old address is, also by the name of its file: nginx looks for a rule once more when it has found that in a folder.
pub fn page_at(from: &str) -> Option<PageId> {
    let path = name(from);
    let folder = path.strip_suffix("index.html");
    let folder = folder.filter(|folder| folder.ends_with('/'));
    PageId::of_path(folder.unwrap_or(path))
}

/// What is wrong with an old address. Its letters mean nothing to any host but themselves.
fn wrong_source(from: &str, site: Site<'_>) -> Option<((&'static str, String), &'static str)> {
    let known = |letter: char| letter.is_alphanumeric() || "/-._~+,=@()".contains(letter);
    let is_path = from.starts_with('/')
        && !from.contains("//")
        && from.chars().all(known)
        && !from.split('/').any(|part| part == "." || part == "..");
    if !is_path {
        let message = format!("{from:?} is not a path");
        let hint = "like /about-us.html: letters as they are read, without ?, #, % and spaces";
        return Some((("invalid-value", message), hint));
    }
    // What a post was called elsewhere (`/blog/7/old-title/`) may well be an old address. When it is called so here, the rule
    // is left out (`plan/overtaken.rs`).
    let has = |page: PageId| site.has(page) && !matches!(page.route, Route::Named(..));
    let is_page = page_at(from).is_some_and(has);
    let output = Output::of_file(name(from).trim_start_matches('/'));
    let is_file = output.is_some_and(|output| match output {
        Output::Page(page) => has(page),
        other => other.lang().is_none_or(|lang| site.languages.has(lang)),
    });
    let is_taken = TAKEN.iter().any(|taken| from.starts_with(taken)) || name(from).is_empty();
    let within = |door: &&str| {
        let rest = from.strip_prefix(*door);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    (is_page || is_file || is_taken || DOORS.iter().any(within)).then(|| {
        let message = format!("{from} is an address of this site");
        (
            ("taken-address", message),
            "a post's own address is sent elsewhere in the admin",
        )
    })
}

/// What is wrong with where it leads. Whether there is a post of the number, the store knows.
fn wrong_target(to: &str, site: Site<'_>) -> Option<(String, String)> {
    if let Some(path) = own_path(to, site.origin) {
        let message = format!("{to} is an address of this site");
        return Some((message, format!("write {path}")));
    }
    if to.contains('#') {
        let hint = "to hosts it begins a comment";
        return Some((format!("{to:?} has a part behind #"), hint.to_owned()));
    }
    if to.starts_with("https://") || to.starts_with("http://") {
        let whole = Url::parse(to).is_ok_and(|url| url.has_host());
        return (!whole).then(|| {
            (
                format!("{to:?} is not an address"),
                "like https://other.az/page".to_owned(),
            )
        });
    }
    let page = PageId::of_path(to);
    match page {
        Some(page) if page.route.leads_to() != page.route => {
            let end = page.route.leads_to().path(page.lang);
            Some((format!("{to} only leads on"), format!("write {end}")))
        }
        Some(page) if page.path() != to => Some((
            format!("{to} only leads on"),
            format!("write {}", page.path()),
        )),
        Some(page) if page.route.lasting() != page.route => {
            let lasting = page.route.lasting().path(page.lang);
            let message = format!("{to} has words that may change");
            Some((message, format!("write {lasting}, which leads there")))
        }
        Some(page) if !site.has(page) => {
            let hint = "the name of a file in content/authors/ or of a service".to_owned();
            Some((format!("there is no page {to}"), hint))
        }
        Some(page) if page.route.is_lasting() || matches!(page.route, Route::Post(_)) => None,
        _ => {
            let hint = "a page of this site, like /services/audit/, or an address elsewhere";
            Some((format!("there is no page {to}"), hint.to_owned()))
        }
    }
}

/// A rule that leads to another one.
fn chain(
    (rule, next): (&OldAddress, &str),
    targets: &BTreeMap<&str, &str>,
) -> (&'static str, String, String) {
    let (mut end, mut seen) = (next, BTreeSet::from([name(&rule.from)]));
    let mut at = name(&rule.to);
    while seen.insert(at) {
        at = name(end);
        match targets.get(at) {
            Some(next) => end = next,
            None => {
                let message = format!("{} leads on to {next}", rule.to);
                return ("redirect-chain", message, format!("write {end}"));
            }
        }
    }
    let message = format!("from {} one comes back to it", rule.to);
    (
        "redirect-loop",
        message,
        "one of them has to lead to a page".to_owned(),
    )
}

#[cfg(test)]
#[path = "redirects_tests.rs"]
mod tests;
