//! Values by language: of all languages of a site, or of those that have one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Lang, Languages};

/// A value for each language of a site; another language has that of the default one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ByLang<T> {
    default: T,
    others: Vec<(Lang, T)>,
}

impl<T> ByLang<T> {
    /// Makes a value for each language.
    pub fn of(languages: Languages, mut make: impl FnMut(Lang) -> T) -> ByLang<T> {
        ByLang {
            default: make(Lang::DEFAULT),
            others: languages.others().map(|lang| (lang, make(lang))).collect(),
        }
    }

    /// The same where some may not come to be; `None` when one of them does not.
    pub fn try_of(
        languages: Languages,
        mut make: impl FnMut(Lang) -> Option<T>,
    ) -> Option<ByLang<T>> {
        let default = make(Lang::DEFAULT);
        let others: Vec<_> = languages.others().map(|lang| (lang, make(lang))).collect();
        let others = others.into_iter().map(|(lang, value)| Some((lang, value?)));
        Some(ByLang {
            default: default?,
            others: others.collect::<Option<_>>()?,
        })
    }

    /// A value made of each.
    pub fn map<U>(&self, mut make: impl FnMut(Lang, &T) -> U) -> ByLang<U> {
        ByLang {
            default: make(Lang::DEFAULT, &self.default),
            others: (self.others.iter())
                .map(|(lang, value)| (*lang, make(*lang, value)))
                .collect(),
        }
    }

    /// The value of a language.
    pub fn get(&self, lang: Lang) -> &T {
        let own = self.others.iter().find(|(other, _)| *other == lang);
        own.map_or(&self.default, |(_, value)| value)
    }

    /// That of the default language.
    pub fn default(&self) -> &T {
        &self.default
    }

    /// The value of a language, to change.
    pub fn get_mut(&mut self, lang: Lang) -> &mut T {
        let own = self.others.iter_mut().find(|(other, _)| *other == lang);
        own.map_or(&mut self.default, |(_, value)| value)
    }

    /// All values, that of the default language first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.default).chain(self.others.iter().map(|(_, value)| value))
    }
}

/// Values of the languages that have one, in the order of their codes. A list, because a site has few languages and many posts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    from = "BTreeMap<Lang, T>",
    into = "BTreeMap<Lang, T>",
    bound(
        serialize = "T: Clone + Serialize",
        deserialize = "T: Deserialize<'de>"
    )
)]
pub struct Localized<T>(Vec<(Lang, T)>);

impl<T> Default for Localized<T> {
    fn default() -> Self {
        Localized(Vec::new())
    }
}

impl<T> Localized<T> {
    fn place(&self, lang: Lang) -> Result<usize, usize> {
        self.0.binary_search_by_key(&lang, |(own, _)| *own)
    }

    /// The value of a language.
    pub fn get(&self, lang: Lang) -> Option<&T> {
        let place = self.place(lang).ok()?;
        self.0.get(place).map(|(_, value)| value)
    }

    /// Whether a language has one.
    pub fn has(&self, lang: Lang) -> bool {
        self.place(lang).is_ok()
    }

    /// Gives a language a value, or takes it away.
    pub fn set(&mut self, lang: Lang, value: impl Into<Option<T>>) {
        match (self.place(lang), value.into()) {
            (Ok(place), Some(value)) => self.0[place].1 = value,
            (Err(place), Some(value)) => self.0.insert(place, (lang, value)),
            (Ok(place), None) => drop(self.0.remove(place)),
            (Err(_), None) => {}
        }
    }

    /// Takes the value of a language away.
    pub fn take(&mut self, lang: Lang) -> Option<T> {
        let place = self.place(lang).ok()?;
        Some(self.0.remove(place).1)
    }

    /// The languages that have one.
    pub fn langs(&self) -> impl Iterator<Item = Lang> {
        self.0.iter().map(|(lang, _)| *lang)
    }

    /// Each language with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Lang, &T)> {
        self.0.iter().map(|(lang, value)| (*lang, value))
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }

    /// All values, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// Whether no language has one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Default> Localized<T> {
    /// The value of a language, to change; where there is none, an empty one from now on.
    pub fn of(&mut self, lang: Lang) -> &mut T {
        let place = self.place(lang).unwrap_or_else(|place| {
            self.0.insert(place, (lang, T::default()));
            place
        });
        &mut self.0[place].1
    }
}

impl<T> From<BTreeMap<Lang, T>> for Localized<T> {
    fn from(values: BTreeMap<Lang, T>) -> Self {
        Localized(values.into_iter().collect())
    }
}

impl<T> From<Localized<T>> for BTreeMap<Lang, T> {
    fn from(values: Localized<T>) -> Self {
        values.0.into_iter().collect()
    }
}

impl<T> FromIterator<(Lang, T)> for Localized<T> {
    fn from_iter<I: IntoIterator<Item = (Lang, T)>>(pairs: I) -> Self {
        let mut values: Vec<(Lang, T)> = pairs.into_iter().collect();
        values.sort_by_key(|(lang, _)| *lang);
        // Of several values of a language the last one counts, as in a map.
        values.reverse();
        values.dedup_by_key(|(lang, _)| *lang);
        values.reverse();
        values.shrink_to_fit();
        Localized(values)
    }
}

