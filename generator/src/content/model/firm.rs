//! `content/{lang}/firm.toml`

use serde::{Deserialize, Serialize};

/// `content/{lang}/firm.toml`: the firm in words.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Firm {
    /// Short name.
    pub name: String,
    /// Full legal name.
    pub legal_name: String,
    /// One line under the name.
    pub tagline: String,
    /// Footer description, also the default meta description.
    pub description: String,
    /// Whole address on one line.
    pub address: String,
    /// Street and building.
    pub street: String,
    /// District (Nasimi).
    pub district: String,
    /// City and country.
    pub city: String,
    /// Monday to Friday, 9:00 to 18:00, in words.
    pub hours_weekdays: String,
    /// Closed at weekends, in words.
    pub hours_weekend: String,
    /// `© {figures.copyright_year} …`
    pub copyright: String,
    /// "Site by", before the builder's link.
    pub credit: String,
}
