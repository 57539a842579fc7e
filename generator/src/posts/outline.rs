//! What a reader can know of a text before reading it: its headings and its length.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use lol_html::{RewriteStrSettings, doc_text, element, rewrite_str, text};
use serde::Serialize;

use super::body::decoded;
use crate::base::Lang;
use crate::text::slug;

/// So many headings make contents worth their room.
const ENOUGH: usize = 3;
/// Begins the name of every heading, so that none is that of anything else on the page.
const PREFIX: &str = "s-";

/// A text as its headings and words.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// In order of appearance; one for every `h1`, `h2` and `h3`.
    pub headings: Vec<Heading>,
    /// How many words it has.
    pub words: usize,
    /// The words, without tags.
    pub text: String,
}

/// A heading within a text.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Leads to it: made of its words, so it stays as long as they do, whatever is written around it.
    pub id: String,
    /// Its words.
    pub text: String,
    /// 1 to 3.
    pub level: u8,
}

impl Outline {
    /// Of a sanitised text.
    pub fn of(html: &str) -> Result<Outline, String> {
        let words = RefCell::new(String::with_capacity(html.len()));
        // Where the words of each heading begin and end among all.
        let spans: RefCell<Vec<(u8, usize, usize)>> = RefCell::default();
        let level = |name: &str| name.as_bytes().get(1).map_or(0, |digit| digit - b'0');
        let settings = RewriteStrSettings::new()
            .append_element_content_handler(element!("p, li, br, td, th", |_| {
                words.borrow_mut().push(' ');
                Ok(())
            }))
            .append_element_content_handler(element!("h1, h2, h3", |heading| {
                words.borrow_mut().push(' ');
                let at = words.borrow().len();
                let level = level(&heading.tag_name());
                spans.borrow_mut().push((level, at, at));
                Ok(())
            }))
            .append_document_content_handler(doc_text!(|chunk| {
                words.borrow_mut().push_str(chunk.as_str());
                Ok(())
            }))
            .append_element_content_handler(text!("h1, h2, h3", |_| {
                if let Some((_, _, end)) = spans.borrow_mut().last_mut() {
                    *end = words.borrow().len();
                }
                Ok(())
            }));
        rewrite_str(html, settings).map_err(|error| error.to_string())?;
        let (words, spans) = (words.into_inner(), spans.into_inner());
        let mut names = Names::default();
        let headings = spans.into_iter().map(|(level, from, to)| {
            let text = plain(words.get(from..to).unwrap_or(""));
            let id = names.next(&text);
            Heading { id, text, level }
        });
        let headings = headings.collect();
        let text = plain(&words);
        let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
        let count = text.split_whitespace().filter(is_word).count();
        Ok(Outline {
            headings,
            words: count,
            text,
        })
    }

    /// Minutes that reading takes, at least one. Words a minute are those of Trauzettel-Klosinski and Dietz, “Standardized
    /// Assessment of Reading Performance: The New International Reading Speed Texts IReST” (2012); Azerbaijani is not
    /// among its languages, Turkish is, with words built alike. Languages that were not tried get the mean of all.
    pub fn minutes(&self, lang: Lang) -> usize {
        let words = match lang.code() {
            "az" | "tr" | "pl" => 166,
            "en" => 228,
            "es" => 218,
            "nl" => 202,
            "sv" => 199,
            "fr" => 195,
            "it" => 188,
            "pt" => 181,
            "sl" => 180,
            "de" => 179,
            "fi" => 161,
            _ => 184,
        };
        self.words.div_ceil(words).max(1)
    }

    /// The headings that have something to say, when there are enough of them.
    pub fn contents(&self) -> Vec<&Heading> {
        let said = self.headings.iter();
        let said: Vec<&Heading> = said.filter(|heading| !heading.text.is_empty()).collect();
        if said.len() < ENOUGH {
            Vec::new()
        } else {
            said
        }
    }
}

/// Words with one blank between them, without references.
fn plain(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    decoded(&words)
}

