//! Versions of posts that somebody looks at. The next pause in typing does not write over them, so that whoever goes back to
//! one gets what was shown.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Of each post the newest version by itself that somebody has read, by its number. A process that starts anew knows of none: what was
/// written over since is refused by the tag of what was seen.
#[derive(Debug, Clone, Default)]
pub struct LookedAt(Arc<Mutex<HashMap<i64, i64>>>);

impl LookedAt {
    /// From now on nothing is written over it.
    pub(super) fn note(&self, post: i64, number: i64) {
        let mut known = self.known();
        let newest = known.entry(post).or_insert(number);
        *newest = number.max(*newest);
    }

    pub(super) fn has(&self, post: i64, number: i64) -> bool {
        self.known().get(&post) == Some(&number)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<i64, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who asked for a working copy to be saved.
#[derive(Debug, Clone, Copy)]
pub enum Saving<'a> {
    /// Somebody, by hand.
    ByHand,
    /// Nobody: a pause in typing. What is looked at is not written over.
    Pause(&'a LookedAt),
}

impl<'a> Saving<'a> {
    /// By what a request says.
    pub fn of(automatic: bool, looked_at: &'a LookedAt) -> Self {
        if automatic {
            Self::Pause(looked_at)
        } else {
            Self::ByHand
        }
    }
}
