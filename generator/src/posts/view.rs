//! A post with its pictures, and what is known of it before it is rendered.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Category, Pictures, Post, Use, picture_uses, stored_id};
use crate::base::{Fingerprint, Lang};
use crate::images::{Found, Picture};

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(0);

/// A post with its pictures; made again only when the post or one of its pictures changed.
#[derive(Debug)]
pub struct PostView {
    /// The post.
    pub post: Arc<Post>,
    /// Its own picture.
    pub image: Option<Arc<Picture>>,
    /// Pictures that its texts show.
    pub body_images: Pictures,
    /// Pictures that its texts link to, as they were uploaded.
    pub linked: Pictures,
    /// Whether all pictures that it names are there with all their variants.
    pub settled: bool,
    /// Whether it names stored pictures at all.
    pub names_pictures: bool,
    /// Differs from that of every other view this process ever made: an equal serial is an equal view.
    pub serial: u64,
    cards: [Fingerprint; 3],
    body: [Fingerprint; 3],
}

impl PostView {
    /// A post with the pictures that it names: `look` gives the picture of an id, `None` when there is none.
    pub fn of<E>(
        post: Arc<Post>,
        mut look: impl FnMut(Use, i64) -> Result<Option<Found>, E>,
    ) -> Result<PostView, E> {
        let (mut settled, mut names_pictures) = (true, false);
        let mut look = |used, id| {
            let found = look(used, id)?;
            names_pictures = true;
            // What is not there may come: somebody's next upload may get that very number.
            settled &= found.as_ref().is_some_and(|found| !found.pending);
            Ok::<_, E>(found.and_then(|found| found.picture))
        };
        let address = post.image.as_deref().filter(|url| !url.is_empty());
        let image = match post.image_id.or_else(|| address.and_then(stored_id)) {
            Some(id) => look(Use::Shown, id)?,
            None => address.map(foreign),
        };
        let (mut body_images, mut linked) = (Pictures::new(), Pictures::new());
        let texts = Lang::ALL.map(|lang| picture_uses(post.content.get(lang)));
        for (used, id) in texts.into_iter().flatten() {
            let pictures = match used {
                Use::Shown => &mut body_images,
                Use::Linked => &mut linked,
            };
            if pictures.iter().all(|(known, _)| *known != id)
                && let Some(picture) = look(used, id)?
            {
                pictures.push((id, picture));
            }
        }
        Ok(PostView {
            settled,
            names_pictures,
            ..PostView::new(post, image, body_images, linked)
        })
    }

    fn new(
        post: Arc<Post>,
        image: Option<Arc<Picture>>,
        body_images: Pictures,
        linked: Pictures,
    ) -> PostView {
        let cards =
            Lang::ALL.map(|lang| Fingerprint::of(&CardFacts::new(&post, image.as_ref(), lang)));
        let body = Lang::ALL
            .map(|lang| Fingerprint::of(&(post.content.resolve(lang), &body_images, &linked)));
        PostView {
            post,
            image,
            body_images,
            linked,
            settled: true,
            names_pictures: false,
            serial: NEXT_SERIAL.fetch_add(1, Ordering::Relaxed),
            cards,
            body,
        }
    }

    /// Whether it is the same post with the same pictures.
    pub fn is_like(&self, other: &PostView) -> bool {
        Arc::ptr_eq(&self.post, &other.post)
            && (&self.image, &self.body_images, &self.linked)
                == (&other.image, &other.body_images, &other.linked)
            && self.settled == other.settled
    }

    /// Its own picture and those of its texts.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        let of_texts = self.body_images.iter().chain(&self.linked);
        let of_texts = of_texts.map(|(_, picture)| picture);
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
