//! Every other language over Azerbaijani: gaps are filled and reported, placeholders are compared.

use std::collections::BTreeSet;

use super::facts::open_placeholders;
use super::tree::{Node, Place, Value, push_key};
use crate::base::{Problem, Problems};

/// The language's tree with every gap filled from the Azerbaijani one.
pub fn over(az: &Node, own: &Node, problems: &mut Problems) -> Node {
    merge(az, own, &mut String::new(), problems)
}

fn merge(az: &Node, own: &Node, key: &mut String, problems: &mut Problems) -> Node {
    let value = match (&az.value, &own.value) {
        (Value::Table(az_table), Value::Table(own_table)) => {
            let mut merged = own_table.clone();
            for (name, az_node) in az_table {
                let length = key.len();
                push_key(key, name);
                let node = match own_table.get(name) {
                    Some(node) => merge(az_node, node, key, problems),
                    None => fall_back(az_node, own, "missing", key, problems),
                };
                merged.insert(name.clone(), node);
                key.truncate(length);
            }
            Value::Table(merged)
        }
        (Value::Array(az_items), Value::Array(own_items)) if is_records(az_items) => {
            Value::Array(merge_records(az_items, own_items, own, key, problems))
        }
        (Value::Array(az_items), Value::Array(own_items)) => {
            if own_items.is_empty() && !az_items.is_empty() {
                return fall_back(az, own, "empty", key, problems);
            }
            Value::Array(merge_texts(az_items, own_items, own, key, problems))
        }
        (_, Value::Text(own_text)) if is_blank(own_text) => {
            return fill_blank(az, own, key, problems);
        }
        (Value::Text(az_text), Value::Text(own_text)) => {
            compare_placeholders(az_text, own_text, own, key, problems);
            own.value.clone()
        }
        _ => own.value.clone(),
    };
    Node {
        value,
        place: own.place.clone(),
    }
}

/// Lists of tables are the same list in every language; one of plain texts (paragraphs) that is longer or shorter is shown so.
fn is_records(items: &[Node]) -> bool {
    items
        .iter()
        .any(|item| matches!(item.value, Value::Table(_)))
}

fn merge_records(
    az_items: &[Node],
    own_items: &[Node],
    own: &Node,
    key: &mut String,
    problems: &mut Problems,
) -> Vec<Node> {
    if own_items.len() > az_items.len() {
        let message = format!(
            "{} items, but the Azerbaijani list has {}",
            own_items.len(),
            az_items.len()
        );
        problems.push(
            own.place
                .mark(Problem::error("list-length", message))
                .key(key.as_str()),
        );
    }
    let mut merged = Vec::with_capacity(az_items.len());
    for (index, az_item) in az_items.iter().enumerate() {
        let length = key.len();
        key.push_str(&format!("[{index}]"));
        merged.push(match own_items.get(index) {
            Some(item) => merge(az_item, item, key, problems),
            None => fall_back(az_item, own, "missing", key, problems),
        });
        key.truncate(length);
    }
    merged.extend(own_items.iter().skip(az_items.len()).cloned());
    merged
}

fn merge_texts(
    az_items: &[Node],
    own_items: &[Node],
    own: &Node,
    key: &mut String,
    problems: &mut Problems,
) -> Vec<Node> {
    if own_items.len() != az_items.len() {
        let (own_length, az_length) = (own_items.len(), az_items.len());
        let message = format!("{own_length} items, but the Azerbaijani list has {az_length}");
        let problem = Problem::warning("list-length", message).key(key.as_str());
        problems.push(own.place.mark(problem));
    }
    let mut merged = Vec::with_capacity(own_items.len());
    for (index, item) in own_items.iter().enumerate() {
        merged.push(match (az_items.get(index), &item.value) {
            (Some(az_item), Value::Text(text)) if is_blank(text) => {
                fill_blank(az_item, item, &format!("{key}[{index}]"), problems)
            }
            _ => item.clone(),
        });
    }
    merged
}

