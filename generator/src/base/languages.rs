//! Some languages in an order.

use std::fmt;

use super::Lang;

/// More than a firm can write in, and so few that a set of them is copied like a number.
const MOST: usize = 16;

/// Languages of a site in the order of its switcher, the default one first; or some of them in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Languages {
    /// Those behind `count` are the default one.
    langs: [Lang; MOST],
    count: u8,
}

/// Why languages cannot be those of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LanguagesError {
    /// It fills the gaps of the others.
    #[error(
        "the first of them is az, which has the bare addresses and fills the gaps of the others"
    )]
    DefaultFirst,
    /// One stands there twice.
    #[error("{0} is named twice")]
    Twice(Lang),
    /// There is a limit.
    #[error("there are {0} of them, and at most {MOST} are possible")]
    TooMany(usize),
}

impl Languages {
    /// None of them.
    pub const NONE: Languages = Languages {
        langs: [Lang::DEFAULT; MOST],
        count: 0,
    };

    /// Those of the specification.
    pub const USUAL: Languages = {
        let mut usual = Languages::NONE;
        usual.langs[1] = Lang::EN;
        usual.langs[2] = Lang::RU;
        usual.count = 3;
        usual
    };

    /// Those of a site, the default one first.
    pub fn of_site(langs: &[Lang]) -> Result<Languages, LanguagesError> {
        if langs.first() != Some(&Lang::DEFAULT) {
            return Err(LanguagesError::DefaultFirst);
        }
        if langs.len() > MOST {
            return Err(LanguagesError::TooMany(langs.len()));
        }
        let mut languages = Languages::NONE;
        for lang in langs {
            if languages.has(*lang) {
                return Err(LanguagesError::Twice(*lang));
            }
            languages.push(*lang);
        }
        Ok(languages)
    }

    fn push(&mut self, lang: Lang) {
        if let Some(free) = self.langs.get_mut(usize::from(self.count)) {
            *free = lang;
            self.count += 1;
        }
    }

    /// Those of them that `is_one` picks.
    pub fn only(self, mut is_one: impl FnMut(Lang) -> bool) -> Languages {
        let mut some = Languages::NONE;
        for lang in self.iter().filter(|lang| is_one(*lang)) {
            some.push(lang);
        }
        some
    }

    /// Whether a language is among them.
    pub fn has(self, lang: Lang) -> bool {
        self.iter().any(|own| own == lang)
    }

    /// One after the other.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Lang> + Clone {
        self.langs.into_iter().take(usize::from(self.count))
    }

    /// All but the default one.
    pub fn others(self) -> impl Iterator<Item = Lang> {
        self.iter().filter(|lang| *lang != Lang::DEFAULT)
    }
}

impl Default for Languages {
    fn default() -> Self {
        Languages::USUAL
    }
}

impl fmt::Debug for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_comes_first_and_each_once() {
        let de = Lang::from_code("de").unwrap();
        let languages = Languages::of_site(&[Lang::AZ, Lang::RU, de]).unwrap();
        assert_eq!(
            languages.iter().collect::<Vec<_>>(),
            [Lang::AZ, Lang::RU, de]
        );
        assert_eq!(languages.others().collect::<Vec<_>>(), [Lang::RU, de]);
        let some = languages.only(|lang| lang != Lang::RU);
        assert_eq!((some.has(de), some.has(Lang::RU)), (true, false));
        assert_eq!(
            Languages::of_site(&[Lang::AZ, Lang::EN, Lang::RU]),
            Ok(Languages::USUAL)
        );
        let wrong = |langs: &[Lang]| Languages::of_site(langs).unwrap_err();
        assert_eq!(wrong(&[]), LanguagesError::DefaultFirst);
        assert_eq!(wrong(&[Lang::EN, Lang::AZ]), LanguagesError::DefaultFirst);
        assert_eq!(wrong(&[Lang::AZ, de, de]), LanguagesError::Twice(de));
        assert_eq!(wrong(&[Lang::AZ; 17]), LanguagesError::TooMany(17));
    }
}
