//! A post in lists, and what is known of it before it is rendered.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::Value;
use serde::Serialize;

use super::chrome::{CategoryLink, Chrome};
use crate::fingerprint::Fingerprint;
use crate::images::{Picture, PictureObject};
use crate::lang::Lang;
use crate::post::{Category, Post};
use crate::routes::Route;
use crate::text::{PageDate, initial, truncate};

/// Cuts of specification section 9.
const TITLE_CARD: usize = 80;
const TITLE_WIDE: usize = 50;
const EXCERPT_CARD: usize = 150;
const EXCERPT_WIDE: usize = 100;
const TEASER: usize = 15;

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(0);

/// A post with its pictures; made again only when the post or one of its pictures changed.
#[derive(Debug)]
pub struct PostView {
    /// The post.
    pub post: Arc<Post>,
    /// Its own picture.
    pub image: Option<Arc<Picture>>,
    /// Pictures of its texts by image id.
    pub body_images: Vec<(i64, Arc<Picture>)>,
    /// Whether variants of a picture are still to be made.
    pub pending: bool,
    /// Differs from that of every other view this process ever made: an equal serial is an equal view.
    pub serial: u64,
    cards: [Fingerprint; 3],
    body: [Fingerprint; 3],
    search: [Mutex<Remembered>; 3],
}

/// An entry of the search data and what it was made of.
type Remembered = Option<(Fingerprint, Arc<str>)>;

impl PostView {
    /// Computes the fingerprints.
    pub fn new(
        post: Arc<Post>,
        image: Option<Arc<Picture>>,
        body_images: Vec<(i64, Arc<Picture>)>,
        pending: bool,
    ) -> PostView {
        let cards =
            Lang::ALL.map(|lang| Fingerprint::of(&CardFacts::new(&post, image.as_ref(), lang)));
        let body =
            Lang::ALL.map(|lang| Fingerprint::of(&(post.content.resolve(lang), &body_images)));
        PostView {
            post,
            image,
            body_images,
            pending,
            serial: NEXT_SERIAL.fetch_add(1, Ordering::Relaxed),
            cards,
            body,
            search: Default::default(),
        }
    }

    /// Its own picture and those of its texts.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        let of_texts = self.body_images.iter().map(|(_, picture)| picture);
        self.image.iter().chain(of_texts)
    }

    /// As a card in a language.
    pub fn card(&self, lang: Lang) -> CardRef<'_> {
        CardRef { view: self, lang }
    }

    /// The body's fingerprint in a language.
    pub fn body_fingerprint(&self, lang: Lang) -> Fingerprint {
        self.body[lang as usize]
    }
}

/// What a card shows: nothing else of the post may be used for it.
#[derive(Debug, Clone, Copy, Hash)]
pub struct CardFacts<'a> {
    /// Number.
    pub id: i64,
    /// Category.
    pub category: Category,
    /// On top of the list.
    pub featured: bool,
    /// With the label.
    pub trending: bool,
    /// Author.
    pub author: &'a str,
    /// Creation, as seconds.
    pub date: jiff::Timestamp,
    /// Title and the language it is in.
    pub title: (&'a str, Lang),
    /// Excerpt and the language it is in.
    pub excerpt: (&'a str, Lang),
    /// Picture.
    pub image: Option<&'a Arc<Picture>>,
}

impl<'a> CardFacts<'a> {
    fn new(post: &'a Post, image: Option<&'a Arc<Picture>>, lang: Lang) -> CardFacts<'a> {
        CardFacts {
            id: post.id,
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: &post.author,
            date: post.date,
            title: post.title.resolve(lang),
            excerpt: post.excerpt.resolve(lang),
            image,
        }
    }
}

/// A post's card in a language; hashes as its fingerprint.
#[derive(Debug, Clone, Copy)]
pub struct CardRef<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl Hash for CardRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.cards[self.lang as usize].hash(state);
    }
}

