//! Deleted posts: out of sight, whole, and back under their number for thirty days.

use generator::{Lang, Post, Texts};
use rusqlite::{Connection, Transaction};

use super::{
    copy::{Basis, Standing},
    editor::{Editor, Moment},
    error::PostError,
    history,
    redirects::{self, Target},
    save,
};
use crate::{
    fields,
    store::{
        DAY, approvals, aside, creations,
        edition::Edition,
        history::{self as revisions_of, Kind},
        posts::{self, StoredPost},
        revisions,
        role::Role,
        schedules::{self, Schedule},
        share_links, translations,
        trash::{self, Trashed},
        working_copies,
    },
};

/// For so many milliseconds of the store's time a deleted post is kept.
pub const KEPT: i64 = 30 * DAY;

/// A post in the trash, as staff saw it.
#[derive(Debug, Clone)]
pub struct InTrash {
    /// When and by whom it was deleted.
    pub trashed: Trashed,
    /// Its working copy, or what was live.
    pub post: Post,
    /// Where its address leads, if it is sent elsewhere.
    pub redirect_to: Option<String>,
}

/// Deletes a post that is on-line and whose present revision is `expected`; its address may be sent elsewhere.
pub fn delete(
    store: &Transaction<'_>,
    id: i64,
    redirect_to: Option<&Target>,
    by: &Editor,
    expected: impl FnOnce(i64) -> bool,
) -> Result<(), PostError> {
    let current = posts::find(store, id)?.ok_or(PostError::Missing)?;
    if !expected(current.revision) {
        return Err(PostError::Changed);
    }
    let revision = revision_of(store, &current, by)?;
    save::remove(store, id)?;
    if let Some(target) = redirect_to {
        redirects::send(store, id, target)?;
    }
    put(store, id, Some(revision), by)
}

/// Gives a working copy up. Of a post that is on-line that is all (its words stay in the history); another goes into the
/// trash. What was planned to be published of it is there no more: when an author gives it up, an editor decides.
pub fn discard(
    store: &Transaction<'_>,
    id: i64,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
) -> Result<(), PostError> {
    let Standing { live, copy } = Standing::find(store, id)?;
    let copy = copy.ok_or(PostError::Missing)?;
    if !expected(Basis::Copy(copy.version)) {
        return Err(PostError::Changed);
    }
    let Some(live) = live else {
        return put(store, id, None, by);
    };
    history::given_up(store, &copy.post, Some(&live.post), by)?;
    super::translations::go_back(store, &copy.post, &live.post)?;
    working_copies::delete(store, id)?;
    revisions::edit(store)?;
    if by.role < Role::Editor {
        schedules::withhold(store, id)?;
    }
    Ok(())
}

/// Takes a post out of the trash: what was on-line is so again, with its number and date, and what was planned and asked is. It is
/// not featured if another is meanwhile.
pub fn restore(store: &Transaction<'_>, id: i64, by: &Editor) -> Result<(), PostError> {
    let trashed = trash::find(store, id)?.ok_or(PostError::Missing)?;
    trash::remove(store, id)?;
    revisions::edit(store)?;
    bring_back(store, id, by)?;
    let Some(number) = trashed.revision else {
        return Ok(());
    };
    let (_, edition) = revisions_of::find(store, id, number)?.ok_or(PostError::Missing)?;
    let mut stored = StoredPost {
        revision: revisions::advance(store)?,
        post: edition.post,
        dates: edition.dates,
    };
    match save::put(store, &stored, false) {
        Err(PostError::FeaturedTaken) => {
            stored.post.featured = false;
            save::put(store, &stored, false)?;
        }
        put => put?,
    }
    let languages: Vec<Lang> = stored.dates.published.langs().collect();
    history::published(store, &stored, Kind::Restore, &languages, by)?;
    Ok(())
}

/// What was planned and asked before. Of what should have happened meanwhile an editor decides.
fn bring_back(store: &Transaction<'_>, id: i64, by: &Editor) -> rusqlite::Result<()> {
    for plan in aside::plans(store, id)? {
        let missed = plan.at <= by.at.due.as_millisecond();
        let problem = plan.problem.clone();
        let problem = problem.or_else(|| missed.then(|| fields::one("at", schedules::MISSED)));
        schedules::put(store, &Schedule { problem, ..plan })?;
    }
    if let Some(asked) = aside::approval(store, id)? {
        approvals::put(store, &asked)?;
    }
    aside::forget(store, id)
}

