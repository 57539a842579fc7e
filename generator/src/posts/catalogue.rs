//! The posts in the order of their lists. A post that did not change is not looked at again.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Category, List, Post, PostSet, PostView, Use};
use crate::images::{ImageStore, ImageStoreError, Library, Picture};

/// So many changed posts are put into their places one by one; more are sorted anew.
const FEW: usize = 64;

/// Related posts on a post's page.
pub const RELATED: usize = 3;

/// How many posts there are: in all, and by [`Category::index`].
#[derive(Debug, Clone, Copy, Hash, Default, PartialEq, Eq)]
pub struct Counts {
    /// In all.
    pub all: usize,
    /// By category.
    pub by_category: [usize; 6],
}

/// All posts with what lists need.
#[derive(Debug, Default)]
pub struct Catalogue {
    views: BTreeMap<i64, Arc<PostView>>,
    /// Newest first.
    pub order: List,
    /// Newest first, by [`Category::index`].
    pub by_category: [List; 6],
    /// The one on top.
    pub featured: Option<Arc<PostView>>,
    /// How many there are.
    pub counts: Counts,
    /// Pictures of posts that the last update brought.
    pub came: Vec<Arc<Picture>>,
    /// Pictures that posts had before the last update; other posts may have them still.
    pub went: Vec<Arc<Picture>>,
}

impl Catalogue {
    /// Brings the catalogue up to date. On error it is as it was.
    pub fn update(
        &mut self,
        posts: &PostSet,
        library: &Library,
        images: &dyn ImageStore,
    ) -> Result<(), ImageStoreError> {
        let (stale, removed) = self.differences(posts, images.forgets());
        let fresh: Vec<Option<PostView>> = stale
            .par_iter()
            .map(|post| {
                let fresh = published(post, library, images)?;
                let known = self.views.get(&post.id);
                Ok(Some(fresh).filter(|fresh| known.is_none_or(|known| !known.is_like(fresh))))
            })
            .collect::<Result<_, ImageStoreError>>()?;
        let fresh: Vec<PostView> = fresh.into_iter().flatten().collect();
        self.came.clear();
        self.went.clear();
        let in_place = fresh.len() + removed.len() <= FEW;
        let fresh = fresh.into_iter().map(|view| (view.post.id, Some(view)));
        let gone = removed.into_iter().map(|id| (id, None));
        for (id, view) in gone.chain(fresh) {
            let new = view.map(Arc::new);
            let old = match &new {
                Some(view) => self.views.insert(id, Arc::clone(view)),
                None => self.views.remove(&id),
            };
            self.note_pictures(old.as_deref(), new.as_deref());
            if in_place {
                self.replace(old.as_ref(), new.as_ref());
            }
        }
        if !in_place {
            self.sort();
        }
        self.counts = Counts {
            all: self.order.len(),
            by_category: self.by_category.each_ref().map(|list| list.len()),
        };
        Ok(())
    }

