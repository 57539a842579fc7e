//! Footnotes: marks like `[1]` in a text, and its last paragraphs, each of which begins with one. So word processors' notes are
//! pasted, and so anybody can write them.

use super::captions::end_of_tag;
use crate::text::escape_html;

/// More are none: years in brackets, or a list of sources that nobody refers to.
const MOST: usize = 99;
const OPENING: &str = "<p>";
const CLOSING: &str = "</p>";
/// Within these a mark stays what it is: a link within a link, or a heading whose words are its address.
const NOT_WITHIN: [&str; 4] = ["a", "h1", "h2", "h3"];

/// How notes are called on the page.
#[derive(Debug, Clone, Copy)]
pub struct NoteWords<'a> {
    /// Of all notes together.
    pub title: &'a str,
    /// Of the link from a note to its mark; `{n}` is its number.
    pub back: &'a str,
}

/// A sanitised text whose marks and notes lead to each other, with the roles that DPUB-ARIA 1.1 has for them. Unless every note
/// has a mark, and they are numbered from 1 without a gap, it is a text with brackets in it and stays as it is.
pub fn with_footnotes(html: String, words: NoteWords<'_>) -> String {
    let (text, notes) = notes(&html);
    if notes.is_empty() {
        return html;
    }
    let Some(mut made) = marked(text, notes.len()) else {
        return html;
    };
    let title = escape_html(words.title);
    made.push_str(&format!(
        "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"{title}\"><ol>"
    ));
    for (number, note) in (1..).zip(notes) {
        let back = escape_html(&words.back.replace("{n}", &number.to_string()));
        let note = note.trim_start();
        made.push_str(&format!(
            "<li id=\"fn-{number}\"><p>{note} <a class=\"footnotes__back\" href=\"#fnref-{number}\" role=\"doc-backlink\" aria-label=\"{back}\">↩\u{fe0e}</a></p></li>"
        ));
    }
    made.push_str("</ol></section>");
    made
}

/// The text before its notes, and what each of them says, in their order; none unless they are 1, 2, 3 …
fn notes(html: &str) -> (&str, Vec<&str>) {
    let (mut text, mut notes) = (html.trim_end(), Vec::new());
    while let Some((before, number, note)) = last_note(text) {
        notes.push((number, note));
        text = before.trim_end();
    }
    notes.reverse();
    let numbered = (1..)
        .zip(&notes)
        .all(|(place, (number, _))| place == *number);
    if numbered && notes.len() <= MOST {
        (text, notes.into_iter().map(|(_, note)| note).collect())
    } else {
        (html, Vec::new())
    }
}

/// The last paragraph, if it is a note: what is before it, its number, its words.
fn last_note(text: &str) -> Option<(&str, usize, &str)> {
    let inside = text.strip_suffix(CLOSING)?;
    let (before, paragraph) = inside.rsplit_once(OPENING)?;
    let (number, note) = mark(paragraph)?;
    let whole = !paragraph.contains(CLOSING) && !note.trim().is_empty();
    whole.then_some((before, number, note))
}

/// The mark at the beginning, and what follows it.
fn mark(text: &str) -> Option<(usize, &str)> {
    let text = text.strip_prefix('[')?;
    // Its end is not looked for any further: of a text of nothing but beginnings all would be read for each.
    let digits = text.bytes().take(3).take_while(u8::is_ascii_digit);
    let (digits, rest) = text.split_at(digits.count());
    let rest = rest.strip_prefix(']').filter(|_| digits.len() <= 2)?;
    let number = digits.parse().ok()?;
    (number > 0 && !digits.starts_with('0')).then_some((number, rest))
}

/// The text with its marks as links; `None` when a note has none.
fn marked(text: &str, notes: usize) -> Option<String> {
    let mut made = String::with_capacity(text.len() + notes * 128);
    let mut seen = vec![false; notes];
    let (mut rest, mut within) = (text, 0_usize);
    while let Some(at) = rest.find(['<', '[']) {
        made.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with('<') {
            let (tag, after) = rest.split_at(rest.len().min(end_of_tag(rest) + 1));
            within = match tag_name(tag) {
                (name, true) if NOT_WITHIN.contains(&name) => within.saturating_sub(1),
                (name, false) if NOT_WITHIN.contains(&name) => within + 1,
                _ => within,
            };
            made.push_str(tag);
            rest = after;
            continue;
        }
        match mark(rest).filter(|(number, _)| within == 0 && *number <= notes) {
            Some((number, after)) => {
                let first = !std::mem::replace(&mut seen[number - 1], true);
                let id = if first {
                    format!(" id=\"fnref-{number}\"")
                } else {
                    String::new()
                };
                // A mark belongs to the word before it.
                let before = made.trim_end_matches([' ', '\u{a0}']);
                let end = before.trim_end_matches("&nbsp;").len();
                made.truncate(end);
                made.push_str(&format!(
                    "<sup class=\"footnote\"><a{id} href=\"#fn-{number}\" role=\"doc-noteref\">{number}</a></sup>"
                ));
                rest = after;
            }
            None => {
                made.push('[');
                rest = &rest[1..];
            }
        }
    }
    made.push_str(rest);
    seen.into_iter().all(|seen| seen).then_some(made)
}

