//! The posts in the order of their lists. A post that did not change is not looked at again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use jiff::Timestamp;
use rayon::prelude::*;

use super::list::key;
use super::shown::Shown;
use super::{Composed, List, ListedPost, PostSet, PostView, Slugs, Use};
use crate::base::{ByService, Category, Lang, Languages, Localized};
use crate::images::{Awaited, Drawing, ImageStore, ImageStoreError, Library, Picture};

/// So many changed posts are put into their places one by one; more are sorted anew.
const FEW: usize = 64;
/// Related posts on a post's page.
pub const RELATED: usize = 3;
/// Posts on an author's page.
pub const BYLINE: usize = 20;
/// Posts are counted by ranges of so many numbers.
pub const RANGE: i64 = 32;

/// What is drawn for a post with its title in a language, where pictures for sharing are drawn at all.
pub type Draw<'a> = &'a (dyn Fn(&ListedPost, Lang) -> Drawing + Sync);

/// Newest first.
type Newest = BTreeMap<Reverse<(Timestamp, i64)>, Arc<PostView>>;

/// How many posts there are.
#[derive(Debug, Clone, Hash, Default, PartialEq, Eq)]
pub struct Counts {
    /// In all.
    pub all: usize,
    /// By category.
    pub by_category: ByService<usize>,
}

/// A post that came, went or changed.
#[derive(Debug)]
pub struct Changed {
    /// As it was.
    pub old: Option<Arc<PostView>>,
    /// As it is.
    pub new: Option<Arc<PostView>>,
}

impl Changed {
    /// Its number.
    pub fn id(&self) -> i64 {
        let either = self.new.as_ref().or(self.old.as_ref());
        either.map_or(0, |view| view.post.id)
    }
}

/// What the last update changed.
#[derive(Debug, Default)]
pub struct Changes {
    /// A few posts.
    pub posts: Vec<Changed>,
    /// Lists that were cut into pages again, with the pages that they had.
    pub lists: Vec<(Option<Category>, Vec<Composed>)>,
}

/// All posts with what lists need.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Of the site.
    languages: Languages,
    views: BTreeMap<i64, Arc<PostView>>,
    /// How many posts there are in each [`RANGE`] of numbers that has any.
    pub ranges: BTreeMap<i64, usize>,
    /// Newest first.
    pub order: List,
    /// Newest first.
    pub by_category: ByService<List>,
    /// Of a category that there is not.
    empty: List,
    /// All that want to be on top; only the newest is.
    featured: Newest,
    /// By author's name and language: posts with a text in it, newest first.
    by_author: HashMap<String, Localized<Newest>>,
    /// How many there are.
    pub counts: Counts,
    /// What the last update changed; nothing is known when that was much.
    pub changes: Option<Changes>,
    /// Pictures of posts that the last update brought.
    pub came: Vec<Arc<Picture>>,
    /// Pictures that posts had before the last update; other posts may have them still.
    pub went: Vec<Arc<Picture>>,
    /// Their files, of all posts.
    pub shown: Shown,
}

impl Catalogue {
    /// Of a site in these languages and a firm with these services, without posts.
    pub fn of(languages: Languages, services: impl Iterator<Item = Category>) -> Catalogue {
        Catalogue {
            languages,
            by_category: services.map(|id| (id, List::default())).collect(),
            ..Catalogue::default()
        }
    }

    /// Brings the catalogue up to date. On error it is as it was.
    pub fn update(
        &mut self,
        posts: &PostSet,
        library: &Library,
        images: &dyn ImageStore,
        draw: Option<Draw<'_>>,
    ) -> Result<(), ImageStoreError> {
        let tried = library.tried();
        let (stale, removed) = self.differences(posts, &tried, images.forgets());
        let fresh: Vec<Option<PostView>> = stale
            .par_iter()
            .map(|post| {
                let category = self.by_category.known(post.category);
                let facts = (*post, category, self.languages);
                let fresh = published(facts, (library, images), draw)?;
                let known = self.views.get(&post.id);
                Ok(Some(fresh).filter(|fresh| known.is_none_or(|known| !known.is_like(fresh))))
            })
            .collect::<Result<_, ImageStoreError>>()
            .inspect_err(|_| library.untried(tried))?;
        let fresh: Vec<PostView> = fresh.into_iter().flatten().collect();
        self.came.clear();
        self.went.clear();
        let few = fresh.len() + removed.len() <= FEW;
        let mut changes = Changes::default();
        let fresh = fresh.into_iter().map(|view| (view.post.id, Some(view)));
        let gone = removed.into_iter().map(|id| (id, None));
        for (id, view) in gone.chain(fresh) {
            let new = view.map(Arc::new);
            let old = match &new {
                Some(view) => self.views.insert(id, Arc::clone(view)),
                None => self.views.remove(&id),
            };
            let change = Changed { old, new };
            self.note(&change);
            if few {
                self.replace(&change);
                changes.posts.push(change);
            }
        }
        if !few {
            self.sort();
        }
        self.lay_out(&mut changes, few);
        self.changes = few.then_some(changes);
        self.counts = Counts {
            all: self.order.len(),
            by_category: self.by_category.map(|_, list| list.len()),
        };
        Ok(())
    }

