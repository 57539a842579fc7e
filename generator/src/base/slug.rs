//! A name that stands in addresses.

use std::fmt;
use std::str;

use serde::{Deserialize, Serialize};

/// Small Latin letters, digits and single hyphens between them: `tax-legal`. It lies where it is used, so that addresses stay
/// values without an owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug {
    /// Zeros behind its end.
    letters: [u8; Slug::LONGEST],
}

impl Slug {
    /// Longest name, in letters.
    pub const LONGEST: usize = 40;

    /// Reads a name; `None` when it is not of that form.
    pub fn new(name: &str) -> Option<Slug> {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let part = |part: &str| !part.is_empty() && part.bytes().all(letter);
        let well_formed = name.len() <= Slug::LONGEST && name.split('-').all(part);
        well_formed.then(|| Slug::of(name))
    }

    /// What is said of a name that is not of that form.
    pub fn fault(name: &str) -> String {
        let letters = name.chars().count();
        if letters > Slug::LONGEST {
            format!(
                "{name:?} has {letters} letters; a name has {} at most",
                Slug::LONGEST
            )
        } else {
            format!("{name:?} is no name: small Latin letters, digits and hyphens between them")
        }
    }

    /// Of a name that is known to be of that form; what is longer is cut.
    pub(crate) const fn of(name: &str) -> Slug {
        let (name, mut letters, mut at) = (name.as_bytes(), [0; Slug::LONGEST], 0);
        while at < name.len() && at < Slug::LONGEST {
            letters[at] = name[at];
            at += 1;
        }
        Slug { letters }
    }

    /// As it stands in addresses.
    pub fn as_str(&self) -> &str {
        let end = self.letters.iter().position(|letter| *letter == 0);
        str::from_utf8(&self.letters[..end.unwrap_or(Slug::LONGEST)]).unwrap_or("")
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> String {
        slug.as_str().to_owned()
    }
}

impl TryFrom<String> for Slug {
    type Error = String;

    fn try_from(name: String) -> Result<Slug, String> {
        Slug::new(&name).ok_or_else(|| Slug::fault(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_small_letters_digits_and_hyphens() {
        let longest = "x".repeat(Slug::LONGEST);
        for name in ["a", "ayten-selimli", "x-2", longest.as_str()] {
            assert_eq!(Slug::new(name).unwrap().as_str(), name);
        }
        let longer = "x".repeat(Slug::LONGEST + 1);
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
            assert_eq!(Slug::new(name), None, "{name}");
        }
    }
}
