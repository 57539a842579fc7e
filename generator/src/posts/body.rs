//! A post's text on its page: pictures with their variants, links that say where they lead, headings that links lead to
//! and that stand below the page's title, tables that scroll by themselves, marks and notes that lead to each other.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use lol_html::{RewriteStrSettings, element, html_content::ContentType, rewrite_str, text};

use super::outline::Heading;
use super::{NoteWords, Outline, PictureNotes, captions, footnotes};
use crate::base::Lang;
use crate::images::{Picture, PictureTag, foreign_origin};
use crate::text::{escape_html, whole_numbers};

/// The address of a stored picture in a text.
const STORED: &str = "/api/blog/images/";
const SIZES: &str = "(min-width: 48em) 44rem, 92vw";

/// A text ready for its page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// HTML.
    pub html: String,
    /// Foreign origins of its pictures.
    pub origins: BTreeSet<String>,
}

/// What a text does with a stored picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Use {
    /// It shows it.
    Shown,
    /// A link leads to it.
    Linked,
}

/// The stored pictures of a text, each use once, in order of appearance.
pub fn picture_uses(html: &str) -> Vec<(Use, i64)> {
    let (mut uses, mut known) = (Vec::new(), HashSet::new());
    for at in memchr::memmem::find_iter(html.as_bytes(), STORED) {
        let before = html.get(..at).unwrap_or("");
        let attribute = before.trim_end_matches(['"', '\'']);
        if !attribute.ends_with('=') {
            // Words, or the path of a foreign host.
            continue;
        }
        let used = if attribute.ends_with("href=") {
            Use::Linked
        } else {
            Use::Shown
        };
        let digits = html.get(at + STORED.len()..).unwrap_or("");
        let end = digits.find(|character: char| !character.is_ascii_digit());
        let digits = end.map_or(digits, |end| &digits[..end]);
        if let Ok(id) = digits.parse()
            && known.insert((used, id))
        {
            uses.push((used, id));
        }
    }
    uses
}

/// The stored picture an address means; a foreign host's path of the same name is none of ours.
pub fn stored_id(address: &str) -> Option<i64> {
    let rest = address.strip_prefix(STORED)?;
    rest.trim_end_matches('/').parse().ok()
}

/// Pictures of texts by id.
pub type Pictures = Vec<(i64, Arc<Picture>)>;

/// What is said of the pictures of a text in its language.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// By the picture's number.
    pub notes: &'a PictureNotes,
    /// The text's.
    pub lang: Lang,
}

impl Said<'_> {
    /// What a picture shows: what the text says of it there, else what is said of it everywhere.
    pub fn alt(&self, id: i64, own: String) -> String {
        match self.notes.get(&id) {
            Some(note) if own.trim().is_empty() => note.alt.resolve(self.lang).0.to_owned(),
            _ => own,
        }
    }
}

/// What parts of a text are called that have no name of their own.
#[derive(Debug, Clone, Copy)]
pub struct PartNames<'a> {
    /// Of a table; `{n}` is its number.
    pub table: &'a str,
    /// Of footnotes.
    pub notes: NoteWords<'a>,
}

