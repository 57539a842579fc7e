//! A post in lists, as templates see it.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;

use super::frame::{CategoryLink, Frame};
use crate::base::Lang;
use crate::images::{Picture, PictureObject};
use crate::posts::CardRef;
use crate::routes::Route;
use crate::text::{PageDate, initial, truncate};

/// Cuts of specification section 9.
const TITLE_CARD: usize = 80;
const TITLE_WIDE: usize = 50;
const EXCERPT_CARD: usize = 150;
const EXCERPT_WIDE: usize = 100;
const TEASER: usize = 15;

/// The cards of a page as templates see them.
pub fn card_values(cards: &[Option<CardRef<'_>>], frame: &Frame) -> Vec<CardData> {
    cards
        .iter()
        .flatten()
        .map(|card| CardData::new(*card, frame))
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
    /// Of the cropped picture.
    image_class: Option<String>,
}

impl CardData {
    /// Of a post.
    pub fn new(card: CardRef<'_>, frame: &Frame) -> CardData {
        let facts = card.facts();
        let (title, title_lang) = facts.title;
        let (excerpt, excerpt_lang) = facts.excerpt;
        CardData {
            id: facts.id,
            url: frame.path(Route::with_words(facts.id, facts.slug)),
            category: frame.category(facts.category),
            featured: facts.featured,
            trending: facts.trending,
            author: facts.author.to_owned(),
            initial: initial(facts.author, frame.lang),
            date: PageDate::new(facts.date, frame.lang),
            title: title.to_owned(),
            title_lang: fallback_lang(title_lang, title, frame),
            title_card: truncate(title, TITLE_CARD),
            title_wide: truncate(title, TITLE_WIDE),
            title_teaser: truncate(title, TEASER),
            excerpt: excerpt.to_owned(),
            excerpt_lang: fallback_lang(excerpt_lang, excerpt, frame),
            excerpt_card: truncate(excerpt, EXCERPT_CARD),
            excerpt_wide: truncate(excerpt, EXCERPT_WIDE),
            excerpt_teaser: truncate(excerpt, TEASER),
            image: image_value(facts.image),
            image_class: facts.focus.class(),
        }
    }
}

/// The language to mark a text with, when it is not the page's.
pub fn fallback_lang(lang: Lang, text: &str, frame: &Frame) -> Option<Lang> {
    (lang != frame.lang && !text.is_empty()).then_some(lang)
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
