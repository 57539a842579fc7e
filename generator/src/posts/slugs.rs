//! The words in the addresses of a post.

use std::collections::BTreeSet;

use crate::base::{Lang, Localized, Slug};

/// The words in the addresses of a post, by language; most posts have none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Slugs {
    /// Those it has.
    pub current: Localized<Slug>,
    /// Those it had; some may be current again.
    pub former: BTreeSet<(Lang, Slug)>,
}