/// A few cards; hashes as all their fingerprints.
pub type Cards<'a, const N: usize> = [Option<CardRef<'a>>; N];

impl<'a> CardRef<'a> {
    /// What may be used.
    pub fn facts(&self) -> CardFacts<'a> {
        CardFacts::new(&self.view.post, self.view.image.as_ref(), self.lang)
    }

    /// The post's entry of the search data; made once per card and frame.
    pub fn search_entry(&self, chrome: &Chrome) -> Arc<str> {
        let key = Fingerprint::of_parts(&(self, chrome));
        let slot = &self.view.search[self.lang as usize];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some((known, entry)) if *known == key => Arc::clone(entry),
            _ => {
                let entry: Arc<str> = crate::feeds::search_entry(*self, chrome).into();
                *slot = Some((key, Arc::clone(&entry)));
                entry
            }
        }
    }

    /// As templates see it.
    pub fn data(&self, chrome: &Chrome) -> CardData {
        CardData::new(&self.facts(), chrome)
    }
}

/// The cards of a page as templates see them.
pub fn card_values(cards: &[Option<CardRef<'_>>], chrome: &Chrome) -> Vec<CardData> {
    cards
        .iter()
        .flatten()
        .map(|card| card.data(chrome))
        .collect()
}

/// Foreign origins the cards' pictures come from.
pub fn card_origins<'a>(cards: impl IntoIterator<Item = CardRef<'a>>) -> BTreeSet<String> {
    cards
        .into_iter()
        .filter_map(|card| {
            card.facts()
                .image
                .and_then(|picture| picture.foreign_origin())
        })
        .collect()
}

/// A card as templates see it.
#[derive(Debug, Serialize)]
pub struct CardData {
    id: i64,
    url: String,
    category: CategoryLink,
    featured: bool,
    trending: bool,
    author: String,
    initial: String,
    date: PageDate,
    title: String,
    title_lang: Option<Lang>,
    title_card: String,
    title_wide: String,
    title_teaser: String,
    excerpt: String,
    excerpt_lang: Option<Lang>,
    excerpt_card: String,
    excerpt_wide: String,
    excerpt_teaser: String,
    image: Value,
}

impl CardData {
    fn new(facts: &CardFacts<'_>, chrome: &Chrome) -> CardData {
        let (title, title_lang) = facts.title;
        let (excerpt, excerpt_lang) = facts.excerpt;
        CardData {
            id: facts.id,
            url: chrome.path(Route::Post(facts.id)),
            category: chrome.category(facts.category),
            featured: facts.featured,
            trending: facts.trending,
            author: facts.author.to_owned(),
            initial: initial(facts.author, chrome.lang),
            date: PageDate::new(facts.date, chrome.lang),
            title: title.to_owned(),
            title_lang: fallback_lang(title_lang, title, chrome),
            title_card: truncate(title, TITLE_CARD),
            title_wide: truncate(title, TITLE_WIDE),
            title_teaser: truncate(title, TEASER),
            excerpt: excerpt.to_owned(),
            excerpt_lang: fallback_lang(excerpt_lang, excerpt, chrome),
            excerpt_card: truncate(excerpt, EXCERPT_CARD),
            excerpt_wide: truncate(excerpt, EXCERPT_WIDE),
            excerpt_teaser: truncate(excerpt, TEASER),
            image: image_value(facts.image),
        }
    }
}

/// The language to mark a text with, when it is not the page's.
pub fn fallback_lang(lang: Lang, text: &str, chrome: &Chrome) -> Option<Lang> {
    (lang != chrome.lang && !text.is_empty()).then_some(lang)
}

/// A picture for `picture(image)`, or none.
pub fn image_value(image: Option<&Arc<Picture>>) -> Value {
    match image {
        Some(picture) if !picture.sets.is_empty() => {
            Value::from_object(PictureObject(Arc::clone(picture)))
        }
        _ => Value::from(()),
    }
}
