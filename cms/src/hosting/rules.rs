//! The rules of `_redirects` and `_headers`, in the format that static hosts share. Pure.
//!
//! `_redirects`: `<from> <to> [status][!]`; `_headers`: a path pattern, then indented `Name: value` lines. Patterns
//! know `:name` for one segment and a final `*` for the rest, which a target repeats as `:name` and `:splat`.

use std::collections::HashMap;

/// A line of `_redirects`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    from: String,
    to: String,
    /// 200 serves the target in place, 3xx sends the browser there, 404 serves it as "not found".
    pub status: u16,
    /// Applies even where a file exists.
    pub force: bool,
}

/// Everything the two files say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    redirects: Vec<Redirect>,
    headers: Vec<(String, Vec<(String, String)>)>,
}

impl Redirect {
    /// Whether it leads to another site.
    pub fn leaves_the_site(&self) -> bool {
        self.to.starts_with("https://") || self.to.starts_with("http://")
    }
}

impl Rules {
    /// Reads both files; lines that make no sense are skipped, as hosts do.
    pub fn parse(redirects: &str, headers: &str) -> Self {
        Self {
            redirects: redirects.lines().filter_map(redirect).collect(),
            headers: header_blocks(headers),
        }
    }

    /// The first redirect of a path with its target. `force_only` leaves out those that a file would win over.
    pub fn redirect(&self, path: &str, force_only: bool) -> Option<(&Redirect, String)> {
        self.redirects
            .iter()
            .filter(|rule| rule.force || !force_only)
            .find_map(|rule| {
                let values = matched(&rule.from, path)?;
                Some((rule, filled(&rule.to, &values)))
            })
    }

    /// All headers of a path, in the order of the file.
    pub fn headers<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.headers
            .iter()
            .filter(move |(pattern, _)| matched(pattern, path).is_some())
            .flat_map(|(_, headers)| {
                headers
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
            })
    }
}

fn redirect(line: &str) -> Option<Redirect> {
    let line = line.split('#').next()?.trim();
    let mut words = line.split_whitespace();
    let (from, to) = (words.next()?, words.next()?);
    let status = words.next().unwrap_or("301");
    let force = status.ends_with('!');
    Some(Redirect {
        from: from.to_owned(),
        to: to.to_owned(),
        status: status.trim_end_matches('!').parse().ok()?,
        force,
    })
}

fn header_blocks(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut blocks: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    {
        if line.starts_with(char::is_whitespace) {
            if let (Some(block), Some((name, value))) =
                (blocks.last_mut(), line.trim().split_once(':'))
            {
                block
                    .1
                    .push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        } else {
            blocks.push((line.trim().to_owned(), Vec::new()));
        }
    }
    blocks
}

/// What the placeholders of a pattern stand for in a path, if it fits. A final slash makes no difference.
fn matched<'p>(pattern: &'p str, path: &'p str) -> Option<HashMap<&'p str, &'p str>> {
    let mut values = HashMap::new();
    let (pattern, splat) = match pattern.strip_suffix('*') {
        Some(prefix) => (prefix, true),
        None => (pattern, false),
    };
    let wanted: Vec<&str> = pattern
        .trim_matches('/')
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    let mut rest = path.trim_start_matches('/');
    for part in wanted {
        let (segment, after) = rest.split_once('/').unwrap_or((rest, ""));
        match part.strip_prefix(':') {
            Some(name) if !segment.is_empty() => {
                values.insert(name, segment);
            }
            _ if part == segment => {}
            _ => return None,
        }
        rest = after;
    }
    if splat {
        values.insert("splat", rest);
        return Some(values);
    }
    rest.trim_matches('/').is_empty().then_some(values)
}

fn filled(target: &str, values: &HashMap<&str, &str>) -> String {
    let parts: Vec<&str> = target
        .split('/')
        .map(|part| {
            part.strip_prefix(':')
                .and_then(|name| values.get(name).copied())
                .unwrap_or(part)
        })
        .collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const REDIRECTS: &str = "
        # comment
        /services/tax/      /services/tax-legal/   301
        /old/:id/:name      /blog/:id/             302
        /services/*         /services/audit/       200
        /forced/            /there/                301!
        nonsense
        /bad /status x
    ";

    fn go(path: &str) -> Option<(u16, String)> {
        let rules = Rules::parse(REDIRECTS, "");
        rules
            .redirect(path, false)
            .map(|(rule, to)| (rule.status, to))
    }

    #[test]
    fn the_first_rule_that_fits_wins() {
        assert_eq!(
            go("/services/tax/"),
            Some((301, "/services/tax-legal/".into()))
        );
        assert_eq!(
            go("/services/tax"),
            Some((301, "/services/tax-legal/".into()))
        );
        assert_eq!(
            go("/services/unknown/"),
            Some((200, "/services/audit/".into()))
        );
        assert_eq!(go("/old/7/name"), Some((302, "/blog/7/".into())));
        assert_eq!(go("/old/7"), None);
        assert_eq!(go("/servicesx/"), None);
        assert_eq!(go("/"), None);
    }

    #[test]
    fn only_forced_rules_win_over_files() {
        let rules = Rules::parse(REDIRECTS, "");
        assert!(rules.redirect("/services/tax/", true).is_none());
        assert!(rules.redirect("/forced/", true).is_some());
    }

    #[test]
    fn headers_of_all_fitting_patterns_apply() {
        let text = "/*\n  X-Frame-Options: DENY\n# c\n/assets/*\n  Cache-Control: public, max-age=1, immutable\n";
        let rules = Rules::parse("", text);
        let headers: Vec<_> = rules.headers("/assets/a.js").collect();
        assert_eq!(
            headers,
            [
                ("x-frame-options", "DENY"),
                ("cache-control", "public, max-age=1, immutable")
            ]
        );
        assert_eq!(rules.headers("/blog/").count(), 1);
    }

    #[test]
    fn a_splat_is_carried_over() {
        let rules = Rules::parse("/news/* /blog/:splat 301", "");
        assert_eq!(
            rules.redirect("/news/a/b", false).map(|(_, to)| to),
            Some("/blog/a/b".into())
        );
    }
}
