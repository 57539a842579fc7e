//! A post with its pictures, and what is known of it before it is rendered.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Category, Post, stored_id, stored_ids};
use crate::base::{Fingerprint, Lang};
use crate::images::Picture;

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(0);

/// A post with its pictures; made again only when the post or one of its pictures changed.
#[derive(Debug)]
pub struct PostView {
    /// The post.
    pub post: Arc<Post>,
    /// Its own picture.
    pub image: Option<Arc<Picture>>,
    /// Pictures of its texts by image id.
    pub body_images: Vec<(i64, Arc<Picture>)>,
    /// Whether variants of a picture are still to be made.
    pub pending: bool,
    /// Differs from that of every other view this process ever made: an equal serial is an equal view.
    pub serial: u64,
    cards: [Fingerprint; 3],
    body: [Fingerprint; 3],
}

impl PostView {
    /// A post with the pictures that it shows: `stored` gives the picture of an id, and whether variants of it are
    /// still to be made.
    pub fn of<E>(
        post: Arc<Post>,
        mut stored: impl FnMut(i64) -> Result<Option<(Arc<Picture>, bool)>, E>,
    ) -> Result<PostView, E> {
        let mut pending = false;
        let mut look = |id| {
            let found = stored(id)?;
            pending |= found.as_ref().is_some_and(|(_, pending)| *pending);
            Ok::<_, E>(found.map(|(picture, _)| picture))
        };
        let address = post.image.as_deref().filter(|url| !url.is_empty());
        let image = match post.image_id.or_else(|| address.and_then(stored_id)) {
            Some(id) => look(id)?,
            None => address.map(foreign),
        };
        let mut body_images: Vec<(i64, Arc<Picture>)> = Vec::new();
        for id in Lang::ALL
            .into_iter()
            .flat_map(|lang| stored_ids(post.content.get(lang)))
        {
            if body_images.iter().all(|(known, _)| *known != id)
                && let Some(picture) = look(id)?
            {
                body_images.push((id, picture));
            }
        }
        Ok(PostView::new(post, image, body_images, pending))
    }

    fn new(
        post: Arc<Post>,
        image: Option<Arc<Picture>>,
        body_images: Vec<(i64, Arc<Picture>)>,
        pending: bool,
    ) -> PostView {
        let cards =
            Lang::ALL.map(|lang| Fingerprint::of(&CardFacts::new(&post, image.as_ref(), lang)));
        let body =
            Lang::ALL.map(|lang| Fingerprint::of(&(post.content.resolve(lang), &body_images)));
        PostView {
            post,
            image,
            body_images,
            pending,
            serial: NEXT_SERIAL.fetch_add(1, Ordering::Relaxed),
            cards,
            body,
        }
    }

    /// Its own picture and those of its texts.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        let of_texts = self.body_images.iter().map(|(_, picture)| picture);
        self.image.iter().chain(of_texts)
    }

    /// As a card in a language.
    pub fn card(&self, lang: Lang) -> CardRef<'_> {
        CardRef { view: self, lang }
    }

    /// The body's fingerprint in a language.
    pub fn body_fingerprint(&self, lang: Lang) -> Fingerprint {
        self.body[lang as usize]
    }
}

fn foreign(url: &str) -> Arc<Picture> {
    Arc::new(Picture::single(url.to_owned(), "", 0, 0, Vec::new()))
}

/// What a card shows: nothing else of the post may be used for it.
#[derive(Debug, Clone, Copy, Hash)]
pub struct CardFacts<'a> {
    /// Number.
    pub id: i64,
    /// Category.
    pub category: Category,
    /// On top of the list.
    pub featured: bool,
    /// With the label.
    pub trending: bool,
    /// Author.
    pub author: &'a str,
    /// Creation, as seconds.
    pub date: jiff::Timestamp,
    /// Title and the language it is in.
    pub title: (&'a str, Lang),
    /// Excerpt and the language it is in.
    pub excerpt: (&'a str, Lang),
    /// Picture.
    pub image: Option<&'a Arc<Picture>>,
}

impl<'a> CardFacts<'a> {
    fn new(post: &'a Post, image: Option<&'a Arc<Picture>>, lang: Lang) -> CardFacts<'a> {
        CardFacts {
            id: post.id,
            category: post.category,
            featured: post.featured,
            trending: post.trending,
            author: &post.author,
            date: post.date,
            title: post.title.resolve(lang),
            excerpt: post.excerpt.resolve(lang),
            image,
        }
    }
}

/// A post's card in a language; hashes as its fingerprint.
#[derive(Debug, Clone, Copy)]
pub struct CardRef<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl Hash for CardRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.cards[self.lang as usize].hash(state);
    }
}

/// A few cards; hashes as all their fingerprints.
pub type Cards<'a, const N: usize> = [Option<CardRef<'a>>; N];

impl<'a> CardRef<'a> {
    /// What may be used.
    pub fn facts(&self) -> CardFacts<'a> {
        CardFacts::new(&self.view.post, self.view.image.as_ref(), self.lang)
    }
}
