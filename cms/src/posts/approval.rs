//! Asking for publication: whoever may not publish asks who may. Publishing, planning to, and giving the working copy up end it.

use rusqlite::{Connection, Transaction};

use super::{
    copy::Standing,
    editor::Editor,
    error::PostError,
    publication::{Chosen, Needs, check, to_publish},
};
use crate::{
    fields::tidy,
    store::{
        approvals::{self, Approval, Returned},
        revisions,
        role::Role,
    },
};

/// Characters of the longest note.
pub const LONGEST_NOTE: usize = 1000;

/// A request, and whether the working copy has been saved since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The request.
    pub approval: Approval,
    /// Whether it is about other words than those there are now.
    pub changed: bool,
}

/// Asks for the chosen languages of the working copy to be published, which an editor could do as they are. Asked again, it is a
/// new request.
pub fn ask(
    store: &Transaction<'_>,
    id: i64,
    wanted: Chosen<'_>,
    note: &str,
    by: &Editor,
) -> Result<Asked, PostError> {
    let note = tidied(note)?;
    let standing = Standing::find(store, id)?;
    // What is on-line as it is written needs nobody's approval.
    let copy = standing.copy.as_ref();
    let copy = copy.ok_or_else(|| PostError::unfit("languages", "no_changes"))?;
    let languages = to_publish(&copy.post, wanted);
    check(&standing, &copy.post, &languages, Needs::Title, false)?;
    let approval = Approval {
        post_id: id,
        languages,
        note,
        asked_at: by.at.millis(),
        asked_by: by.name.clone(),
        version: copy.version,
        returned: None,
    };
    approvals::put(store, &approval)?;
    revisions::edit(store)?;
    Ok(Asked {
        approval,
        changed: false,
    })
}

/// What was asked for a post, if anything was.
pub fn find(store: &Connection, id: i64) -> Result<Option<Asked>, PostError> {
    let standing = Standing::find(store, id)?;
    let version = standing.copy.map(|copy| copy.version);
    let found = approvals::find(store, id)?;
    Ok(found.map(|approval| Asked {
        changed: version != Some(approval.version),
        approval,
    }))
}

/// Asks no more. An author ends what they asked for themselves, an editor whatever was asked.
pub fn withdraw(store: &Transaction<'_>, id: i64, by: &Editor) -> Result<(), PostError> {
    Standing::find(store, id)?;
    let asked = approvals::find(store, id)?;
    if by.role < Role::Editor && asked.is_some_and(|asked| asked.asked_by != by.name) {
        return Err(PostError::ForEditors);
    }
    if end(store, id)? {
        Ok(())
    } else {
        Err(PostError::Missing)
    }
}

/// Sends a request back with what is to be done first. It waits no more; who asked sees the note until they ask again.
pub fn send_back(
    store: &Transaction<'_>,
    id: i64,
    note: &str,
    by: &Editor,
) -> Result<(), PostError> {
    let note = tidied(note)?;
    if note.is_empty() {
        return Err(PostError::unfit("note", "required"));
    }
    Standing::find(store, id)?;
    let asked = approvals::find(store, id)?.filter(|asked| asked.returned.is_none());
    let mut approval = asked.ok_or(PostError::Missing)?;
    approval.returned = Some(Returned {
        at: by.at.millis(),
        by: by.name.clone(),
        note,
    });
    approvals::put(store, &approval)?;
    revisions::edit(store)?;
    Ok(())
}

/// Ends what was asked for a post, because it was done or is wanted no more; `false` when nothing was.
pub fn end(store: &Transaction<'_>, id: i64) -> Result<bool, PostError> {
    let ended = approvals::remove(store, id)?;
    if ended {
        revisions::edit(store)?;
    }
    Ok(ended)
}

fn tidied(note: &str) -> Result<String, PostError> {
    let note = tidy(note);
    if note.chars().count() > LONGEST_NOTE {
        Err(PostError::unfit("note", "too_long"))
    } else {
        Ok(note)
    }
}
