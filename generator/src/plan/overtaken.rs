//! Rules of `redirects.toml` that a post has overtaken: its address now has the words that the rule leads away from. The post goes
//! first, because hosts would apply the rule before they look for its page, and the two could lead to each other for ever.

use std::collections::BTreeSet;

use crate::content::page_at;
use crate::inputs::Inputs;
use crate::posts::Catalogue;
use crate::routes::{PageId, Route};

/// Their places in the file, as of the posts that are on-line.
pub fn overtaken(inputs: &Inputs, catalogue: &Catalogue) -> BTreeSet<usize> {
    let stands_there = |from: &str| match page_at(from) {
        Some(PageId {
            route: route @ Route::Named(id, _),
            lang,
        }) if inputs.languages.has(lang) => catalogue
            .slugs(id)
            .is_some_and(|slugs| Route::of_post(id, slugs, lang) == route),
        _ => false,
    };
    let rules = inputs.redirects.iter().enumerate();
    let overtaken = rules.filter(|(_, rule)| stands_there(&rule.from));
    overtaken.map(|(place, _)| place).collect()
}
