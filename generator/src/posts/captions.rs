//! A picture of a text that is a paragraph of its own becomes a figure when it has a caption; among words there is no place
//! for one.

use super::body::{Said, decoded, stored_id};
use crate::base::Lang;
use crate::text::escape_html;

const OPENING: &str = "<p><img ";
const CLOSING: &str = "></p>";
/// Where a text gives a picture a caption of its own; an empty one is none, on purpose.
pub(super) const OWN: &str = "data-caption";

/// A sanitised text with the captions of those of its stored pictures that are `there`.
pub fn with_captions(html: String, said: Said<'_>, there: impl Fn(i64) -> bool) -> String {
    let mut notes = said.notes.values();
    let nothing_said = notes.all(|note| is_blank(note.caption.resolve(said.lang).0));
    if nothing_said && !html.contains(OWN) {
        return html;
    }
    let mut made = String::with_capacity(html.len() + 256);
    let mut rest = html.as_str();
    while let Some((before, from)) = rest.split_once(OPENING) {
        made.push_str(before);
        let (attributes, after) = from.split_at(end_of_tag(from));
        let caption = caption(attributes, said, &there);
        match (after.strip_prefix(CLOSING), caption) {
            (Some(after), Some(caption)) => {
                let figure = format!("<figure><img {attributes}>{caption}</figure>");
                made.push_str(&figure);
                rest = after;
            }
            _ => {
                made.push_str(OPENING);
                rest = from;
            }
        }
    }
    made.push_str(rest);
    made
}

/// Where the `>` of a tag is; one within quotes is none.
pub(super) fn end_of_tag(text: &str) -> usize {
    let mut quoted = false;
    let end = text.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'>' && !quoted
    });
    end.unwrap_or(text.len())
}

fn caption(attributes: &str, said: Said<'_>, there: &impl Fn(i64) -> bool) -> Option<String> {
    let stored = stored_id(attribute(attributes, "src")?);
    if stored.is_some_and(|id| !there(id)) {
        return None;
    }
    let (text, lang) = match attribute(attributes, OWN) {
        Some(own) => (decoded(own), said.lang),
        None => {
            let (text, lang) = said.notes.get(&stored?)?.caption.resolve(said.lang);
            (text.to_owned(), lang)
        }
    };
    (!is_blank(&text)).then(|| {
        let mark = mark(lang, said.lang);
        format!("<figcaption{mark}>{}</figcaption>", escape_html(&text))
    })
}

/// The value of an attribute as a sanitiser writes it: always in quotes, with those within it written as references.
fn attribute<'a>(mut attributes: &'a str, wanted: &str) -> Option<&'a str> {
    while let Some((name, rest)) = attributes.split_once("=\"") {
        let (value, after) = rest.split_once('"')?;
        if name.trim() == wanted {
            return Some(value);
        }
        attributes = after;
    }
    None
}

fn mark(lang: Lang, around: Lang) -> String {
    if lang == around {
        String::new()
    } else {
        format!(" lang=\"{lang}\"")
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posts::{PictureNote, PictureNotes};

    fn captioned(html: &str, lang: Lang) -> String {
        let note = |az: &str, en: &str| PictureNote {
            caption: [(Lang::AZ, az), (Lang::EN, en)].into(),
            ..PictureNote::default()
        };
        let notes = PictureNotes::from([
            (7, note("Bakı <1>", "Baku")),
            (8, note(" ", "")),
            (9, note("a", "b")),
        ]);
        let said = Said {
            notes: &notes,
            lang,
        };
        with_captions(html.to_owned(), said, |id| id != 9)
    }

    #[test]
    fn a_picture_by_itself_gets_its_caption() {
        let html = "<p>a</p><p><img alt=\"x></p>\" src=\"/api/blog/images/7/\"></p><p>b</p>";
        assert_eq!(
            captioned(html, Lang::EN),
            "<p>a</p><figure><img alt=\"x></p>\" src=\"/api/blog/images/7/\"><figcaption>Baku</figcaption></figure><p>b</p>"
        );
        let russian = captioned(html, Lang::RU);
        let expected = "<figcaption lang=\"az\">Bakı &lt;1&gt;</figcaption>";
        assert!(russian.contains(expected), "{russian}");
    }

    #[test]
    fn what_a_text_says_below_a_picture_comes_first() {
        let html = |own: &str| {
            format!("<p><img src=\"/api/blog/images/7/\" alt=\"x data-caption=\" {own}></p>")
        };
        let own = captioned(&html("data-caption=\"A &amp; &quot;B&quot;\""), Lang::RU);
        assert!(
            own.ends_with("<figcaption>A &amp; &quot;B&quot;</figcaption></figure>"),
            "{own}"
        );
        let none = html("data-caption=\"\"");
        assert_eq!(captioned(&none, Lang::AZ), none, "none on purpose");
        let kept = captioned(&html(""), Lang::EN);
        assert!(kept.contains("<figcaption>Baku<"), "{kept}");
        let foreign = "<p><img src=\"https://x.example/7.png\" data-caption=\"A\"></p>";
        assert!(captioned(foreign, Lang::AZ).contains("<figcaption>A<"));
    }

    #[test]
    fn others_stay_as_they_are() {
        let table = [
            "<p><img src=\"/api/blog/images/8/\"></p>",
            "<p><img src=\"/api/blog/images/9/\"></p>",
            "<p><img src=\"https://x.example/7.png\"></p>",
            "<p><img src=\"/api/blog/images/9/\" data-caption=\"gone\"></p>",
            "<p><img src=\"/api/blog/images/7/\"> word</p>",
            "<p>word <img src=\"/api/blog/images/7/\"></p>",
            "<p><img src=\"/api/blog/images/7/\"><img src=\"/api/blog/images/7/\"></p>",
            "<p><img ",
        ];
        for html in table {
            assert_eq!(captioned(html, Lang::AZ), html);
        }
    }
}