impl<T> IntoIterator for Localized<T> {
    type Item = (Lang, T);
    type IntoIter = std::vec::IntoIter<(Lang, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A text by language. One that is empty is none; one of white space is kept, and is not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Localized<String>", into = "Localized<String>")]
pub struct Texts(Localized<String>);

impl Texts {
    /// The text of a language, without fallback; empty when there is none.
    pub fn get(&self, lang: Lang) -> &str {
        self.0.get(lang).map_or("", String::as_str)
    }

    /// Replaces the text of a language.
    pub fn set(&mut self, lang: Lang, text: impl Into<String>) {
        let text = text.into();
        self.0.set(lang, (!text.is_empty()).then_some(text));
    }

    /// Takes the text of a language away; empty when there is none.
    pub fn take(&mut self, lang: Lang) -> String {
        self.0.take(lang).unwrap_or_default()
    }

    /// The text of a language, or the Azerbaijani one when it is blank; and the language it is in.
    pub fn resolve(&self, lang: Lang) -> (&str, Lang) {
        let own = self.get(lang);
        if own.trim().is_empty() {
            (self.get(Lang::DEFAULT), Lang::DEFAULT)
        } else {
            (own, lang)
        }
    }

    /// Each text with its language.
    pub fn iter(&self) -> impl Iterator<Item = (Lang, &str)> {
        self.0.iter().map(|(lang, text)| (lang, text.as_str()))
    }
}

impl From<Localized<String>> for Texts {
    fn from(texts: Localized<String>) -> Self {
        texts.into_iter().collect()
    }
}

impl From<Texts> for Localized<String> {
    fn from(texts: Texts) -> Self {
        texts.0
    }
}

impl<T: Into<String>, const N: usize> From<[(Lang, T); N]> for Texts {
    fn from(texts: [(Lang, T); N]) -> Self {
        texts.into_iter().collect()
    }
}

impl<T: Into<String>> FromIterator<(Lang, T)> for Texts {
    fn from_iter<I: IntoIterator<Item = (Lang, T)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter().map(|(lang, text)| (lang, text.into()));
        Texts(pairs.filter(|(_, text)| !text.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_text_falls_back_to_azerbaijani() {
        let text = Texts::from([(Lang::AZ, "salam"), (Lang::EN, " \n"), (Lang::RU, "привет")]);
        assert_eq!(text.resolve(Lang::EN), ("salam", Lang::AZ));
        assert_eq!(text.resolve(Lang::RU), ("привет", Lang::RU));
        let german = Lang::from_code("de").unwrap();
        assert_eq!(text.resolve(german), ("salam", Lang::AZ));
    }

    #[test]
    fn values_stand_in_the_order_of_their_codes_each_once() {
        let mut values: Localized<u8> = [(Lang::RU, 1), (Lang::AZ, 2), (Lang::RU, 3)]
            .into_iter()
            .collect();
        *values.of(Lang::EN) += 4;
        assert_eq!(
            values
                .iter()
                .map(|(lang, value)| (lang.code(), *value))
                .collect::<Vec<_>>(),
            [("az", 2), ("en", 4), ("ru", 3)]
        );
        assert_eq!(
            (values.take(Lang::AZ), values.take(Lang::AZ)),
            (Some(2), None)
        );
        values.set(Lang::RU, None);
        assert_eq!(values.langs().collect::<Vec<_>>(), [Lang::EN]);
        let json = serde_json::to_string(&values).unwrap();
        assert_eq!(json, r#"{"en":4}"#);
        assert_eq!(
            serde_json::from_str::<Localized<u8>>(&json).unwrap(),
            values
        );
    }

    #[test]
    fn an_empty_text_is_none() {
        let read: Texts = serde_json::from_str(r#"{"az":"a","en":"","ru":""}"#).unwrap();
        let mut set = Texts::default();
        set.set(Lang::AZ, "a");
        set.set(Lang::RU, "b");
        set.set(Lang::RU, "");
        assert_eq!((&read, read.get(Lang::EN)), (&set, ""));
        assert_eq!(serde_json::to_string(&set).unwrap(), r#"{"az":"a"}"#);
        assert!(serde_json::from_str::<Texts>(r#"{"xx":"a"}"#).is_err());
    }

    #[test]
    fn a_site_has_a_value_for_every_language() {
        let values = ByLang::of(Languages::USUAL, Lang::code);
        assert_eq!((values.get(Lang::EN), values.default()), (&"en", &"az"));
        assert_eq!(values.get(Lang::from_code("de").unwrap()), &"az");
        assert_eq!(
            values.values().copied().collect::<Vec<_>>(),
            ["az", "en", "ru"]
        );
        let lacking = |lang: Lang| (lang != Lang::RU).then_some(lang);
        assert_eq!(ByLang::try_of(Languages::USUAL, lacking), None);
    }
}
