//! Inline scripts: which page may have which.

use crate::base::Lang;

/// Inline scripts a kind of page may have. Only addresses without a prefix move to the visitor's language.
pub fn scripts_of(kind: &str, lang: Lang) -> &'static [&'static str] {
    match (kind, lang == Lang::DEFAULT) {
        ("redirect", _) => &[],
        ("not_found", _) => &["language", "not-found-fonts", "not-found"],
        ("blog_list", true) => &["language", "blog-layout"],
        ("blog_list", false) => &["blog-layout"],
        (_, true) => &["language"],
        (_, false) => &[],
    }
}
