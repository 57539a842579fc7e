//! One kind of error for whatever people write: content, templates, islands. Problems are collected,
//! not thrown one by one, and each says where it is and what to do.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site is generated, but someone should look.
    Warning,
    /// Nothing is generated.
    Error,
}

/// Something wrong in a file that people write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Stable short name, e.g. `unknown-key`.
    pub code: String,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// File, as given to the generator.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<PathBuf>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<usize>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<usize>,
    /// Dotted key inside the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hint: Option<String>,
}

impl Problem {
    /// An error.
    pub fn error(code: &str, message: impl Into<String>) -> Self {
        Problem {
            code: code.to_owned(),
            severity: Severity::Error,
            message: message.into(),
            file: None,
            line: None,
            column: None,
            key: None,
            hint: None,
        }
    }

    /// A warning.
    pub fn warning(code: &str, message: impl Into<String>) -> Self {
        Problem {
            severity: Severity::Warning,
            ..Problem::error(code, message)
        }
    }

    /// A folder that a setting names cannot be read, or something in it.
    pub fn unreadable(folder: &Path, setting: &str, error: &walkdir::Error) -> Self {
        let is_missing = |io: &io::Error| io.kind() == ErrorKind::NotFound;
        let (message, hint) = if error.depth() == 0 && error.io_error().is_some_and(is_missing) {
            let whole = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            let hint = format!("{setting} names another folder");
            (
                format!("there is no folder {}", whole.display()),
                Some(hint),
            )
        } else {
            (error.to_string(), None)
        };
        Problem {
            hint,
            ..Problem::error("unreadable", message).in_file(folder)
        }
    }

    /// Adds the file.
    pub fn in_file(mut self, file: impl AsRef<Path>) -> Self {
        self.file = Some(file.as_ref().to_owned());
        self
    }

    /// Adds line and column.
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// Adds the line.
    pub fn on_line(mut self, line: Option<usize>) -> Self {
        self.line = line;
        self
    }

    /// Adds the key.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}", file.display())?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
                if let Some(column) = self.column {
                    write!(f, ":{column}")?;
                }
            }
            f.write_str(": ")?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}")?;
        if let Some(key) = &self.key {
            write!(f, ": {key}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

/// All problems found at once, in the order of files and lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Whether anything forbids to generate.
    pub fn has_errors(&self) -> bool {
        self.0
            .iter()
            .any(|problem| problem.severity == Severity::Error)
    }

    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds several.
    pub fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.0.extend(problems);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value when there is no error, with the warnings; else everything found.
    pub fn finish<T>(mut self, value: T) -> Result<(T, Vec<Problem>), Problems> {
        self.sort();
        if self.has_errors() {
            Err(self)
        } else {
            Ok((value, self.0))
        }
    }

    /// Removes repetitions: a text that fell back is looked at once per language.
    pub fn unique(&mut self) {
        let mut unique: Vec<Problem> = Vec::with_capacity(self.0.len());
        for problem in self.0.drain(..) {
            if !unique.contains(&problem) {
                unique.push(problem);
            }
        }
        self.0 = unique;
    }

    /// Orders by file and line, so that the report does not depend on who found what first.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| {
            (&a.file, a.line, a.column, &a.key).cmp(&(&b.file, b.line, b.column, &b.key))
        });
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_says_what_where_and_what_to_do() {
        let problem = Problem::error("unknown-key", "unknown key")
            .in_file("content/az/ui.toml")
            .at(3, 1)
            .key("nav.hom")
            .hint("known keys: home");
        assert_eq!(
            problem.to_string(),
            "content/az/ui.toml:3:1: error: nav.hom: unknown key (known keys: home)"
        );
    }
}
