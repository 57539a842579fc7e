//! The posts in the order of their lists. A post that did not change is not looked at again.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::body::{stored_id, stored_ids};
use crate::images::{ImageStore, ImageStoreError, Library, Picture};
use crate::lang::Lang;
use crate::pages::{Counts, PostView, RELATED};
use crate::post::{Category, Post, PostSet};

/// All posts with what lists need.
#[derive(Debug, Default)]
pub struct Catalogue {
    views: BTreeMap<i64, Arc<PostView>>,
    /// Newest first.
    pub order: Vec<Arc<PostView>>,
    /// Newest first, by [`Category::index`].
    pub by_category: [Vec<Arc<PostView>>; 6],
    /// The one on top.
    pub featured: Option<Arc<PostView>>,
    /// How many there are.
    pub counts: Counts,
    /// Changes whenever pictures of posts do.
    pub pictures_version: u64,
}

impl Catalogue {
    /// Brings the catalogue up to date. On error it is as it was.
    pub fn update(
        &mut self,
        posts: &PostSet,
        library: &Library,
        images: &dyn ImageStore,
    ) -> Result<(), ImageStoreError> {
        let (stale, removed) = self.differences(posts);
        let fresh: Vec<PostView> = stale
            .par_iter()
            .map(|post| view(Arc::clone(post), library, images))
            .collect::<Result<_, _>>()?;
        if fresh.is_empty() && removed.is_empty() {
            return Ok(());
        }
        for id in removed {
            let old = self.views.remove(&id);
            self.note_pictures(old.as_deref(), None);
        }
        for fresh in fresh {
            let fresh = Arc::new(fresh);
            let old = self.views.insert(fresh.post.id, Arc::clone(&fresh));
            self.note_pictures(old.as_deref(), Some(&fresh));
        }
        self.sort();
        Ok(())
    }

    /// Posts to look at again and posts that are gone, in one walk along both.
    fn differences<'a>(&self, posts: &'a PostSet) -> (Vec<&'a Arc<Post>>, Vec<i64>) {
        let (mut stale, mut removed) = (Vec::new(), Vec::new());
        let mut known = self.views.iter().peekable();
        for (id, post) in posts {
            while let Some((gone, _)) = known.next_if(|(known, _)| *known < id) {
                removed.push(*gone);
            }
            let view = known.next_if(|(known, _)| *known == id);
            let current = |view: &PostView| Arc::ptr_eq(&view.post, post) && !view.pending;
            if !view.is_some_and(|(_, view)| current(view)) {
                stale.push(post);
            }
        }
        removed.extend(known.map(|(gone, _)| *gone));
        (stale, removed)
    }

    fn note_pictures(&mut self, old: Option<&PostView>, new: Option<&PostView>) {
        let pictures = |view: Option<&PostView>| {
            view.map(|view| (view.image.clone(), view.body_images.clone()))
                .filter(|(image, body)| image.is_some() || !body.is_empty())
        };
        if pictures(old) != pictures(new) {
            self.pictures_version += 1;
        }
    }

    fn sort(&mut self) {
        self.order = self.views.values().cloned().collect();
        self.order
            .sort_by_key(|view| Reverse((view.post.date, view.post.id)));
        self.featured = self.order.iter().find(|view| view.post.featured).cloned();
        self.by_category = Category::ALL.map(|category| {
            self.order
                .iter()
                .filter(|view| view.post.category == category)
                .cloned()
                .collect()
        });
        self.counts = Counts {
            all: self.order.len(),
            by_category: [0, 1, 2, 3, 4, 5].map(|index: usize| self.by_category[index].len()),
        };
    }

    /// The posts of a list, newest first, with the featured one.
    pub fn list(&self, category: Option<Category>) -> &[Arc<PostView>] {
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
        self.order.iter().flat_map(|view| {
            view.image
                .iter()
                .chain(view.body_images.iter().map(|(_, p)| p))
        })
    }
}

/// The next older posts of a category after place `index`, going on with the newest at the end. So an
/// edit touches the pages of three other posts at most, however many there are.
pub fn related(list: &[Arc<PostView>], index: usize) -> [Option<&PostView>; RELATED] {
    let mut places: Vec<usize> = (1..list.len().min(RELATED + 1))
        .map(|step| (index + step) % list.len())
        .collect();
    places.sort_unstable();
    let mut related = [None; RELATED];
    for (slot, place) in related.iter_mut().zip(places) {
        *slot = Some(list[place].as_ref());
    }
    related
}

fn view(
    post: Arc<Post>,
    library: &Library,
    images: &dyn ImageStore,
) -> Result<PostView, ImageStoreError> {
    let mut pending = false;
    let mut stored = |id: i64| -> Result<Option<Arc<Picture>>, ImageStoreError> {
        let found = library.stored(id, images)?;
        pending |= found.as_ref().is_some_and(|found| found.pending);
        Ok(found.map(|found| found.picture))
    };
    let own = post
        .image_id
        .or_else(|| post.image.as_deref().and_then(stored_id));
    let image = match own {
        Some(id) => stored(id)?,
        None => post
            .image
            .as_deref()
            .filter(|url| !url.is_empty())
            .map(foreign),
    };
    let mut body_images = Vec::new();
    for lang in Lang::ALL {
        for id in stored_ids(post.content.get(lang)) {
            if body_images.iter().all(|(known, _)| *known != id)
                && let Some(picture) = stored(id)?
            {
                body_images.push((id, picture));
            }
        }
    }
    Ok(PostView::new(post, image, body_images, pending))
}

fn foreign(url: &str) -> Arc<Picture> {
    Arc::new(Picture::single(url.to_owned(), "", 0, 0, Vec::new()))
}
