//! A TOML file as a tree in which every value knows its line. Parsing is pure.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::Problem;

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// File as shown to people.
    pub file: Arc<str>,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

impl Place {
    /// The first character of a file.
    pub fn start(file: &str) -> Place {
        Place {
            file: file.into(),
            line: 1,
            column: 1,
        }
    }

    /// Puts a problem at this place.
    pub fn mark(&self, problem: Problem) -> Problem {
        problem.in_file(&*self.file).at(self.line, self.column)
    }
}

/// A value and where it stands (for a member of a table: where its key stands).
#[derive(Debug, Clone)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place.
    pub place: Place,
}

/// What TOML can hold.
#[derive(Debug, Clone)]
pub enum Value {
    /// `[table]` or `{ inline = "table" }`.
    Table(BTreeMap<String, Node>),
    /// `[1, 2]` or `[[array]]`.
    Array(Vec<Node>),
    /// A string.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Float(f64),
    /// true or false.
    Boolean(bool),
    /// A date or time as it is written.
    Datetime(String),
}

impl Value {
    /// What it is, in words for a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Table(_) => "a table",
            Value::Array(_) => "a list",
            Value::Text(_) => "text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Boolean(_) => "true or false",
            Value::Datetime(_) => "a date",
        }
    }
}

impl Node {
    /// The member of a table.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(table) => table.get(key),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Table(table) => table.get_mut(key),
            _ => None,
        }
    }

    /// The value behind a dotted key.
    pub fn lookup(&self, dotted: &str) -> Option<&Node> {
        dotted.split('.').try_fold(self, |node, key| node.get(key))
    }

    /// Calls `visit` with the dotted key of every text.
    pub fn each_text(&self, visit: &mut impl FnMut(&str, &str, &Place)) {
        self.walk(&mut String::new(), visit);
    }

    fn walk(&self, key: &mut String, visit: &mut impl FnMut(&str, &str, &Place)) {
        match &self.value {
            Value::Text(text) => visit(key, text, &self.place),
            Value::Table(table) => {
                for (name, node) in table {
                    let length = key.len();
                    push_key(key, name);
                    node.walk(key, visit);
                    key.truncate(length);
                }
            }
            Value::Array(items) => {
                for (index, node) in items.iter().enumerate() {
                    let length = key.len();
                    key.push_str(&format!("[{index}]"));
                    node.walk(key, visit);
                    key.truncate(length);
                }
            }
            _ => {}
        }
    }
}

/// Appends a segment to a dotted key.
pub fn push_key(key: &mut String, name: &str) {
    if !key.is_empty() {
        key.push('.');
    }
    key.push_str(name);
}

/// Parses a TOML file; every syntax error of the file is reported.
pub fn parse(file: &str, source: &str) -> Result<Node, Vec<Problem>> {
    let lines = Lines::new(file, source);
    let (table, errors) = DeTable::parse_recoverable(source);
    if errors.is_empty() {
        return Ok(Node {
            value: table_value(table.into_inner(), &lines),
            place: Place::start(file),
        });
    }
    Err(errors
        .iter()
        .map(|error| {
            let place = lines.place(error.span().map_or(0, |span| span.start));
            place.mark(Problem::error(
                "toml-syntax",
                error.message().replace('\n', ", "),
            ))
        })
        .collect())
}

fn table_value(table: DeTable<'_>, lines: &Lines<'_>) -> Value {
    let members = table.into_iter().map(|(key, value)| {
        let place = lines.place(key.span().start);
        let node = Node {
            value: value_of(value.into_inner(), lines),
            place,
        };
        (key.into_inner().into_owned(), node)
    });
    Value::Table(members.collect())
}

fn value_of(value: DeValue<'_>, lines: &Lines<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(
                |_| Value::Float(number.as_str().parse().unwrap_or(f64::INFINITY)),
                Value::Integer,
            ),
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Boolean(value),
        DeValue::Datetime(date) => Value::Datetime(date.to_string()),
        DeValue::Array(items) => {
            Value::Array(items.into_iter().map(|item| item_of(item, lines)).collect())
        }
        DeValue::Table(table) => table_value(table, lines),
    }
}

fn item_of(item: Spanned<DeValue<'_>>, lines: &Lines<'_>) -> Node {
    let place = lines.place(item.span().start);
    Node {
        value: value_of(item.into_inner(), lines),
        place,
    }
}

/// Byte offsets to lines and columns.
struct Lines<'a> {
    file: Arc<str>,
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(file: &str, source: &'a str) -> Self {
        let after_newline = source.match_indices('\n').map(|(index, _)| index + 1);
        Lines {
            file: file.into(),
            source,
            starts: std::iter::once(0).chain(after_newline).collect(),
        }
    }

    fn place(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self
            .starts
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(0);
        let before = self.source.get(start..offset).unwrap_or("");
        Place {
            file: Arc::clone(&self.file),
            line,
            column: before.chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let node = parse(
            "a.toml",
            "[nav]\nhome = \"ə\"\n\n[[items]]\n  title = 'x'\n",
        )
        .unwrap();
        let home = node.lookup("nav.home").unwrap();
        assert_eq!((home.place.line, home.place.column), (2, 1));
        let mut seen = Vec::new();
        node.each_text(&mut |key, _, place| seen.push((key.to_owned(), place.line)));
        assert_eq!(
            seen,
            [("items[0].title".to_owned(), 5), ("nav.home".to_owned(), 2)]
        );
    }

    #[test]
    fn a_syntax_error_has_its_place() {
        let problems = parse("a.toml", "[nav]\nhome = \n").unwrap_err();
        assert_eq!(problems[0].line, Some(2));
        assert_eq!(problems[0].code, "toml-syntax");
    }
}
