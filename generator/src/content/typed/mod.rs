//! A tree becomes typed values; everything wrong in it is reported at once.
//!
//! This is a serde deserializer that never gives up: where something is missing or of the wrong type it
//! writes a problem down and hands out an empty value, so that the rest of the file is checked too.

mod deserializer;

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeOwned};

use super::tree::{Node, Place, Value, push_key};
use crate::base::{Problem, Problems};

/// Keys whose absence means an empty list (`#[serde(default)]` in the model).
const OPTIONAL: [&str; 4] = ["languages", "points", "redirects", "services"];

/// Fills `T` from a tree.
pub fn typed<T: DeserializeOwned>(node: &Node, problems: &mut Problems) -> Option<T> {
    typed_below(node, "", problems)
}

/// The same of a tree that stands below a key.
pub fn typed_below<T: DeserializeOwned>(
    node: &Node,
    key: &str,
    problems: &mut Problems,
) -> Option<T> {
    let found = RefCell::new(Problems::default());
    let result = T::deserialize(At {
        node: Some(node),
        place: &node.place,
        key: key.to_owned(),
        found: &found,
        required: true,
    });
    let found = found.into_inner();
    let silent = found.is_empty();
    problems.extend(found.0);
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            if silent {
                problems.push(node.place.mark(Problem::error("invalid-value", error.0)));
            }
            None
        }
    }
}

/// A value, or the hole where one should be.
struct At<'a> {
    node: Option<&'a Node>,
    place: &'a Place,
    key: String,
    found: &'a RefCell<Problems>,
    /// Whether a hole is a mistake: not below another hole, and not where an `Option` is wanted.
    required: bool,
}

/// serde's error; problems themselves go to the collection.
#[derive(Debug)]
struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl de::Error for Failed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Failed(message.to_string())
    }
}

impl<'a> At<'a> {
    fn report(&self, problem: Problem) {
        self.found
            .borrow_mut()
            .push(self.place.mark(problem).key(self.key.as_str()));
    }

    fn wrong(&self, expected: &str) {
        if let Some(node) = self.node {
            let message = format!("expected {expected}, found {}", node.value.kind());
            self.report(Problem::error("wrong-type", message));
        } else if self.required {
            self.report(Problem::error(
                "missing-key",
                format!("missing key, expected {expected}"),
            ));
        }
    }

    fn member(&self, name: &str, node: Option<&'a Node>) -> At<'a> {
        let mut key = self.key.clone();
        push_key(&mut key, name);
        At {
            node,
            place: node.map_or(self.place, |node| &node.place),
            key,
            found: self.found,
            required: self
                .node
                .is_some_and(|node| matches!(node.value, Value::Table(_))),
        }
    }

    fn item(&self, index: usize, node: &'a Node) -> At<'a> {
        At {
            node: Some(node),
            place: &node.place,
            key: format!("{}[{index}]", self.key),
            found: self.found,
            required: true,
        }
    }

    fn number(&self) -> f64 {
        match self.node.map(|node| &node.value) {
            Some(Value::Integer(number)) => *number as f64,
            Some(Value::Float(number)) => *number,
            _ => {
                self.wrong("a number");
                0.0
            }
        }
    }

    fn integer(&self, min: i64, max: i64) -> i64 {
        match self.node.map(|node| &node.value) {
            Some(Value::Integer(number)) if (min..=max).contains(number) => *number,
            Some(Value::Integer(number)) => {
                let message = format!("{number} is not between {min} and {max}");
                self.report(Problem::error("out-of-range", message));
                0
            }
            _ => {
                self.wrong("a whole number");
                0
            }
        }
    }

    fn text(&self) -> &'a str {
        match self.node.map(|node| &node.value) {
            Some(Value::Text(text) | Value::Datetime(text)) => text,
            _ => {
                self.wrong("text");
                ""
            }
        }
    }

    fn members(&self) -> Vec<(&'a str, &'a Node)> {
        match self.node.map(|node| &node.value) {
            Some(Value::Table(table)) => table
                .iter()
                .map(|(name, node)| (name.as_str(), node))
                .collect(),
            _ => {
                self.wrong("a table");
                Vec::new()
            }
        }
    }

    fn struct_members(&self, fields: &'static [&'static str]) -> Vec<(&'a str, Option<&'a Node>)> {
        let present = self.members();
        for (name, node) in &present {
            if !fields.contains(name) {
                self.member(name, Some(node)).report(
                    Problem::error("unknown-key", "unknown key")
                        .hint(format!("known keys: {}", fields.join(", "))),
                );
            }
        }
        let mut members = Vec::with_capacity(fields.len());
        for field in fields {
            let node = present
                .iter()
                .find(|(name, _)| name == field)
                .map(|(_, node)| *node);
            if node.is_none() && OPTIONAL.contains(field) {
                continue;
            }
            members.push((*field, node));
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::Feature;
    use super::super::tree::parse;
    use super::*;

    #[derive(serde::Deserialize)]
    struct Sample {
        #[allow(dead_code)]
        features: Vec<Feature>,
        #[allow(dead_code)]
        year: u16,
        #[allow(dead_code)]
        category: Colour,
    }

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
        DeepBlue,
    }

    fn problems_of(source: &str) -> Vec<String> {
        let mut problems = Problems::default();
        let node = parse("a.toml", source).unwrap();
        let value: Option<Sample> = typed(&node, &mut problems);
        assert!(value.is_some() || problems.has_errors());
        problems.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn everything_wrong_is_reported_at_once() {
        let found = problems_of(
            "year = 'x'\ncategory = 'nope'\nextra = 1\n[[features]]\ntitle = 3\n[[features]]\ntitle = 't'\ndescription = 'd'\n",
        );
        assert_eq!(
            found,
            [
                "a.toml:3:1: error: extra: unknown key (known keys: features, year, category)",
                "a.toml:5:1: error: features[0].title: expected text, found a whole number",
                "a.toml:4:1: error: features[0].description: missing key, expected text",
                "a.toml:1:1: error: year: expected a whole number, found text",
                "a.toml:2:1: error: category: unknown value \"nope\" (one of red, deep-blue)",
            ]
        );
    }

    #[test]
    fn a_correct_file_has_no_problem() {
        assert!(problems_of("year = 2025\ncategory = 'deep-blue'\nfeatures = []").is_empty());
    }
}