/// Its name, and whether it closes.
fn tag_name(tag: &str) -> (&str, bool) {
    let tag = tag.trim_start_matches('<');
    let (closes, name) = match tag.strip_prefix('/') {
        Some(name) => (true, name),
        None => (false, tag),
    };
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric());
    (&name[..end.unwrap_or(name.len())], closes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(html: &str) -> String {
        let words = NoteWords {
            title: "Qeydlər",
            back: "Mətnə qayıt: {n}",
        };
        with_footnotes(html.to_owned(), words)
    }

    #[test]
    fn marks_and_notes_lead_to_each_other() {
        let html = "<p>Bir[1] iki [2], yenə [1].</p><p>[1] Vergi Məcəlləsi, <em>m. 13</em></p><p>[2]Qərar</p>";
        let mark = |id: &str, n: usize| {
            format!(
                "<sup class=\"footnote\"><a{id} href=\"#fn-{n}\" role=\"doc-noteref\">{n}</a></sup>"
            )
        };
        let note = |n: usize, text: &str| {
            format!(
                "<li id=\"fn-{n}\"><p>{text} <a class=\"footnotes__back\" href=\"#fnref-{n}\" role=\"doc-backlink\" aria-label=\"Mətnə qayıt: {n}\">↩\u{fe0e}</a></p></li>"
            )
        };
        let expected = format!(
            "<p>Bir{} iki{}, yenə{}.</p><section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Qeydlər\"><ol>{}{}</ol></section>",
            mark(" id=\"fnref-1\"", 1),
            mark(" id=\"fnref-2\"", 2),
            mark("", 1),
            note(1, "Vergi Məcəlləsi, <em>m. 13</em>"),
            note(2, "Qərar"),
        );
        assert_eq!(noted(html), expected);
    }

    #[test]
    fn links_headings_and_attributes_keep_their_brackets() {
        let html = "<h2>a [1]</h2><p><a href=\"/x[1]\">b [1]</a> <img alt=\"> [1]\"> c [1] [7]</p><p>[1] n</p>";
        let made = noted(html);
        let kept = "<h2>a [1]</h2><p><a href=\"/x[1]\">b [1]</a> <img alt=\"> [1]\"> c<sup";
        assert!(made.starts_with(kept), "{made}");
        assert!(made.contains("</sup> [7]</p><section"), "{made}");
    }

    /// The longest text that is taken. With the end of each looked for, all of it would be read for each.
    #[test]
    fn a_text_of_beginnings_of_marks_is_read_once() {
        let html = format!("<p>{} a [1]</p><p>[1] n</p>", "[".repeat(1_000_000));
        let made = noted(&html);
        assert!(made.contains("[[[[ a<sup") && made.ends_with("</ol></section>"));
    }

    #[test]
    fn brackets_that_are_no_notes_stay() {
        for html in [
            "",
            "<p>a [1]</p>",
            "<p>a</p><p>[1] nobody refers to it</p>",
            "<p>a [2]</p><p>[2] does not begin with one</p>",
            "<p>a [1] [3]</p><p>[1] n</p><p>[3] a gap</p>",
            "<p>a [1]</p><p>[1] n</p><p>The end.</p>",
            "<p>a [1]</p><ul><li><p>[1] n</p></li></ul>",
            "<p>a [1]</p><p>[1] </p>",
            "<p>a [01]</p><p>[01] n</p>",
            "<p>a []</p><p>[] n</p>",
            "<p>a [1</p><p>[1 n</p>",
            "<p>a [1 ]</p><p>[1 ] n</p>",
            "<p>a [2025]</p><p>[2025] n</p>",
            "<p>a [1]</p><p style=\"text-align: right\">[1] n</p>",
            "<p>only in a heading</p><h2>[1]</h2><p>[1] n</p>",
        ] {
            assert_eq!(noted(html), html);
        }
    }
}
