//! `pages/services.toml`

use serde::{Deserialize, Serialize};

use super::shared::{CallToAction, Heading, IconText, PageHeader, Seo, Stat};

/// `pages/services.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Services {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Introduction.
    pub intro: Heading,
    /// Label of each card's link.
    pub more: String,
    /// Primary to /contact/; secondary calls.
    pub cta: CallToAction,
    /// Words all service pages share.
    pub detail: ServiceDetailWords,
}

/// Words of the service pages.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceDetailWords {
    /// Heading of the features.
    pub features: String,
    /// Heading of the benefits.
    pub benefits: String,
    /// Floating trust card.
    pub trust: IconText,
    /// Stats overlay: 500+ happy clients, 98 % success.
    pub stats: Vec<Stat>,
    /// Title and text interpolate `{title}`; primary = free consultation, secondary = call us now.
    pub cta: CallToAction,
    /// Heading of the other services.
    pub others: String,
    /// Link to the posts of this category.
    pub posts: String,
    /// Heading of the newest of them.
    pub newest: String,
}

/// `services/{id}.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Head texts.
    pub seo: Seo,
    /// Icon name.
    pub icon: String,
    /// Picture below `content/media/` (the same in every language).
    pub image: String,
    /// Alternative text of the picture.
    pub image_alt: String,
    /// Name of the service and of its blog category, e.g. "Tax and Legal Services".
    pub title: String,
    /// Short name for menus, e.g. "Tax and legal".
    pub short_title: String,
    /// One line.
    pub subtitle: String,
    /// One sentence for cards.
    pub summary: String,
    /// Paragraphs.
    pub description: Vec<String>,
    /// 4, 2, 3, 3, 3, 5 by service (specification section 3).
    pub features: Vec<Feature>,
    /// Six.
    pub benefits: Vec<String>,
}

/// A feature of a service.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Title.
    pub title: String,
    /// One to three sentences.
    pub description: String,
}
