//! `authors/{id}.toml`: facts, and a table of texts for each language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::languages::split;
use super::model;
use super::tree::Node;
use super::typed::{typed, typed_below};
use crate::base::{ByLang, Lang, Languages, Localized, Problems};
use crate::routes::AuthorId;

/// Where the files are.
pub const FOLDER: &str = "authors/";

/// Whose file it is.
pub fn id_of(path: &str) -> Option<AuthorId> {
    AuthorId::new(path.strip_prefix(FOLDER)?.strip_suffix(".toml")?)
}

/// Who has a file; nobody where there is no such folder.
pub fn authors(content: &Path) -> BTreeSet<AuthorId> {
    let files = fs::read_dir(content.join(FOLDER)).into_iter().flatten();
    let names = files.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter_map(|name| id_of(&format!("{FOLDER}{name}")))
        .collect()
}

/// An author's file. A language without texts has the Azerbaijani ones.
pub fn author(node: &Node, languages: Languages, problems: &mut Problems) -> Option<model::Author> {
    let (facts, texts) = split(node, languages);
    let file: Option<model::AuthorFile> = typed(&facts, problems);
    let texts = texts.into_iter();
    let texts = texts.map(|(lang, node)| (lang, typed_below(&node, lang.code(), problems)));
    let texts: Vec<(Lang, Option<model::AuthorWords>)> = texts.collect();
    let texts = texts.into_iter().map(|(lang, words)| Some((lang, words?)));
    let texts: Localized<model::AuthorWords> = texts.collect::<Option<_>>()?;
    let words = |lang| texts.get(lang).or(texts.get(Lang::DEFAULT)).cloned();
    let file = file?;
    Some(model::Author {
        byline: file.name,
        portrait: file.portrait,
        words: ByLang::try_of(languages, words)?,
    })
}
