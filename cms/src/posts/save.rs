//! The specified writes, after which every language is live as it was sent, and the only place that changes what is
//! on-line. Each belongs into one transaction of the store, so that it happens as a whole or not at all.

use std::collections::BTreeSet;

use generator::{Lang, Post};
use rusqlite::Transaction;

use super::{
    changes::{Changes, blank},
    copy::{self, Basis, Standing},
    editor::{Editor, Moment},
    error::PostError,
    history::{self, text_images},
    looked_at::Saving,
    translations,
    words::{are_equal, is_blank, look_the_same, texts},
};
use crate::store::{
    creations::{self, Creation},
    edition::Edition,
    history::{self as revisions_of, Kind},
    images,
    languages::is_other,
    posts::{self, Dates, StoredPost},
    redirects, revisions,
    schedules::{self, Action},
    working_copies,
};

/// A request for a new post, by which its repetition is known.
#[derive(Debug)]
pub struct Request {
    /// As the client named it, if it did.
    pub key: Option<String>,
    /// Of its fields.
    pub hash: String,
}

/// What a request for a new post came to.
#[derive(Debug)]
pub struct Created<T> {
    /// The post as it is now.
    pub post: T,
    /// Whether an earlier request with this key created it.
    pub replayed: bool,
}

/// A new post, or the one that an earlier request with this key and the same fields created.
pub fn create(
    store: &Transaction<'_>,
    changes: Changes,
    request: Request,
    by: &Editor,
) -> Result<Created<StoredPost>, PostError> {
    if let Some((id, standing)) = created_by(store, &request)? {
        // Taken off-line, an editor wants it so, and a second one would be on-line.
        let post = standing.live.ok_or(PostError::MadeOffLine(id))?;
        let replayed = true;
        return Ok(Created { post, replayed });
    }
    let mut post = blank(by.at.date);
    post.id = posts::reserve_id(store)?;
    let stored = save(store, post, None, changes, by)?;
    remember(store, request, stored.post.id, by.at)?;
    Ok(Created {
        post: stored,
        replayed: false,
    })
}

/// A new post that is only a working copy, or the one that an earlier request created; its number.
pub fn create_draft(
    store: &Transaction<'_>,
    changes: Changes,
    saving: Saving<'_>,
    request: Request,
    by: &Editor,
) -> Result<Created<i64>, PostError> {
    let request = Request {
        // The same fields for the other call are another request.
        hash: format!("draft {}", request.hash),
        ..request
    };
    if let Some((post, _)) = created_by(store, &request)? {
        let replayed = true;
        return Ok(Created { post, replayed });
    }
    let id = copy::begin(store, changes, saving, by)?;
    remember(store, request, id, by.at)?;
    Ok(Created {
        post: id,
        replayed: false,
    })
}

/// The post that an earlier request with this key created, unless it has gone since.
fn created_by(
    store: &Transaction<'_>,
    request: &Request,
) -> Result<Option<(i64, Standing)>, PostError> {
    let key = request.key.as_deref();
    let creation = key.map(|key| creations::find(store, key)).transpose()?;
    let Some(creation) = creation.flatten() else {
        return Ok(None);
    };
    match creation.request {
        Some(before) if before != request.hash => return Err(PostError::KeyReused),
        _ => {}
    }
    match Standing::find(store, creation.post_id) {
        Ok(standing) => Ok(Some((creation.post_id, standing))),
        Err(PostError::Missing) => Ok(None),
        Err(error) => Err(error),
    }
}

fn remember(
    store: &Transaction<'_>,
    request: Request,
    post_id: i64,
    at: Moment,
) -> rusqlite::Result<()> {
    let Some(key) = request.key else {
        return Ok(());
    };
    let creation = Creation {
        post_id,
        request: Some(request.hash),
    };
    creations::insert(store, &key, &creation, at.time)
}

/// Changes a post whose present revision is `expected`, while what staff are writing is what was `seen` of it. A working copy
/// goes: its words are live now, or in the history.
pub fn update(
    store: &Transaction<'_>,
    id: i64,
    changes: Changes,
    by: &Editor,
    expected: impl FnOnce(i64) -> bool,
    seen: impl FnOnce(Basis) -> bool,
) -> Result<StoredPost, PostError> {
    let current = posts::find(store, id)?.ok_or(PostError::Missing)?;
    if !expected(current.revision) {
        return Err(PostError::Changed);
    }
    if !Standing::find(store, id)?.basis().is_some_and(seen) {
        return Err(PostError::DraftChanged);
    }
    save(store, current.post.clone(), Some(&current), changes, by)
}

