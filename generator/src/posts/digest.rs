//! What is known of the texts of a post without having them. They are read when a page shows them: of a large blog they are most of
//! what it weighs, and a build needs few of them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::{Use, picture_uses};
use crate::base::{Fingerprint, Lang, Languages, Localized, Problem, Texts};

/// What the texts of a post are compared by and looked through for. No text of it is in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Digest(Localized<OfText>);

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct OfText {
    bytes: Fingerprint,
    is_blank: bool,
    pictures: Box<[(Use, i64)]>,
}

impl Digest {
    /// Of texts by language; of one that is empty nothing is known.
    pub fn of<'a>(texts: impl IntoIterator<Item = (Lang, &'a str)>) -> Digest {
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let of_text = |text: &str| OfText {
            bytes: Fingerprint::of_bytes(text.as_bytes()),
            is_blank: text.trim().is_empty(),
            pictures: picture_uses(text).into(),
        };
        Digest(texts.map(|(lang, text)| (lang, of_text(text))).collect())
    }

    /// The language of the text that stands for one: as [`Texts::resolve`] finds it.
    pub fn resolve(&self, lang: Lang) -> Lang {
        match self.0.get(lang) {
            Some(own) if !own.is_blank => lang,
            _ => Lang::DEFAULT,
        }
    }

    /// What the text of a language is compared by.
    pub fn fingerprint(&self, lang: Lang) -> Option<Fingerprint> {
        self.0.get(lang).map(|text| text.bytes)
    }

    /// The text of the post of this number that stands for a language, and its own language. What is not the text that was compared
    /// makes no page: the page would be recorded as made of the other.
    pub fn read(
        &self,
        (id, lang): (i64, Lang),
        texts: &dyn TextStore,
    ) -> Result<(String, Lang), Problem> {
        let lang = self.resolve(lang);
        let text = texts.text(id, lang);
        let text = text.map_err(|error| Problem::error("store", error.to_string()))?;
        let found = (!text.is_empty()).then(|| Fingerprint::of_bytes(text.as_bytes()));
        if found != self.fingerprint(lang) {
            let message =
                format!("the text of post {id} ({lang}) is not the one that was compared");
            return Err(Problem::error("store", message));
        }
        Ok((text, lang))
    }

    /// The stored pictures of the texts in languages of a site, in the order of the languages.
    pub fn pictures(&self, languages: Languages) -> impl Iterator<Item = (Use, i64)> {
        let texts = languages.iter().filter_map(|lang| self.0.get(lang));
        texts.flat_map(|text| text.pictures.iter().copied())
    }
}

/// The content of a post, or what is known of it.
pub trait Content {
    /// The stored pictures of the texts in all languages.
    fn picture_uses(&self) -> Vec<(Use, i64)>;
}

impl Content for Texts {
    fn picture_uses(&self) -> Vec<(Use, i64)> {
        self.iter()
            .flat_map(|(_, text)| picture_uses(text))
            .collect()
    }
}

impl Content for Digest {
    fn picture_uses(&self) -> Vec<(Use, i64)> {
        let texts = self.0.values();
        texts
            .flat_map(|text| text.pictures.iter().copied())
            .collect()
    }
}

/// A failing store of texts.
#[derive(Debug, thiserror::Error)]
#[error("the text of post {id}: {message}")]
pub struct TextStoreError {
    /// Of which post.
    pub id: i64,
    /// Why.
    pub message: String,
}

/// The texts of posts, by whoever keeps them: the CMS's store as of the moment of the digests, or memory.
pub trait TextStore: Sync + Debug {
    /// The content of a post in a language; empty where there is none.
    fn text(&self, id: i64, lang: Lang) -> Result<String, TextStoreError>;
}

impl TextStore for BTreeMap<i64, Texts> {
    fn text(&self, id: i64, lang: Lang) -> Result<String, TextStoreError> {
        let texts = self.get(&id);
        Ok(texts.map_or("", |texts| texts.get(lang)).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_knows_of_texts_what_they_say_themselves() {
        let german = Lang::from_code("de").unwrap();
        let texts = Texts::from([
            (Lang::AZ, "<p><a href=\"/api/blog/images/7/\">a</a></p>"),
            (Lang::EN, " \n"),
            (Lang::RU, "<img src=\"/api/blog/images/8/\">"),
        ]);
        let digest = Digest::of(texts.iter());
        let kept: BTreeMap<i64, Texts> = [(1, texts.clone())].into();
        for lang in [Lang::AZ, Lang::EN, Lang::RU, german] {
            let (text, own) = texts.resolve(lang);
            let found = digest.read((1, lang), &kept).unwrap();
            assert_eq!(found, (text.to_owned(), own));
        }
        assert_eq!(digest.picture_uses(), texts.picture_uses());
        let of_russian = digest.pictures(Languages::USUAL.only(|lang| lang == Lang::RU));
        assert!(of_russian.into_iter().any(|used| used == (Use::Shown, 8)));
    }

    #[derive(Debug)]
    struct Away;

    impl TextStore for Away {
        fn text(&self, id: i64, _lang: Lang) -> Result<String, TextStoreError> {
            let message = "locked".to_owned();
            Err(TextStoreError { id, message })
        }
    }

    #[test]
    fn a_store_that_does_not_answer_is_a_problem_of_the_store() {
        let problem = Digest::default().read((7, Lang::AZ), &Away).unwrap_err();
        assert_eq!(problem.code, "store");
        assert!(problem.to_string().contains("post 7: locked"), "{problem}");
    }

    #[test]
    fn another_text_than_the_compared_one_makes_no_page() {
        let digest = Digest::of([(Lang::AZ, "<p>a</p>")]);
        let of = |text: &str| -> BTreeMap<i64, Texts> { [(1, [(Lang::AZ, text)].into())].into() };
        assert!(digest.read((1, Lang::AZ), &of("<p>a</p>")).is_ok());
        for other in ["<p>b</p>", ""] {
            let problem = digest.read((1, Lang::AZ), &of(other)).unwrap_err();
            assert!(problem.to_string().contains("post 1"), "{problem}");
        }
        let none = Digest::default();
        assert_eq!(
            none.read((1, Lang::EN), &of("")).unwrap(),
            (String::new(), Lang::AZ)
        );
        assert!(none.read((1, Lang::EN), &of("<p>a</p>")).is_err());
    }
}
