//! Files that say the same to different readers.

use crate::base::Category;
use serde::{Deserialize, Serialize};

/// For whom redirects are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RedirectFormat {
    /// Hosts that read `_redirects`.
    Host,
    /// nginx, to be included.
    Nginx,
    /// Caddy, to be imported.
    Caddy,
    /// The not-found page of hosts that know no rules.
    Table,
}

impl RedirectFormat {
    /// All.
    pub const ALL: [RedirectFormat; 4] = [
        RedirectFormat::Host,
        RedirectFormat::Nginx,
        RedirectFormat::Caddy,
        RedirectFormat::Table,
    ];

    pub(super) fn file_name(self) -> &'static str {
        match self {
            RedirectFormat::Host => "_redirects",
            RedirectFormat::Nginx => "_redirects.nginx",
            RedirectFormat::Caddy => "_redirects.caddy",
            RedirectFormat::Table => "redirects.json",
        }
    }
}

/// How a feed is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FeedFormat {
    /// RFC 4287
    Atom,
    /// jsonfeed.org
    Json,
}

impl FeedFormat {
    /// Those in which a list can be followed: a category in one only, so that a new post writes few files.
    pub fn of_list(category: Option<Category>) -> &'static [FeedFormat] {
        match category {
            None => &[FeedFormat::Atom, FeedFormat::Json],
            Some(_) => &[FeedFormat::Atom],
        }
    }

    /// What links to it say.
    pub fn media_type(self) -> &'static str {
        match self {
            FeedFormat::Atom => "application/atom+xml",
            FeedFormat::Json => "application/feed+json",
        }
    }

    pub(super) fn file_name(self) -> &'static str {
        match self {
            FeedFormat::Atom => "feed.xml",
            FeedFormat::Json => "feed.json",
        }
    }
}