/// The names of a text's headings.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// For words that came before, the number that is tried next. All below it are taken and stay so; tried again, they
    /// would be half the square of the headings, in a text that may have a hundred thousand.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// A name that no heading before has.
    fn next(&mut self, text: &str) -> String {
        let name = format!("{PREFIX}{}", slug(text));
        if self.taken.insert(name.clone()) {
            return name;
        }
        let number = self.numbers.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name}-{number}");
            *number += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_named_by_their_words() {
        let html = "<p>Ön söz.</p><h2>Nə dəyişib &amp; <em>niyə</em></h2><p>a</p><h3>Кто платит?</h3><h2>Nə dəyişib &amp; niyə</h2><h2><br></h2>";
        let outline = Outline::of(html).unwrap();
        let headings = outline.headings.iter();
        let headings: Vec<_> = headings
            .map(|heading| (heading.level, heading.id.as_str(), heading.text.as_str()))
            .collect();
        assert_eq!(
            headings,
            [
                (2, "s-ne-deyishib-niye", "Nə dəyişib & niyə"),
                (3, "s-kto-platit", "Кто платит?"),
                (2, "s-ne-deyishib-niye-2", "Nə dəyişib & niyə"),
                (2, "s-", ""),
            ]
        );
        assert_eq!(outline.contents().len(), 3);
        assert!(
            Outline::of("<h2>a</h2><h2>b</h2>")
                .unwrap()
                .contents()
                .is_empty()
        );
    }

    #[test]
    fn equal_headings_have_the_names_that_counting_from_two_gives() {
        // A few words, with and without numbers, so that names meet those of other words again and again.
        let words = ["a", "a 2", "a-3", "a 2 2", "A!", "", "…", "2", "a 02", "b"];
        let mut seed = 7_u64;
        for _ in 0..300 {
            let mut names = Names::default();
            let mut taken = HashSet::new();
            for _ in 0..40 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let text = words[(seed >> 33) as usize % words.len()];
                let base = format!("{PREFIX}{}", slug(text));
                let numbered = (2..).map(|number| format!("{base}-{number}"));
                let mut counted = std::iter::once(base.clone()).chain(numbered);
                let expected = counted.find(|name| taken.insert(name.clone()));
                assert_eq!(Some(names.next(text)), expected, "{text}");
            }
        }
    }

    #[test]
    fn names_are_found_in_two_tries_each_whatever_the_headings_are() {
        let count = 20_000;
        let equal: fn(usize) -> String = |_| "a".into();
        let in_the_way = |at| match at % 2 {
            0 => format!("a {}", at / 2 + 2),
            _ => "a".into(),
        };
        for text in [equal, |_| "—".into(), in_the_way] {
            let mut names = Names::default();
            (0..count).for_each(|at| drop(names.next(&text(at))));
            let numbered: usize = names.numbers.values().map(|next| next - 2).sum();
            assert!(numbered <= 2 * count, "{numbered} tries");
        }
    }

    /// The longest text that is taken. Counted from 2 each time it would take five thousand million tries.
    #[test]
    fn a_text_of_equal_headings_has_an_end() {
        let outline = Outline::of(&"<h1>a</h1>".repeat(100_000)).unwrap();
        let last = outline.headings.last().map(|heading| heading.id.as_str());
        assert_eq!(last, Some("s-a-100000"));
    }

    #[test]
    fn words_are_those_that_people_count() {
        let html = "<h1>Bir</h1><p>iki<strong>lik</strong> — üç,<br>dörd</p><ul><li>5 %</li><li>altı&nbsp;yeddi</li></ul>";
        let outline = Outline::of(html).unwrap();
        assert_eq!(outline.text, "Bir ikilik — üç, dörd 5 % altı\u{a0}yeddi");
        assert_eq!(outline.words, 7);
        let bare = Outline::of("Söz <b>bir</b> yerdə").unwrap();
        assert_eq!((&*bare.text, bare.words), ("Söz bir yerdə", 3));
    }

    #[test]
    fn reading_takes_a_minute_at_least_and_longer_where_words_are_longer() {
        let of = |count: usize| Outline::of(&"<p>söz</p>".repeat(count)).unwrap();
        assert_eq!(of(0).minutes(Lang::AZ), 1);
        assert_eq!(of(166).minutes(Lang::AZ), 1);
        assert_eq!(of(920).minutes(Lang::AZ), 6);
        assert_eq!(of(920).minutes(Lang::EN), 5);
        assert_eq!(of(920).minutes(Lang::RU), 5);
    }
}