/// Rewrites a sanitised text: `images` are what it shows, `linked` what its links lead to.
pub fn rewrite(
    (html, outline): (&str, &Outline),
    said: Said<'_>,
    images: &Pictures,
    linked: &Pictures,
    public_url: &str,
    names: PartNames<'_>,
) -> Result<Body, String> {
    let mut tables = 0_usize;
    // A corner without words is the header of nothing.
    let html = html.replace("<th></th>", "<td></td>");
    let there = |id| images.iter().any(|(known, _)| *known == id);
    let html = captions::with_captions(html, said, there);
    let html = footnotes::with_footnotes(html, names.notes);
    let origins = RefCell::new(BTreeSet::new());
    let mut headings = outline.headings.iter();
    // The page's only `<h1>` is the title. A text that goes without is one level below it already, and an empty line is no heading
    // that others would stand below.
    let first = |heading: &Heading| heading.level == 1 && !heading.text.trim().is_empty();
    let deeper = u8::from(headings.clone().any(first));
    let rewritten = rewrite_str(
        &html,
        RewriteStrSettings::new()
            .append_element_content_handler(element!("img", |image| {
                let source = image.get_attribute("src").unwrap_or_default();
                let alt = decoded(&image.get_attribute("alt").unwrap_or_default());
                match stored_id(&source) {
                    Some(id) => match images.iter().find(|(known, _)| *known == id) {
                        Some((_, picture)) => {
                            let tag = PictureTag {
                                alt: said.alt(id, alt),
                                sizes: Some(SIZES.into()),
                                ..PictureTag::default()
                            };
                            image.replace(&tag.html(picture), ContentType::Html);
                        }
                        None => image.remove(),
                    },
                    None => {
                        origins.borrow_mut().extend(foreign_origin(&source));
                        image.remove_attribute(captions::OWN);
                        image.set_attribute("loading", "lazy")?;
                        image.set_attribute("decoding", "async")?;
                        if image.get_attribute("alt").is_none() {
                            image.set_attribute("alt", "")?;
                        }
                    }
                }
                Ok(())
            }))
            .append_element_content_handler(element!("a[href]", |link| {
                let target = link.get_attribute("href").unwrap_or_default();
                if let Some(id) = stored_id(&target) {
                    // No static host has the address that it has in the API.
                    match linked.iter().find(|(known, _)| *known == id) {
                        Some((_, picture)) => link.set_attribute("href", picture.url())?,
                        None => link.remove_and_keep_content(),
                    }
                    return Ok(());
                }
                let outside = foreign_origin(&target).is_some_and(|origin| origin != public_url);
                if outside {
                    link.set_attribute("rel", "noopener noreferrer")?;
                }
                Ok(())
            }))
            .append_element_content_handler(element!("table", |element| {
                // Wider than a phone it scrolls by itself, by the keyboard as well.
                tables += 1;
                let name = escape_html(&names.table.replace("{n}", &tables.to_string()));
                let region = format!(
                    "<div class=\"table\" role=\"region\" aria-label=\"{name}\" tabindex=\"0\">"
                );
                element.before(&region, ContentType::Html);
                element.after("</div>", ContentType::Html);
                Ok(())
            }))
            .append_element_content_handler(text!("th, td", |words| {
                // Columns are as narrow as their longest word, and a figure or a telephone number is one.
                if let Cow::Owned(whole) = whole_numbers(words.as_str()) {
                    words.replace(&whole, ContentType::Html);
                }
                Ok(())
            }))
            .append_element_content_handler(element!("th", |header| {
                header.set_attribute("scope", "col")?;
                Ok(())
            }))
            .append_element_content_handler(element!("h1, h2, h3", |heading| {
                if let Some(known) = headings.next() {
                    heading.set_attribute("id", &known.id)?;
                    let level = (known.level + deeper).max(2);
                    heading.set_tag_name(&format!("h{level}"))?;
                }
                Ok(())
            })),
    )
    .map_err(|error| error.to_string())?;
    Ok(Body {
        html: rewritten,
        origins: origins.into_inner(),
    })
}

