//! `pages/terms.toml`

use serde::{Deserialize, Serialize};

use super::shared::{PageHeader, Seo};

/// `content/en/pages/terms.toml`, English only.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Head texts.
    pub seo: Seo,
    /// Page header.
    pub header: PageHeader,
    /// "Last updated: January 25, 2025"
    pub last_updated: String,
    /// "Effective date: February 1, 2025"
    pub effective: String,
    /// "On this page".
    pub navigation: String,
    /// Privacy Policy, the default tab.
    pub privacy: LegalDocument,
    /// Terms of Service.
    pub terms: LegalDocument,
    /// Before the mail link.
    pub contact: String,
    /// Closing agreement notice.
    pub agreement: String,
}

/// One legal document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegalDocument {
    /// Title and label of the tab.
    pub title: String,
    /// One paragraph.
    pub intro: String,
    /// Six, numbered by the template.
    pub sections: Vec<LegalSection>,
}

/// One section of a legal document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LegalSection {
    /// Anchor, e.g. `data-we-collect`.
    pub id: String,
    /// Heading without the number.
    pub title: String,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// Bullet points after the paragraphs; may be empty.
    #[serde(default)]
    pub points: Vec<String>,
}
