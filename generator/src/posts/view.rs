//! A post with its pictures, and what is known of it before it is rendered.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{Focus, ListedPost, PictureNote, Pictures, TextStore, Use};
use crate::base::{ByLang, Category, Fingerprint, Lang, Languages, Problem, Slug};
use crate::images::{Awaited, Coming, Found, Picture};

static NEXT_SERIAL: AtomicU64 = AtomicU64::new(0);

/// What of the pictures that a post names is still to come.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Unsettled {
    after: Vec<Awaited>,
    any_time: bool,
}

impl Unsettled {
    fn note(&mut self, found: Option<&Found>) {
        match found.map(|found| found.coming) {
            Some(Coming::Nothing) => {}
            Some(Coming::After(awaited)) => self.after.push(awaited),
            // What is not there may come: somebody's next upload may get that very number.
            Some(Coming::AnyTime) | None => self.any_time = true,
        }
    }

    /// Whether there may be something new, when these have been tried.
    pub fn may_have_news(&self, tried: &HashSet<Awaited>) -> bool {
        self.any_time || self.after.iter().any(|awaited| tried.contains(awaited))
    }
}

/// A post with its pictures; made again only when the post or one of its pictures changed.
#[derive(Debug)]
pub struct PostView {
    /// The post.
    pub post: Arc<ListedPost>,
    /// Where it is listed: the post's own category as long as the firm has that service.
    pub category: Category,
    /// Its own picture.
    pub image: Option<Arc<Picture>>,
    /// Pictures that its texts show.
    pub body_images: Pictures,
    /// Pictures that its texts link to, as they were uploaded.
    pub linked: Pictures,
    /// What of the pictures that it names is still to come.
    pub unsettled: Unsettled,
    /// Whether it names stored pictures at all.
    pub names_pictures: bool,
    /// Differs from that of every other view this process ever made: an equal serial is an equal view.
    pub serial: u64,
    sides: ByLang<Side>,
}

/// A post in a language.
#[derive(Debug, Clone)]
struct Side {
    card: Fingerprint,
    body: Fingerprint,
    /// What was drawn for sharing, when it has no picture of its own.
    drawn: Option<Arc<Picture>>,
}

