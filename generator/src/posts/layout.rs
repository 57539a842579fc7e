//! How a list of posts is cut into pages.
//!
//! A short list is numbered from the newest post. Of a long one only the newest few pages are: behind them lies an
//! archive whose pages have addresses and posts that a new post does not change. It is cut into segments of a few posts
//! by halving time: a span with too many posts falls into two halves at a moment that does not depend on the posts, so
//! whatever happens to a post changes its own segment and at most splits or joins it with the one beside it, however long
//! the list is. A segment is called by the moment at which it begins and filled from its oldest post on. (Decisions: "A long
//! list has an archive".)

use super::segment::Segment;
use crate::base::Fingerprint;

/// Posts per list page, without the featured one (specification section 9).
pub const PAGE_SIZE: usize = 4;
/// A list of more posts has an archive.
const LONG: usize = 12 * PAGE_SIZE;
/// Posts on the full numbered pages of a long list; one more page takes what leads to the archive.
const NUMBERED: usize = 2 * PAGE_SIZE;
/// Posts of a segment at most. Not more than [`NUMBERED`] and one: then the segment that grows lies before the archive.
/// Twice as many make pages a little fuller (3.4 posts instead of 3.2) and a removal half as dear again.
const SEGMENT: usize = 2 * PAGE_SIZE;

/// What posts are ordered by, in bits: the moment in nanoseconds, then the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    moment: u128,
    id: i64,
}

impl Rank {
    /// Of a post.
    pub fn new(date: jiff::Timestamp, id: i64) -> Rank {
        let nanoseconds = date.as_nanosecond() - jiff::Timestamp::MIN.as_nanosecond();
        Rank {
            moment: nanoseconds.unsigned_abs(),
            id,
        }
    }

    /// The number as bits in the order of numbers.
    fn number(self) -> u64 {
        self.id.cast_unsigned() ^ (1 << 63)
    }
}

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListPage {
    /// From 1, newest first.
    Numbered(u32),
    /// The page with the oldest post of a long list.
    Oldest,
    /// Of a segment, the so-manieth page from the oldest, from 1.
    Archived(Segment, u32),
}

/// A page with the places of its posts. The featured post may lie between them; it is not on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Which page.
    pub page: ListPage,
    /// Rank of its newest post in the list.
    pub from: usize,
    /// Rank behind its oldest post.
    pub to: usize,
}

/// The pages of a list in which one post may be featured, newest first; never empty. `ranks` are newest first.
pub fn layout(ranks: &[Rank], featured: Option<usize>) -> Vec<Slot> {
    let list = Posts { ranks, featured };
    if list.shown(0, ranks.len()) <= LONG {
        return list.numbered(ranks.len());
    }
    let mut archive = Vec::with_capacity(ranks.len() / 3);
    list.segments((0, ranks.len()), Segment::default(), &mut archive);
    let (mut front, mut leads) = (0, 0);
    while leads <= NUMBERED {
        leads += list.shown(archive[front].from, archive[front].to);
        front += 1;
    }
    let mut slots = list.numbered(archive[front].from);
    slots.extend_from_slice(&archive[front..]);
    if let Some(last) = slots.last_mut() {
        last.page = ListPage::Oldest;
    }
    slots
}

struct Posts<'a> {
    ranks: &'a [Rank],
    featured: Option<usize>,
}

impl Posts<'_> {
    /// How many posts of a stretch are on its page.
    fn shown(&self, from: usize, to: usize) -> usize {
        let featured = self
            .featured
            .is_some_and(|place| (from..to).contains(&place));
        to - from - usize::from(featured)
    }

    /// Pages of the newest posts, up to a place.
    fn numbered(&self, end: usize) -> Vec<Slot> {
        let mut slots = Vec::new();
        let mut from = 0;
        loop {
            let mut to = end.min(from + PAGE_SIZE);
            if self.shown(from, to) < PAGE_SIZE && to < end {
                to += 1;
            }
            let number = u32::try_from(slots.len() + 1).unwrap_or(u32::MAX);
            let page = ListPage::Numbered(number);
            slots.push(Slot { page, from, to });
            from = to;
            if self.shown(from, end) == 0 {
                return slots;
            }
        }
    }

    /// Cuts a span of time into segments, and these into pages, newest first. The older half is called as the whole was, so
    /// that a segment that is split, or joined with a newer one, keeps its name.
    fn segments(&self, (from, to): (usize, usize), name: Segment, slots: &mut Vec<Slot>) {
        if to - from > SEGMENT {
            let (middle, newer) = halved(&self.ranks[from..to]);
            let middle = from + middle;
            self.segments((from, middle), newer, slots);
            return self.segments((middle, to), name, slots);
        }
        for page in (0..(to - from).div_ceil(PAGE_SIZE)).rev() {
            let to = to - page * PAGE_SIZE;
            let from = from.max(to.saturating_sub(PAGE_SIZE));
            if self.shown(from, to) > 0 {
                let page = ListPage::Archived(name, page as u32 + 1);
                slots.push(Slot { page, from, to });
            }
        }
    }
}

