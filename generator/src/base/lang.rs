//! The three languages of the site and texts in all of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A language of the site. Azerbaijani is the default: it has the bare addresses and fills gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Azerbaijani.
    Az,
    /// English.
    En,
    /// Russian.
    Ru,
}

impl Lang {
    /// All languages, the default one first.
    pub const ALL: [Lang; 3] = [Lang::Az, Lang::En, Lang::Ru];
    /// The language of bare addresses and of missing texts.
    pub const DEFAULT: Lang = Lang::Az;

    /// The code used in folders, addresses and `lang` attributes.
    pub fn code(self) -> &'static str {
        match self {
            Lang::Az => "az",
            Lang::En => "en",
            Lang::Ru => "ru",
        }
    }

    /// What the language switcher shows.
    pub fn label(self) -> &'static str {
        match self {
            Lang::Az => "AZ",
            Lang::En => "EN",
            Lang::Ru => "RU",
        }
    }

    /// The language's name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Lang::Az => "Azərbaycan dili",
            Lang::En => "English",
            Lang::Ru => "Русский",
        }
    }

    /// Address prefix without a trailing slash: empty for the default language.
    pub fn prefix(self) -> &'static str {
        match self {
            Lang::Az => "",
            Lang::En => "/en",
            Lang::Ru => "/ru",
        }
    }

    /// Reads a language code.
    pub fn from_code(code: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Some of the three languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Languages([bool; 3]);

impl Languages {
    /// All three.
    pub const ALL: Languages = Languages([true; 3]);

    /// Those that `is_one` picks.
    pub fn of(is_one: impl FnMut(Lang) -> bool) -> Languages {
        Languages(Lang::ALL.map(is_one))
    }

    /// Whether a language is among them.
    pub fn has(self, lang: Lang) -> bool {
        self.0[lang as usize]
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Lang> {
        Lang::ALL.into_iter().filter(move |lang| self.has(*lang))
    }
}

/// One value per language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Localized<T> {
    /// Azerbaijani.
    pub az: T,
    /// English.
    pub en: T,
    /// Russian.
    pub ru: T,
}

impl<T> Localized<T> {
    /// Makes a value for each language.
    pub fn from_fn(mut make: impl FnMut(Lang) -> T) -> Self {
        Localized {
            az: make(Lang::Az),
            en: make(Lang::En),
            ru: make(Lang::Ru),
        }
    }

    /// The value of a language, without fallback.
    pub fn get(&self, lang: Lang) -> &T {
        match lang {
            Lang::Az => &self.az,
            Lang::En => &self.en,
            Lang::Ru => &self.ru,
        }
    }

    /// The value of a language, to change.
    pub fn get_mut(&mut self, lang: Lang) -> &mut T {
        match lang {
            Lang::Az => &mut self.az,
            Lang::En => &mut self.en,
            Lang::Ru => &mut self.ru,
        }
    }
}

impl Localized<String> {
    /// The text of a language, or the Azerbaijani one when it is blank; and the language it is in.
    pub fn resolve(&self, lang: Lang) -> (&str, Lang) {
        let own = self.get(lang);
        if own.trim().is_empty() {
            (&self.az, Lang::DEFAULT)
        } else {
            (own, lang)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_text_falls_back_to_azerbaijani() {
        let text = Localized {
            az: "salam".into(),
            en: " \n".into(),
            ru: "привет".into(),
        };
        assert_eq!(text.resolve(Lang::En), ("salam", Lang::Az));
        assert_eq!(text.resolve(Lang::Ru), ("привет", Lang::Ru));
    }
}
