//! Figures that are written in groups of three.

use std::borrow::Cow;

/// The text with no-break spaces inside its figures: `1 234 567,89` is one word. Groups have three digits, but the first one to three.
pub fn whole_numbers(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| {
        let part = bytes.get(range).unwrap_or_default();
        part.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let (mut whole, mut copied, mut at) = (String::new(), 0, 0);
    while at < bytes.len() {
        let first = digits(at..bytes.len());
        at += first.max(1);
        let grouped = (1..=3).contains(&first);
        while grouped && bytes.get(at) == Some(&b' ') && digits(at + 1..bytes.len()) == 3 {
            whole.push_str(&text[copied..at]);
            whole.push('\u{a0}');
            copied = at + 1;
            at += 4;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    whole.push_str(&text[copied..]);
    Cow::Owned(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_held_together_and_words_are_not() {
        let table = [
            ("1 234 567,89", "1\u{a0}234\u{a0}567,89"),
            ("cəmi -12 345 ₼", "cəmi -12\u{a0}345 ₼"),
            ("от 1 000 до 2 000", "от 1\u{a0}000 до 2\u{a0}000"),
            ("999 000", "999\u{a0}000"),
            ("2025 100", "2025 100"),
            ("10 20 30", "10 20 30"),
            ("12 3456", "12 3456"),
            ("1  234", "1  234"),
            ("1 234.", "1\u{a0}234."),
            ("1\u{a0}234 567", "1\u{a0}234\u{a0}567"),
            ("1 ", "1 "),
            ("a 234", "a 234"),
            ("ə", "ə"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(whole_numbers(text), expected);
        }
    }
}
