//! `/`

use minijinja::Value;
use serde::Serialize;

use super::cards::{CardData, card_origins, card_values};
use super::faq::all_questions;
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::posts::Cards;
use crate::routes::Route;

/// Featured first, then the newest (specification section 7).
pub const TEASERS: usize = 3;

/// The home page.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Home<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::Home>,
    /// Questions.
    pub faq: &'a Hashed<model::Faq>,
    /// At most three.
    pub posts: Cards<'a, TEASERS>,
}

#[derive(Serialize)]
struct Context<'a> {
    meta: Value,
    site: Value,
    firm: Value,
    nav: Value,
    page: Value,
    hero: Vec<Slide<'a>>,
    stats: &'a [model::Stat],
    partners: &'a [model::Partner],
    services: Vec<Teaser<'a>>,
    posts: Vec<CardData>,
    certificates: Vec<Certificate<'a>>,
    faq: Vec<&'a model::FaqItem>,
}

#[derive(Serialize)]
struct Slide<'a> {
    image: &'a str,
    title: &'a str,
    alt: &'a str,
}

#[derive(Serialize)]
struct Teaser<'a> {
    url: String,
    icon: &'a str,
    title: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct Certificate<'a> {
    id: &'a str,
    title: &'a str,
    year: String,
    image: &'a str,
    issuer: &'a str,
    description: &'a str,
}

impl Home<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let mut meta = MetaFacts::new(frame, "home", "home", Route::Home, &self.page.seo);
        meta.origins = card_origins(self.posts.iter().flatten().copied());
        template_value(Context {
            meta: meta.finish(frame),
            site: frame.site.value(),
            firm: frame.firm.value(),
            nav: frame.nav("home"),
            page: self.page.value(),
            hero: self.slides(),
            stats: &self.page.about.stats,
            partners: &frame.site.partners,
            services: self.teasers(),
            posts: card_values(&self.posts, frame),
            certificates: self.certificates(),
            faq: all_questions(self.faq),
        })
    }

    fn slides(&self) -> Vec<Slide<'_>> {
        let pictures = self.frame.site.hero.iter();
        let slides = pictures
            .zip(&self.page.hero.slides)
            .map(|(image, slide)| Slide {
                image,
                title: &slide.title,
                alt: &slide.alt,
            });
        slides.collect()
    }

    fn teasers(&self) -> Vec<Teaser<'_>> {
        let cards = self.page.services.cards.iter();
        let teasers = cards.map(|card| Teaser {
            url: Route::named("service", Some(&card.target))
                .map_or_else(String::new, |route| self.frame.path(route)),
            icon: &card.icon,
            title: &card.title,
            text: &card.text,
        });
        teasers.collect()
    }

    fn certificates(&self) -> Vec<Certificate<'_>> {
        let certificates = self.frame.site.certificates.iter().filter_map(|facts| {
            let words = self.page.certificates.items.get(&facts.id)?;
            Some(Certificate {
                id: &facts.id,
                title: &words.title,
                year: facts.year.to_string(),
                image: &facts.image,
                issuer: &words.issuer,
                description: &words.description,
            })
        });
        certificates.collect()
    }
}
