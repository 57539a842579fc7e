//! The name by which an author's page is found.

use std::fmt;
use std::str;

use serde::{Deserialize, Serialize};

/// Longest name, in letters.
const LONGEST: usize = 40;

/// Small Latin letters, digits and single hyphens between them: `ayten-selimli`. It lies where it is used, so that addresses
/// stay values without an owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AuthorId {
    /// Zeros behind its end.
    letters: [u8; LONGEST],
}

impl AuthorId {
    /// Reads a name; `None` when it is not of that form.
    pub fn new(name: &str) -> Option<AuthorId> {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let part = |part: &str| !part.is_empty() && part.bytes().all(letter);
        let mut letters = [0; LONGEST];
        letters
            .get_mut(..name.len())?
            .copy_from_slice(name.as_bytes());
        name.split('-').all(part).then_some(AuthorId { letters })
    }

    /// As it stands in addresses.
    pub fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0);
        str::from_utf8(&self.letters[..end.unwrap_or(LONGEST)]).unwrap_or("")
    }
}

impl fmt::Display for AuthorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for AuthorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<AuthorId> for String {
    fn from(id: AuthorId) -> String {
        id.as_str().to_owned()
    }
}

impl TryFrom<String> for AuthorId {
    type Error = String;

    fn try_from(name: String) -> Result<AuthorId, String> {
        AuthorId::new(&name).ok_or_else(|| format!("{name:?} is no author's name"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_small_letters_digits_and_hyphens() {
        let longest = "x".repeat(LONGEST);
        for name in ["a", "ayten-selimli", "x-2", longest.as_str()] {
            assert_eq!(AuthorId::new(name).unwrap().as_str(), name);
        }
        let longer = "x".repeat(LONGEST + 1);
        for name in [
            "",
            "-a",
            "a-",
            "a--b",
            "A",
            "ə",
            "a b",
            "a/b",
            "..",
            longer.as_str(),
        ] {
            assert_eq!(AuthorId::new(name), None, "{name}");
        }
    }
}
