//! What becomes of a post: created, changed, deleted. Each belongs into one transaction of the store, so that it happens
//! as a whole or not at all.

use generator::{Lang, Post};
use jiff::Timestamp;
use rusqlite::Transaction;

use super::{
    changes::{Changes, blank},
    rich_text,
};
use crate::store::{
    creations::{self, Creation},
    images,
    posts::{self, SaveError, StoredPost},
    revisions,
};

/// Why a post is not saved or deleted.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// There is no such post.
    #[error("there is no such post")]
    Missing,
    /// It is not in the state that the change is based on.
    #[error("the post has changed")]
    Changed,
    /// Another post is featured.
    #[error("another post is featured")]
    FeaturedTaken,
    /// The request's key came with other fields before.
    #[error("the key belongs to another request")]
    KeyReused,
    /// The store failed us.
    #[error(transparent)]
    Store(#[from] rusqlite::Error),
}

impl From<SaveError> for PostError {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::FeaturedTaken => Self::FeaturedTaken,
            SaveError::Store(error) => Self::Store(error),
        }
    }
}

/// A request for a new post, by which its repetition is known.
#[derive(Debug)]
pub struct Request {
    /// As the client named it, if it did.
    pub key: Option<String>,
    /// Of its fields.
    pub hash: String,
}

/// When something happens.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// By the machine's clock.
    pub now: Timestamp,
    /// By the store's time, in milliseconds; what ages is stamped with it.
    pub time: i64,
}

/// What a request for a new post came to.
#[derive(Debug)]
pub struct Created {
    /// The post as it is now.
    pub stored: StoredPost,
    /// Whether an earlier request with this key created it.
    pub replayed: bool,
}

/// A new post, or the one that an earlier request with this key and the same fields created.
pub fn create(
    store: &Transaction<'_>,
    changes: Changes,
    request: Request,
    at: Moment,
) -> Result<Created, PostError> {
    if let Some(stored) = created_by(store, &request)? {
        return Ok(Created {
            stored,
            replayed: true,
        });
    }
    let stored = save(store, blank(at.now), changes, at.now.as_millisecond())?;
    if let Some(key) = request.key {
        let creation = Creation {
            post_id: stored.post.id,
            request: Some(request.hash),
        };
        creations::insert(store, &key, &creation, at.time)?;
    }
    Ok(Created {
        stored,
        replayed: false,
    })
}

fn created_by(store: &Transaction<'_>, request: &Request) -> Result<Option<StoredPost>, PostError> {
    let key = request.key.as_deref();
    let creation = key.map(|key| creations::find(store, key)).transpose()?;
    let Some(creation) = creation.flatten() else {
        return Ok(None);
    };
    if creation
        .request
        .is_some_and(|before| before != request.hash)
    {
        return Err(PostError::KeyReused);
    }
    Ok(posts::find(store, creation.post_id)?)
}

/// Changes a post whose present revision is `expected`.
pub fn update(
    store: &Transaction<'_>,
    id: i64,
    changes: Changes,
    now: Timestamp,
    expected: impl FnOnce(i64) -> bool,
) -> Result<StoredPost, PostError> {
    let current = posts::find(store, id)?.ok_or(PostError::Missing)?;
    if !expected(current.revision) {
        return Err(PostError::Changed);
    }
    save(store, current.post, changes, now.as_millisecond())
}

/// Deletes a post whose present revision is `expected`; returns the revision of the deletion.
pub fn delete(
    store: &Transaction<'_>,
    id: i64,
    expected: impl FnOnce(i64) -> bool,
) -> Result<i64, PostError> {
    let current = posts::revision(store, id)?.ok_or(PostError::Missing)?;
    if !expected(current) {
        return Err(PostError::Changed);
    }
    let revision = revisions::advance(store)?;
    posts::delete(store, id, revision)?;
    Ok(revision)
}

/// The whole write: pictures, the post, what its texts point to, and the revision. A post with the id 0 is a new one.
fn save(
    store: &Transaction<'_>,
    mut post: Post,
    changes: Changes,
    now_millis: i64,
) -> Result<StoredPost, PostError> {
    let revision = revisions::advance(store)?;
    changes.apply(&mut post, |image| images::insert(store, image, now_millis))?;
    if post.id == 0 {
        post.id = posts::insert(store, &post, revision)?;
    } else {
        posts::update(store, &post, revision)?;
    }
    let linked: Vec<i64> = Lang::ALL
        .iter()
        .flat_map(|lang| rich_text::stored_images(post.content.get(*lang)))
        .collect();
    posts::set_text_images(store, post.id, &linked)?;
    Ok(StoredPost { revision, post })
}
