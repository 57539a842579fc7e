//! How many posts each category has, as a style sheet: the sidebar of every list shows it, and a new post changes this
//! one file instead of every page of every list.

use std::fmt::Write;

use crate::posts::{Category, Counts};

/// `blog/counts.css`: `content` for each element that names its category in `data-count`.
pub fn counts_css(counts: &Counts) -> String {
    let categories = Category::ALL.into_iter();
    let named = categories.map(|category| (category.id(), counts.by_category[category.index()]));
    let mut css = String::new();
    for (id, count) in std::iter::once(("all", counts.all)).chain(named) {
        let _ = writeln!(css, "[data-count=\"{id}\"]::after{{content:\"{count}\"}}");
    }
    css
}
