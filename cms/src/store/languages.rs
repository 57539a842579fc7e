//! The languages in which posts are written: those of the specification, and any other of the site.

use std::collections::BTreeSet;

use generator::{Lang, Languages, Post};

/// Those of the specification: the store has a column for each text of each, and the API a field. What is written in another one
/// is in the columns of [`super::others`].
pub const LANGUAGES: [Lang; 3] = [Lang::AZ, Lang::EN, Lang::RU];

/// Whether the store has no columns for the texts of a language.
pub fn is_other(lang: Lang) -> bool {
    !LANGUAGES.contains(&lang)
}

/// Those of a site: titles are required in the specified ones of them, and nothing is published in any other.
pub fn of_site(site: Languages) -> BTreeSet<Lang> {
    site.iter().collect()
}

/// Those that forms may name: of the specification, whatever the site has, and of the site.
pub fn of_forms(site: Languages) -> BTreeSet<Lang> {
    LANGUAGES.into_iter().chain(site.iter()).collect()
}

/// Reads the code of a language in which posts of a site are written, or may have been.
pub fn written(code: &str, site: Languages) -> Option<Lang> {
    Lang::from_code(code).filter(|lang| !is_other(*lang) || site.has(*lang))
}

/// The languages of a post on a site: also of one in which it still says something though the site does not have it any more.
pub fn of_post(post: &Post, site: Languages) -> BTreeSet<Lang> {
    let mut languages = of_forms(site);
    languages.extend(said_in([post]));
    languages
}

/// Those of the specification, and those beside them in which one of these posts says something.
pub fn of_posts<'a>(posts: impl IntoIterator<Item = &'a Post>) -> BTreeSet<Lang> {
    let mut languages = said_in(posts);
    languages.extend(LANGUAGES);
    languages
}

/// Those in which one of these posts says something.
pub fn said_in<'a>(posts: impl IntoIterator<Item = &'a Post>) -> BTreeSet<Lang> {
    let mut languages = BTreeSet::new();
    for post in posts {
        let meta = [&post.meta.title, &post.meta.description];
        let texts = [&post.title, &post.excerpt, &post.content];
        let texts = texts.into_iter().chain(meta);
        languages.extend(texts.flat_map(|texts| texts.iter().map(|(lang, _)| lang)));
        languages.extend(post.slugs.current.langs());
    }
    languages
}
