//! The languages in which posts are written: the store has columns for the texts of each. A site may have others; posts fall back
//! there to Azerbaijani.

use generator::Lang;

/// In the order in which everybody sees them.
pub const LANGUAGES: [Lang; 3] = [Lang::AZ, Lang::EN, Lang::RU];

/// Reads the code of one of them.
pub fn written(code: &str) -> Option<Lang> {
    Lang::from_code(code).filter(|lang| LANGUAGES.contains(lang))
}
