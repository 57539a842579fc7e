//! Words as people of each language expect them: dates, cuts, capitals. Never `Intl`.

use icu::calendar::Date;
use icu::casemap::CaseMapper;
use icu::datetime::DateTimeFormatter;
use icu::datetime::fieldsets::YMD;
use icu::locale::{LanguageIdentifier, langid, locale};
use icu::segmenter::GraphemeClusterSegmenter;
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{TimeZone, offset};
use serde::Serialize;

use crate::lang::Lang;

/// A date as pages show it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PageDate {
    /// RFC 3339, for `<time datetime>`.
    pub iso: String,
    /// `5 mart 2025`
    pub text: String,
    /// `3/5/2025`, the home teaser's form.
    pub us: String,
}

impl PageDate {
    /// The date in the office's time zone (Asia/Baku, UTC+4 all year).
    pub fn new(timestamp: Timestamp, lang: Lang) -> PageDate {
        let day = timestamp.to_zoned(TimeZone::fixed(offset(4))).date();
        PageDate {
            iso: timestamp.to_string(),
            text: long_date(day, lang),
            us: format!("{}/{}/{}", day.month(), day.day(), day.year()),
        }
    }
}

thread_local! {
    static FORMATTERS: [Option<DateTimeFormatter<YMD>>; 3] = [locale!("az"), locale!("en"), locale!("ru")]
        .map(|locale| DateTimeFormatter::try_new(locale.into(), YMD::long()).ok());
}

fn long_date(day: civil::Date, lang: Lang) -> String {
    let iso = || day.to_string();
    let Ok(date) = Date::try_new_iso(i32::from(day.year()), day.month() as u8, day.day() as u8)
    else {
        return iso();
    };
    FORMATTERS.with(|formatters| match &formatters[lang as usize] {
        Some(formatter) => formatter.format(&date).to_string(),
        None => iso(),
    })
}

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
    let id: LanguageIdentifier = match lang {
        Lang::Az => langid!("az"),
        Lang::En => langid!("en"),
        Lang::Ru => langid!("ru"),
    };
    CaseMapper::new()
        .uppercase_to_string(text, &id)
        .into_owned()
}

/// Text for HTML.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// JSON that may stand inside a `<script>`: nothing in it can end or open a tag.
pub fn script_json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(escape_script(&serde_json::to_string(value)?))
}

/// Makes JSON safe inside a `<script>`.
pub fn escape_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_each_language_in_baku() {
        let date: Timestamp = "2025-03-04T22:30:00Z".parse().unwrap();
        assert_eq!(PageDate::new(date, Lang::Az).text, "5 mart 2025");
        assert_eq!(PageDate::new(date, Lang::En).text, "March 5, 2025");
        assert_eq!(PageDate::new(date, Lang::Ru).text, "5 марта 2025\u{202f}г.");
        assert_eq!(PageDate::new(date, Lang::Ru).us, "3/5/2025");
    }

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
        assert_eq!(capitalise("ipoteka", Lang::Az), "İpoteka");
        assert_eq!(capitalise("ipoteka", Lang::En), "Ipoteka");
        assert_eq!(capitalise("услуги", Lang::Ru), "Услуги");
        assert_eq!(initial("əli", Lang::Az), "Ə");
        assert_eq!(initial("", Lang::Az), "");
    }
}