/// How many posts lie in the newer half of the smallest span, of those that halving gives, that has all of them, and where that
/// half begins.
fn halved(posts: &[Rank]) -> (usize, Segment) {
    let (Some(newest), Some(oldest)) = (posts.first(), posts.last()) else {
        return (0, Segment::default());
    };
    if newest.moment == oldest.moment {
        let middle = halfway(newest.number().into(), oldest.number().into()) as u64;
        let newer = posts.partition_point(|rank| rank.number() >= middle);
        return (newer, Segment::within(newest.moment, middle));
    }
    let middle = halfway(newest.moment, oldest.moment);
    let newer = posts.partition_point(|rank| rank.moment >= middle);
    (newer, Segment::at(middle))
}

/// Where the halves meet of the smallest span, of those that halving gives, that has both: behind their highest bit
/// that differs there is nothing but zeros.
fn halfway(newest: u128, oldest: u128) -> u128 {
    let bit = (newest ^ oldest).checked_ilog2().unwrap_or(0);
    newest >> bit << bit
}

/// A page with the identity of all that it is made of but the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Composed {
    /// Which page, with its places.
    pub slot: Slot,
    /// Of its posts, its neighbours, and of what the first page has besides.
    pub composition: Fingerprint,
}

impl Composed {
    /// Whether it is the same page with the same on it, wherever in the list it stands.
    pub fn is_same_as(&self, other: &Composed) -> bool {
        self.slot.page == other.slot.page && self.composition == other.composition
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Newest first, eleven hours apart.
    fn list(count: i64) -> Vec<Rank> {
        (1..=count).rev().map(|id| place(id, id * 39_600)).collect()
    }

    /// Newest first, in bursts and with long silences, some at the same moment.
    fn bursts(count: i64) -> Vec<Rank> {
        let mut moment = 0;
        let mut places: Vec<Rank> = Vec::new();
        for id in 1..=count {
            let mixed = (id as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            moment += [0, 1, 60, 200_000][(mixed % 4) as usize] * (mixed as i64 % 7);
            places.push(place(id, moment));
        }
        places.reverse();
        places
    }

    fn place(id: i64, second: i64) -> Rank {
        Rank::new(jiff::Timestamp::from_second(second).unwrap(), id)
    }

    /// Pages by address, with their posts and the addresses beside them.
    type Pages = BTreeMap<ListPage, (Vec<i64>, [Option<ListPage>; 2])>;

    fn pages(places: &[Rank], featured: Option<usize>) -> Pages {
        let slots = layout(places, featured);
        let beside = |index: Option<usize>| Some(slots.get(index?)?.page);
        let on_page = slots.iter().enumerate().map(|(index, slot)| {
            let shown = (slot.from..slot.to).filter(|place| Some(*place) != featured);
            let posts = shown.map(|place| places[place].id).collect();
            let beside = [beside(index.checked_sub(1)), beside(Some(index + 1))];
            (slot.page, (posts, beside))
        });
        on_page.collect()
    }

    /// Files of one language that a change writes or removes.
    fn cost(before: &Pages, after: &Pages) -> usize {
        let written = after
            .iter()
            .filter(|(page, on)| before.get(page) != Some(on));
        let removed = before.keys().filter(|page| !after.contains_key(page));
        written.count() + removed.count()
    }

    #[test]
    fn a_short_list_is_numbered() {
        let page = ListPage::Numbered(1);
        let (from, to) = (0, 0);
        assert_eq!(layout(&[], None), [Slot { page, from, to }]);
        let slots = layout(&list(48), None);
        assert_eq!(slots.len(), 12);
        assert_eq!(
            (slots[11].page, slots[11].from, slots[11].to),
            (ListPage::Numbered(12), 44, 48)
        );
        assert_eq!(layout(&list(49), Some(48)).len(), 12);
        assert_eq!(layout(&list(1), Some(0)).len(), 1);
    }

    #[test]
    fn every_post_stands_on_one_page_in_order_and_no_page_is_empty_or_too_long() {
        for count in (49..300).chain([1000, 5000]) {
            for (places, featured) in [
                (list(count), None),
                (bursts(count), None),
                (list(count), Some(0)),
                (bursts(count), Some(7)),
                (bursts(count), Some(count as usize / 2)),
                (list(count), Some(count as usize - 1)),
            ] {
                if featured.is_some() && count == 49 {
                    continue;
                }
                let slots = layout(&places, featured);
                let mut shown = Vec::new();
                for slot in &slots {
                    let on_page = (slot.from..slot.to).filter(|place| Some(*place) != featured);
                    let on_page: Vec<usize> = on_page.collect();
                    assert!(
                        (1..=PAGE_SIZE).contains(&on_page.len()),
                        "{count}: {slot:?}"
                    );
                    shown.extend(on_page);
                }
                let all = (0..places.len()).filter(|place| Some(*place) != featured);
                assert_eq!(shown, all.collect::<Vec<_>>());
                let names: BTreeSet<ListPage> = slots.iter().map(|slot| slot.page).collect();
                assert_eq!(
                    names.len(),
                    slots.len(),
                    "two pages of {count} have one address"
                );
                assert_eq!(slots[2].page, ListPage::Numbered(3));
                assert!(
                    matches!(slots[3].page, ListPage::Archived(..)),
                    "{:?}",
                    slots[3]
                );
                assert_eq!(slots.last().map(|slot| slot.page), Some(ListPage::Oldest));
            }
        }
    }

    #[test]
    fn a_new_post_changes_the_numbered_pages_and_two_behind_them() {
        for places in [list(400), bursts(400)] {
            for count in 200..400 {
                let before = pages(&places[400 - count..], None);
                let after = pages(&places[399 - count..], None);
                let written = cost(&before, &after);
                assert!(written <= 5, "{written}");
            }
        }
    }

    #[test]
    fn whatever_happens_to_a_post_stays_near_it() {
        for before in [list(4000), bursts(4000)] {
            let (old, mut most, mut sum) = (pages(&before, None), 0, 0);
            for at in (10..3980).step_by(7) {
                let mut after = before.clone();
                after.remove(at);
                let written = cost(&old, &pages(&after, None));
                (most, sum) = (most.max(written), sum + written);
            }
            assert!(most <= 5, "{most} pages");
            assert!(sum / (3970 / 7) <= 2, "{sum} pages in all");
        }
    }

    #[test]
    fn addresses_outlive_the_posts_that_begin_them() {
        for before in [list(4000), bursts(4000)] {
            let old = pages(&before, None);
            for at in (10..3980).step_by(7) {
                let mut after = before.clone();
                after.remove(at);
                let new = pages(&after, None);
                let appeared = new.keys().filter(|page| !old.contains_key(page));
                // A second page, of a segment that is joined with the one behind it.
                assert!(appeared.count() <= 1, "{:?}", before[at]);
            }
        }
    }

    #[test]
    fn a_featured_post_leaves_its_own_page_of_the_archive_and_moves_no_other() {
        for places in [list(4000), bursts(4000)] {
            let old = pages(&places, None);
            let (mut most, mut sum) = (0, 0);
            for at in (20..3980).step_by(7) {
                let written = cost(&old, &pages(&places, Some(at)));
                (most, sum) = (most.max(written), sum + written);
            }
            assert!(most <= 3, "{most} pages");
        }
    }

    #[test]
    fn posts_of_one_moment_are_told_apart_by_their_numbers() {
        let places: Vec<Rank> = (1..=1000).rev().map(|id| place(id, 7)).collect();
        let old = pages(&places, None);
        let mut after = places.clone();
        after.remove(500);
        assert!(cost(&old, &pages(&after, None)) <= 5);
    }
}
