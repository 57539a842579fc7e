//! What is on-line: the only place that changes it.

use generator::{Lang, Localized, Post};
use rusqlite::Transaction;

use super::{
    editor::Editor,
    error::PostError,
    history::{self, text_images},
    words::look_the_same,
};
use crate::store::{
    creations,
    edition::Edition,
    history::{self as revisions_of, Kind},
    posts::{self, Dates, StoredPost},
    redirects, revisions,
    schedules::{self, Action},
};

/// The whole write: the post, what its texts point to, its dates, the site's revision, and the revision in its history.
/// `languages` are those that go live with it; a post that was not on-line comes back, with what was live before.
pub(super) fn write(
    store: &Transaction<'_>,
    post: Post,
    before: Option<&StoredPost>,
    languages: &[Lang],
    kind: Kind,
    by: &Editor,
) -> Result<StoredPost, PostError> {
    let now = by.at.millis();
    let earlier = match before {
        Some(before) => Some(Edition {
            post: before.post.clone(),
            dates: before.dates.clone(),
        }),
        None => revisions_of::newest_public(store, post.id)?.map(|(_, edition)| edition),
    };
    let updated = earlier.and_then(|earlier| match look_the_same(&earlier.post, &post) {
        true => earlier.dates.updated,
        false => Some(now),
    });
    let published = Localized::from_fn(|lang| {
        let since = before.and_then(|before| *before.dates.published.get(lang));
        let there = !post.title.get(lang).is_empty();
        since
            .or_else(|| languages.contains(&lang).then_some(now))
            .filter(|_| there)
    });
    let stored = StoredPost {
        revision: revisions::advance(store)?,
        dates: Dates { published, updated },
        post,
    };
    put(store, &stored, before.is_some())?;
    history::published(store, &stored, kind, languages, by)?;
    let done = match kind {
        Kind::Unpublish => Action::Unpublish,
        _ => Action::Publish,
    };
    for lang in languages {
        if schedules::cancel(store, stored.post.id, Some(*lang), Some(done))? > 0 {
            revisions::edit(store)?;
        }
    }
    Ok(stored)
}

/// Writes the row and what its texts name. What comes on-line has its address for itself again.
pub(super) fn put(
    store: &Transaction<'_>,
    stored: &StoredPost,
    is_there: bool,
) -> Result<(), PostError> {
    match is_there {
        true => posts::update(store, stored)?,
        false => {
            posts::insert_numbered(store, stored)?;
            redirects::remove(store, stored.post.id)?;
        }
    }
    posts::set_text_images(store, stored.post.id, &text_images(&stored.post))?;
    Ok(())
}

/// Takes a post off-line.
pub(super) fn remove(store: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    let revision = revisions::advance(store)?;
    posts::delete(store, id, revision)?;
    creations::forget(store, id)?;
    Ok(())
}