    /// Posts to look at again and posts that are gone, in one walk along both. What was saved comes before what only
    /// waits for its pictures, the newest first: a build looks at so many new pictures and no more.
    fn differences<'a>(
        &self,
        posts: &'a PostSet,
        tried: &HashSet<Awaited>,
        pictures_go: bool,
    ) -> (Vec<&'a Arc<ListedPost>>, Vec<i64>) {
        let (mut saved, mut waiting, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        let mut known = self.views.iter().peekable();
        for (id, post) in posts {
            while let Some((gone, _)) = known.next_if(|(known, _)| *known < id) {
                removed.push(*gone);
            }
            let view = known.next_if(|(known, _)| *known == id);
            match view {
                Some((_, view)) if Arc::ptr_eq(&view.post, post) => {
                    let news = view.unsettled.may_have_news(tried);
                    if news || (pictures_go && view.names_pictures) {
                        waiting.push(post);
                    }
                }
                _ => saved.push(post),
            }
        }
        removed.extend(known.map(|(gone, _)| *gone));
        let stale = saved.into_iter().rev().chain(waiting.into_iter().rev());
        (stale.collect(), removed)
    }

    /// Keeps what is counted and gathered of single posts.
    fn note(&mut self, change: &Changed) {
        let of = |view: &Option<Arc<PostView>>| -> Vec<Arc<Picture>> {
            let pictures = view.iter().flat_map(|view| view.pictures());
            pictures.cloned().collect()
        };
        let (old, new) = (of(&change.old), of(&change.new));
        let not_in = |others: &[Arc<Picture>], own: &[Arc<Picture>]| -> Vec<Arc<Picture>> {
            let changed = own.iter().filter(|picture| !others.contains(picture));
            changed.cloned().collect()
        };
        self.came.extend(not_in(&old, &new));
        self.went.extend(not_in(&new, &old));
        if let Some(new) = &change.new {
            self.shown.add(new);
        }
        if let Some(old) = &change.old {
            self.shown.remove(old);
        }
        if let Some(old) = &change.old {
            self.featured.remove(&key(old));
        }
        if let Some(new) = change.new.as_ref().filter(|new| new.post.featured) {
            self.featured.insert(key(new), Arc::clone(new));
        }
        self.note_author(change);
        let range = change.id().div_euclid(RANGE);
        match (&change.old, &change.new) {
            (None, Some(_)) => *self.ranges.entry(range).or_default() += 1,
            (Some(_), None) => match self.ranges.get_mut(&range) {
                Some(count) if *count > 1 => *count -= 1,
                _ => {
                    self.ranges.remove(&range);
                }
            },
            _ => {}
        }
    }

    fn note_author(&mut self, change: &Changed) {
        if let Some(old) = &change.old {
            let name = old.post.author.trim();
            if let Some(posts) = self.by_author.get_mut(name) {
                for posts in posts.values_mut() {
                    posts.remove(&key(old));
                }
                if posts.values().all(BTreeMap::is_empty) {
                    self.by_author.remove(name);
                }
            }
        }
        if let Some(new) = &change.new {
            let name = new.post.author.trim().to_owned();
            let posts = self.by_author.entry(name).or_default();
            for lang in new.post.languages(self.languages).iter() {
                let posts = posts.of(lang);
                posts.insert(key(new), Arc::clone(new));
            }
        }
    }

    /// What somebody of this name wrote in a language, newest first.
    pub fn of_author(&self, name: &str, lang: Lang) -> impl Iterator<Item = &PostView> {
        let posts = self.by_author.get(name);
        let posts = posts.and_then(|posts| posts.get(lang)).into_iter();
        posts.flat_map(BTreeMap::values).map(AsRef::as_ref)
    }

    /// Puts one post in the place of another in the sorted lists.
    fn replace(&mut self, change: &Changed) {
        if let Some(old) = &change.old {
            self.order.take_out(old);
            if let Some(list) = self.by_category.get_mut(old.category) {
                list.take_out(old);
            }
        }
        if let Some(new) = &change.new {
            self.order.put_in(new);
            if let Some(list) = self.by_category.get_mut(new.category) {
                list.put_in(new);
            }
        }
    }

    fn sort(&mut self) {
        self.order = List::new(self.views.values().cloned());
        self.by_category = self.by_category.map(|category, _| {
            let of_category = |view: &&Arc<PostView>| view.category == category;
            List::new(self.order.iter().filter(of_category).cloned())
        });
    }

    /// Cuts the lists into pages whose posts are not what they were.
    fn lay_out(&mut self, changes: &mut Changes, few: bool) {
        let categories: Vec<_> = self.by_category.ids().map(Some).collect();
        for category in std::iter::once(None).chain(categories) {
            let featured = self.featured_arc(category);
            let list = match category {
                Some(category) => self.by_category.get_mut(category),
                None => Some(&mut self.order),
            };
            let Some(list) = list else { continue };
            let holds = |view: &Option<Arc<PostView>>| {
                let view = view.as_ref();
                view.is_some_and(|view| category.is_none_or(|category| view.category == category))
            };
            let touched = |change: &Changed| holds(&change.old) || holds(&change.new);
            let same_top = list.has_on_top(featured.as_deref());
            if few && same_top && !changes.posts.iter().any(touched) && !list.pages().is_empty() {
                continue;
            }
            let before = list.lay_out(featured.as_deref());
            changes.lists.push((category, before));
        }
    }

    fn featured_arc(&self, category: Option<Category>) -> Option<Arc<PostView>> {
        let (_, featured) = self.featured.first_key_value()?;
        let belongs = category.is_none_or(|category| featured.category == category);
        belongs.then(|| Arc::clone(featured))
    }

    /// The words in the addresses of the post of this number, if there is one.
    pub fn slugs(&self, id: i64) -> Option<&Slugs> {
        self.views.get(&id).map(|view| &view.post.slugs)
    }

    /// The posts of a list, newest first, with the featured one.
    pub fn list(&self, category: Option<Category>) -> &List {
        match category {
            Some(category) => self.by_category.get(category).unwrap_or(&self.empty),
            None => &self.order,
        }
    }

    /// The featured post when it belongs to the list.
    pub fn featured_of(&self, category: Option<Category>) -> Option<&PostView> {
        let (_, featured) = self.featured.first_key_value()?;
        let belongs = category.is_none_or(|category| featured.category == category);
        belongs.then_some(featured)
    }

    /// Featured first, then the newest.
    pub fn teasers(&self) -> impl Iterator<Item = &PostView> {
        let featured = self.featured_of(None);
        let rest = self.order.iter().map(AsRef::as_ref);
        featured
            .into_iter()
            .chain(rest.filter(move |view: &&PostView| {
                featured.is_none_or(|featured| featured.post.id != view.post.id)
            }))
    }

    /// Posts with numbers in a range, newest first.
    pub fn in_range(&self, ids: Range<i64>) -> Vec<&PostView> {
        let found = self.views.range(ids).map(|(_, view)| view.as_ref());
        let mut found: Vec<&PostView> = found.collect();
        found.sort_by_key(|view| key(view));
        found
    }

    /// Pictures of all posts.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        self.order.iter().flat_map(|view| view.pictures())
    }
}

