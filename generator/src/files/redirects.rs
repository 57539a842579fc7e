//! Rules for hosts that lead old addresses on: `_redirects`, the same for nginx and Caddy to include, and a table for the
//! not-found page of hosts that know no rules.

use std::collections::BTreeMap;
use std::fmt::Write;

use url::Url;

use crate::base::{Category, Languages};
use crate::content::model::OldAddress;
use crate::pages::Led;
use crate::routes::{Alias, PageId, RedirectFormat, Route};

/// What the visitor brought along, with its `?`: Caddy has no word of its own for it before 2.9, nor does it start before 2.7 when
/// it imports an empty file.
const CADDY_QUERY: &str = "map {query} {old_query} {\n\t\"\" \"\"\n\tdefault \"?{query}\"\n}\n";

/// The rules in one of their formats. `old` are those that hold of `redirects.toml`, `moved` the addresses of posts that are off-line.
pub fn redirects<'a>(
    format: RedirectFormat,
    old: impl IntoIterator<Item = &'a OldAddress>,
    moved: &BTreeMap<i64, Led>,
    (languages, categories): (Languages, &[Category]),
) -> String {
    let rules = old.into_iter().map(|rule| Rule::new(rule, moved));
    let mut text = String::new();
    match format {
        RedirectFormat::Host => {
            rules.for_each(|rule| rule.host(&mut text));
            services((languages, categories), &mut text);
            posts(moved, languages, &mut text);
        }
        RedirectFormat::Nginx => rules.for_each(|rule| {
            for path in rule.paths() {
                let Rule { to, status, .. } = &rule;
                let query = rule.with("$is_args$args");
                let _ = writeln!(
                    text,
                    "location = \"{path}\" {{ return {status} \"{to}{query}\"; }}"
                );
            }
        }),
        RedirectFormat::Caddy => {
            text.push_str(CADDY_QUERY);
            rules
                .enumerate()
                .for_each(|(place, rule)| rule.caddy(place + 1, &mut text));
        }
        RedirectFormat::Table => {
            let table: BTreeMap<&str, String> = rules.map(|rule| (rule.from, rule.to)).collect();
            text = serde_json::to_string(&table).unwrap_or_default();
            text.push('\n');
        }
    }
    text
}

/// An old address, and where it leads in the end.
struct Rule<'a> {
    /// Without a slash at its end.
    from: &'a str,
    /// Whether it is the same with one.
    folder: bool,
    to: String,
    status: u16,
}

