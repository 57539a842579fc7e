//! Inline scripts: which page may have which.

/// Inline scripts a kind of page may have.
pub fn scripts_of(kind: &str) -> &'static [&'static str] {
    match kind {
        "blog_list" => &["language", "blog-layout"],
        "not_found" => &["language", "not-found-fonts", "not-found"],
        "redirect" => &[],
        _ => &["language"],
    }
}
