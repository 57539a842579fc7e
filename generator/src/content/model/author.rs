//! `authors/{id}.toml`

use serde::{Deserialize, Serialize};

use crate::base::{Lang, Localized};

/// `authors/{id}.toml`: who writes for the blog.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AuthorFile {
    /// As it stands in the author field of posts.
    pub name: String,
    /// Picture of the person, path below `content/media/`.
    pub portrait: Option<String>,
    /// In Azerbaijani.
    pub az: AuthorWords,
    /// In English.
    pub en: Option<AuthorWords>,
    /// In Russian.
    pub ru: Option<AuthorWords>,
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
    pub words: Localized<AuthorWords>,
}

impl Author {
    /// Of a file, and the languages that it lacks.
    pub fn of(file: AuthorFile) -> (Author, Vec<Lang>) {
        let others = [(Lang::En, &file.en), (Lang::Ru, &file.ru)];
        let lacking = others.iter().filter(|(_, words)| words.is_none());
        let lacking = lacking.map(|(lang, _)| *lang).collect();
        let author = Author {
            byline: file.name,
            portrait: file.portrait,
            words: Localized {
                en: file.en.unwrap_or_else(|| file.az.clone()),
                ru: file.ru.unwrap_or_else(|| file.az.clone()),
                az: file.az,
            },
        };
        (author, lacking)
    }
}
