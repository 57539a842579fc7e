//! The search data of a language: shards by ranges of posts' numbers, each small, and filters that let a rare word skip
//! shards. A number is never used again, so a save changes one shard and one filter, however many posts there are.
//!
//! A browser reads the newest shards first and stops when the screen is full (`BlogSearch`).

mod filter;

use std::hash::{Hash, Hasher};
use std::ops::Range;

use serde::Serialize;

pub use filter::Filters;

use crate::base::Lang;
use crate::pages::{Frame, fallback_lang};
use crate::posts::{CardRef, Catalogue, PostView, RANGE};
use crate::routes::{Output, Route};
use crate::text::PageDate;

/// Shards of one filter file.
const BLOCK: u32 = 64;

/// The part of the search data that a file holds.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// All posts.
    pub catalogue: &'a Catalogue,
    /// Filters that were made before.
    pub filters: &'a Filters,
    /// Which file.
    pub part: Part,
}

/// A file of the search data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Which shards there are.
    Index,
    /// The posts of a range.
    Shard(u32),
    /// What is found in a block of shards.
    Filter(u32),
}

impl Part {
    /// The files in which posts of a [`RANGE`] of numbers are found.
    pub fn of_range(lang: Lang, range: i64) -> [(Output, Part); 2] {
        let shard = u32::try_from(range).unwrap_or(0).min(1 << 30);
        let block = shard / BLOCK;
        [
            (Output::SearchShard(lang, shard), Part::Shard(shard)),
            (Output::SearchFilter(lang, block), Part::Filter(block)),
        ]
    }

    /// Ranges of numbers whose posts it is made of.
    pub fn ranges(self) -> impl Iterator<Item = i64> {
        let shards = match self {
            Part::Index => 0..0,
            Part::Shard(shard) => shard..shard + 1,
            Part::Filter(block) => shards_of(block),
        };
        shards.map(i64::from)
    }
}

impl Hash for Search<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.frame, self.part).hash(state);
        match self.part {
            Part::Index => self.runs().hash(state),
            Part::Shard(shard) => self
                .posts(shard..shard + 1)
                .for_each(|card| card.hash(state)),
            Part::Filter(block) => self
                .posts(shards_of(block))
                .for_each(|card| card.hash(state)),
        }
    }
}

impl<'a> Search<'a> {
    /// The file.
    pub fn json(&self) -> String {
        match self.part {
            Part::Index => json(&Index {
                shards: self.runs(),
            }),
            Part::Shard(shard) => self.shard(shard),
            Part::Filter(block) => {
                let filters = shards_of(block).map(|shard| {
                    let posts: Vec<CardRef<'a>> = self.posts(shard..shard + 1).collect();
                    self.filters.of_shard((self.frame.lang, shard), &posts)
                });
                json(&filters.collect::<Vec<_>>())
            }
        }
    }

    /// Shards that exist, as first and last of each run.
    fn runs(&self) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for shard in self.catalogue.ranges.keys() {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == *shard => *last = *shard,
                _ => runs.push((*shard, *shard)),
            }
        }
        runs
    }

    fn posts(&self, shards: Range<u32>) -> impl Iterator<Item = CardRef<'a>> {
        let (lang, catalogue) = (self.frame.lang, self.catalogue);
        let ids = i64::from(shards.start) * RANGE..i64::from(shards.end) * RANGE;
        let found = catalogue.in_range(ids).into_iter();
        found.map(move |view: &'a PostView| view.card(lang))
    }

    fn shard(&self, shard: u32) -> String {
        let mut text = String::from("[");
        for (index, card) in self.posts(shard..shard + 1).enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.push_str(&entry(card, self.frame));
        }
        text.push_str("\n]\n");
        text
    }
}

fn shards_of(block: u32) -> Range<u32> {
    block * BLOCK..(block + 1) * BLOCK
}

#[derive(Serialize)]
struct Index {
    shards: Vec<(i64, i64)>,
}

fn json(value: &impl Serialize) -> String {
    let mut json = serde_json::to_string(value).unwrap_or_default();
    json.push('\n');
    json
}

#[derive(Serialize)]
struct Entry<'a> {
    id: i64,
    url: String,
    title: &'a str,
    /// Of a text that is not in the language of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    title_lang: Option<Lang>,
    excerpt: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt_lang: Option<Lang>,
    category: &'a str,
    date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
}

fn entry(card: CardRef<'_>, frame: &Frame) -> String {
    let facts = card.facts();
    let entry = Entry {
        id: facts.id,
        url: frame.path(Route::with_words(facts.id, facts.slug)),
        title: facts.title.0,
        title_lang: fallback_lang(facts.title.1, facts.title.0, frame),
        excerpt: facts.excerpt.0,
        excerpt_lang: fallback_lang(facts.excerpt.1, facts.excerpt.0, frame),
        category: frame.service_title(facts.category),
        date: PageDate::new(facts.date, frame.lang).text,
        image: facts
            .image
            .map(|picture| picture.small_url())
            .filter(|url| is_own(url)),
    };
    serde_json::to_string(&entry).unwrap_or_default()
}

/// Whether a page may show it whatever its policy says: results stand on the page of a list, which names the hosts of its own
/// posts alone.
fn is_own(url: &str) -> bool {
    url.starts_with('/') && !url.starts_with("//")
}
