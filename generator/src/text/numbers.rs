//! Figures that are written in groups of three, and telephone numbers.

use std::borrow::Cow;

/// What stands behind a figure and belongs to it.
const SIGNS: [char; 7] = ['₼', '%', '€', '$', '£', '₽', '₺'];
/// The fewest and the most digits of a telephone number: behind a `+`, and as one calls inside the country, `012 555 01 80`.
const ABROAD: (usize, usize) = (8, 15);
const AT_HOME: (usize, usize) = (10, 10);

/// The text with no-break spaces inside its figures and telephone numbers: `1 234 567,89 ₼` is one word.
pub fn whole_numbers(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut whole, mut copied, mut at) = (String::new(), 0, 0);
    while at < bytes.len() {
        let end = telephone(bytes, at)
            .unwrap_or_else(|| figure(bytes, at))
            .max(at + 1);
        let inside = |space: &usize| bytes[*space] == b' ';
        for space in (at..end).filter(inside) {
            if end > at + 1 || is_before_sign(text, space) {
                whole.push_str(&text[copied..space]);
                whole.push('\u{a0}');
                copied = space + 1;
            }
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    whole.push_str(&text[copied..]);
    Cow::Owned(whole)
}

fn digits(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Where the figure ends that begins at `at`, which is `at` when there is none. Groups have three digits, but the first one to three.
fn figure(bytes: &[u8], at: usize) -> usize {
    let first = digits(bytes, at);
    let mut end = at + first;
    while (1..=3).contains(&first) && bytes.get(end) == Some(&b' ') && digits(bytes, end + 1) == 3 {
        end += 4;
    }
    end
}

/// Where the telephone number ends that begins at `at`: with `+`, or as it is called from inside the country, `012` or `(012)`.
fn telephone(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let abroad = rest.starts_with(b"+");
    let area = usize::from(rest.starts_with(b"("));
    let inland = rest.get(area) == Some(&b'0') && digits(rest, area) == 3;
    if !abroad && !inland {
        return None;
    }
    let (fewest, most) = if abroad { ABROAD } else { AT_HOME };
    let (mut end, mut count) = (usize::from(abroad) + area, 0);
    loop {
        let group = digits(rest, end);
        count += group;
        end += group + usize::from(rest.get(end + group) == Some(&b')'));
        let open = usize::from(rest.get(end + 1) == Some(&b'('));
        let next = digits(rest, end + 1 + open);
        let goes_on = matches!(rest.get(end), Some(b' ' | b'-'))
            && (1..=most - count.min(most)).contains(&next);
        if !goes_on {
            return (fewest..=most).contains(&count).then_some(at + end);
        }
        end += 1 + open;
    }
}

fn is_before_sign(text: &str, space: usize) -> bool {
    let behind = text.get(..space).unwrap_or_default();
    let ahead = text.get(space + 1..).unwrap_or_default();
    behind.ends_with(|last: char| last.is_ascii_digit()) && ahead.starts_with(SIGNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_held_together_and_words_are_not() {
        let table = [
            ("1 234 567,89", "1\u{a0}234\u{a0}567,89"),
            ("cəmi -12 345 ₼", "cəmi -12\u{a0}345\u{a0}₼"),
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
            ("12 345 ₼", "12\u{a0}345\u{a0}₼"),
            ("567,89 ₼ və 18 %.", "567,89\u{a0}₼ və 18\u{a0}%."),
            ("12\u{a0}345 €", "12\u{a0}345\u{a0}€"),
            ("məbləğ, ₼", "məbləğ, ₼"),
            ("5  ₼ ", "5  ₼ "),
        ];
        for (text, expected) in table {
            assert_eq!(whole_numbers(text), expected);
        }
    }

    #[test]
    fn a_telephone_number_is_one_word() {
        let table = [
            ("+994 12 555 01 80", "+994_12_555_01_80"),
            (
                "zəng: +994 (12) 555 01 80, gündüz",
                "zəng: +994_(12)_555_01_80, gündüz",
            ),
            ("012 555 01 80", "012_555_01_80"),
            ("(012) 555 01 80 və ya mail", "(012)_555_01_80 və ya mail"),
            (
                "+994 12 555 01 80 +994 50 555 01 80",
                "+994_12_555_01_80 +994_50_555_01_80",
            ),
            ("+49 30 1234 5678", "+49_30_1234_5678"),
            ("+5 10 20", "+5 10 20"),
            ("2 + 2", "2 + 2"),
            ("+", "+"),
            ("(0", "(0"),
            ("(12) 34 56 78 90 12", "(12) 34 56 78 90 12"),
            ("01 02 03 04 05", "01 02 03 04 05"),
            ("012 555 01 80 99", "012_555_01_80 99"),
            ("+994 12 555 01 80 2026", "+994_12_555_01_80 2026"),
        ];
        for (text, expected) in table {
            assert_eq!(whole_numbers(text), expected.replace('_', "\u{a0}"));
        }
    }
}
