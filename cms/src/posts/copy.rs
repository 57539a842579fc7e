//! The working copy of a post: what staff write and nobody else sees, at most one for each post.

use generator::{Category, Lang, Post};
use rusqlite::{Connection, Transaction};

use super::{
    changes::{Changes, blank},
    editor::Editor,
    error::PostError,
    history::{self, text_images},
    looked_at::Saving,
    translations,
    words::are_equal,
};
use crate::store::{
    edition::Edition,
    history::{self as revisions_of, Kind},
    images, languages,
    posts::{self, StoredPost},
    revisions,
    role::Role,
    schedules, trash,
    working_copies::{self, WorkingCopy},
};

/// What a post is for staff. There is always one of the two.
#[derive(Debug, Clone)]
pub struct Standing {
    /// What is on-line.
    pub live: Option<StoredPost>,
    /// What is being written.
    pub copy: Option<WorkingCopy>,
}

/// What a change of a working copy is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The version of the working copy.
    Copy(i64),
    /// The revision of what is on-line, when there is no working copy.
    Live(i64),
}

impl Standing {
    /// What it is about, on-line and as it is being written.
    pub fn categories(&self) -> Vec<Category> {
        let live = self.live.iter().map(|live| live.post.category);
        let copy = self.copy.iter().map(|copy| copy.post.category);
        live.chain(copy).collect()
    }

    /// Of a post that is not in the trash.
    pub fn find(store: &Connection, id: i64) -> Result<Self, PostError> {
        if trash::find(store, id)?.is_some() {
            return Err(PostError::Missing);
        }
        let standing = Self {
            live: posts::find(store, id)?,
            copy: working_copies::find(store, id)?,
        };
        standing.seen().ok_or(PostError::Missing)?;
        Ok(standing)
    }

    /// The post as staff see it.
    pub fn seen(&self) -> Option<&Post> {
        let copy = self.copy.as_ref().map(|copy| &copy.post);
        copy.or_else(|| self.live.as_ref().map(|live| &live.post))
    }

    /// Whether category, author, picture or labels of the working copy are others than on-line.
    pub fn shared_differs(&self) -> bool {
        let (Some(live), Some(copy)) = (&self.live, &self.copy) else {
            return false;
        };
        let shared = |post: &Post| {
            let labels = (post.category, post.featured, post.trending, post.image_id);
            (labels, post.author.clone(), post.image.clone())
        };
        shared(&live.post) != shared(&copy.post)
    }

    /// What a change is based on.
    pub fn basis(&self) -> Option<Basis> {
        let copy = self.copy.as_ref().map(|copy| Basis::Copy(copy.version));
        copy.or_else(|| self.live.as_ref().map(|live| Basis::Live(live.revision)))
    }

    /// Refuses what is based on another state.
    pub(super) fn expect(&self, expected: impl FnOnce(Basis) -> bool) -> Result<(), PostError> {
        match self.basis() {
            Some(basis) if expected(basis) => Ok(()),
            _ => Err(PostError::Changed),
        }
    }
}

/// A post that is only a working copy; returns its number, which it will have for good.
pub(super) fn begin(
    store: &Transaction<'_>,
    changes: Changes,
    saving: Saving<'_>,
    by: &Editor,
) -> Result<i64, PostError> {
    let mut post = blank(by.at.date);
    post.id = posts::reserve_id(store)?;
    let pictures = |image: &_| images::insert_from(store, image, by.at.millis(), by.origin());
    changes.apply(&mut post, pictures)?;
    history::saved(store, &post, None, saving, by)?;
    translations::follow(store, None, &post)?;
    let standing = Standing {
        live: None,
        copy: None,
    };
    let id = post.id;
    put(store, post, &standing, false, by)?;
    Ok(id)
}

