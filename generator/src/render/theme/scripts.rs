//! Inline scripts: which page may have which.

use crate::base::Lang;

/// What browsers may fetch before a visitor follows a link. Rules, no code; the policy wants their hash as of a script.
pub const SPECULATION: &str = "speculation";

/// Inline scripts a kind of page may have. Only addresses without a prefix move to the visitor's language; of pages that lead on,
/// their own script does that.
pub fn scripts_of(kind: &str, lang: Lang) -> &'static [&'static str] {
    match (kind, lang == Lang::DEFAULT) {
        ("redirect", _) => &["lead-on"],
        ("not_found", _) => &[SPECULATION, "language", "not-found-fonts", "not-found"],
        ("blog_list", true) => &[SPECULATION, "language", "blog-layout"],
        ("blog_list", false) => &[SPECULATION, "blog-layout"],
        (_, true) => &[SPECULATION, "language"],
        (_, false) => &[SPECULATION],
    }
}

/// The opening tag of an inline script.
pub fn script_tag(name: &str) -> &'static str {
    match name {
        SPECULATION => "<script type=\"speculationrules\">",
        _ => "<script>",
    }
}
