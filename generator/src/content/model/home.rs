//! `pages/home.toml`

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::shared::{Heading, HelpCard, Seo, Stat};

/// `pages/home.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// Head texts.
    pub seo: Seo,
    /// The page's `<h1>` beside the slider, its sentence and buttons.
    pub hero: HomeHero,
    /// About block; three stats: 450+ clients, 98 % success, 15+ years.
    pub about: HomeAbout,
    /// Heading of the partner track.
    pub partners: Heading,
    /// Services teaser: exactly three cards.
    pub services: HomeServices,
    /// Latest posts.
    pub blog: HomeBlog,
    /// Certificates gallery.
    pub certificates: HomeCertificates,
    /// FAQ block; its six questions are those of `pages/faq.toml`.
    pub faq: HomeFaq,
}

/// Hero texts; the slides are images only, with placeholder titles.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeHero {
    /// `<h1>`.
    pub title: String,
    /// One or two sentences.
    pub lead: String,
    /// Button to /contact/.
    pub primary: String,
    /// Button to /services/.
    pub secondary: String,
    /// Alternative texts of the four slides.
    pub slides: Vec<HeroSlide>,
}

/// One hero slide.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HeroSlide {
    /// Placeholder title (specification section 2), e.g. "Slide 1".
    pub title: String,
    /// Alternative text.
    pub alt: String,
}

/// About block of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeAbout {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Three stats.
    pub stats: Vec<Stat>,
    /// Link to /about/.
    pub link: String,
}

/// Services teaser.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeServices {
    /// Heading.
    pub heading: Heading,
    /// Financial consulting, audit and assurance, tax advisory.
    pub cards: Vec<TeaserCard>,
    /// Label of each card's link.
    pub more: String,
    /// Link to /services/.
    pub all: String,
}

/// A teaser card.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TeaserCard {
    /// Service segment as the specification links it: `consulting`, `audit`, `tax`.
    pub target: String,
    /// Icon name.
    pub icon: String,
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
}

/// Latest posts of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeBlog {
    /// Heading.
    pub heading: Heading,
    /// The trending label.
    pub trending: String,
    /// Link to /blog/.
    pub all: String,
}

/// Certificates gallery.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeCertificates {
    /// Heading.
    pub heading: Heading,
    /// Words by id of `site.toml`.
    pub items: BTreeMap<String, CertificateWords>,
    /// "Open the certificate", part of each card's accessible name.
    pub open: String,
    /// "Close".
    pub close: String,
    /// "Issued by".
    pub issued_by: String,
    /// "Year".
    pub year: String,
}

/// Words of a certificate.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateWords {
    /// `ISO 9001:2015` …
    pub title: String,
    /// Certification body, or the national chamber of auditors.
    pub issuer: String,
    /// What it certifies.
    pub description: String,
}

/// FAQ block of the home page.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HomeFaq {
    /// Heading.
    pub heading: Heading,
    /// Help card.
    pub help: HelpCard,
}