    /// Posts to look at again and posts that are gone, in one walk along both. What was saved comes before what only
    /// waits for its pictures, the newest first: a build looks at so many new pictures and no more.
    fn differences<'a>(
        &self,
        posts: &'a PostSet,
        pictures_go: bool,
    ) -> (Vec<&'a Arc<Post>>, Vec<i64>) {
        let (mut saved, mut waiting, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        let mut known = self.views.iter().peekable();
        for (id, post) in posts {
            while let Some((gone, _)) = known.next_if(|(known, _)| *known < id) {
                removed.push(*gone);
            }
            let view = known.next_if(|(known, _)| *known == id);
            match view {
                Some((_, view)) if Arc::ptr_eq(&view.post, post) => {
                    if !view.settled || (pictures_go && view.names_pictures) {
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

    fn note_pictures(&mut self, old: Option<&PostView>, new: Option<&PostView>) {
        let of = |view: Option<&PostView>| -> Vec<Arc<Picture>> {
            let pictures = view.into_iter().flat_map(PostView::pictures);
            pictures.cloned().collect()
        };
        let (old, new) = (of(old), of(new));
        let not_in = |others: &[Arc<Picture>], own: &[Arc<Picture>]| -> Vec<Arc<Picture>> {
            let changed = own.iter().filter(|picture| !others.contains(picture));
            changed.cloned().collect()
        };
        self.came.extend(not_in(&old, &new));
        self.went.extend(not_in(&new, &old));
    }

    /// Puts one post in the place of another in the sorted lists.
    fn replace(&mut self, old: Option<&Arc<PostView>>, new: Option<&Arc<PostView>>) {
        if let Some(old) = old {
            self.order.take_out(old);
            self.by_category[old.post.category.index()].take_out(old);
        }
        if let Some(new) = new {
            self.order.put_in(new);
            self.by_category[new.post.category.index()].put_in(new);
        }
        let featured = |view: Option<&Arc<PostView>>| view.is_some_and(|view| view.post.featured);
        if featured(old) || featured(new) {
            self.find_featured();
        }
    }

    fn find_featured(&mut self) {
        self.featured = self.order.iter().find(|view| view.post.featured).cloned();
    }

    fn sort(&mut self) {
        self.order = List::new(self.views.values().cloned());
        self.find_featured();
        self.by_category = Category::ALL.map(|category| {
            let of_category = |view: &&Arc<PostView>| view.post.category == category;
            List::new(self.order.iter().filter(of_category).cloned())
        });
    }

    /// The posts of a list, newest first, with the featured one.
    pub fn list(&self, category: Option<Category>) -> &List {
        match category {
            Some(category) => &self.by_category[category.index()],
            None => &self.order,
        }
    }

    /// The featured post when it belongs to the list.
    pub fn featured_of(&self, category: Option<Category>) -> Option<&PostView> {
        let featured = self.featured.as_deref()?;
        let belongs = category.is_none_or(|category| featured.post.category == category);
        belongs.then_some(featured)
    }

    /// Featured first, then the newest.
    pub fn teasers(&self) -> impl Iterator<Item = &PostView> {
        let featured = self.featured.as_deref();
        let rest = self.order.iter().map(AsRef::as_ref);
        featured
            .into_iter()
            .chain(rest.filter(move |view: &&PostView| {
                featured.is_none_or(|featured| featured.post.id != view.post.id)
            }))
    }

    /// Pictures of all posts.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        self.order.iter().flat_map(|view| view.pictures())
    }
}

/// Places of the next older posts of a category after place `index` of `len`, going on with the newest at
/// the end. So an edit touches the pages of three other posts at most, however many there are.
pub fn related_places(index: usize, len: usize) -> [Option<usize>; RELATED] {
    let count = RELATED.min(len.saturating_sub(1));
    let from_start = (index + count + 1).saturating_sub(len);
    let mut places = (0..from_start).chain(index + 1..index + 1 + count - from_start);
    std::array::from_fn(|_| places.next())
}

/// The post with the pictures that are published.
fn published(
    post: &Arc<Post>,
    library: &Library,
    images: &dyn ImageStore,
) -> Result<PostView, ImageStoreError> {
    PostView::of(Arc::clone(post), |used, id| match used {
        Use::Shown => library.stored(id, images),
        Use::Linked => library.linked(id, images),
    })
}

#[cfg(test)]
mod tests {
    use super::related_places;

    #[test]
    fn related_are_the_next_older_ones_going_on_with_the_newest() {
        assert_eq!(related_places(0, 9), [Some(1), Some(2), Some(3)]);
        assert_eq!(related_places(6, 9), [Some(0), Some(7), Some(8)]);
        assert_eq!(related_places(8, 9), [Some(0), Some(1), Some(2)]);
        assert_eq!(related_places(1, 3), [Some(0), Some(2), None]);
        assert_eq!(related_places(0, 2), [Some(1), None, None]);
        assert_eq!(related_places(0, 1), [None; 3]);
    }
}
