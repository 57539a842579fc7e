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

/// What somebody typed in several lines, without spaces around it and control characters but line breaks and tabs.
pub fn tidy(text: &str) -> String {
    let lines = text.replace("\r\n", "\n");
    let kept = lines
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    kept.collect::<String>().trim().to_owned()
}
