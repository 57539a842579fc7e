//! Letters as people of each language count and capitalise them.

use icu::casemap::CaseMapper;
use icu::locale::LanguageIdentifier;
use icu::segmenter::GraphemeClusterSegmenter;

use crate::base::Lang;

/// The text, cut to `limit` characters as people count them; `…` only when something was cut.
pub fn truncate(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = GraphemeClusterSegmenter::new().segment_str(text).nth(limit);
    match end {
        Some(end) if end < text.len() => format!("{}…", text[..end].trim_end()),
        _ => text.to_owned(),
    }
}

/// The first letter of a name, for an avatar.
pub fn initial(name: &str, lang: Lang) -> String {
    upper(first_grapheme(name.trim()), lang)
}

/// The text with a capital first letter (`i` becomes `İ` in Azerbaijani).
pub fn capitalise(text: &str, lang: Lang) -> String {
    let first = first_grapheme(text);
    format!("{}{}", upper(first, lang), &text[first.len()..])
}

fn first_grapheme(text: &str) -> &str {
    let end = GraphemeClusterSegmenter::new()
        .segment_str(text)
        .nth(1)
        .unwrap_or(0);
    &text[..end]
}

fn upper(text: &str, lang: Lang) -> String {
    let id: LanguageIdentifier = lang.code().parse().unwrap_or(LanguageIdentifier::UNKNOWN);
    CaseMapper::new()
        .uppercase_to_string(text, &id)
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_counts_what_people_see() {
        assert_eq!(truncate("qısa", 15), "qısa");
        assert_eq!(truncate("123456789012345", 15), "123456789012345");
        assert_eq!(truncate("1234567890123456", 15), "123456789012345…");
        let flags = "🇦🇿".repeat(16);
        assert_eq!(truncate(&flags, 15), format!("{}…", "🇦🇿".repeat(15)));
        assert_eq!(truncate(&"🇦🇿".repeat(15), 15), "🇦🇿".repeat(15));
        assert_eq!(truncate("iki söz və daha", 4), "iki…");
    }

    #[test]
    fn capitals_are_those_of_the_language() {
        assert_eq!(capitalise("ipoteka", Lang::AZ), "İpoteka");
        assert_eq!(capitalise("ipoteka", Lang::EN), "Ipoteka");
        assert_eq!(capitalise("услуги", Lang::RU), "Услуги");
        assert_eq!(initial("əli", Lang::AZ), "Ə");
        assert_eq!(initial("", Lang::AZ), "");
    }
}
