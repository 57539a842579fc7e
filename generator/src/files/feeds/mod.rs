//! Feeds: the newest posts of each language, and of each category in it, whole, as Atom and as JSON Feed.

mod atom;
mod json;

use std::hash::{Hash, Hasher};

use jiff::Timestamp;

use crate::base::{Category, Lang, Problem};
use crate::pages::Frame;
use crate::posts::{CardFacts, PostView, TextStore, feed_text};
use crate::routes::{FeedFormat, Route, feed_path};

/// Entries of a feed.
const FEED_SIZE: usize = 20;

/// `feed.xml` or `feed.json`
#[derive(Debug, Clone, Copy, Hash)]
pub struct Feed<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Of one category, or of all.
    pub category: Option<Category>,
    /// How it is written.
    pub format: FeedFormat,
    /// Newest first.
    pub entries: [Option<FeedEntry<'a>>; FEED_SIZE],
}

/// A post in a feed: its card, its text, when it changed last, and the language of its text.
#[derive(Debug, Clone, Copy)]
pub struct FeedEntry<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl Hash for FeedEntry<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let body = self.view.body_fingerprint(self.lang);
        (
            self.view.card(self.lang),
            body,
            self.modified(),
            self.text_lang(),
        )
            .hash(state);
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
        self.view.post.content.resolve(self.lang)
    }

    fn facts(&self) -> CardFacts<'a> {
        self.view.card(self.lang).facts()
    }

    fn text(&self, frame: &Frame, texts: &dyn TextStore) -> Result<String, Problem> {
        let (html, lang) = self.view.text(self.lang, texts)?;
        feed_text(self.view, (&html, lang), &frame.public_url).map_err(|error| {
            Problem::error("post-body", error).key(format!("post {}", self.view.post.id))
        })
    }

    /// Who wrote it, and the page of that person; the firm where nobody is named.
    fn author<'b>(&self, frame: &'b Frame) -> (&'b str, Option<String>)
    where
        'a: 'b,
    {
        let name = self.facts().author.trim();
        match frame.author(name) {
            Some((id, words)) => {
                let url = frame.absolute(&frame.path(Route::Author(id)));
                (&words.name, Some(url))
            }
            None if name.is_empty() => (&frame.firm.name, None),
            None => (name, None),
        }
    }
}

impl Feed<'_> {
    /// The file; `texts` are the posts'.
    pub fn render(&self, texts: &dyn TextStore) -> Result<String, Problem> {
        match self.format {
            FeedFormat::Atom => atom::write(self, texts),
            FeedFormat::Json => json::write(self, texts),
        }
    }

    fn title(&self) -> String {
        self.words("feed.title", "feed.category_title")
    }

    fn subtitle(&self) -> String {
        self.words("feed.subtitle", "blog.category_description")
    }

    fn words(&self, of_all: &str, of_one: &str) -> String {
        let frame = self.frame;
        match self.category {
            None => frame.words(of_all).to_owned(),
            Some(category) => {
                frame.filled(of_one, &[("category", &frame.category(category).label)])
            }
        }
    }

    /// Its own address.
    fn own(&self) -> String {
        let path = feed_path(self.frame.lang, self.category, self.format);
        self.frame.absolute(&path)
    }

    /// The list that it follows.
    fn list(&self) -> String {
        let frame = self.frame;
        frame.absolute(&frame.path(Route::Blog(self.category, 1)))
    }

    /// Where a post stands.
    fn post_url(&self, facts: &CardFacts<'_>) -> String {
        let route = Route::with_words(facts.id, facts.slug);
        self.frame.absolute(&self.frame.path(route))
    }

    /// What a post is called, which stays the same whatever words its address has (RFC 4287, section 4.2.6).
    fn post_id(&self, facts: &CardFacts<'_>) -> String {
        self.frame.absolute(&self.frame.path(Route::Post(facts.id)))
    }
}
