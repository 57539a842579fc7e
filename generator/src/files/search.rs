//! The search data of a language: one small entry for each post.

use std::hash::{Hash, Hasher};

use serde::Serialize;

use crate::base::Fingerprint;
use crate::pages::Frame;
use crate::posts::{CardRef, Catalogue};
use crate::routes::Route;
use crate::text::PageDate;

/// `search/{lang}.json`
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// All posts.
    pub catalogue: &'a Catalogue,
}

impl Hash for Search<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frame.hash(state);
        for view in self.catalogue.order.iter() {
            view.card(self.frame.lang).hash(state);
        }
    }
}

impl Search<'_> {
    /// The file.
    pub fn json(&self) -> String {
        let (frame, of) = (self.frame, Fingerprint::of_parts(self.frame));
        let cards = self
            .catalogue
            .order
            .iter()
            .map(|view| view.card(frame.lang));
        let entries: Vec<_> = cards
            .map(|card| card.search_entry(of, || search_entry(card, frame)))
            .collect();
        // Megabytes at 10,000 posts: they are not moved while they grow.
        let length: usize = entries.iter().map(|entry| entry.len() + 2).sum();
        let mut json = String::with_capacity(length + 8);
        json.push('[');
        for (index, entry) in entries.iter().enumerate() {
            json.push_str(if index == 0 { "\n" } else { ",\n" });
            json.push_str(entry);
        }
        json.push_str("\n]\n");
        json
    }
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
fn search_entry(card: CardRef<'_>, frame: &Frame) -> String {
    let facts = card.facts();
    let entry = Entry {
        id: facts.id,
        url: frame.path(Route::Post(facts.id)),
        title: facts.title.0,
        excerpt: facts.excerpt.0,
        category: &frame.services[facts.category.index()].title,
        date: PageDate::new(facts.date, frame.lang).text,
        image: facts
            .image
            .map(|picture| picture.small_url())
            .filter(|url| !url.is_empty()),
    };
    serde_json::to_string(&entry).unwrap_or_default()
}
