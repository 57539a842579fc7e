//! What a post was, each time it was published or saved.

use std::collections::BTreeSet;

use generator::{Lang, Post};
use rusqlite::{Connection, Transaction};

use super::{
    editor::Editor,
    error::PostError,
    looked_at::{LookedAt, Saving},
    rich_text,
    words::{are_equal, tell_the_same, texts},
};
use crate::store::{
    desk,
    edition::Edition,
    history::{self, Kind, Revision},
    languages,
    posts::{Dates, StoredPost},
};

/// Pauses in typing within so many milliseconds are one revision.
const TOGETHER: i64 = 10 * 60 * 1000;

/// Stored images of the texts of a post.
pub fn text_images(post: &Post) -> Vec<i64> {
    post.content
        .iter()
        .flat_map(|(_, text)| rich_text::stored_images(text))
        .collect()
}

/// Stored images of a post, its cover among them: what a revision keeps from being collected.
pub fn images(post: &Post) -> Vec<i64> {
    let mut images = text_images(post);
    images.extend(post.image_id);
    images
}

/// Languages whose texts are not the same.
pub(super) fn changed(one: &Post, other: &Post) -> Vec<Lang> {
    let differs =
        |lang: &Lang| texts(one, *lang) != texts(other, *lang) || !tell_the_same(one, other, *lang);
    let languages = languages::of_posts([one, other]).into_iter();
    languages.filter(differs).collect()
}

/// Languages that have a text.
pub(super) fn written(post: &Post) -> Vec<Lang> {
    changed(post, &super::changes::blank(post.date))
}

/// Keeps what is live from now on; returns the revision's number.
pub(super) fn published(
    store: &Transaction<'_>,
    stored: &StoredPost,
    kind: Kind,
    languages: &[Lang],
    by: &Editor,
) -> rusqlite::Result<i64> {
    let edition = Edition {
        post: stored.post.clone(),
        dates: stored.dates.clone(),
    };
    insert(store, edition, kind, languages.to_vec(), by)
}

/// Keeps what came from elsewhere and is live, as of its date.
pub fn imported(store: &Transaction<'_>, stored: &StoredPost) -> rusqlite::Result<i64> {
    let at = stored.post.date.as_millisecond();
    let revision = Revision {
        number: 0,
        at,
        kept_from: at,
        by: None,
        kind: Kind::Publication,
        languages: written(&stored.post),
    };
    let edition = Edition {
        post: stored.post.clone(),
        dates: stored.dates.clone(),
    };
    history::insert(store, &revision, edition, &images(&stored.post))
}

/// Keeps a working copy as it is.
pub(super) fn kept(
    store: &Transaction<'_>,
    post: &Post,
    kind: Kind,
    languages: Vec<Lang>,
    by: &Editor,
) -> rusqlite::Result<i64> {
    insert(store, unpublished(post), kind, languages, by)
}

/// Keeps what was saved after `before`. What is in the history already is not kept twice, and pauses in typing within some
/// minutes are one revision, unless somebody has looked at it meanwhile.
pub(super) fn saved(
    store: &Transaction<'_>,
    post: &Post,
    before: Option<&Post>,
    saving: Saving<'_>,
    by: &Editor,
) -> rusqlite::Result<()> {
    let languages = before.map_or_else(|| written(post), |before| changed(post, before));
    let kind = match saving {
        Saving::ByHand => Kind::Save,
        Saving::Pause(_) => Kind::Auto,
    };
    let Some((mut newest, edition)) = history::newest(store, post.id)? else {
        insert(store, unpublished(post), kind, languages, by)?;
        return Ok(());
    };
    let mine = newest.kind == Kind::Auto && newest.by.as_deref() == Some(&by.name);
    if are_equal(&edition.post, post) && !newest.kind.is_public() {
        if newest.kind == Kind::Auto && kind == Kind::Save {
            newest.kind = Kind::Save;
            newest.by = Some(by.name.clone());
            newest.at = by.at.millis();
            return history::replace(store, &newest, edition, &images(post));
        }
        return Ok(());
    }
    let goes_on = match saving {
        Saving::ByHand => false,
        Saving::Pause(looked_at) => mine && !looked_at.has(post.id, newest.number),
    };
    if goes_on && by.at.time - newest.kept_from < TOGETHER {
        newest.at = by.at.millis();
        newest.languages = either(&newest.languages, &languages);
        return history::replace(store, &newest, unpublished(post), &images(post));
    }
    insert(store, unpublished(post), kind, languages, by)?;
    Ok(())
}

/// Keeps a working copy that is about to be given up, unless the newest revision has it and stays.
pub(super) fn given_up(
    store: &Transaction<'_>,
    copy: &Post,
    live: Option<&Post>,
    by: &Editor,
) -> rusqlite::Result<()> {
    if live.is_some_and(|live| are_equal(live, copy)) {
        return Ok(());
    }
    let languages = live.map_or_else(|| written(copy), |live| changed(copy, live));
    insert(store, unpublished(copy), Kind::Replaced, languages, by)?;
    Ok(())
}

/// The history of a post, newest first.
pub fn list(store: &Connection, id: i64) -> Result<Vec<Revision>, PostError> {
    if !desk::is_known(store, id)? {
        return Err(PostError::Missing);
    }
    Ok(history::list(store, id)?)
}

/// One revision of a post, with what it was. It stays so: the next pause in typing is another one.
pub fn read(
    store: &Connection,
    id: i64,
    number: i64,
    looked_at: &LookedAt,
) -> Result<(Revision, Edition), PostError> {
    if !desk::is_known(store, id)? {
        return Err(PostError::Missing);
    }
    let found = || history::find(store, id, number)?.ok_or(PostError::Missing);
    let before = found()?;
    if before.0.kind != Kind::Auto {
        return Ok(before);
    }
    looked_at.note(id, number);
    // Until then it may have been written over.
    found()
}

fn either(one: &[Lang], other: &[Lang]) -> Vec<Lang> {
    let languages: BTreeSet<Lang> = one.iter().chain(other).copied().collect();
    languages.into_iter().collect()
}

fn unpublished(post: &Post) -> Edition {
    Edition {
        post: post.clone(),
        dates: Dates::default(),
    }
}

fn insert(
    store: &Transaction<'_>,
    edition: Edition,
    kind: Kind,
    languages: Vec<Lang>,
    by: &Editor,
) -> rusqlite::Result<i64> {
    let revision = Revision {
        number: 0,
        at: by.at.millis(),
        kept_from: by.at.time,
        by: Some(by.name.clone()),
        kind,
        languages,
    };
    let images = images(&edition.post);
    history::insert(store, &revision, edition, &images)
}
