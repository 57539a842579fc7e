//! `redirects.toml`

use serde::{Deserialize, Serialize};

/// `redirects.toml`, which may be missing: old addresses and where they lead.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Redirects {
    /// In the order of the file.
    #[serde(default)]
    pub redirects: Vec<OldAddress>,
}

/// An address that was once another site's, or this one's.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OldAddress {
    /// Its path, exactly; with a slash at the end it is the same without.
    pub from: String,
    /// A page of this site, by its path, or a page elsewhere.
    pub to: String,
    /// 301 or 308 for good, 302 or 307 for a time.
    pub status: u16,
}