/// Places of the next older posts of a category after place `index` of `len`; where there are too few of them, the
/// next newer ones before these. So an edit touches the pages of three other posts at most, however many there are, and
/// a new post in front of many touches none.
pub fn related_places(index: usize, len: usize) -> [Option<usize>; RELATED] {
    let first = index.min(len.saturating_sub(RELATED + 1));
    let mut places = (first..len).filter(|place| *place != index);
    std::array::from_fn(|_| places.next())
}

/// The post with the pictures that are published, and those that are drawn.
fn published(
    (post, category, languages): (&Arc<ListedPost>, Category, Languages),
    (library, images): (&Library, &dyn ImageStore),
    draw: Option<Draw<'_>>,
) -> Result<PostView, ImageStoreError> {
    let view = PostView::of(
        (Arc::clone(post), category),
        languages,
        |used, id| match used {
            Use::Shown => library.stored(id, images),
            Use::Linked => library.linked(id, images),
        },
    )?;
    Ok(match draw {
        Some(draw) => view.with_drawn(languages, |lang| library.drawn(&draw(post, lang))),
        None => view,
    })
}

#[cfg(test)]
mod tests {
    use super::related_places;

    #[test]
    fn related_are_the_next_older_ones_and_at_the_end_the_next_newer() {
        assert_eq!(related_places(0, 9), [Some(1), Some(2), Some(3)]);
        assert_eq!(related_places(5, 9), [Some(6), Some(7), Some(8)]);
        assert_eq!(related_places(6, 9), [Some(5), Some(7), Some(8)]);
        assert_eq!(related_places(8, 9), [Some(5), Some(6), Some(7)]);
        assert_eq!(related_places(1, 3), [Some(0), Some(2), None]);
        assert_eq!(related_places(0, 2), [Some(1), None, None]);
        assert_eq!(related_places(0, 1), [None; 3]);
    }
}