impl PostView {
    /// A post with the pictures that it names: `look` gives the picture of an id, `None` when there is none.
    pub fn of<E>(
        (post, category): (Arc<ListedPost>, Category),
        languages: Languages,
        mut look: impl FnMut(Use, i64) -> Result<Option<Found>, E>,
    ) -> Result<PostView, E> {
        let (mut unsettled, mut names_pictures) = (Unsettled::default(), false);
        let mut look = |used, id| {
            let found = look(used, id)?;
            names_pictures = true;
            unsettled.note(found.as_ref());
            Ok::<_, E>(found.and_then(|found| found.picture))
        };
        let address = post.image.as_deref().filter(|url| !url.is_empty());
        let image = match post.own_picture() {
            Some(id) => look(Use::Shown, id)?,
            None => address.map(foreign),
        };
        let (mut body_images, mut linked) = (Pictures::new(), Pictures::new());
        for (used, id) in post.content.pictures(languages) {
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
            unsettled,
            names_pictures,
            ..PostView::new((post, category), languages, image, (body_images, linked))
        })
    }

    fn new(
        (post, category): (Arc<ListedPost>, Category),
        languages: Languages,
        image: Option<Arc<Picture>>,
        (body_images, linked): (Pictures, Pictures),
    ) -> PostView {
        let sides = ByLang::of(languages, |lang| {
            let facts = CardFacts::new((&post, category), image.as_ref(), lang);
            let shown = post.content.resolve(lang);
            let content = (post.content.fingerprint(shown), shown);
            let notes = body_images.iter().map(|(id, _)| {
                let note = post.pictures.get(id);
                note.map(|note| (note.alt.resolve(shown), note.caption.resolve(shown)))
            });
            let notes: Vec<_> = notes.collect();
            Side {
                card: Fingerprint::of(&facts),
                body: Fingerprint::of(&(content, &body_images, &linked, notes)),
                drawn: None,
            }
        });
        PostView {
            post,
            category,
            image,
            body_images,
            linked,
            unsettled: Unsettled::default(),
            names_pictures: false,
            serial: NEXT_SERIAL.fetch_add(1, Ordering::Relaxed),
            sides,
        }
    }

    /// With pictures for sharing when it names none of its own; `draw` gives that of its title in a language.
    pub fn with_drawn(
        mut self,
        languages: Languages,
        draw: impl Fn(Lang) -> Found + Sync,
    ) -> PostView {
        let named = self
            .post
            .image
            .as_deref()
            .is_some_and(|url| !url.is_empty());
        if named || self.post.image_id.is_some() {
            return self;
        }
        let title_of = |lang| self.post.title.resolve(lang).1;
        let langs: Vec<Lang> = languages.iter().collect();
        let titled = langs.par_iter().filter(|lang| title_of(**lang) == **lang);
        let found: Vec<(Lang, Found)> = titled.map(|lang| (*lang, draw(*lang))).collect();
        for (_, found) in &found {
            self.unsettled.note(Some(found));
        }
        for lang in langs {
            let of_title = title_of(lang);
            let found = found.iter().find(|(lang, _)| *lang == of_title);
            self.sides.get_mut(lang).drawn = found.and_then(|(_, found)| found.picture.clone());
        }
        self
    }

    /// Whether it is the same post with the same pictures.
    pub fn is_like(&self, other: &PostView) -> bool {
        Arc::ptr_eq(&self.post, &other.post)
            && (&self.image, &self.body_images, &self.linked)
                == (&other.image, &other.body_images, &other.linked)
            && self.all_drawn().eq(other.all_drawn())
            && self.unsettled == other.unsettled
    }

    /// Its own picture, those of its texts and those for sharing.
    pub fn pictures(&self) -> impl Iterator<Item = &Arc<Picture>> {
        let of_texts = self.body_images.iter().chain(&self.linked);
        let of_texts = of_texts.map(|(_, picture)| picture);
        let drawn = self.all_drawn().flatten();
        self.image.iter().chain(of_texts).chain(drawn)
    }

    fn all_drawn(&self) -> impl Iterator<Item = Option<&Arc<Picture>>> {
        self.sides.values().map(|side| side.drawn.as_ref())
    }

    /// What was drawn for sharing it in a language, when it has no picture of its own.
    pub fn drawn(&self, lang: Lang) -> Option<&Picture> {
        self.sides.get(lang).drawn.as_deref()
    }

    /// Its text that stands for a language, and the language of that.
    pub fn text(&self, lang: Lang, texts: &dyn TextStore) -> Result<(String, Lang), Problem> {
        self.post.content.read((self.post.id, lang), texts)
    }

    /// As a card in a language.
    pub fn card(&self, lang: Lang) -> CardRef<'_> {
        CardRef { view: self, lang }
    }

    /// What its own picture shows, in a language or, where nothing is said in that, in the default one; else empty.
    pub fn alt(&self, lang: Lang) -> (&str, Lang) {
        own_note(&self.post).map_or(("", lang), |note| note.alt.resolve(lang))
    }

    /// The body's fingerprint in a language.
    pub fn body_fingerprint(&self, lang: Lang) -> Fingerprint {
        self.sides.get(lang).body
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
    /// Words of its address.
    pub slug: Option<Slug>,
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
    /// What crops of it keep.
    pub focus: Focus,
}

impl<'a> CardFacts<'a> {
    fn new(
        (post, category): (&'a ListedPost, Category),
        image: Option<&'a Arc<Picture>>,
        lang: Lang,
    ) -> CardFacts<'a> {
        CardFacts {
            id: post.id,
            slug: post.slugs.current.get(lang).copied(),
            category,
            featured: post.featured,
            trending: post.trending,
            author: &post.author,
            date: post.date,
            title: post.title.resolve(lang),
            excerpt: post.excerpt.resolve(lang),
            image,
            focus: own_note(post).map_or_else(Focus::default, |note| note.focus),
        }
    }
}

fn own_note(post: &ListedPost) -> Option<&PictureNote> {
    post.pictures.get(&post.own_picture()?)
}

/// A post's card in a language; hashes as its fingerprint.
#[derive(Debug, Clone, Copy)]
pub struct CardRef<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl Hash for CardRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.sides.get(self.lang).card.hash(state);
    }
}

/// A few cards; hashes as all their fingerprints.
pub type Cards<'a, const N: usize> = [Option<CardRef<'a>>; N];

impl<'a> CardRef<'a> {
    /// What may be used.
    pub fn facts(&self) -> CardFacts<'a> {
        let PostView {
            post,
            category,
            image,
            ..
        } = self.view;
        CardFacts::new((post, *category), image.as_ref(), self.lang)
    }
}
