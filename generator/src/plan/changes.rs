//! The files that a few changed posts can reach: planning costs what has changed, not how many posts there are.
//!
//! In builds with debug assertions each such plan is compared with that of everything.

use std::collections::{BTreeSet, HashMap};

use super::jobs::{fixed, list_page, moved_page, post_page, search, shared, sitemap_part};
use super::source::Source;
use super::{Compared, Plan, Total};
use crate::base::{Category, Fingerprint};
use crate::files::search::Part;
use crate::files::{sitemap_part_of, sitemap_parts};
use crate::output::manifest::Manifest;
use crate::posts::{Catalogue, Changes, Composed, ListPage, PostView, RANGE, RELATED, Slugs};
use crate::routes::{Output, PageId, Route};

/// What has to be done after `changes`, when there was `total` before.
pub fn plan<'a>(
    source: Source<'a>,
    manifest: &'a Manifest,
    (total, changes): (Total, &'a Changes),
) -> Plan<'a> {
    let mut reached = Reached {
        source,
        compared: Compared::new(manifest),
        gone: Vec::new(),
    };
    for lang in source.inputs.languages.iter() {
        fixed(source, lang, &mut reached.compared);
    }
    shared(source, &mut reached.compared);
    for (category, before) in &changes.lists {
        reached.list(*category, before);
    }
    reached.posts(changes);
    reached.ranges(changes);
    reached.moved();
    let Reached {
        compared, mut gone, ..
    } = reached;
    gone.retain(|output| manifest.output(*output).is_some());
    gone.sort_unstable();
    gone.dedup();
    let fresh = compared.changes.iter().map(|change| &change.output);
    let fresh = fresh.filter(|output| manifest.output(**output).is_none());
    Plan {
        total: total + Total::of(fresh) - Total::of(&gone),
        changes: compared.changes,
        removals: gone,
    }
}

struct Reached<'a> {
    source: Source<'a>,
    compared: Compared<'a>,
    /// Files that may have been there and are not wanted any more.
    gone: Vec<Output>,
}

impl Reached<'_> {
    /// Pages of a list that hold other posts, or lie between other pages, than they did.
    fn list(&mut self, category: Option<Category>, before: &[Composed]) {
        let after = self.source.catalogue.list(category).pages();
        let same = |(a, b): &(&Composed, &Composed)| a.is_same_as(b);
        let front = before.iter().zip(after).take_while(same).count();
        let rest = before[front..]
            .iter()
            .rev()
            .zip(after[front..].iter().rev());
        let back = rest.take_while(same).count();
        let middle = &before[front..before.len() - back];
        let mut old: HashMap<ListPage, Fingerprint> = middle
            .iter()
            .map(|page| (page.slot.page, page.composition))
            .collect();
        let fresh = after.iter().enumerate();
        for (index, page) in fresh.take(after.len() - back).skip(front) {
            if old.remove(&page.slot.page) != Some(page.composition) {
                for lang in self.source.inputs.languages.iter() {
                    list_page(self.source, lang, (category, index), &mut self.compared);
                }
            }
        }
        self.lost(old.into_keys().map(|page| Route::of_list(category, page)));
    }

    /// Pages of posts that changed, of those that show or showed them as related, and of those beside them among all.
    fn posts(&mut self, changes: &Changes) {
        let mut places = BTreeSet::new();
        for change in &changes.posts {
            for view in [&change.old, &change.new].into_iter().flatten() {
                self.add_neighbours(view, &mut places);
                self.add_beside(view, &mut places);
            }
        }
        for (category, place) in places {
            for lang in self.source.inputs.languages.iter() {
                post_page(self.source, lang, (category, place), &mut self.compared);
            }
        }
        let old = changes
            .posts
            .iter()
            .filter_map(|change| change.old.as_ref());
        for view in old {
            self.left(view.post.id, &view.post.slugs);
        }
    }

    /// Addresses of a post that had these words, unless it has them now, on-line or off-line.
    fn left(&mut self, id: i64, before: &Slugs) {
        let Source {
            moved, catalogue, ..
        } = self.source;
        let led = moved.targets.get(&id).map(|led| &led.slugs);
        let now = catalogue.slugs(id).or(led);
        for lang in self.source.inputs.languages.iter() {
            let wanted: Vec<Route> = now
                .iter()
                .flat_map(|now| Route::all_of_post(id, now, lang))
                .collect();
            let left = Route::all_of_post(id, before, lang).filter(|route| !wanted.contains(route));
            let page = |route| Output::Page(PageId { route, lang });
            self.gone.extend(left.map(page));
        }
    }

    /// Its place in its category, and as many before and after it as may show it: see `related_places`.
    fn add_neighbours(&self, view: &PostView, places: &mut BTreeSet<(Category, usize)>) {
        let category = view.category;
        let list = self.source.catalogue.list(Some(category));
        let place = list.place_for(view);
        let near = place.saturating_sub(RELATED)..list.len().min(place + RELATED + 1);
        places.extend(near.map(|place| (category, place)));
    }

    /// The posts before and after its place among all; between the two that an absent one stood between, both.
    fn add_beside(&self, view: &PostView, places: &mut BTreeSet<(Category, usize)>) {
        let Catalogue {
            order, by_category, ..
        } = self.source.catalogue;
        let place = order.place_for(view);
        let beside = [place.checked_sub(1), Some(place), Some(place + 1)];
        for view in beside.into_iter().flatten().filter_map(|at| order.get(at)) {
            let category = view.category;
            let list = by_category.get(category);
            let place = list.and_then(|list| list.place_of(view));
            places.extend(place.map(|place| (category, place)));
        }
    }

    /// Search data and parts of the sitemap with the numbers of changed posts.
    fn ranges(&mut self, changes: &Changes) {
        let changed = changes
            .posts
            .iter()
            .map(|change| change.id().div_euclid(RANGE));
        let ranges: BTreeSet<i64> = changed.collect();
        let there = &self.source.catalogue.ranges;
        let mut files = BTreeSet::new();
        for range in &ranges {
            for lang in self.source.inputs.languages.iter() {
                for (output, part) in Part::of_range(lang, *range) {
                    let wanted = part.ranges().any(|range| there.contains_key(&range));
                    match (wanted, files.insert(output)) {
                        (true, true) => {
                            search(self.source, lang, (output, part), &mut self.compared)
                        }
                        (false, _) => self.gone.push(output),
                        (true, false) => {}
                    }
                }
            }
        }
        let wanted = sitemap_parts(self.source.catalogue);
        let touched: BTreeSet<u32> = ranges.iter().map(|range| sitemap_part_of(*range)).collect();
        for part in &wanted {
            let record = self.compared.manifest.output(Output::Sitemap(*part));
            if touched.contains(part) || record.is_none() {
                sitemap_part(self.source, *part, &mut self.compared);
            }
        }
        let lost = touched.into_iter().chain([1]);
        let lost = lost.filter(|part| !wanted.contains(part));
        self.gone.extend(lost.map(Output::Sitemap));
    }

    /// Addresses of posts that are off-line, as far as they lead elsewhere than before.
    fn moved(&mut self) {
        for (id, before) in &self.source.moved.changed {
            for lang in self.source.inputs.languages.iter() {
                moved_page(self.source, lang, *id, &mut self.compared);
            }
            self.left(*id, before);
        }
    }

    fn lost(&mut self, routes: impl Iterator<Item = Route>) {
        for route in routes {
            let page = |lang| Output::Page(PageId { route, lang });
            let languages = self.source.inputs.languages;
            self.gone.extend(languages.iter().map(page));
        }
    }
}
