//! What two texts have in common for a reader: words, whatever stands around them.

use generator::{Lang, Post};

use crate::store::{languages, translations::Texts};

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

/// Whether they say the same in the same words: space, marks, tags and addresses do not count, nor does case. What makes
/// another number of the same digits does: `12,5` is not `125`, and `-5` is not `5`.
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
        && languages::of_posts([one, other]).into_iter().all(|lang| {
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

/// Letters, digits, and of marks the decimal ones and minuses. One before three digits stands for thousands: `200,000` is `200 000`.
fn letters(text: &str) -> String {
    let text: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let mut kept = String::with_capacity(text.len());
    for (at, letter) in text.iter().enumerate() {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let digits = after
            .iter()
            .take(4)
            .take_while(|next| next.is_ascii_digit());
        let digits = digits.count();
        match letter {
            ',' | '.'
                if !matches!(digits, 0 | 3) && ends_with(before, |last| last.is_ascii_digit()) =>
            {
                kept.push('.');
            }
            // Between words and years it is a hyphen.
            '-' | '−' | '–' if digits > 0 && !ends_with(before, char::is_alphanumeric) => {
                kept.push('-');
            }
            letter if letter.is_alphanumeric() => kept.push(*letter),
            _ => {}
        }
    }
    kept
}

fn ends_with(text: &[char], is: impl Fn(char) -> bool) -> bool {
    text.last().is_some_and(|last| is(*last))
}

/// What [`letters`] keeps outside of tags and references (`&amp;`); no number goes on behind a tag.
fn html_letters(html: &str) -> String {
    let mut words = String::with_capacity(html.len());
    let (mut tag, mut quote, mut reference) = (false, None, false);
    for letter in html.chars() {
        match (tag, letter) {
            (true, _) if quote == Some(letter) => quote = None,
            (true, '"' | '\'') if quote.is_none() => quote = Some(letter),
            (true, '>') if quote.is_none() => {
                tag = false;
                words.push(' ');
            }
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

    #[test]
    fn another_number_of_the_same_digits_is_another_text() {
        let said = |text: &str| content(&format!("<p>ƏDV {text}.</p><p>1 yanvar</p>"));
        for (one, other) in [
            ("12,5 %", "125 %"),
            ("1.5", "15"),
            ("-5", "5"),
            ("(−5)", "(5)"),
            ("1 234,56", "123 456"),
            ("25.11.2026", "2.511.2026"),
            ("0,05", "0,5"),
        ] {
            assert!(!say_the_same(&said(one), &said(other)), "{one}, {other}");
            let title = |title: &str| Texts {
                title: title.into(),
                ..Texts::default()
            };
            assert!(!say_the_same(&title(one), &title(other)), "{one}, {other}");
        }
        for (one, other) in [
            ("200 000", "200,000"),
            ("200.000", "200&nbsp;000"),
            ("1.234.567,5", "1 234 567.5"),
            ("2020-2025", "2020–2025"),
            ("COVID-19", "COVID 19"),
            ("2025, 3", "2025: 3"),
            ("- 5", "5"),
            ("13,", "13"),
        ] {
            assert!(say_the_same(&said(one), &said(other)), "{one}, {other}");
        }
    }
}
