//! `pages/faq.toml`

use serde::{Deserialize, Serialize};

use super::shared::{FaqItem, HelpCard, PageHeader, Seo, Stat};

/// `pages/faq.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Faq {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Names of the tabs.
    pub categories: FaqCategories,
    /// Two questions.
    pub general: Vec<FaqItem>,
    /// One question.
    pub audit: Vec<FaqItem>,
    /// Three questions.
    pub tax: Vec<FaqItem>,
    /// 6 questions, 3 categories, 24/7 support.
    pub stats: Vec<Stat>,
    /// Heading of the stats card.
    pub stats_title: String,
    /// Help card.
    pub help: HelpCard,
    /// Heading of the topic tags.
    pub tags_title: String,
    /// Topic tags: a click searches for the tag.
    pub tags: Vec<String>,
    /// Label of the search field.
    pub search: String,
    /// "No Results Found"
    pub empty_title: String,
    /// Its hint.
    pub empty_hint: String,
    /// Clears the search.
    pub clear: String,
}

/// Names of the FAQ categories.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FaqCategories {
    /// General.
    pub general: String,
    /// Audit.
    pub audit: String,
    /// Tax.
    pub tax: String,
}
