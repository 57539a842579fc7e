//! What is wrong with the fields of a form, in codes that user interfaces translate.

use std::collections::BTreeMap;

/// Codes of what is wrong, by the name of the field: `{"title_en": ["required"]}`.
pub type FieldErrors = BTreeMap<String, Vec<String>>;

/// One wrong field.
pub fn one(field: &str, code: &str) -> FieldErrors {
    FieldErrors::from([(field.to_owned(), vec![code.to_owned()])])
}

/// Adds a code to a field.
pub fn note(errors: &mut FieldErrors, field: &str, code: &str) {
    errors
        .entry(field.to_owned())
        .or_default()
        .push(code.to_owned());
}

/// What somebody typed in one line, without spaces around it, control characters, and signs that nobody sees and that turn the
/// text around or hide in it. What joins letters and pictures is kept between them.
pub fn line(text: &str) -> String {
    let kept = text.chars().filter(|c| !is_hidden(*c));
    let line: String = kept.map(|c| if is_break(c) { ' ' } else { c }).collect();
    line.trim_matches(|c: char| c.is_whitespace() || is_joiner(c))
        .to_owned()
}

/// Whether there is anything to be seen.
pub fn is_seen(text: &str) -> bool {
    text.chars()
        .any(|c| !(c.is_whitespace() || c.is_control() || is_hidden(c) || is_unseen(c)))
}

/// What cannot stand in a line.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Of no use in a line: what is of no width and joins nothing, and what turns the order of letters around.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// What a name may need, and what is nothing by itself.
fn is_unseen(c: char) -> bool {
    is_joiner(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200e}' | '\u{200f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// What somebody typed in several lines, without spaces around it and control characters but line breaks and tabs.
pub fn tidy(text: &str) -> String {
    let lines = text.replace("\r\n", "\n");
    let kept = lines
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    kept.collect::<String>().trim().to_owned()
}
