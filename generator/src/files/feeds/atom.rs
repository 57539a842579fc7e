//! Atom, RFC 4287.

use std::fmt::Write;

use super::{Feed, FeedEntry};
use crate::base::{Lang, Problem};
use crate::posts::TextStore;
use crate::text::escape_xml;

pub fn write(feed: &Feed<'_>, texts: &dyn TextStore) -> Result<String, Problem> {
    let frame = feed.frame;
    let own = feed.own();
    // A feed without posts is as old as the blog itself.
    let newest = feed.entries.iter().flatten().map(FeedEntry::modified);
    let newest = newest
        .max()
        .map_or("2025-01-01T00:00:00Z".into(), |newest| newest.to_string());
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    let _ = writeln!(
        xml,
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">",
        frame.lang
    );
    element(&mut xml, "  ", "title", &feed.title());
    element(&mut xml, "  ", "subtitle", &feed.subtitle());
    link(&mut xml, "  ", ("self", "application/atom+xml"), &own);
    link(&mut xml, "  ", ("alternate", "text/html"), &feed.list());
    element(&mut xml, "  ", "id", &own);
    element(&mut xml, "  ", "updated", &newest);
    let firm = escape_xml(&frame.firm.name);
    let _ = writeln!(xml, "  <author><name>{firm}</name></author>");
    for one in feed.entries.iter().flatten() {
        entry(feed, (one, texts), &mut xml)?;
    }
    xml.push_str("</feed>\n");
    Ok(xml)
}

fn entry(
    feed: &Feed<'_>,
    (entry, texts): (&FeedEntry<'_>, &dyn TextStore),
    xml: &mut String,
) -> Result<(), Problem> {
    let (frame, facts) = (feed.frame, entry.facts());
    let lang = entry.text_lang();
    let marked = |lang: Lang, within: Lang| {
        if lang == within {
            String::new()
        } else {
            format!(" xml:lang=\"{lang}\"")
        }
    };
    let url = feed.post_url(&facts);
    let category = frame.category(facts.category);
    let _ = writeln!(xml, "  <entry{}>", marked(lang, frame.lang));
    let words = |xml: &mut String, name: &str, (text, own): (&str, Lang)| {
        let (mark, text) = (marked(own, lang), escape_xml(text));
        let _ = writeln!(xml, "    <{name}{mark}>{text}</{name}>");
    };
    words(xml, "title", facts.title);
    link(xml, "    ", ("alternate", "text/html"), &url);
    element(xml, "    ", "id", &feed.post_id(&facts));
    element(xml, "    ", "published", &facts.date.to_string());
    element(xml, "    ", "updated", &entry.modified().to_string());
    let (author, page) = entry.author(frame);
    let author = escape_xml(author);
    let uri = page.map_or(String::new(), |page| {
        format!("<uri>{}</uri>", escape_xml(&page))
    });
    let _ = writeln!(xml, "    <author><name>{author}</name>{uri}</author>");
    let label = escape_xml(&category.label);
    let _ = writeln!(
        xml,
        "    <category{} term=\"{}\" label=\"{label}\"/>",
        marked(frame.lang, lang),
        category.id
    );
    if !facts.excerpt.0.is_empty() {
        words(xml, "summary", facts.excerpt);
    }
    let text = escape_xml(&entry.text(frame, texts)?);
    let _ = writeln!(xml, "    <content type=\"html\">{text}</content>");
    xml.push_str("  </entry>\n");
    Ok(())
}

fn link(xml: &mut String, indent: &str, (rel, kind): (&str, &str), href: &str) {
    let href = escape_xml(href);
    let _ = writeln!(
        xml,
        "{indent}<link rel=\"{rel}\" type=\"{kind}\" href=\"{href}\"/>"
    );
}

fn element(xml: &mut String, indent: &str, name: &str, text: &str) {
    let _ = writeln!(xml, "{indent}<{name}>{}</{name}>", escape_xml(text));
}