/// Saves a working copy; the first one begins with what is on-line.
pub fn save(
    store: &Transaction<'_>,
    id: i64,
    changes: Changes,
    saving: Saving<'_>,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
) -> Result<(), PostError> {
    let standing = Standing::find(store, id)?;
    standing.expect(expected)?;
    let before = standing.seen().ok_or(PostError::Missing)?.clone();
    let mut post = before.clone();
    let pictures = |image: &_| images::insert_from(store, image, by.at.millis(), by.origin());
    changes.apply(&mut post, pictures)?;
    if standing.copy.is_none() && are_equal(&post, &before) {
        return Ok(());
    }
    history::saved(store, &post, Some(&before), saving, by)?;
    translations::follow(store, Some(&before), &post)?;
    put(store, post, &standing, false, by)
}

/// Makes an earlier revision the working copy, if it is still what was `seen`; the one there is stays in the history. Of what was
/// published, languages that were not keep the texts that they have.
pub fn restore(
    store: &Transaction<'_>,
    id: i64,
    number: i64,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
    seen: impl FnOnce(&Edition) -> bool,
) -> Result<(), PostError> {
    let standing = Standing::find(store, id)?;
    standing.expect(expected)?;
    let (_, edition) = revisions_of::find(store, id, number)?.ok_or(PostError::Missing)?;
    if !seen(&edition) {
        return Err(PostError::Changed);
    }
    let before = standing.seen().ok_or(PostError::Missing)?.clone();
    let mut post = edition.post;
    post.date = before.date;
    if let Some(image) = post.image_id
        && !images::exists(store, image)?
    {
        post.image_id = None;
    }
    let was_live = |lang: &Lang| edition.dates.published.has(*lang);
    if !edition.dates.published.is_empty() {
        let languages = languages::of_posts([&post, &before]).into_iter();
        for lang in languages.filter(|lang| !was_live(lang)) {
            take_texts(&mut post, &before, lang);
        }
    }
    if standing.copy.is_some() {
        let newest = revisions_of::newest(store, id)?;
        let stays = newest.is_some_and(|(newest, edition)| {
            newest.kind != Kind::Auto && are_equal(&edition.post, &before)
        });
        if !stays {
            let live = standing.live.as_ref().map(|live| &live.post);
            history::given_up(store, &before, live, by)?;
        }
    }
    let languages = history::changed(&post, &before);
    history::kept(store, &post, Kind::Restore, languages, by)?;
    translations::follow(store, Some(&before), &post)?;
    put(store, post, &standing, false, by)
}

/// The texts of a language, from another post.
pub(super) fn take_texts(post: &mut Post, from: &Post, lang: Lang) {
    for (own, other) in [
        (&mut post.title, &from.title),
        (&mut post.excerpt, &from.excerpt),
        (&mut post.meta.title, &from.meta.title),
        (&mut post.meta.description, &from.meta.description),
        (&mut post.content, &from.content),
    ] {
        own.set(lang, other.get(lang));
    }
    let words = from.slugs.current.get(lang).copied();
    post.slugs.current.set(lang, words);
}

/// Makes `post` the working copy (`dated`: it has been published before), or drops the copy when nothing in it differs from what is on-line.
pub(super) fn put(
    store: &Transaction<'_>,
    post: Post,
    standing: &Standing,
    dated: bool,
    by: &Editor,
) -> Result<(), PostError> {
    let version = revisions::edit(store)?;
    let is_changed = standing.seen().is_some_and(|seen| !are_equal(seen, &post));
    if by.role < Role::Editor && is_changed {
        schedules::withhold(store, post.id)?;
    }
    if let Some(live) = &standing.live
        && are_equal(&live.post, &post)
    {
        working_copies::delete(store, post.id)?;
        return Ok(());
    }
    let before = standing.copy.as_ref();
    let images = text_images(&post);
    let copy = WorkingCopy {
        dated: dated || standing.live.is_some() || before.is_some_and(|copy| copy.dated),
        version,
        created_at: before.map_or_else(|| by.at.millis(), |copy| copy.created_at),
        created_by: before.map_or_else(|| by.name.clone(), |copy| copy.created_by.clone()),
        edited_at: by.at.millis(),
        edited_by: by.name.clone(),
        post,
    };
    working_copies::put(store, &copy, &images)?;
    Ok(())
}
