//! Which groups of three letters the titles and excerpts of a shard have: a word that has another is not in it.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use rustc_hash::FxHashMap;

use crate::base::{Fingerprint, Lang};
use crate::posts::CardRef;
use crate::text::fold;

/// Bits of a filter: about two for each group of a usual shard. A group that is not there is taken for one in four
/// times out of ten, a word of eight letters in four of a thousand; being wrong costs a visitor one small file.
const BITS: u32 = 4096;

type Remembered = FxHashMap<(Lang, u32), (Fingerprint, Arc<str>)>;

/// Filters by language and shard, made again when a post of the shard changed.
#[derive(Debug, Default)]
pub struct Filters(Mutex<Remembered>);

impl Filters {
    /// The filter of a shard with these posts, in base64; empty when it has none.
    pub fn of_shard(&self, shard: (Lang, u32), posts: &[CardRef<'_>]) -> Arc<str> {
        if posts.is_empty() {
            return "".into();
        }
        let key = Fingerprint::of_parts(&posts);
        if let Some((known, filter)) = self.remembered().get(&shard)
            && *known == key
        {
            return Arc::clone(filter);
        }
        let filter: Arc<str> = filter(posts).into();
        match self.remembered().entry(shard) {
            Entry::Occupied(mut slot) => {
                slot.insert((key, Arc::clone(&filter)));
            }
            Entry::Vacant(slot) => {
                slot.insert((key, Arc::clone(&filter)));
            }
        }
        filter
    }

    fn remembered(&self) -> std::sync::MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn filter(posts: &[CardRef<'_>]) -> String {
    let mut bits = [0_u8; (BITS / 8) as usize];
    for card in posts {
        let facts = card.facts();
        for text in [facts.title.0, facts.excerpt.0] {
            for bit in bits_of(&fold(text)) {
                bits[(bit / 8) as usize] |= 1 << (bit % 8);
            }
        }
    }
    base64::prelude::BASE64_STANDARD.encode(bits)
}

/// A bit for each three letters of a folded text.
fn bits_of(folded: &str) -> impl Iterator<Item = u32> {
    let seconds = folded.chars().skip(1);
    let thirds = folded.chars().skip(2);
    folded.chars().zip(seconds).zip(thirds).map(|((a, b), c)| {
        let mut hash = 0x811c_9dc5_u32;
        for letter in [a, b, c] {
            hash = (hash ^ letter as u32).wrapping_mul(0x0100_0193);
        }
        (hash ^ (hash >> 15)) % BITS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same numbers stand in the browser's test (`filter.test.ts`).
    #[test]
    fn bits_are_those_that_browsers_ask_for() {
        let bits = |text| bits_of(text).collect::<Vec<_>>();
        assert!(bits("ab").is_empty());
        assert_eq!(bits("vergi"), [3298, 1164, 2879]);
        assert_eq!(bits("ədv"), [2627]);
        assert_eq!(bits("учет"), [3842, 337]);
    }
}
