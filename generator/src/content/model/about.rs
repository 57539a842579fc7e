//! `pages/about.toml`

use serde::{Deserialize, Serialize};

use super::shared::{CallToAction, CardBlock, Heading, PageHeader, Seo, Stat};

/// `pages/about.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// Introduction.
    pub intro: TextBlock,
    /// Three stat cards: 15+ years, 450+ clients, 800+ projects.
    pub stats: Vec<Stat>,
    /// Six sectors: oil and gas, banking, construction, retail, transport, technology.
    pub sectors: CardBlock,
    /// Four values: client-centred, quality, development, ethics.
    pub values: CardBlock,
    /// Mission.
    pub mission: TextBlock,
    /// Team.
    pub team: Team,
    /// Approach, in steps.
    pub approach: CardBlock,
    /// Primary to /contact/, secondary to /services/.
    pub cta: CallToAction,
    /// Heading of the FAQ (questions of `pages/faq.toml`).
    pub faq: Heading,
}

/// Heading and paragraphs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TextBlock {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
}

/// The team in words and people.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Heading.
    pub heading: Heading,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Fictional partners of the firm.
    pub people: Vec<Person>,
}

/// One fictional person.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Role.
    pub role: String,
    /// One sentence.
    pub text: String,
}
