//! Pages that are made alike, each of what all of them share and of the posts at a few places of a list.
//!
//! When what they share is as it was, a page whose places hold the posts they held is as it was: nobody has
//! to make it up and hash it. A page gets nothing but the head, its index and those very posts (`make` is
//! no closure), so nothing can be used that was not compared.

use std::hash::Hash;

use super::job::Job;
use crate::base::Fingerprint;
use crate::posts::{List, PostView};
use crate::routes::Output;

/// Pages made alike.
pub struct Family<'a, H, const N: usize> {
    /// What all of them share.
    pub head: H,
    /// How many pages there are.
    pub pages: usize,
    /// The posts they are made of.
    pub list: &'a List,
    /// Which places of the list a page is made of: of head, index and length of the list.
    pub places: fn(&H, usize, usize) -> [Option<usize>; N],
    /// A page of head, index and the posts at its places.
    pub make: Make<'a, H, N>,
}

/// Makes a page of head, index and posts; no closure, so it can use nothing else.
pub type Make<'a, H, const N: usize> =
    fn(&H, usize, [Option<&'a PostView>; N]) -> Option<(Output, Job<'a>)>;

impl<'a, H: Hash, const N: usize> Family<'a, H, N> {
    /// The places a page is made of.
    pub fn places(&self, index: usize) -> [Option<usize>; N] {
        (self.places)(&self.head, index, self.list.len())
    }

    /// A page of the posts at these places.
    pub fn page(&self, index: usize, places: [Option<usize>; N]) -> Option<(Output, Job<'a>)> {
        let at = |place: usize| self.list.get(place).map(AsRef::as_ref);
        (self.make)(&self.head, index, places.map(|place| place.and_then(at)))
    }

    /// What it is made of, to compare the next one with.
    pub fn composition(&self) -> Composition {
        Composition {
            head: Fingerprint::of_parts(&self.head),
            serials: self.list.serials().to_vec(),
        }
    }
}

/// What a family was made of.
#[derive(Debug)]
pub struct Composition {
    head: Fingerprint,
    serials: Vec<u64>,
}

impl Composition {
    /// Whether places of one mean the same pages in the other.
    pub fn comparable(&self, other: &Composition) -> bool {
        self.head == other.head && self.serials.len() == other.serials.len()
    }

    /// Whether the same posts are at these places.
    pub fn same_at(&self, other: &Composition, places: &[Option<usize>]) -> bool {
        let same = |place: &usize| self.serials.get(*place) == other.serials.get(*place);
        places.iter().flatten().all(same)
    }
}

/// Whoever is told of every file there should be.
pub trait Jobs<'a> {
    /// One file.
    fn add(&mut self, output: Output, job: Job<'a>);

    /// All pages of a family.
    fn family<H: Hash, const N: usize>(&mut self, family: &Family<'a, H, N>) {
        for index in 0..family.pages {
            if let Some((output, job)) = family.page(index, family.places(index)) {
                self.add(output, job);
            }
        }
    }
}
