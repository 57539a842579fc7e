//! Text for HTML, XML and scripts.

use std::borrow::Cow;

use serde::Serialize;

/// Text for HTML.
pub fn escape_html(text: &str) -> String {
    html(text).into_owned()
}

/// The same, and the text itself where nothing in it has to be escaped, as in nearly all.
pub fn html(text: &str) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#x27;",
            _ => continue,
        };
        escaped.reserve(text.len() + text.len() / 8 - from);
        escaped.push_str(&text[from..at]);
        escaped.push_str(entity);
        from = at + 1;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(&text[from..]);
    Cow::Owned(escaped)
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

/// Text for XML 1.0, which has no control characters.
pub fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{escape_html, escape_xml, html};

    #[test]
    fn html_text_cannot_leave_its_place_and_is_copied_only_where_it_must_be() {
        assert_eq!(
            escape_html("ə<b>&\"Ş'</b>ё"),
            "ə&lt;b&gt;&amp;&quot;Ş&#x27;&lt;/b&gt;ё"
        );
        assert_eq!(escape_html("<"), "&lt;");
        assert!(matches!(html("ə/ş"), std::borrow::Cow::Borrowed("ə/ş")));
    }

    #[test]
    fn xml_text_cannot_leave_its_element() {
        assert_eq!(escape_xml("<b>&\"\u{1}ə"), "&lt;b&gt;&amp;&quot;ə");
    }
}
