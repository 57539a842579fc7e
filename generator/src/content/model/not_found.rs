//! `pages/not_found.toml`

use serde::{Deserialize, Serialize};

use super::shared::Seo;

/// `pages/not_found.toml`
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NotFound {
    /// Head texts.
    pub seo: Seo,
    /// "404 - Page Not Found"
    pub title: String,
    /// That the page does not exist or has moved.
    pub description: String,
    /// "Back to Home"
    pub back: String,
}