impl<'a> Rule<'a> {
    fn new(rule: &'a OldAddress, moved: &BTreeMap<i64, Led>) -> Rule<'a> {
        let from = rule.from.trim_end_matches('/');
        Rule {
            from,
            folder: from != rule.from,
            to: target(&rule.to, moved),
            status: rule.status,
        }
    }

    /// A host's word for the visitor's query, behind a page of this site. An address of another site stays as someone wrote it.
    fn with(&self, query: &'static str) -> &'static str {
        if self.to.starts_with('/') { query } else { "" }
    }

    fn paths(&self) -> impl Iterator<Item = String> {
        let slash = self.folder.then(|| format!("{}/", self.from));
        std::iter::once(self.from.to_owned()).chain(slash)
    }

    /// Caddy takes large and small letters of a path for the same, but not those of an expression: `/About/` may lead to `/about/`.
    fn caddy(&self, number: usize, text: &mut String) {
        let Rule { to, status, .. } = self;
        // Of the letters that an old address may have, those that mean something in an expression.
        let plain = |letter: char| match letter {
            '.' | '+' | '(' | ')' => format!("[{letter}]"),
            other => other.to_string(),
        };
        let from: String = self.from.chars().map(plain).collect();
        let slash = if self.folder { "/?" } else { "" };
        let _ = writeln!(text, "@old{number} path_regexp ^{from}{slash}$");
        let query = self.with("{old_query}");
        let _ = writeln!(text, "redir @old{number} \"{to}{query}\" {status}");
    }

    /// Some hosts compare addresses as they are sent, some as they are read.
    fn host(&self, text: &mut String) {
        let Rule { to, status, .. } = self;
        for path in self.paths() {
            let sent = Url::parse("https://x/").and_then(|url| url.join(&path));
            let sent = sent.map(|url| url.path().to_owned()).unwrap_or_default();
            if sent != path {
                let _ = writeln!(text, "{sent} {to} {status}");
            }
            let _ = writeln!(text, "{path} {to} {status}");
        }
    }
}

/// Where a rule leads; a post that is off-line is followed.
fn target(to: &str, moved: &BTreeMap<i64, Led>) -> String {
    let page = PageId::of_path(to);
    let end = page.and_then(|page| match page.route {
        Route::Post(id) => Some(moved.get(&id)?.target.href(page.lang)),
        _ => None,
    });
    let end = end.unwrap_or_else(|| {
        if to.starts_with('/') {
            to.to_owned()
        } else {
            Url::parse(to).map_or(to.to_owned(), String::from)
        }
    });
    // Characters that mean something to nginx, Caddy or a shell of quotes.
    let plain = |letter: char| match letter {
        '$' => "%24".to_owned(),
        '{' => "%7B".to_owned(),
        '}' => "%7D".to_owned(),
        '\\' => "%5C".to_owned(),
        '"' => "%22".to_owned(),
        other => other.to_string(),
    };
    end.chars().map(plain).collect()
}

/// The old service addresses lead on; any other unknown service shows the audit page. Known services are named first,
/// because some hosts apply rules before they look for files.
fn services((languages, categories): (Languages, &[Category]), rules: &mut String) {
    let Some(first) = categories.first() else {
        return;
    };
    // Specification section 2.
    let unknown = categories.iter().find(|id| **id == Category::AUDIT);
    for lang in languages.iter() {
        let target = Route::Service(Category::TAX_LEGAL).path(lang);
        let there = categories.contains(&Category::TAX_LEGAL);
        for alias in Alias::ALL.into_iter().filter(|_| there) {
            let path = Route::Alias(alias).path(lang);
            let bare = path.trim_end_matches('/');
            let _ = write!(rules, "{bare} {target} 301\n{path} {target} 301\n");
        }
        let services = Route::Services.path(lang);
        let _ = writeln!(rules, "{services} {services} 200");
        for category in categories {
            let path = Route::Service(*category).path(lang);
            let bare = path.trim_end_matches('/');
            let _ = write!(rules, "{bare} {path} 200\n{path} {path} 200\n");
        }
        let shown = Route::Service(*unknown.unwrap_or(first)).path(lang);
        let _ = writeln!(rules, "{services}* {shown} 200");
    }
}

fn posts(moved: &BTreeMap<i64, Led>, languages: Languages, rules: &mut String) {
    for (id, led) in moved {
        for lang in languages.iter() {
            let target = led.target.href(lang);
            for route in Route::all_of_post(*id, &led.slugs, lang) {
                let path = route.path(lang);
                let bare = path.trim_end_matches('/');
                let _ = write!(rules, "{bare} {target} 301\n{path} {target} 301\n");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::Target;
    use crate::posts::Slugs;

    fn text(format: RedirectFormat) -> String {
        let rule = |from: &str, to: &str, status| OldAddress {
            from: from.into(),
            to: to.into(),
            status,
        };
        let old = [
            rule("/köhnə/", "/about/", 301),
            rule("/x.html", "https://a.example/?q=${b}\"", 302),
            rule("/y", "/en/blog/7/", 308),
        ];
        let led = Led {
            target: Target::Page(Route::Faq, Languages::USUAL),
            slugs: Slugs::default(),
        };
        let moved = BTreeMap::from([(7, led)]);
        redirects(
            format,
            &old,
            &moved,
            (Languages::USUAL, &[Category::AUDIT, Category::TAX_LEGAL]),
        )
    }

    #[test]
    fn without_rules_caddy_has_something_to_import() {
        let none = (Languages::USUAL, &[Category::AUDIT][..]);
        let text = redirects(RedirectFormat::Caddy, &[], &BTreeMap::new(), none);
        assert_eq!(text, CADDY_QUERY);
    }

    #[test]
    fn hosts_nginx_and_caddy_are_told_the_same() {
        let host = text(RedirectFormat::Host);
        assert!(host.starts_with(
            "/k%C3%B6hn%C9%99 /about/ 301\n/köhnə /about/ 301\n/k%C3%B6hn%C9%99/ /about/ 301\n/köhnə/ /about/ 301\n\
             /x.html https://a.example/?q=%24%7Bb%7D%22 302\n/y /en/faq/ 308\n/services/tax "
        ));
        assert!(host.contains("\n/en/blog/7/ /en/faq/ 301\n"));
        assert_eq!(
            text(RedirectFormat::Nginx),
            "location = \"/köhnə\" { return 301 \"/about/$is_args$args\"; }\nlocation = \"/köhnə/\" { return 301 \"/about/$is_args$args\"; }\n\
             location = \"/x.html\" { return 302 \"https://a.example/?q=%24%7Bb%7D%22\"; }\n\
             location = \"/y\" { return 308 \"/en/faq/$is_args$args\"; }\n"
        );
        assert_eq!(
            text(RedirectFormat::Caddy),
            "map {query} {old_query} {\n\t\"\" \"\"\n\tdefault \"?{query}\"\n}\n\
             @old1 path_regexp ^/köhnə/?$\nredir @old1 \"/about/{old_query}\" 301\n\
             @old2 path_regexp ^/x[.]html$\nredir @old2 \"https://a.example/?q=%24%7Bb%7D%22\" 302\n\
             @old3 path_regexp ^/y$\nredir @old3 \"/en/faq/{old_query}\" 308\n"
        );
        assert_eq!(
            text(RedirectFormat::Table),
            "{\"/köhnə\":\"/about/\",\"/x.html\":\"https://a.example/?q=%24%7Bb%7D%22\",\"/y\":\"/en/faq/\"}\n"
        );
    }
}
