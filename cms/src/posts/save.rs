//! The specified writes, after which all three languages are live as they were sent. Each belongs into one transaction of
//! the store, so that it happens as a whole or not at all.

use generator::{Lang, Post};
use rusqlite::Transaction;

use super::{
    changes::{Changes, blank},
    copy::{self, Basis, Standing},
    editor::{Editor, Moment},
    error::PostError,
    history, live, translations,
};
use crate::store::{
    creations::{self, Creation},
    history::Kind,
    images,
    posts::{self, StoredPost},
    revisions, working_copies,
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
    if let Some(id) = created_by(store, &request)?
        && let Some(stored) = posts::find(store, id)?
    {
        return Ok(Created {
            post: stored,
            replayed: true,
        });
    }
    let mut post = blank(by.at.now);
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
    automatic: bool,
    request: Request,
    by: &Editor,
) -> Result<Created<i64>, PostError> {
    let request = Request {
        // The same fields for the other call are another request.
        hash: format!("draft {}", request.hash),
        ..request
    };
    if let Some(id) = created_by(store, &request)?
        && Standing::find(store, id).is_ok()
    {
        return Ok(Created {
            post: id,
            replayed: true,
        });
    }
    let id = copy::begin(store, changes, automatic, by)?;
    remember(store, request, id, by.at)?;
    Ok(Created {
        post: id,
        replayed: false,
    })
}

fn created_by(store: &Transaction<'_>, request: &Request) -> Result<Option<i64>, PostError> {
    let key = request.key.as_deref();
    let creation = key.map(|key| creations::find(store, key)).transpose()?;
    let Some(creation) = creation.flatten() else {
        return Ok(None);
    };
    match creation.request {
        Some(before) if before != request.hash => Err(PostError::KeyReused),
        _ => Ok(Some(creation.post_id)),
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
    changes.apply(&mut post, |image| {
        images::insert(store, image, by.at.millis())
    })?;
    let copy = working_copies::find(store, post.id)?.map(|copy| copy.post);
    let before = copy.as_ref().or(current.map(|current| &current.post));
    translations::follow(store, before, &post)?;
    if let Some(copy) = &copy {
        history::given_up(store, copy, Some(&post), by)?;
        working_copies::delete(store, post.id)?;
        revisions::edit(store)?;
    }
    live::write(store, post, current, &Lang::ALL, Kind::Publication, by)
}