/// Undoes the references a sanitiser writes.
pub(super) fn decoded(text: &str) -> String {
    // Nearly all texts: each of the following looks through the whole of it.
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(html: &str, images: &Pictures, linked: &Pictures) -> Body {
        let outline = Outline::of(html).unwrap();
        let notes = PictureNotes::new();
        let said = Said {
            notes: &notes,
            lang: Lang::AZ,
        };
        rewrite(
            (html, &outline),
            said,
            images,
            linked,
            "https://x.example",
            PartNames {
                table: "Cədvəl {n}",
                notes: NoteWords {
                    title: "Qeydlər",
                    back: "Mətnə qayıt",
                },
            },
        )
        .unwrap()
    }

    #[test]
    fn tables_scroll_in_a_region_with_a_name_and_headers_say_of_what() {
        let table = "<table><thead><tr><th>a</th><th></th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>";
        let html = format!("<blockquote><p>q</p></blockquote><hr>{table}{table}");
        let body = rewritten(&html, &Vec::new(), &Vec::new());
        let shown = table.replace("<th></th>", "<td></td>");
        let shown = shown.replace("<th>", "<th scope=\"col\">");
        let region = |n: usize| {
            format!(
                "<div class=\"table\" role=\"region\" aria-label=\"Cədvəl {n}\" tabindex=\"0\">{shown}</div>"
            )
        };
        let expected = format!(
            "<blockquote><p>q</p></blockquote><hr>{}{}",
            region(1),
            region(2)
        );
        assert_eq!(body.html, expected);
    }

    #[test]
    fn figures_in_cells_are_one_word_each() {
        let html = "<p>1 234</p><table><tbody><tr><th>1 234 &amp; x</th><td><p>12&nbsp;345 678</p></td><td>99 ₼</td><td><strong>+994 12 555 01 80</strong></td></tr></tbody></table>";
        let body = rewritten(html, &Vec::new(), &Vec::new());
        for shown in [
            "<p>1 234</p>",
            ">1\u{a0}234 &amp; x<",
            "<p>12&nbsp;345\u{a0}678</p>",
            ">99\u{a0}₼<",
            ">+994\u{a0}12\u{a0}555\u{a0}01\u{a0}80<",
        ] {
            assert!(body.html.contains(shown), "{}", body.html);
        }
    }

    #[test]
    fn stored_pictures_become_their_variants() {
        let picture = Picture::single("/media/x.jpg".into(), "image/jpeg", 10, 20, Vec::new());
        let html = "<p>a &amp; b <img src=\"/api/blog/images/7/\" alt=\"A &quot;B&quot;\"> c</p>";
        assert_eq!(picture_uses(html), [(Use::Shown, 7)]);
        let images = vec![(7, Arc::new(picture))];
        let body = rewritten(html, &images, &Vec::new());
        assert_eq!(
            body.html,
            "<p>a &amp; b <img src=\"/media/x.jpg\" alt=\"A &quot;B&quot;\" width=\"10\" height=\"20\" loading=\"lazy\" decoding=\"async\"> c</p>"
        );
    }

    #[test]
    fn a_picture_that_is_gone_is_left_out_and_foreign_ones_are_noted() {
        assert_eq!(stored_id("https://cdn.example/api/blog/images/8/"), None);
        let html = "<img src=\"/api/blog/images/8/\"><img src=\"https://cdn.example/x.png\">";
        let body = rewritten(html, &Vec::new(), &Vec::new());
        assert!(!body.html.contains("/api/"));
        assert!(body.html.contains("loading=\"lazy\""));
        assert_eq!(
            body.origins.into_iter().collect::<Vec<_>>(),
            ["https://cdn.example"]
        );
    }

    #[test]
    fn links_to_stored_pictures_lead_to_what_is_published() {
        let html = "<p><a href=\"/api/blog/images/7/\"><img src=\"/api/blog/images/8/\"></a> \
                    <a href=\"/api/blog/images/9/\">gone</a> /api/blog/images/3/ \
                    <a href='https://cdn.example/api/blog/images/4/'>x</a></p>";
        assert_eq!(
            picture_uses(html),
            [(Use::Linked, 7), (Use::Shown, 8), (Use::Linked, 9)]
        );
        let single = |url: &str| Picture::single(url.into(), "image/jpeg", 1, 1, Vec::new());
        let images = vec![(8, Arc::new(single("/media/b.jpg")))];
        let linked = vec![(7, Arc::new(single("/media/a.jpg")))];
        let body = rewritten(html, &images, &linked);
        assert!(
            body.html
                .contains("<a href=\"/media/a.jpg\"><img src=\"/media/b.jpg\"")
        );
        assert!(
            body.html.contains("</a> gone /api/blog/images/3/ <a"),
            "{}",
            body.html
        );
    }

    #[test]
    fn headings_can_be_led_to() {
        let body = rewritten("<h2>Bir</h2><p>x</p><h3>İki</h3>", &Vec::new(), &Vec::new());
        let expected = "<h2 id=\"s-bir\">Bir</h2><p>x</p><h3 id=\"s-iki\">İki</h3>";
        assert_eq!(body.html, expected);
    }

    #[test]
    fn headings_of_a_text_stand_below_the_title_of_its_page() {
        let html = "<h1>Bir</h1><p>x</p><h2>İki <em>a</em></h2><h3>Üç</h3><h1>Bir</h1>";
        let body = rewritten(html, &Vec::new(), &Vec::new());
        let expected = "<h2 id=\"s-bir\">Bir</h2><p>x</p><h3 id=\"s-iki-a\">İki <em>a</em></h3>\
                        <h4 id=\"s-uch\">Üç</h4><h2 id=\"s-bir-2\">Bir</h2>";
        assert_eq!(body.html, expected);
    }

    #[test]
    fn an_empty_line_that_was_made_a_heading_moves_no_other() {
        let body = rewritten("<h2>Bir</h2><h1><br></h1>", &Vec::new(), &Vec::new());
        let expected = "<h2 id=\"s-bir\">Bir</h2><h2 id=\"s-\"><br></h2>";
        assert_eq!(body.html, expected);
    }

    #[test]
    fn links_to_elsewhere_get_rel() {
        let html = "<a href=\"https://a.example/\">x</a><a href=\"/contact/\">y</a><a href=\"https://x.example/\">z</a>";
        let body = rewritten(html, &Vec::new(), &Vec::new());
        assert_eq!(body.html.matches("rel=").count(), 1);
    }
}