/// Forgets a post in the trash for good. An address that was sent elsewhere stays so: others still link to it.
pub fn empty(store: &Transaction<'_>, id: i64) -> Result<(), PostError> {
    if !trash::remove(store, id)? {
        return Err(PostError::Missing);
    }
    working_copies::delete(store, id)?;
    revisions_of::forget(store, id)?;
    translations::forget(store, id, None)?;
    creations::forget(store, id)?;
    aside::forget(store, id)?;
    share_links::revoke(store, id)?;
    revisions::edit(store)?;
    Ok(())
}

/// Forgets what has been in the trash for too long; returns how many posts.
pub fn expire(store: &Transaction<'_>, time: i64) -> Result<usize, PostError> {
    let old = trash::before(store, time - KEPT)?;
    for id in &old {
        empty(store, *id)?;
    }
    Ok(old.len())
}

/// What is in the trash, newest first, as a list tells of it: contents are left out, which may not fit into memory all together.
pub fn list(store: &Connection) -> Result<Vec<InTrash>, PostError> {
    let heads = each(store)?.map(|found| {
        found.map(|found| InTrash {
            post: Post {
                content: Texts::default(),
                ..found.post
            },
            ..found
        })
    });
    heads.collect()
}

/// What is in the trash, newest first and one at a time.
pub(super) fn each(
    store: &Connection,
) -> Result<impl Iterator<Item = Result<InTrash, PostError>>, PostError> {
    let found = trash::list(store)?.into_iter();
    let whole = found.map(|trashed| {
        let copy = working_copies::find(store, trashed.post_id)?.map(|copy| copy.post);
        let post = match (copy, trashed.revision) {
            (Some(copy), _) => Some(copy),
            (None, Some(number)) => revisions_of::find(store, trashed.post_id, number)?
                .map(|(_, Edition { post, .. })| post),
            (None, None) => None,
        };
        let redirect_to = redirects::of(store, trashed.post_id)?;
        Ok(post.map(|post| InTrash {
            trashed,
            post,
            redirect_to,
        }))
    });
    Ok(whole.filter_map(Result::transpose))
}

/// When a post in the trash is forgotten, by the machine's clock as far as that can be said now.
pub fn expires_at(trashed: &Trashed, at: Moment) -> i64 {
    at.millis() + (trashed.kept_from + KEPT - at.time)
}

/// The number of the revision that says what is live, made now if there is none.
fn revision_of(
    store: &Transaction<'_>,
    current: &StoredPost,
    by: &Editor,
) -> Result<i64, PostError> {
    let newest = revisions_of::newest_public(store, current.post.id)?;
    let same = newest
        .filter(|(_, edition)| (&edition.post, &edition.dates) == (&current.post, &current.dates));
    match same {
        Some((revision, _)) => Ok(revision.number),
        None => {
            let kind = Kind::Publication;
            let languages: Vec<Lang> = history::written(&current.post);
            Ok(history::published(store, current, kind, &languages, by)?)
        }
    }
}

fn put(
    store: &Transaction<'_>,
    id: i64,
    revision: Option<i64>,
    by: &Editor,
) -> Result<(), PostError> {
    aside::put(store, id)?;
    share_links::revoke(store, id)?;
    creations::forget(store, id)?;
    trash::insert(
        store,
        &Trashed {
            post_id: id,
            at: by.at.millis(),
            kept_from: by.at.time,
            by: by.name.clone(),
            revision,
        },
    )?;
    revisions::edit(store)?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{
        posts::changes::blank,
        store::{Store, working_copies::WorkingCopy},
    };

    #[test]
    fn a_list_holds_no_contents() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        let copy = WorkingCopy {
            post: Post {
                id: 7,
                title: [(Lang::AZ, "Hesabat")].into(),
                content: [(Lang::AZ, "<p>a</p>")].into(),
                ..blank(jiff::Timestamp::UNIX_EPOCH)
            },
            dated: false,
            version: 1,
            created_at: 0,
            created_by: "aygun".into(),
            edited_at: 0,
            edited_by: "aygun".into(),
        };
        let trashed = Trashed {
            post_id: 7,
            at: 0,
            kept_from: 0,
            by: "aygun".into(),
            revision: None,
        };
        store
            .write_blocking(|store| {
                working_copies::put(store, &copy, &[])?;
                anyhow::Ok(trash::insert(store, &trashed)?)
            })
            .unwrap();
        store
            .read_blocking(|store| {
                let whole: Result<Vec<_>, _> = each(store)?.collect();
                let heads = list(store)?;
                let of = |found: &[InTrash]| {
                    let post = &found[0].post;
                    (
                        post.title.get(Lang::AZ).to_owned(),
                        post.content.get(Lang::AZ).to_owned(),
                    )
                };
                assert_eq!(of(&whole?), ("Hesabat".into(), "<p>a</p>".into()));
                assert_eq!(of(&heads), ("Hesabat".into(), String::new()));
                anyhow::Ok(())
            })
            .unwrap();
    }
}
