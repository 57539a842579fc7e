//! Atom feeds, one per language.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use jiff::Timestamp;

use crate::base::Lang;
use crate::pages::Frame;
use crate::posts::PostView;
use crate::routes::{Route, feed_path};
use crate::text::escape_xml;

/// Entries of a feed.
const FEED_SIZE: usize = 20;

/// `feed.xml`
#[derive(Debug, Clone, Copy, Hash)]
pub struct Feed<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Newest first.
    pub entries: [Option<FeedEntry<'a>>; FEED_SIZE],
}

/// A post in a feed: its card, when it changed last, and the language of its text.
#[derive(Debug, Clone, Copy)]
pub struct FeedEntry<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl Hash for FeedEntry<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.view.card(self.lang), self.modified(), self.text_lang()).hash(state);
    }
}

impl<'a> FeedEntry<'a> {
    /// Of a post.
    pub fn new(view: &'a PostView, lang: Lang) -> FeedEntry<'a> {
        FeedEntry { view, lang }
    }

    fn modified(&self) -> Timestamp {
        self.view.post.modified()
    }

    fn text_lang(&self) -> Lang {
        self.view.post.content.resolve(self.lang).1
    }
}

impl Feed<'_> {
    /// The file.
    pub fn xml(&self) -> String {
        let frame = self.frame;
        let own = frame.absolute(&feed_path(frame.lang));
        let blog = frame.absolute(&frame.path(Route::Blog(None, 1)));
        // A feed without posts is as old as the blog itself.
        let newest = self.entries.iter().flatten().map(FeedEntry::modified);
        let newest = newest
            .max()
            .map_or("2025-01-01T00:00:00Z".into(), |newest| newest.to_string());
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        let _ = writeln!(
            xml,
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">",
            frame.lang
        );
        element(&mut xml, "  ", "title", frame.words("feed.title"));
        element(&mut xml, "  ", "subtitle", frame.words("feed.subtitle"));
        let _ = writeln!(
            xml,
            "  <link rel=\"self\" type=\"application/atom+xml\" href=\"{}\"/>",
            escape_xml(&own)
        );
        let _ = writeln!(
            xml,
            "  <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>",
            escape_xml(&blog)
        );
        element(&mut xml, "  ", "id", &own);
        element(&mut xml, "  ", "updated", &newest);
        let _ = writeln!(
            xml,
            "  <author><name>{}</name></author>",
            escape_xml(&frame.firm.name)
        );
        for entry in self.entries.iter().flatten() {
            self.entry(&mut xml, entry);
        }
        xml.push_str("</feed>\n");
        xml
    }

    fn entry(&self, xml: &mut String, entry: &FeedEntry<'_>) {
        let (frame, facts) = (self.frame, entry.view.card(entry.lang).facts());
        let lang = entry.text_lang();
        let marked = |lang: Lang, within: Lang| match lang == within {
            true => String::new(),
            false => format!(" xml:lang=\"{lang}\""),
        };
        let url = frame.absolute(&frame.path(Route::Post(facts.id)));
        let date = facts.date.to_string();
        let category = frame.category(facts.category);
        let _ = writeln!(xml, "  <entry{}>", marked(lang, frame.lang));
        let words = |xml: &mut String, name: &str, (text, own): (&str, Lang)| {
            let (mark, text) = (marked(own, lang), escape_xml(text));
            let _ = writeln!(xml, "    <{name}{mark}>{text}</{name}>");
        };
        words(xml, "title", facts.title);
        let _ = writeln!(
            xml,
            "    <link rel=\"alternate\" type=\"text/html\" href=\"{}\"/>",
            escape_xml(&url)
        );
        element(xml, "    ", "id", &url);
        element(xml, "    ", "published", &date);
        element(xml, "    ", "updated", &entry.modified().to_string());
        let author = if facts.author.trim().is_empty() {
            &frame.firm.name
        } else {
            facts.author
        };
        let _ = writeln!(
            xml,
            "    <author><name>{}</name></author>",
            escape_xml(author)
        );
        let label = escape_xml(&category.label);
        let _ = writeln!(
            xml,
            "    <category{} term=\"{}\" label=\"{label}\"/>",
            marked(frame.lang, lang),
            category.id
        );
        words(xml, "summary", facts.excerpt);
        xml.push_str("  </entry>\n");
    }
}

fn element(xml: &mut String, indent: &str, name: &str, text: &str) {
    let _ = writeln!(xml, "{indent}<{name}>{}</{name}>", escape_xml(text));
}
