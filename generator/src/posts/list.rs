//! Posts in the order of a list, and its pages.

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::Arc;

use super::PostView;
use super::layout::{Composed, ListPage, PAGE_SIZE, Rank, Slot, layout};
use crate::base::Fingerprint;
use crate::text::{year_begin, year_of};

/// Posts, newest first; of two posts of one moment the one with the higher number first.
#[derive(Debug, Default)]
pub struct List {
    views: Vec<Arc<PostView>>,
    /// Of each, side by side: laying out and comparing reads no post.
    ranks: Vec<Rank>,
    /// [`PostView::serial`] of each.
    serials: Vec<u64>,
    /// Rank and serial of the featured post, which stands on top and on no page.
    featured: Option<(usize, u64)>,
    pages: Vec<Composed>,
    years: Vec<Year>,
}

/// A year with posts, and the page on which its newest post stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Year {
    /// In the Gregorian calendar, as the office counts days.
    pub year: i16,
    /// Of the list.
    pub page: ListPage,
}

impl Deref for List {
    type Target = [Arc<PostView>];

    fn deref(&self) -> &[Arc<PostView>] {
        &self.views
    }
}

impl List {
    /// Of posts in any order.
    pub fn new(views: impl Iterator<Item = Arc<PostView>>) -> List {
        let mut views: Vec<_> = views.collect();
        views.sort_by_cached_key(|view| key(view));
        List {
            ranks: views.iter().map(|view| rank(view)).collect(),
            serials: views.iter().map(|view| view.serial).collect(),
            views,
            featured: None,
            pages: Vec::new(),
            years: Vec::new(),
        }
    }

    /// Where a post is that belongs to the list.
    pub fn place_of(&self, view: &PostView) -> Option<usize> {
        self.search(view).ok()
    }

    /// Where a post that does not belong to the list would stand, or did.
    pub fn place_for(&self, view: &PostView) -> usize {
        self.search(view).unwrap_or_else(|place| place)
    }

    /// Removes a post.
    pub fn take_out(&mut self, view: &PostView) {
        if let Ok(place) = self.search(view) {
            self.views.remove(place);
            self.ranks.remove(place);
            self.serials.remove(place);
        }
    }

    /// Adds a post in its place.
    pub fn put_in(&mut self, view: &Arc<PostView>) {
        let place = self.place_for(view);
        self.views.insert(place, Arc::clone(view));
        self.ranks.insert(place, rank(view));
        self.serials.insert(place, view.serial);
    }

    /// Its pages, newest first, as of the last [`List::lay_out`].
    pub fn pages(&self) -> &[Composed] {
        &self.pages
    }

    /// Years with posts on its pages, newest first, as of the last [`List::lay_out`].
    pub fn years(&self) -> &[Year] {
        &self.years
    }

    /// The posts of a page.
    pub fn posts_of(&self, page: &Composed) -> impl Iterator<Item = &Arc<PostView>> {
        self.on_page(page.slot)
            .filter_map(|place| self.views.get(place))
    }

    /// Places of the posts of a page.
    fn on_page(&self, slot: Slot) -> impl Iterator<Item = usize> {
        let featured = self.featured.map(|(place, _)| place);
        (slot.from..slot.to).filter(move |place| Some(*place) != featured)
    }

    /// Whether this post is the one that stood on top when the list was cut into pages.
    pub fn has_on_top(&self, featured: Option<&PostView>) -> bool {
        self.featured.map(|(_, serial)| serial) == featured.map(|view| view.serial)
    }

    /// Cuts the list into pages again; returns those that it had before.
    pub fn lay_out(&mut self, featured: Option<&PostView>) -> Vec<Composed> {
        self.featured = featured.and_then(|view| Some((self.place_of(view)?, view.serial)));
        let slots = layout(&self.ranks, self.featured.map(|(place, _)| place));
        self.years = self.years_of(&slots);
        let pages = (0..slots.len()).map(|index| Composed {
            slot: slots[index],
            composition: self.composition(&slots, index),
        });
        let pages = pages.collect();
        std::mem::replace(&mut self.pages, pages)
    }

    /// Where each year begins, from the newest: looks at a post or two a year, not at all of them.
    fn years_of(&self, slots: &[Slot]) -> Vec<Year> {
        let featured = self.featured.map(|(place, _)| place);
        let mut years = Vec::new();
        let mut place = 0;
        while let Some(view) = self.views.get(place) {
            let year = year_of(view.post.date);
            let next = year_begin(year).map_or(self.views.len(), |begin| {
                let begin = Rank::new(begin, i64::MIN);
                self.ranks.partition_point(|rank| *rank >= begin)
            });
            let shown = (place..next).find(|place| Some(*place) != featured);
            let slot = shown.and_then(|shown| {
                let index = slots.partition_point(|slot| slot.to <= shown);
                slots.get(index)
            });
            years.extend(slot.map(|slot| Year {
                year,
                page: slot.page,
            }));
            place = next.max(place + 1);
        }
        years
    }

    /// Everything a page shows of the list.
    fn composition(&self, slots: &[Slot], index: usize) -> Fingerprint {
        let slot = slots[index];
        let neighbour = |index: Option<usize>| {
            index
                .and_then(|index| slots.get(index))
                .map(|slot| slot.page)
        };
        let mut serials = [None; PAGE_SIZE];
        for (serial, place) in serials.iter_mut().zip(self.on_page(slot)) {
            *serial = self.serials.get(place).copied();
        }
        let whole = matches!(slot.page, ListPage::Numbered(_))
            .then(|| ends(slots.iter().map(|slot| slot.page)));
        let first = (index == 0).then(|| {
            let featured = self.featured.map(|(_, serial)| serial);
            (featured, self.years.as_slice())
        });
        Fingerprint::of_parts(&(
            (neighbour(index.checked_sub(1)), neighbour(Some(index + 1))),
            (whole, first),
            serials,
        ))
    }

    fn search(&self, view: &PostView) -> Result<usize, usize> {
        self.views
            .binary_search_by_key(&key(view), |other| key(other))
    }
}

/// How many numbered pages a list has, and the newest page of its archive.
pub fn ends(pages: impl Iterator<Item = ListPage>) -> (u32, Option<ListPage>) {
    let mut numbered = 0;
    for page in pages {
        match page {
            ListPage::Numbered(number) => numbered = number,
            archived => return (numbered, Some(archived)),
        }
    }
    (numbered, None)
}

fn rank(view: &PostView) -> Rank {
    Rank::new(view.post.date, view.post.id)
}

/// What posts are ordered by.
pub fn key(view: &PostView) -> Reverse<(jiff::Timestamp, i64)> {
    Reverse((view.post.date, view.post.id))
}
