//! A post's text on its page: pictures with their variants, links that say where they lead.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use lol_html::{RewriteStrSettings, element, html_content::ContentType, rewrite_str, text};

use crate::images::{Picture, PictureTag, foreign_origin};

/// The address of a stored picture in a text.
const STORED: &str = "/api/blog/images/";
const SIZES: &str = "(min-width: 48em) 44rem, 92vw";

/// A text ready for its page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// HTML.
    pub html: String,
    /// The first words, without tags.
    pub text: String,
    /// Foreign origins of its pictures.
    pub origins: BTreeSet<String>,
}

/// Ids of stored pictures a text shows, in order of appearance.
pub fn stored_ids(html: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    for part in html.split(STORED).skip(1) {
        let digits = part
            .split(|character: char| !character.is_ascii_digit())
            .next()
            .unwrap_or("");
        if let Ok(id) = digits.parse()
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}

/// The stored picture an address means; a foreign host's path of the same name is none of ours.
pub fn stored_id(address: &str) -> Option<i64> {
    let rest = address.strip_prefix(STORED)?;
    rest.trim_end_matches('/').parse().ok()
}

/// Rewrites a sanitised text.
pub fn rewrite(
    html: &str,
    images: &[(i64, Arc<Picture>)],
    public_url: &str,
) -> Result<Body, String> {
    let origins = RefCell::new(BTreeSet::new());
    let words = RefCell::new(String::new());
    let rewritten = rewrite_str(
        html,
        RewriteStrSettings::new()
            .append_element_content_handler(element!("img", |image| {
                let source = image.get_attribute("src").unwrap_or_default();
                let alt = decoded(&image.get_attribute("alt").unwrap_or_default());
                match stored_id(&source) {
                    Some(id) => match images.iter().find(|(known, _)| *known == id) {
                        Some((_, picture)) => {
                            let tag = PictureTag {
                                alt,
                                sizes: Some(SIZES.into()),
                                ..PictureTag::default()
                            };
                            image.replace(&tag.html(picture), ContentType::Html);
                        }
                        None => image.remove(),
                    },
                    None => {
                        origins.borrow_mut().extend(foreign_origin(&source));
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
                let outside = foreign_origin(&target).is_some_and(|origin| origin != public_url);
                if outside {
                    link.set_attribute("rel", "noopener noreferrer")?;
                }
                Ok(())
            }))
            .append_element_content_handler(text!("*", |chunk| {
                let mut words = words.borrow_mut();
                if words.len() < 1000 {
                    words.push_str(chunk.as_str());
                    if chunk.last_in_text_node() {
                        words.push(' ');
                    }
                }
                Ok(())
            })),
    )
    .map_err(|error| error.to_string())?;
    let text = words
        .into_inner()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    Ok(Body {
        html: rewritten,
        text: decoded(&text),
        origins: origins.into_inner(),
    })
}

/// Undoes the references a sanitiser writes.
fn decoded(text: &str) -> String {
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

    #[test]
    fn stored_pictures_become_their_variants() {
        let picture = Picture::single("/media/x.jpg".into(), "image/jpeg", 10, 20, Vec::new());
        let html = "<p>a &amp; b <img src=\"/api/blog/images/7/\" alt=\"A &quot;B&quot;\"> c</p>";
        assert_eq!(stored_ids(html), [7]);
        let body = rewrite(html, &[(7, Arc::new(picture))], "https://x.example").unwrap();
        assert_eq!(
            body.html,
            "<p>a &amp; b <img src=\"/media/x.jpg\" alt=\"A &quot;B&quot;\" width=\"10\" height=\"20\" loading=\"lazy\" decoding=\"async\"> c</p>"
        );
        assert_eq!(body.text, "a & b c");
    }

    #[test]
    fn a_picture_that_is_gone_is_left_out_and_foreign_ones_are_noted() {
        assert_eq!(stored_id("https://cdn.example/api/blog/images/8/"), None);
        let html = "<img src=\"/api/blog/images/8/\"><img src=\"https://cdn.example/x.png\">";
        let body = rewrite(html, &[], "https://x.example").unwrap();
        assert!(!body.html.contains("/api/"));
        assert!(body.html.contains("loading=\"lazy\""));
        assert_eq!(
            body.origins.into_iter().collect::<Vec<_>>(),
            ["https://cdn.example"]
        );
    }

    #[test]
    fn links_to_elsewhere_get_rel() {
        let html = "<a href=\"https://a.example/\">x</a><a href=\"/contact/\">y</a><a href=\"https://x.example/\">z</a>";
        let body = rewrite(html, &[], "https://x.example").unwrap();
        assert_eq!(body.html.matches("rel=").count(), 1);
    }
}
