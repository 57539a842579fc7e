//! What is done to several posts at once, to each by itself: in its own transaction, with its own answer.

use generator::{Category, Languages};
use rusqlite::Transaction;

use super::{
    changes::Changes,
    copy::{self, Standing},
    editor::Editor,
    error::PostError,
    looked_at::Saving,
    publication::{self, Chosen, Needs},
    save, trash,
};
use crate::store::{audit, history::Kind};

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Every language of the site that has a text goes live.
    Publish(Languages),
    /// The whole post goes off-line.
    Unpublish,
    /// Another category, on-line and in the working copy; nothing else of that goes live.
    Category(Category),
    /// Into the trash.
    Trash,
    /// Out of it.
    Restore,
}

/// When the working copy was saved that somebody saw, if they saw one, in milliseconds since the epoch.
pub type SeenEdit = Option<i64>;

/// Does it to one post, unless its working copy is not the one that was `seen`; what the record says of it.
pub fn apply(
    store: &Transaction<'_>,
    id: i64,
    act: Act,
    seen: Option<SeenEdit>,
    by: &Editor,
) -> Result<audit::Kind, PostError> {
    if act == Act::Restore {
        trash::restore(store, id, by)?;
        return Ok(audit::Kind::PostRestored);
    }
    let standing = Standing::find(store, id)?;
    let edited = standing.copy.as_ref().map(|copy| copy.edited_at);
    if seen.is_some_and(|seen| seen != edited) {
        return Err(PostError::Changed);
    }
    match act {
        Act::Publish(site) => {
            publication::publish(store, id, Chosen::AllOf(site), Needs::Texts, by, |_| true)?;
            Ok(audit::Kind::PostPublished)
        }
        Act::Unpublish => {
            publication::unpublish(store, id, None, None, by, |_| true)?;
            Ok(audit::Kind::PostUnpublished)
        }
        Act::Category(category) => move_to(store, id, standing, category, by),
        Act::Trash if standing.live.is_some() => {
            trash::delete(store, id, None, by, |_| true)?;
            Ok(audit::Kind::PostDeleted)
        }
        Act::Trash => {
            trash::discard(store, id, by, |_| true)?;
            Ok(audit::Kind::DraftDiscarded)
        }
        Act::Restore => Err(PostError::Missing),
    }
}

fn move_to(
    store: &Transaction<'_>,
    id: i64,
    standing: Standing,
    category: Category,
    by: &Editor,
) -> Result<audit::Kind, PostError> {
    let has_copy = standing.copy.is_some();
    if has_copy {
        copy::save(
            store,
            id,
            Changes::of_category(category),
            Saving::ByHand,
            by,
            |_| true,
        )?;
    }
    let Some(live) = standing.live else {
        return Ok(audit::Kind::DraftSaved);
    };
    if live.post.category != category {
        let mut post = live.post.clone();
        post.category = category;
        // No language goes live by it, so what is planned for one stays.
        let stored = save::write(store, post, Some(&live), &[], Kind::Publication, by)?;
        let standing = Standing::find(store, id)?;
        // What differed in nothing else is no working copy any more.
        if let Some(copy) = standing.copy.clone().filter(|_| has_copy) {
            let standing = Standing {
                live: Some(stored),
                copy: standing.copy,
            };
            copy::put(store, copy.post, &standing, false, by)?;
        }
    }
    Ok(audit::Kind::PostSaved)
}
