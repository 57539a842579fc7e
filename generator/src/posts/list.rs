//! Posts in the order of a list.

use std::cmp::Reverse;
use std::ops::Deref;
use std::sync::Arc;

use super::PostView;

/// Posts, newest first; of two posts of one moment the one with the higher number first.
#[derive(Debug, Default)]
pub struct List {
    views: Vec<Arc<PostView>>,
    /// [`PostView::serial`] of each, side by side: comparing two lists reads no post.
    serials: Vec<u64>,
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
        let serials = views.iter().map(|view| view.serial).collect();
        List { views, serials }
    }

    /// Their serial numbers, in the same order.
    pub fn serials(&self) -> &[u64] {
        &self.serials
    }

    /// Where a post is that belongs to the list.
    pub fn place_of(&self, view: &PostView) -> Option<usize> {
        self.search(view).ok()
    }

    /// Removes a post.
    pub fn take_out(&mut self, view: &PostView) {
        if let Ok(place) = self.search(view) {
            self.views.remove(place);
            self.serials.remove(place);
        }
    }

    /// Adds a post in its place.
    pub fn put_in(&mut self, view: &Arc<PostView>) {
        let place = self.search(view).unwrap_or_else(|place| place);
        self.views.insert(place, Arc::clone(view));
        self.serials.insert(place, view.serial);
    }

    fn search(&self, view: &PostView) -> Result<usize, usize> {
        self.views
            .binary_search_by_key(&key(view), |other| key(other))
    }
}

fn key(view: &PostView) -> Reverse<(jiff::Timestamp, i64)> {
    Reverse((view.post.date, view.post.id))
}
