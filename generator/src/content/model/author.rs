//! `authors/{id}.toml`

use serde::{Deserialize, Serialize};

use crate::base::ByLang;

/// What `authors/{id}.toml` says beside a table of [`AuthorWords`] for each language: who writes for the blog.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AuthorFile {
    /// As it stands in the author field of posts.
    pub name: String,
    /// Picture of the person, path below `content/media/`.
    pub portrait: Option<String>,
}

/// An author in a language.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AuthorWords {
    /// As the language writes it.
    pub name: String,
    /// What the person is in the firm.
    pub role: String,
    /// Licences, degrees, memberships.
    pub credentials: Vec<String>,
    /// A sentence or two.
    pub about: String,
}

/// An author, with the texts of each language.
#[derive(Debug, Clone)]
pub struct Author {
    /// As it stands in the author field of posts.
    pub byline: String,
    /// Picture of the person, path below `content/media/`.
    pub portrait: Option<String>,
    /// A language without texts has the Azerbaijani ones.
    pub words: ByLang<AuthorWords>,
}
