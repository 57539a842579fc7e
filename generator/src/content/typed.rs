//! A tree becomes typed values; everything wrong in it is reported at once.
//!
//! This is a serde deserializer that never gives up: where something is missing or of the wrong type it
//! writes a problem down and hands out an empty value, so that the rest of the file is checked too.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, Visitor};

use super::tree::{Node, Place, Value, push_key};
use crate::problem::{Problem, Problems};

/// Keys whose absence means an empty list (`#[serde(default)]` in the model).
const OPTIONAL: [&str; 1] = ["points"];

/// Fills `T` from a tree.
pub fn typed<T: DeserializeOwned>(node: &Node, problems: &mut Problems) -> Option<T> {
    let found = RefCell::new(Problems::default());
    let result = T::deserialize(At {
        node: Some(node),
        place: &node.place,
        key: String::new(),
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

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
            let min = i64::try_from(<$type>::MIN).unwrap_or(i64::MIN);
            let max = i64::try_from(<$type>::MAX).unwrap_or(i64::MAX);
            visitor.$visit(self.integer(min, max) as $type)
        }
    )*};
}

impl<'de, 'a> Deserializer<'de> for At<'a> {
    type Error = Failed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.value) {
            Some(Value::Table(_)) => self.deserialize_map(visitor),
            Some(Value::Array(_)) => self.deserialize_seq(visitor),
            Some(Value::Text(text) | Value::Datetime(text)) => visitor.visit_str(text),
            Some(Value::Integer(number)) => visitor.visit_i64(*number),
            Some(Value::Float(number)) => visitor.visit_f64(*number),
            Some(Value::Boolean(value)) => visitor.visit_bool(*value),
            None => visitor.visit_unit(),
        }
    }

    integers!(
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node.map(|node| &node.value) {
            Some(Value::Boolean(value)) => visitor.visit_bool(*value),
            _ => {
                self.wrong("true or false");
                visitor.visit_bool(false)
            }
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_f64(self.number())
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_f64(self.number())
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_str(self.text())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        match self.node {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let items: &[Node] = match self.node.map(|node| &node.value) {
            Some(Value::Array(items)) => items,
            _ => {
                self.wrong("a list");
                &[]
            }
        };
        let items: Vec<_> = items
            .iter()
            .enumerate()
            .map(|(index, node)| self.item(index, node))
            .collect();
        visitor.visit_seq(Items(items.into_iter()))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let members: Vec<_> = self
            .members()
            .into_iter()
            .map(|(name, node)| (name, self.member(name, Some(node))))
            .collect();
        visitor.visit_map(Members {
            rest: members.into_iter(),
            value: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let members: Vec<_> = self
            .struct_members(fields)
            .into_iter()
            .map(|(name, node)| (name, self.member(name, node)))
            .collect();
        visitor.visit_map(Members {
            rest: members.into_iter(),
            value: None,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        let text = self.text();
        if variants.contains(&text) {
            return visitor.visit_enum(StrDeserializer::<Failed>::new(text));
        }
        if self
            .node
            .is_some_and(|node| matches!(node.value, Value::Text(_)))
        {
            let problem = Problem::error("unknown-value", format!("unknown value {text:?}"))
                .hint(format!("one of {}", variants.join(", ")));
            self.report(problem);
        }
        visitor.visit_enum(StrDeserializer::<Failed>::new(
            variants.first().copied().unwrap_or(""),
        ))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

struct Items<'a>(std::vec::IntoIter<At<'a>>);

impl<'de> de::SeqAccess<'de> for Items<'_> {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }
}

struct Members<'a> {
    rest: std::vec::IntoIter<(&'a str, At<'a>)>,
    value: Option<At<'a>>,
}

impl<'de> de::MapAccess<'de> for Members<'_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        let Some((name, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(StrDeserializer::<Failed>::new(name))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Failed("value without a key".into())),
        }
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
        category: crate::Category,
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
                "a.toml:2:1: error: category: unknown value \"nope\" (one of audit, valuation, tax-legal, consulting, accounting, hr)",
            ]
        );
    }

    #[test]
    fn a_correct_file_has_no_problem() {
        assert!(problems_of("year = 2025\ncategory = 'hr'\nfeatures = []").is_empty());
    }
}
