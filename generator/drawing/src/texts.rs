//! What stands on a picture.

use icu::normalizer::ComposingNormalizer;

use crate::{DrawingError, Face};

/// What stands on a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Texts {
    /// What it is about.
    pub title: String,
    /// The section that it belongs to, if any.
    pub label: String,
    /// Whose it is.
    pub name: String,
}

/// Without what a face cannot show (a picture sign, a letter of another script), each run of spaces one space. An error when
/// that would be most of it.
pub fn writable(text: &str, face: &Face) -> Result<String, DrawingError> {
    // A letter and its accent in one, as the faces have them.
    let text = ComposingNormalizer::new_nfc().normalize(text);
    let words = text.split(|letter: char| letter.is_whitespace() && !is_glue(letter));
    let words = words.map(|word| word.chars().filter(|letter| face.has(*letter)).collect());
    let words: Vec<String> = words.filter(|word: &String| !word.is_empty()).collect();
    let kept = words.join(" ");
    let letters = |text: &str| {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .count()
    };
    if letters(&kept) * 2 < letters(&text) {
        Err(DrawingError::Letters(text.into_owned()))
    } else {
        Ok(kept)
    }
}

/// Spaces at which no line ends.
pub fn is_glue(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{202f}' | '\u{2007}')
}