/// What translators have not filled in yet.
fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// An empty text is a missing one, unless there is none in Azerbaijani either.
fn fill_blank(az: &Node, own: &Node, key: &str, problems: &mut Problems) -> Node {
    match &az.value {
        Value::Text(az_text) if is_blank(az_text) => az.clone(),
        Value::Text(_) => fall_back(az, own, "empty", key, problems),
        // Of another type: that is said.
        _ => own.clone(),
    }
}

/// What is said of a gap that is filled: where the Azerbaijani text stands.
fn source(place: &Place) -> String {
    format!("see {}:{}", place.file, place.line)
}

/// What stands in Azerbaijani and is read by nothing is missing in no other language.
pub fn forget_unread(problems: &mut Problems) {
    let unread = problems
        .0
        .iter()
        .filter(|problem| problem.code == "unknown-key");
    let unread = unread.filter_map(|problem| {
        let place = Place {
            line: problem.line?,
            ..Place::start(problem.file.as_ref()?.to_str()?)
        };
        Some((problem.key.clone()?, source(&place)))
    });
    let unread: BTreeSet<(String, String)> = unread.collect();
    problems.0.retain(|problem| {
        let said = problem.key.clone().zip(problem.hint.clone());
        problem.code != "missing-translation" || said.is_none_or(|said| !unread.contains(&said))
    });
}

fn fall_back(az: &Node, own: &Node, gap: &str, key: &str, problems: &mut Problems) -> Node {
    let message = format!("{gap}; the Azerbaijani text is shown instead");
    let hint = source(&az.place);
    problems.push(
        own.place
            .mark(Problem::warning("missing-translation", message))
            .key(key)
            .hint(hint),
    );
    az.clone()
}

fn compare_placeholders(
    az_text: &str,
    own_text: &str,
    own: &Node,
    key: &str,
    problems: &mut Problems,
) {
    let expected: BTreeSet<_> = open_placeholders(az_text).collect();
    let found: BTreeSet<_> = open_placeholders(own_text).collect();
    if expected != found {
        let list = |names: &BTreeSet<&str>| {
            if names.is_empty() {
                return "none".to_owned();
            }
            names
                .iter()
                .map(|name| format!("{{{name}}}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let message = format!(
            "placeholders are {}, in Azerbaijani {}",
            list(&found),
            list(&expected)
        );
        let problem = Problem::error("placeholder-mismatch", message);
        problems.push(
            own.place
                .mark(problem)
                .key(key)
                .hint("use the same placeholders in every language"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::parse;
    use super::*;

    fn merged(az: &str, en: &str) -> (Node, Problems) {
        let mut problems = Problems::default();
        let az = parse("az/ui.toml", az).unwrap();
        let en = parse("en/ui.toml", en).unwrap();
        (over(&az, &en, &mut problems), problems)
    }

    #[test]
    fn a_missing_key_is_filled_and_reported() {
        let (node, problems) = merged("[a]\nx='1'\ny='2'", "[a]\nx='one'");
        assert!(matches!(&node.lookup("a.y").unwrap().value, Value::Text(text) if text == "2"));
        assert!(matches!(&node.lookup("a.x").unwrap().value, Value::Text(text) if text == "one"));
        assert_eq!(problems.0.len(), 1);
        assert_eq!(problems.0[0].key.as_deref(), Some("a.y"));
        assert!(!problems.has_errors());
    }

    #[test]
    fn placeholders_must_agree() {
        let (_, problems) = merged("a='{n} səhifə {firm.name}'", "a='page'");
        assert_eq!(problems.0[0].code, "placeholder-mismatch");
        let (_, problems) = merged("a='{n} səhifə'", "a='page {n} of {firm.name}'");
        assert!(problems.is_empty(), "{problems}");
    }

    #[test]
    fn a_longer_list_is_an_error_and_a_shorter_one_is_filled() {
        let (_, problems) = merged("[[i]]\nt='1'", "[[i]]\nt='1'\n[[i]]\nt='2'");
        assert!(problems.has_errors());
        let (node, problems) = merged("[[i]]\nt='1'\n[[i]]\nt='2'", "[[i]]\nt='one'");
        assert!(!problems.has_errors());
        assert!(matches!(&node.get("i").unwrap().value, Value::Array(items) if items.len() == 2));
    }
}
