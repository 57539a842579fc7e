//! Why an island could not be rendered.

use std::fmt;

/// Why an island could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IslandError {
    /// What was thrown.
    pub message: String,
    /// The JavaScript stack, if there is one.
    pub stack: String,
}

impl IslandError {
    /// An error that has no JavaScript stack.
    pub fn engine(message: &str) -> IslandError {
        IslandError {
            message: message.to_owned(),
            stack: String::new(),
        }
    }
}

impl fmt::Display for IslandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for line in self
            .stack
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .take(8)
        {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for IslandError {}
