//! How many posts each category has, as a style sheet: the sidebar of every list shows it, and a new post changes this
//! one file instead of every page of every list.

use std::fmt::Write;

use crate::posts::Counts;

/// `blog/counts.css`: `content` for each element that names its category in `data-count`.
pub fn counts_css(counts: &Counts) -> String {
    let mut css = String::new();
    let mut rule = |id: &str, count: usize| {
        let _ = writeln!(css, "[data-count=\"{id}\"]::after{{content:\"{count}\"}}");
    };
    rule("all", counts.all);
    for (category, count) in counts.by_category.iter() {
        rule(category.id(), *count);
    }
    css
}
