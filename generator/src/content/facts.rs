//! `{firm.name}`, `{figures.years}` …: facts that stand once and appear everywhere.

use std::collections::BTreeMap;

use super::tree::{Node, Place, Value};
use crate::base::{Problem, Problems};

/// Every fact by its dotted name.
#[derive(Debug, Clone, Default)]
pub struct Facts(BTreeMap<String, String>);

impl Facts {
    /// Those of `site.toml`, by their own names and below `site`.
    pub fn of_site(site: &Node) -> Facts {
        let mut facts = Facts::default();
        facts.add("", site);
        facts.add("site", site);
        facts
    }

    /// Adds every text and number of a tree below `prefix` (empty for none).
    pub fn add(&mut self, prefix: &str, node: &Node) {
        let Value::Table(table) = &node.value else {
            return;
        };
        for (name, member) in table {
            let key = if prefix.is_empty() {
                name.clone()
            } else {
                format!("{prefix}.{name}")
            };
            let text = match &member.value {
                Value::Text(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                Value::Float(number) => number.to_string(),
                Value::Table(_) => {
                    self.add(&key, member);
                    continue;
                }
                _ => continue,
            };
            self.0.insert(key, text);
        }
    }

    /// Replaces the facts in every text of a tree; an unknown one is reported.
    pub fn fill(&self, node: &mut Node, problems: &mut Problems) {
        self.fill_below(node, "", problems);
    }

    /// The same of a tree that stands below a key.
    pub fn fill_below(&self, node: &mut Node, key: &str, problems: &mut Problems) {
        self.fill_at(node, &mut key.to_owned(), problems);
    }

    fn fill_at(&self, node: &mut Node, key: &mut String, problems: &mut Problems) {
        match &mut node.value {
            Value::Text(text) => {
                self.check_spelling(text, &node.place, key, problems);
                if let Some(filled) = self.interpolate(text, &node.place, key, problems) {
                    *text = filled;
                }
            }
            Value::Table(table) => {
                for (name, member) in table {
                    let length = key.len();
                    super::tree::push_key(key, name);
                    self.fill_at(member, key, problems);
                    key.truncate(length);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let length = key.len();
                    key.push_str(&format!("[{index}]"));
                    self.fill_at(item, key, problems);
                    key.truncate(length);
                }
            }
            _ => {}
        }
    }

    /// `{ figures.years }`, `{Figures.years}` and `{figures.years` are no facts, and hardly meant as they are written.
    fn check_spelling(&self, text: &str, place: &Place, key: &str, problems: &mut Problems) {
        for rest in text.split('{').skip(1) {
            let begins = rest.trim_start();
            let letter = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
            let end = begins.find(|other| !letter(other)).unwrap_or(begins.len());
            let written = begins[..end].trim_end_matches('.');
            let name = written.to_ascii_lowercase();
            let proper = format!("{name}}}");
            if !self.0.contains_key(&name) || !name.contains('.') || rest.starts_with(&proper) {
                continue;
            }
            let shown = match rest.split_once('}') {
                Some((inside, _)) if inside.trim() == written => format!("{{{inside}}}"),
                _ => format!("{{{}{written}", &rest[..rest.len() - begins.len()]),
            };
            let problem = Problem::warning(
                "fact-spelling",
                format!("{shown} is shown as it is written"),
            );
            let hint = format!("write {{{proper}");
            problems.push(place.mark(problem).key(key).hint(hint));
        }
    }

    fn interpolate(
        &self,
        text: &str,
        place: &Place,
        key: &str,
        problems: &mut Problems,
    ) -> Option<String> {
        if !text.contains('{') {
            return None;
        }
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        for name in placeholders(text).filter(|name| name.contains('.')) {
            let token = format!("{{{name}}}");
            let Some(at) = rest.find(&token) else {
                continue;
            };
            filled.push_str(&rest[..at]);
            match self.0.get(name) {
                Some(fact) => {
                    filled.push_str(fact);
                    if let Some(inner) = placeholders(fact).find(|name| name.contains('.')) {
                        let message = format!(
                            "the fact {token} has {{{inner}}} in it, which is not filled a second time"
                        );
                        let problem = Problem::error("fact-in-fact", message);
                        let hint = format!("write {fact} instead");
                        problems.push(place.mark(problem).key(key).hint(hint));
                    }
                }
                None => {
                    let problem = Problem::error("unknown-fact", format!("unknown fact {token}"));
                    let hint = self.suggestion(name);
                    problems.push(place.mark(problem).key(key).hint(hint));
                }
            }
            rest = &rest[at + token.len()..];
        }
        filled.push_str(rest);
        Some(filled)
    }

    fn suggestion(&self, name: &str) -> String {
        let table = name.split('.').next().unwrap_or("");
        let prefix = format!("{table}.");
        let known: Vec<_> = self
            .0
            .keys()
            .filter(|key| key.starts_with(&prefix))
            .cloned()
            .collect();
        if known.is_empty() {
            "facts stand in content/site.toml and in firm.toml".into()
        } else {
            format!("known: {}", known.join(", "))
        }
    }
}

/// Names of all `{placeholders}` of a text.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| {
        let name = rest.split_once('}')?.0;
        let valid = !name.is_empty()
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_.".contains(&b));
        valid.then_some(name)
    })
}

/// Names of the placeholders that `t()` fills: those without a dot.
pub fn open_placeholders(text: &str) -> impl Iterator<Item = &str> {
    placeholders(text).filter(|name| !name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::super::tree::parse;
    use super::*;

    fn facts() -> Facts {
        let mut facts = Facts::default();
        facts.add(
            "",
            &parse("site.toml", "[figures]\nyears='15+'\nyear=2025").unwrap(),
        );
        facts
    }

    #[test]
    fn facts_are_filled_and_open_placeholders_stay() {
        let mut node = parse(
            "a.toml",
            "a='{figures.years} il, {n} {figures.year} {figures.years}'",
        )
        .unwrap();
        let mut problems = Problems::default();
        facts().fill(&mut node, &mut problems);
        assert!(problems.is_empty());
        assert!(
            matches!(&node.get("a").unwrap().value, Value::Text(t) if t == "15+ il, {n} 2025 15+")
        );
    }

    #[test]
    fn an_unknown_fact_is_an_error_with_its_place() {
        let mut node = parse("a.toml", "\na='{figures.yers}'").unwrap();
        let mut problems = Problems::default();
        facts().fill(&mut node, &mut problems);
        assert_eq!(problems.0[0].code, "unknown-fact");
        assert_eq!(problems.0[0].line, Some(2));
        assert!(
            problems.0[0]
                .hint
                .as_deref()
                .unwrap()
                .contains("figures.years")
        );
    }
}