/// The whole write: pictures, what becomes of the working copy, and the publication of all that is there now.
fn save(
    store: &Transaction<'_>,
    mut post: Post,
    current: Option<&StoredPost>,
    changes: Changes,
    by: &Editor,
) -> Result<StoredPost, PostError> {
    let told = changes.languages();
    let site = changes.site.clone();
    let untold: BTreeSet<Lang> = site.difference(&told).copied().collect();
    changes.apply(&mut post, |image| {
        images::insert_from(store, image, by.at.millis(), by.origin())
    })?;
    // A page shows a text below the title of its language: the form requires those of the three that the site has.
    let untitled = told.iter().find(|lang| {
        (is_other(**lang) || !site.contains(*lang))
            && post.title.get(**lang).is_empty()
            && !is_blank(&texts(&post, **lang))
    });
    if let Some(lang) = untitled {
        return Err(PostError::unfit(&format!("title_{lang}"), "required"));
    }
    let copy = working_copies::find(store, post.id)?;
    let stays = copy
        .as_ref()
        .and_then(|copy| staying(&copy.post, &post, &untold));
    let before = copy.as_ref().map(|copy| &copy.post);
    let before = before.or(current.map(|current| &current.post));
    let seen = stays.as_ref().unwrap_or(&post);
    translations::follow(store, before, seen)?;
    if let Some(copy) = &copy {
        history::given_up(store, &copy.post, Some(seen), by)?;
        working_copies::delete(store, post.id)?;
        revisions::edit(store)?;
    }
    let languages: Vec<Lang> = told.into_iter().collect();
    let stored = write(store, post, current, &languages, Kind::Publication, by)?;
    if let Some(stays) = stays {
        let standing = Standing {
            live: Some(stored.clone()),
            copy,
        };
        copy::put(store, stays, &standing, true, by)?;
    }
    Ok(stored)
}

/// What stays of a working copy beside what goes live: texts in languages of the site of which whoever sends a form does not know. The
/// three of the specification are in every form. In a language that the site has given up nobody would see why a post has changes
/// that are not published: the history has what was drafted in it.
fn staying(copy: &Post, post: &Post, untold: &BTreeSet<Lang>) -> Option<Post> {
    let mut stays = post.clone();
    for lang in untold.iter().filter(|lang| is_other(**lang)) {
        copy::take_texts(&mut stays, copy, *lang);
    }
    (!are_equal(&stays, post)).then_some(stays)
}

/// Changes what is on-line: the post, what its texts point to, its dates, the site's revision, and the revision in its history.
/// `languages` are those that go live with it; a post that was not on-line comes back, with what was live before.
pub(super) fn write(
    store: &Transaction<'_>,
    post: Post,
    before: Option<&StoredPost>,
    languages: &[Lang],
    kind: Kind,
    by: &Editor,
) -> Result<StoredPost, PostError> {
    // Visitors are shown both for as long as the post is there.
    let now = by.at.date.as_millisecond();
    let earlier = match before {
        Some(before) => Some(Edition {
            post: before.post.clone(),
            dates: before.dates.clone(),
        }),
        None => revisions_of::newest_public(store, post.id)?.map(|(_, edition)| edition),
    };
    let updated = earlier.and_then(|earlier| {
        if look_the_same(&earlier.post, &post) {
            earlier.dates.updated
        } else {
            Some(now)
        }
    });
    let published = post.title.iter().filter_map(|(lang, _)| {
        let since = before.and_then(|before| before.dates.published.get(lang).copied());
        let since = since.or_else(|| languages.contains(&lang).then_some(now));
        Some((lang, since?))
    });
    let published = published.collect();
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
    end_plans(store, stored.post.id, languages, done)?;
    Ok(stored)
}

/// What was planned for these languages is so already.
pub(super) fn end_plans(
    store: &Transaction<'_>,
    id: i64,
    languages: &[Lang],
    action: Action,
) -> rusqlite::Result<()> {
    for lang in languages {
        if schedules::cancel(store, id, Some(*lang), Some(action))? > 0 {
            revisions::edit(store)?;
        }
    }
    Ok(())
}

/// Writes the row and what its texts name. What comes on-line has its address for itself again.
pub(super) fn put(
    store: &Transaction<'_>,
    stored: &StoredPost,
    is_there: bool,
) -> Result<(), PostError> {
    if is_there {
        posts::update(store, stored)?
    } else {
        posts::insert_numbered(store, stored)?;
        redirects::remove(store, stored.post.id)?;
    }
    posts::set_text_images(store, stored.post.id, &text_images(&stored.post))?;
    Ok(())
}

/// Takes a post off-line.
pub(super) fn remove(store: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    let revision = revisions::advance(store)?;
    posts::delete(store, id, revision)?;
    Ok(())
}
