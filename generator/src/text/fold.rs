//! Texts as search compares them; `templates/islands/src/shared/search.ts` is the same function for browsers.

use icu::normalizer::ComposingNormalizerBorrowed;

/// Letters of one word that differ by case only are equal: İ, I, ı and i are one, ё is written е as often, and texts
/// hold other spaces than people type.
pub fn fold(text: &str) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(text);
    let one_i: String = composed
        .chars()
        .map(|letter| match letter {
            'İ' | 'I' | 'ı' => 'i',
            other => other,
        })
        .collect();
    let mut folded = String::with_capacity(one_i.len());
    for letter in one_i.to_lowercase().chars() {
        match letter {
            '\u{307}' => {}
            'ё' => folded.push('е'),
            letter if is_space(letter) => {
                if !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            letter => folded.push(letter),
        }
    }
    folded
}

/// What JavaScript's `\s` means.
fn is_space(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

#[cfg(test)]
mod tests {
    use super::fold;

    /// The same pairs stand in the browser's test: both read this file.
    #[test]
    fn folds_as_the_browser_does() {
        let pairs = include_str!("../../../templates/islands/test/folded.json");
        let pairs: Vec<[String; 2]> = serde_json::from_str(pairs).unwrap();
        assert!(pairs.len() > 10);
        for [text, folded] in pairs {
            assert_eq!(fold(&text), folded, "{text:?}");
        }
    }
}
