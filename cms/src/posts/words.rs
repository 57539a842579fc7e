//! What two texts have in common for a reader: words, whatever stands around them.

use generator::{Lang, Post};

use crate::store::{languages::LANGUAGES, translations::Texts};

/// The texts of a post in a language.
pub fn texts(post: &Post, lang: Lang) -> Texts {
    Texts {
        title: post.title.get(lang).to_owned(),
        excerpt: post.excerpt.get(lang).to_owned(),
        content: post.content.get(lang).to_owned(),
    }
}

/// Whether there is nothing to read in them.
pub fn is_blank(texts: &Texts) -> bool {
    [&texts.title, &texts.excerpt, &texts.content]
        .iter()
        .all(|text| text.is_empty())
}

/// Whether search engines are told the same of two posts in a language, and the address has the same words.
pub fn tell_the_same(one: &Post, other: &Post, lang: Lang) -> bool {
    let same = |one: &generator::Texts, other: &generator::Texts| one.get(lang) == other.get(lang);
    same(&one.meta.title, &other.meta.title)
        && same(&one.meta.description, &other.meta.description)
        && one.slugs.current.get(lang) == other.slugs.current.get(lang)
}

/// Whether they say the same in the same words: space, marks, tags and addresses do not count, nor does case.
pub fn say_the_same(one: &Texts, other: &Texts) -> bool {
    letters(&one.title) == letters(&other.title)
        && letters(&one.excerpt) == letters(&other.excerpt)
        && html_letters(&one.content) == html_letters(&other.content)
}

/// Whether a reader of a page would see a difference: space alone makes none, nor do the post's labels.
pub fn look_the_same(one: &Post, other: &Post) -> bool {
    let space = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let same = |one: &str, other: &str| one == other || space(one) == space(other);
    (one.category, &one.author, one.image_id, &one.image)
        == (other.category, &other.author, other.image_id, &other.image)
        && LANGUAGES.into_iter().all(|lang| {
            same(one.title.get(lang), other.title.get(lang))
                && same(one.excerpt.get(lang), other.excerpt.get(lang))
                && same(one.content.get(lang), other.content.get(lang))
        })
}

/// Whether two posts are equal but for number and date.
pub fn are_equal(one: &Post, other: &Post) -> bool {
    let labels = |post: &Post| (post.category, post.featured, post.trending, post.image_id);
    labels(one) == labels(other)
        && one.author == other.author
        && one.image == other.image
        && one.meta == other.meta
        && one.slugs.current == other.slugs.current
        && (&one.title, &one.excerpt, &one.content)
            == (&other.title, &other.excerpt, &other.content)
}

fn letters(text: &str) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    lower.filter(|letter| letter.is_alphanumeric()).collect()
}

/// Letters and digits outside of tags and references (`&amp;`).
fn html_letters(html: &str) -> String {
    let mut words = String::with_capacity(html.len());
    let (mut tag, mut quote, mut reference) = (false, None, false);
    for letter in html.chars() {
        match (tag, letter) {
            (true, _) if quote == Some(letter) => quote = None,
            (true, '"' | '\'') if quote.is_none() => quote = Some(letter),
            (true, '>') if quote.is_none() => tag = false,
            (true, _) => {}
            (false, '<') => tag = true,
            (false, '&') => reference = true,
            (false, ';') if reference => reference = false,
            (false, _) if reference && letter.is_ascii_alphanumeric() || letter == '#' => {}
            (false, _) => {
                reference = false;
                words.push(letter);
            }
        }
    }
    letters(&words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(html: &str) -> Texts {
        Texts {
            content: html.into(),
            ..Texts::default()
        }
    }

    #[test]
    fn words_count_and_nothing_else() {
        let text = content("<p>Vergi 2025: <a href=\"/a/\" title=\"x>y\">yeni</a> qaydalar.</p>");
        for same in [
            "<h2>VERGİ 2025</h2><p><strong>yeni</strong>&nbsp;qaydalar!</p>",
            "<p>vergi 2025 ye<em>ni</em> <a href=\"/b/\">qaydalar</a></p>",
        ] {
            assert!(say_the_same(&text, &content(same)), "{same}");
        }
        for other in [
            "<p>Vergi 2026: yeni qaydalar.</p>",
            "<p>Vergi 2025: qaydalar.</p>",
            "",
        ] {
            assert!(!say_the_same(&text, &content(other)), "{other}");
        }
    }
}
