//! What staff do with messages: find, note down, assign, answer, put away.

use std::collections::VecDeque;

use rusqlite::{Connection, Transaction};

use crate::{
    fields::{self, FieldErrors},
    store::{
        Moment,
        inbox::{self, Folder, Handled, Page, Place, State},
        unwritable::failed_by_the_store,
    },
};

/// Characters of a note, at most.
pub const MAX_NOTE: usize = 2_000;
/// Characters that are looked for, at most.
pub const MAX_WORDS: usize = 200;

/// Why a message is not changed.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// There is no such message.
    #[error("there is no such message")]
    Missing,
    /// Someone else changed it meanwhile.
    #[error("changed by someone else")]
    Changed,
    /// Codes of what is wrong, by field.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// The store failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(DeskError);

/// What is to be different; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Another state.
    pub state: Option<State>,
    /// Another note.
    pub note: Option<String>,
    /// Somebody else, or nobody, answers it.
    pub assigned_to: Option<Option<i64>>,
    /// Whether somebody has opened it; every other change says so, too.
    pub read: Option<bool>,
    /// It is no longer kept apart.
    pub cleared: bool,
}

/// Who changes it, and whether messages go on by e-mail.
#[derive(Debug, Clone)]
pub struct Hand {
    /// The name of the user.
    pub name: String,
    /// Now.
    pub now: Moment,
    /// Whether a relay waits.
    pub relayed: bool,
}

/// A page of a folder; with words, of those in which all of them are, in the message, about its sender, in the note or in the
/// name of who is to answer.
pub fn list(
    store: &Connection,
    folder: Folder,
    words: &str,
    (limit, place): (i64, Place),
) -> rusqlite::Result<Page> {
    let folded = generator::fold(words);
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.is_empty() {
        return inbox::page(store, folder, limit, place);
    }
    let mut found = Found::at(limit, place);
    inbox::each(store, folder, |message| {
        if says(&message, &words) {
            found.take(message);
        }
    })?;
    Ok(found.page())
}

/// The number and the version of all of them, newest first.
pub fn seen(store: &Connection, folder: Folder, words: &str) -> rusqlite::Result<Vec<(i64, i64)>> {
    let folded = generator::fold(words);
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.is_empty() {
        return inbox::seen(store, folder);
    }
    let mut found = Vec::new();
    inbox::each(store, folder, |message| {
        if says(&message, &words) {
            found.push((message.id, message.version));
        }
    })?;
    Ok(found)
}

/// A page that is gathered from messages as they come, newest first.
struct Found {
    limit: usize,
    place: Place,
    messages: VecDeque<Handled>,
    newer: i64,
    older: i64,
}

impl Found {
    fn at(limit: i64, place: Place) -> Self {
        Self {
            limit: usize::try_from(limit).unwrap_or(0),
            place,
            messages: VecDeque::new(),
            newer: 0,
            older: 0,
        }
    }

    fn take(&mut self, message: Handled) {
        let is_newer = match self.place {
            Place::Past(offset) => self.newer < offset,
            Place::Before(id) => message.id >= id,
            Place::After(_) => false,
        };
        let is_older = matches!(self.place, Place::After(id) if message.id <= id);
        if is_newer {
            self.newer += 1;
        } else if is_older {
            self.older += 1;
        } else if self.messages.len() < self.limit {
            self.messages.push_back(message);
        } else if let Place::After(_) = self.place {
            // What is next to it comes last.
            self.messages.push_back(message);
            self.messages.pop_front();
            self.newer += 1;
        } else {
            self.older += 1;
        }
    }

    fn page(self) -> Page {
        Page {
            messages: self.messages.into(),
            newer: self.newer,
            older: self.older,
        }
    }
}

fn says(message: &Handled, words: &[&str]) -> bool {
    let assignee = message.assigned_to.as_ref();
    let text = [
        message.name.as_str(),
        &message.email,
        &message.phone,
        &message.subject,
        &message.message,
        &message.note,
        assignee.map_or("", |assignee| &assignee.username),
    ];
    let text = generator::fold(&text.join("\n"));
    words.iter().all(|word| text.contains(word))
}

/// Changes a message if `allowed` by how it is.
pub fn change(
    store: &Transaction<'_>,
    id: i64,
    change: Change,
    by: &Hand,
    allowed: impl FnOnce(&Handled) -> bool,
) -> Result<Handled, DeskError> {
    let mut message = inbox::find(store, id)?.ok_or(DeskError::Missing)?;
    if !allowed(&message) {
        return Err(DeskError::Changed);
    }
    let (before, cleared) = (
        message.clone(),
        change.cleared && message.suspected.is_some(),
    );
    apply(store, &mut message, change, by)?;
    let written = (&before.note, &before.assigned_to, before.state)
        != (&message.note, &message.assigned_to, message.state);
    if written || cleared {
        message.version += 1;
    }
    inbox::update(
        store,
        &message,
        (cleared && by.relayed).then_some(by.now.time),
    )?;
    Ok(message)
}

fn apply(
    store: &Connection,
    message: &mut Handled,
    change: Change,
    by: &Hand,
) -> Result<(), DeskError> {
    let mut errors = FieldErrors::new();
    if let Some(note) = change.note {
        message.note = fields::tidy(&note);
        if message.note.chars().count() > MAX_NOTE {
            fields::note(&mut errors, "note", "too_long");
        }
    }
    if let Some(assigned_to) = change.assigned_to {
        let known = inbox::assignees(store)?;
        message.assigned_to = known.into_iter().find(|user| Some(user.id) == assigned_to);
        if assigned_to.is_some() && message.assigned_to.is_none() {
            fields::note(&mut errors, "assigned_to", "unknown");
        }
    }
    if !errors.is_empty() {
        return Err(DeskError::Invalid(errors));
    }
    if let Some(state) = change.state.filter(|state| *state != message.state) {
        message.state = state;
        message.handled_by = Some(by.name.clone());
        message.handled_at = Some(by.now.wall);
    }
    if change.cleared {
        message.suspected = None;
    }
    message.read_at = match change.read {
        Some(false) => None,
        _ => message.read_at.or(Some(by.now.wall)),
    };
    Ok(())
}
