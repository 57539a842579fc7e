//! What files are made of, and who is told of them.

use std::collections::BTreeSet;

use super::job::Job;
use super::moved::Moved;
use crate::base::Lang;
use crate::files::search::Filters;
use crate::inputs::Inputs;
use crate::posts::{Cards, Catalogue, PostView};
use crate::routes::Output;

/// All that files are made of.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Everything but posts.
    pub inputs: &'a Inputs,
    /// All posts.
    pub catalogue: &'a Catalogue,
    /// Addresses of posts that are off-line.
    pub moved: &'a Moved,
    /// Places of the rules for old addresses that posts have overtaken.
    pub overtaken: &'a BTreeSet<usize>,
    /// Of the search data, made before.
    pub filters: &'a Filters,
}

/// Whoever is told of files there should be.
pub trait Jobs<'a> {
    /// One file.
    fn add(&mut self, output: Output, job: Job<'a>);
}

/// Posts as the cards of a page.
pub fn cards<'a, const N: usize>(
    views: impl IntoIterator<Item = &'a PostView>,
    lang: Lang,
) -> Cards<'a, N> {
    first(views.into_iter().map(|view| view.card(lang)))
}

/// The first few of many.
pub fn first<T: Copy, const N: usize>(many: impl IntoIterator<Item = T>) -> [Option<T>; N] {
    let mut few = [None; N];
    for (slot, one) in few.iter_mut().zip(many) {
        *slot = Some(one);
    }
    few
}
