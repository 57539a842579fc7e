//! Texts as the words by which a post is found. Letters are folded as the site's search folds them.

use generator::{Post, fold};

/// Letters of a word that count, in a text and in a question: what is longer is no word.
const LONGEST: usize = 40;
/// The shortest end of a word by which it is found.
const SHORTEST_END: usize = 3;
/// Words of a question that are looked for: whoever copies a sentence finds its post by them.
const MAX_WORDS: usize = 12;
/// Most letters of a question.
const MAX_LETTERS: usize = 200;

/// What somebody looks for: each of the words, wherever in the post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question(Vec<String>);

/// A question has more letters than anyone asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("at most {MAX_LETTERS} letters")]
pub struct TooLong;

impl Question {
    /// `None` when nothing is asked. Of signs alone nothing is found.
    pub fn of(text: &str) -> Result<Option<Self>, TooLong> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        if text.chars().count() > MAX_LETTERS {
            return Err(TooLong);
        }
        let folded = fold(text);
        let mut first: Vec<&str> = Vec::new();
        for word in words(&folded) {
            if first.len() < MAX_WORDS && !first.contains(&word) {
                first.push(word);
            }
        }
        first.sort_unstable();
        Ok(Some(Self(first.into_iter().map(str::to_owned).collect())))
    }

    /// As FTS5 is asked; `None` when nothing can be found.
    pub(super) fn expression(&self) -> Option<String> {
        let words = self.0.iter().map(|word| format!("\"{word}\"*"));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(" AND "))
    }

    /// Whether a post has all of the words, without an index.
    pub fn fits(&self, post: &Post) -> bool {
        let said = of_post(post);
        let has = |word: &String| said.split(' ').any(|said| said.starts_with(word.as_str()));
        !self.0.is_empty() && self.0.iter().all(has)
    }
}

/// Every word of a post once. Of titles, excerpts and the author also the ends of words: these are found by any part of a
/// word, as on the site; contents by the beginnings of their words.
pub(super) fn of_post(post: &Post) -> String {
    let names = post.title.iter().chain(post.excerpt.iter());
    let names = names.map(|(_, text)| text).chain([post.author.as_str()]);
    let names: Vec<String> = names.map(fold).collect();
    let contents = post.content.iter();
    let contents: Vec<String> = contents.map(|(_, text)| fold(&readable(text))).collect();
    let mut found: Vec<&str> = names
        .iter()
        .flat_map(|name| words(name))
        .flat_map(ends)
        .chain(contents.iter().flat_map(|content| words(content)))
        .collect();
    found.sort_unstable();
    found.dedup();
    found.join(" ")
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    let parts = folded.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(cut)
}

fn cut(word: &str) -> &str {
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => word.get(..end).unwrap_or(word),
        None => word,
    }
}

/// A word and its ends: a question that is in the middle of it is the beginning of one of these.
fn ends(word: &str) -> impl Iterator<Item = &str> {
    let letters = word.chars().count();
    let starts = word.char_indices().map(|(at, _)| at).enumerate();
    let long_enough = move |number: usize| number == 0 || letters - number >= SHORTEST_END;
    starts.filter_map(move |(number, at)| long_enough(number).then(|| word.get(at..))?)
}

/// Tags that stand within a word.
const INLINE: [&str; 12] = [
    "strong", "b", "em", "i", "u", "s", "a", "span", "sub", "sup", "code", "mark",
];

/// The text of sanitised HTML.
fn readable(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let end = end_of_tag(tag);
        let (tag, after) = tag.split_at_checked(end).unwrap_or((tag, ""));
        let name = tag.trim_start_matches('/');
        let name = name
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .next();
        if !name.is_some_and(|name| INLINE.contains(&name)) {
            text.push(' ');
        }
        rest = after;
    }
    text.push_str(rest);
    // What the sanitiser writes as a reference; none of them is a letter.
    ["&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;", "&#39;"]
        .iter()
        .fold(text, |text, reference| {
            if text.contains(reference) {
                text.replace(reference, " ")
            } else {
                text
            }
        })
}

/// Where what follows a tag begins; a `>` within quotes does not end it.
fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            _ => {}
        }
    }
    tag.len()
}

/// The order of the Azerbaijani alphabet, whose letters are not in that of Unicode; the two i are one when folded.
const ALPHABET: &str = "abcçdeəfgğhxijkqlmnoöprsştuüvwyz";

/// A text as something that sorts as people expect: digits, Latin letters in Azerbaijani order, Cyrillic ones, nothing last.
pub(super) fn sorted_as(text: &str) -> String {
    let folded = fold(text.trim());
    if folded.is_empty() {
        return char::MAX.to_string();
    }
    let place = |letter: char| match ALPHABET.chars().position(|other| other == letter) {
        Some(at) => u32::try_from(at)
            .ok()
            .and_then(|at| char::from_u32('A' as u32 + at))
            .unwrap_or(letter),
        None => letter,
    };
    let kept = folded
        .chars()
        .filter(|letter| letter.is_alphanumeric() || *letter == ' ');
    kept.take(100).map(place).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "words_tests.rs"]
mod tests;
