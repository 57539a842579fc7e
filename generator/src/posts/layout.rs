//! How a list of posts is cut into pages.
//!
//! A short list is numbered from the newest post. Of a long one only the newest few pages are: behind them lies an
//! archive whose pages have addresses and posts that a new post does not change. It is cut into segments at places
//! that the posts themselves define, and each segment is filled from its oldest post on. So whatever happens to a post
//! moves posts between pages of its own segment only, however long the list is.

use crate::base::Fingerprint;

/// Posts per list page, without the featured one (specification section 9).
pub const PAGE_SIZE: usize = 4;
/// A list of more posts has an archive.
const LONG: usize = 12 * PAGE_SIZE;
/// Posts on the full numbered pages of a long list; one more page takes what leads to the archive.
const NUMBERED: usize = 2 * PAGE_SIZE;
/// A post begins a segment when its number weighs more than those of so many neighbours on either side. Fewer than
/// [`NUMBERED`]: then no post of the archive is near enough to the newest ones to be moved by another new one.
const NEIGHBOURS: usize = 6;

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListPage {
    /// From 1, newest first.
    Numbered(u32),
    /// The page with the oldest post of a long list.
    Oldest,
    /// Of the segment that begins with this post, the so-manieth page from the oldest, from 1.
    Archived(i64, u32),
}

/// A page with the places of its posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Which page.
    pub page: ListPage,
    /// Place of its newest post in the list without the featured one.
    pub from: usize,
    /// Place behind its oldest post.
    pub to: usize,
}

/// The pages of a list, newest first; never empty.
pub fn layout(ids: &[i64]) -> Vec<Slot> {
    if ids.len() <= LONG {
        return numbered(ids.len());
    }
    let mut archive = archive(ids);
    let newest = archive.last().map_or(ids.len(), |slot| slot.from);
    let mut slots = numbered(NUMBERED);
    if newest > NUMBERED {
        slots.push(Slot {
            page: ListPage::Numbered(slots.len() as u32 + 1),
            from: NUMBERED,
            to: newest,
        });
    }
    if let Some(first) = archive.first_mut() {
        first.page = ListPage::Oldest;
    }
    archive.reverse();
    slots.extend(archive);
    slots
}

fn numbered(posts: usize) -> Vec<Slot> {
    let pages = posts.div_ceil(PAGE_SIZE).max(1);
    let slot = |index: usize| Slot {
        page: ListPage::Numbered(u32::try_from(index + 1).unwrap_or(u32::MAX)),
        from: index * PAGE_SIZE,
        to: posts.min((index + 1) * PAGE_SIZE),
    };
    (0..pages).map(slot).collect()
}

/// The whole pages behind the numbered ones, oldest first. The page at the seam is left to the numbered ones.
fn archive(ids: &[i64]) -> Vec<Slot> {
    let weights: Vec<u64> = ids.iter().map(|id| weight(*id)).collect();
    let mut slots: Vec<Slot> = Vec::with_capacity(ids.len() / 3);
    for place in (NUMBERED..ids.len()).rev() {
        let begins = slots.is_empty() || begins_segment(&weights, place);
        match slots.last_mut() {
            Some(slot) if !begins && slot.to - slot.from < PAGE_SIZE => slot.from = place,
            last => {
                let page = match last.map(|slot| slot.page) {
                    Some(ListPage::Archived(segment, page)) if !begins => {
                        ListPage::Archived(segment, page + 1)
                    }
                    _ => ListPage::Archived(ids[place], 1),
                };
                slots.push(Slot {
                    page,
                    from: place,
                    to: place + 1,
                });
            }
        }
    }
    slots.pop();
    slots
}

fn begins_segment(weights: &[u64], place: usize) -> bool {
    let own = weights[place];
    let newer = &weights[place.saturating_sub(NEIGHBOURS)..place];
    let older = &weights[place + 1..weights.len().min(place + 1 + NEIGHBOURS)];
    newer.iter().chain(older).all(|other| *other < own)
}

/// Well mixed, and of two numbers never the same (each step can be undone).
fn weight(id: i64) -> u64 {
    let mut weight = (id as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    weight = (weight ^ (weight >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    weight = (weight ^ (weight >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    weight ^ (weight >> 31)
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
    use std::collections::BTreeSet;

    /// Ids newest first.
    fn list(count: i64) -> Vec<i64> {
        (1..=count).rev().collect()
    }

    /// Pages by their posts, to count how many differ.
    fn pages(ids: &[i64]) -> BTreeSet<(ListPage, Vec<i64>)> {
        let slots = layout(ids).into_iter();
        slots
            .map(|slot| (slot.page, ids[slot.from..slot.to].to_vec()))
            .collect()
    }

    #[test]
    fn a_short_list_is_numbered() {
        assert_eq!(
            layout(&[]),
            [Slot {
                page: ListPage::Numbered(1),
                from: 0,
                to: 0
            }]
        );
        let slots = layout(&list(48));
        assert_eq!(slots.len(), 12);
        assert_eq!(
            (slots[11].page, slots[11].from, slots[11].to),
            (ListPage::Numbered(12), 44, 48)
        );
    }

    #[test]
    fn every_post_stands_on_one_page_in_order_and_no_page_is_empty_or_too_long() {
        for count in (49..300).chain([1000, 5000]) {
            let slots = layout(&list(count));
            let mut next = 0;
            for slot in &slots {
                assert_eq!(slot.from, next);
                assert!(
                    (1..=PAGE_SIZE).contains(&(slot.to - slot.from)),
                    "{count}: {slot:?}"
                );
                next = slot.to;
            }
            assert_eq!(next as i64, count);
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

    #[test]
    fn a_new_post_changes_the_numbered_pages_and_one_behind_them() {
        for count in 200..400 {
            let (before, after) = (pages(&list(count)), pages(&list(count + 1)));
            let fresh: Vec<_> = after.difference(&before).collect();
            assert!(fresh.len() <= 4, "{fresh:?}");
        }
    }

    #[test]
    fn whatever_happens_to_a_post_stays_near_it() {
        let before = list(4000);
        let (old, mut most, mut sum) = (pages(&before), 0, 0);
        for at in (10..3990).step_by(7) {
            let mut after = before.clone();
            after.remove(at);
            let fresh = pages(&after).difference(&old).count();
            (most, sum) = (most.max(fresh), sum + fresh);
        }
        assert!(most <= 24, "{most} pages");
        assert!(sum / (3980 / 7) <= 4, "{sum} pages in all");
    }
}
