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

    /// Where the value behind a dotted key stands; where there is none, where the tree begins.
    pub fn place_of(&self, dotted: &str) -> &Place {
        &self.lookup(dotted).unwrap_or(self).place
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

/// Syntax errors of one file that are reported: behind a bracket that was left open each line gives several.
const ENOUGH: usize = 5;

/// Parses a TOML file; its first syntax errors are reported.
pub fn parse(file: &str, source: &str) -> Result<Node, Vec<Problem>> {
    let lines = Lines::new(file, source);
    let (table, errors) = DeTable::parse_recoverable(source);
    let (table, too_deep) = bounded(table.into_inner());
    if let Some(offset) = too_deep {
        let message = format!("there are tables within tables here, more than {DEEPEST}");
        let problem = Problem::error("too-deep", message);
        return Err(vec![lines.place(offset).mark(problem)]);
    }
    if errors.is_empty() {
        return Ok(Node {
            value: table_value(table, &lines),
            place: Place::start(file),
        });
    }
    Err(errors
        .iter()
        .take(ENOUGH)
        .map(|error| {
            let place = lines.place(error.span().map_or(0, |span| span.start));
            place.mark(Problem::error(
                "toml-syntax",
                error.message().replace('\n', ", "),
            ))
        })
        .collect())
}

/// Tables and lists within each other, far more than content has. The parser has a bound for each way to nest them, and six
/// thousand when they are mixed: whoever visits them one within the other would leave the stack of a thread.
const DEEPEST: usize = 64;

/// The table, and where it is too deep, if it is: then it has been taken apart, and nothing is left of it.
fn bounded(table: DeTable<'_>) -> (DeTable<'_>, Option<usize>) {
    let mut to_see: Vec<(&DeValue<'_>, usize, usize)> = Vec::new();
    fn below<'a, 'b>(table: &'a DeTable<'b>) -> impl Iterator<Item = (&'a DeValue<'b>, usize)> {
        let members = table.iter();
        members.map(|(key, value)| (value.get_ref(), key.span().start))
    }
    to_see.extend(below(&table).map(|(value, at)| (value, at, 1)));
    let mut too_deep = None;
    while let Some((value, at, depth)) = to_see.pop() {
        if depth > DEEPEST {
            too_deep = Some(at);
            break;
        }
        match value {
            DeValue::Table(table) => {
                to_see.extend(below(table).map(|(value, at)| (value, at, depth + 1)));
            }
            DeValue::Array(items) => {
                let items = items.iter();
                to_see.extend(items.map(|item| (item.get_ref(), item.span().start, depth + 1)));
            }
            _ => {}
        }
    }
    if too_deep.is_none() {
        return (table, None);
    }
    let mut left: Vec<DeValue<'_>> = vec![DeValue::Table(table)];
    while let Some(value) = left.pop() {
        match value {
            DeValue::Table(table) => {
                left.extend(table.into_iter().map(|(_, value)| value.into_inner()));
            }
            DeValue::Array(items) => left.extend(items.into_iter().map(Spanned::into_inner)),
            _ => {}
        }
    }
    (DeTable::new(), too_deep)
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
    source: &'a [u8],
    starts: Vec<usize>,
    /// How many characters begin before each block, so that those of a long line are not counted for each of its values.
    before: Vec<usize>,
}

/// Bytes that are counted together.
const BLOCK: usize = 256;

/// How many characters begin in these bytes.
fn letters(bytes: &[u8]) -> usize {
    let begins = |byte: &&u8| (**byte & 0xC0) != 0x80;
    bytes.iter().filter(begins).count()
}

impl<'a> Lines<'a> {
    fn new(file: &str, source: &'a str) -> Self {
        let after_newline = source.match_indices('\n').map(|(index, _)| index + 1);
        let mut count = 0;
        let blocks = source.as_bytes().chunks(BLOCK).map(|block| {
            count += letters(block);
            count
        });
        Lines {
            file: file.into(),
            source: source.as_bytes(),
            starts: std::iter::once(0).chain(after_newline).collect(),
            before: std::iter::once(0).chain(blocks).collect(),
        }
    }

    fn place(&self, offset: usize) -> Place {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self
            .starts
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(0);
        Place {
            file: Arc::clone(&self.file),
            line,
            column: self.letters_before(offset) - self.letters_before(start) + 1,
        }
    }

    fn letters_before(&self, offset: usize) -> usize {
        let offset = offset.min(self.source.len());
        let block = offset / BLOCK;
        let counted = self.before.get(block).copied().unwrap_or(0);
        counted + letters(&self.source[block * BLOCK..offset])
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

    #[test]
    fn an_open_bracket_is_not_told_of_for_each_line_behind_it() {
        let source = format!("a = [1\n{}", "b = 'x'\n".repeat(100));
        let problems = parse("a.toml", &source).unwrap_err();
        assert_eq!((problems.len(), problems[0].line), (ENOUGH, Some(2)));
    }

    /// Tables in tables, each behind a key of many parts: within the bounds of the parser, and far more than a thread has room for.
    #[test]
    fn a_file_that_is_too_deep_is_refused() {
        let key = ["a"; 79].join(".");
        let tables = format!("{key} = {{ ").repeat(78);
        let ends = " }".repeat(78);
        for (text, line) in [
            (format!("b = 1\n{tables}{key} = 1{ends}\n"), 2),
            (format!("b =\n{tables}{key} = 1{ends}\n"), 2),
            (format!("[{key}]\n{key} = 1"), 1),
        ] {
            let problems = parse("a.toml", &text).unwrap_err();
            assert_eq!(problems[0].code, "too-deep");
            assert_eq!(problems[0].line, Some(line));
        }
        let key = ["a"; DEEPEST].join(".");
        let node = parse("a.toml", &format!("{key} = 1")).unwrap();
        assert!(matches!(
            node.lookup(&key).unwrap().value,
            Value::Integer(1)
        ));
    }

    /// Counted from the beginning of the line each time it would be the square of its length.
    #[test]
    fn a_long_line_is_counted_once() {
        let source = format!("a = [{}]", "'ə',".repeat(300_000));
        let node = parse("a.toml", &source).unwrap();
        let mut last = 0;
        node.each_text(&mut |_, _, place| last = place.column);
        assert_eq!(last, 6 + 4 * 299_999);
    }
}
