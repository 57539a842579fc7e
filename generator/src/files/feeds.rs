//! Atom feeds and the search data, one of each per language.

use std::fmt::Write;

use serde::Serialize;

use crate::pages::{CardRef, Cards, Chrome};
use crate::routes::{Route, feed_path};
use crate::text::PageDate;

/// Entries of a feed.
pub const FEED_SIZE: usize = 20;

/// `feed.xml`
#[derive(Debug, Clone, Copy, Hash)]
pub struct Feed<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Newest first.
    pub posts: Cards<'a, FEED_SIZE>,
}

impl Feed<'_> {
    /// The file.
    pub fn xml(&self) -> String {
        let chrome = self.chrome;
        let own = chrome.absolute(&feed_path(chrome.lang));
        let blog = chrome.absolute(&chrome.path(Route::Blog(None, 1)));
        // A feed without posts is as old as the blog itself.
        let newest = self.posts[0].map_or("2025-01-01T00:00:00Z".into(), |c| {
            c.facts().date.to_string()
        });
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        let _ = writeln!(
            xml,
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">",
            chrome.lang
        );
        element(&mut xml, "  ", "title", chrome.words("feed.title"));
        element(&mut xml, "  ", "subtitle", chrome.words("feed.subtitle"));
        let _ = writeln!(
            xml,
            "  <link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>",
            escape(&own)
        );
        let _ = writeln!(
            xml,
            "  <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>",
            escape(&blog)
        );
        element(&mut xml, "  ", "id", &own);
        element(&mut xml, "  ", "updated", &newest);
        let _ = writeln!(
            xml,
            "  <author><name>{}</name></author>",
            escape(&chrome.firm.name)
        );
        for card in self.posts.iter().flatten() {
            self.entry(&mut xml, *card);
        }
        xml.push_str("</feed>\n");
        xml
    }

    fn entry(&self, xml: &mut String, card: CardRef<'_>) {
        let (chrome, facts) = (self.chrome, card.facts());
        let url = chrome.absolute(&chrome.path(Route::Post(facts.id)));
        let date = facts.date.to_string();
        let category = chrome.category(facts.category);
        xml.push_str("  <entry>\n");
        element(xml, "    ", "title", facts.title.0);
        let _ = writeln!(
            xml,
            "    <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>",
            escape(&url)
        );
        element(xml, "    ", "id", &url);
        element(xml, "    ", "published", &date);
        element(xml, "    ", "updated", &date);
        let author = if facts.author.trim().is_empty() {
            &chrome.firm.name
        } else {
            facts.author
        };
        let _ = writeln!(xml, "    <author><name>{}</name></author>", escape(author));
        let label = escape(&category.label);
        let _ = writeln!(
            xml,
            "    <category term=\"{}\" label=\"{label}\"/>",
            category.id
        );
        element(xml, "    ", "summary", facts.excerpt.0);
        xml.push_str("  </entry>\n");
    }
}

fn element(xml: &mut String, indent: &str, name: &str, text: &str) {
    let _ = writeln!(xml, "{indent}<{name}>{}</{name}>", escape(text));
}

/// Text for XML 1.0, which has no control characters.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[derive(Serialize)]
struct Entry<'a> {
    id: i64,
    url: String,
    title: &'a str,
    excerpt: &'a str,
    category: &'a str,
    date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
}

/// One post of `search/{lang}.json`.
pub fn search_entry(card: CardRef<'_>, chrome: &Chrome) -> String {
    let facts = card.facts();
    let entry = Entry {
        id: facts.id,
        url: chrome.path(Route::Post(facts.id)),
        title: facts.title.0,
        excerpt: facts.excerpt.0,
        category: &chrome.services[facts.category.index()].title,
        date: PageDate::new(facts.date, chrome.lang).text,
        image: facts
            .image
            .map(|picture| picture.small_url())
            .filter(|url| !url.is_empty()),
    };
    serde_json::to_string(&entry).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn xml_text_cannot_leave_its_element() {
        assert_eq!(escape("<b>&\"\u{1}ə"), "&lt;b&gt;&amp;&quot;ə");
    }
}
