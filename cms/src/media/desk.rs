//! What staff do with pictures in the library: find them, say what they show, delete what nothing uses.

use generator::{Localized, PictureNote};
use rusqlite::{Connection, Transaction};

use crate::{
    fields::{self, FieldErrors},
    store::{
        approvals,
        images::{self, NewImage},
        library::{self, Filter, Item, Place},
        media, revisions,
        role::Role,
        schedules,
        unwritable::failed_by_the_store,
    },
};

/// Characters of an alternative text, at most.
pub const MAX_ALT: usize = 300;
/// Characters of a caption, at most.
pub const MAX_CAPTION: usize = 500;
/// Characters that are looked for, at most.
pub const MAX_WORDS: usize = 200;
/// Characters of a file's name that are kept.
const MAX_FILE_NAME: usize = 120;

/// Why a picture stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// There is no such picture.
    #[error("there is no such picture")]
    Missing,
    /// Someone else changed it meanwhile.
    #[error("changed by someone else")]
    Changed,
    /// Something uses it.
    #[error("in use")]
    InUse,
    /// Another picture has the file that is to take the place of this one's.
    #[error("another picture has this file")]
    Known,
    /// It is somebody else's, or visitors see it: that is for editors.
    #[error("for editors")]
    ForEditors,
    /// Codes of what is wrong, by field.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// The store failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(DeskError);

/// Who does it.
#[derive(Debug, Clone)]
pub struct Hand {
    /// The name of the user.
    pub name: String,
    /// What they may do.
    pub role: Role,
}

/// What is to be different; what is `None` stays.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Other alternative texts.
    pub alt: Localized<String>,
    /// Other captions.
    pub caption: Localized<String>,
    /// Another focal point, in per cent from the left and from the top.
    pub focus: (Option<i64>, Option<i64>),
}

/// A page of pictures, newest first, and how many there are; with words, those in whose texts or file name all of them are.
pub fn list(
    store: &Connection,
    words: &str,
    filter: Filter,
    window: (i64, i64),
) -> rusqlite::Result<(Vec<Item>, i64)> {
    let folded = generator::fold(words);
    let words = folded.split_whitespace().map(str::to_owned).collect();
    library::page(store, &Filter { words, ..filter }, window)
}

/// Changes what is said of a picture if `allowed` by the revision that it has; what says the same changes nothing.
pub fn change(
    store: &Transaction<'_>,
    id: i64,
    change: Change,
    by: &Hand,
    allowed: impl FnOnce(i64) -> bool,
) -> Result<Item, DeskError> {
    let item = library::find(store, id)?.ok_or(DeskError::Missing)?;
    refuse_strangers(&item, by)?;
    if !allowed(item.revision) {
        return Err(DeskError::Changed);
    }
    let said = applied(&item.said, change)?;
    if said == item.said {
        return Ok(item);
    }
    let revision = revisions::advance(store)?;
    media::say(store, id, &said, revision)?;
    withhold(store, id, by)?;
    Ok(Item {
        said,
        revision,
        passing: None,
        ..item
    })
}

/// Another file takes the place of a picture's wherever it is shown, if `allowed` by the revision that it has; what is said
/// of it stays. The file that it has already changes nothing.
pub fn replace(
    store: &Transaction<'_>,
    id: i64,
    (image, name): (&NewImage, &str),
    by: &Hand,
    allowed: impl FnOnce(i64) -> bool,
) -> Result<Item, DeskError> {
    let item = library::find(store, id)?.ok_or(DeskError::Missing)?;
    refuse_strangers(&item, by)?;
    if !allowed(item.revision) {
        return Err(DeskError::Changed);
    }
    match images::with_content(store, &image.hash)? {
        Some(same) if same == id => return Ok(item),
        Some(_) => return Err(DeskError::Known),
        None => images::replace(store, id, image)?,
    }
    let revision = revisions::advance(store)?;
    media::rename(store, id, name)?;
    media::say(store, id, &item.said, revision)?;
    withhold(store, id, by)?;
    library::find(store, id)?.ok_or(DeskError::Missing)
}

/// Deletes a picture that nothing uses.
pub fn delete(store: &Transaction<'_>, id: i64, by: &Hand) -> Result<(), DeskError> {
    let item = library::find(store, id)?.ok_or(DeskError::Missing)?;
    refuse_strangers(&item, by)?;
    if item.used {
        return Err(DeskError::InUse);
    }
    Ok(library::delete(store, id)?)
}

/// Authors change what they uploaded themselves, as long as no visitor sees it: what is published is for editors.
pub fn may_change(item: &Item, by: &Hand) -> bool {
    let own = !item.created_by.is_empty() && item.created_by == by.name;
    by.role >= Role::Editor || own && !item.live
}

fn refuse_strangers(item: &Item, by: &Hand) -> Result<(), DeskError> {
    if may_change(item, by) {
        Ok(())
    } else {
        Err(DeskError::ForEditors)
    }
}

/// What an author changes of a picture is not what an editor saw who planned to publish a post with it, or is asked to.
fn withhold(store: &Transaction<'_>, id: i64, by: &Hand) -> rusqlite::Result<()> {
    if by.role >= Role::Editor {
        return Ok(());
    }
    let shows = |place: &Place| *place != Place::History;
    for post in library::uses(store, id)? {
        if post.places.iter().any(shows) {
            schedules::withhold(store, post.id)?;
            approvals::outdate(store, post.id)?;
        }
    }
    Ok(())
}

fn applied(before: &PictureNote, change: Change) -> Result<PictureNote, DeskError> {
    let mut said = before.clone();
    let mut errors = FieldErrors::new();
    let kinds = [
        ("alt", &mut said.alt, change.alt, MAX_ALT),
        ("caption", &mut said.caption, change.caption, MAX_CAPTION),
    ];
    for (name, texts, wanted, most) in kinds {
        for (lang, text) in wanted.iter() {
            let text = on_one_line(text);
            if text.chars().count() > most {
                fields::note(&mut errors, &format!("{name}_{lang}"), "too_long");
            }
            texts.set(lang, text);
        }
    }
    let (x, y) = change.focus;
    let points = [
        ("focus_x", &mut said.focus.x, x),
        ("focus_y", &mut said.focus.y, y),
    ];
    for (name, point, wanted) in points {
        let Some(wanted) = wanted else { continue };
        match u8::try_from(wanted) {
            Ok(wanted @ 0..=100) => *point = wanted,
            _ => fields::note(&mut errors, name, "out_of_range"),
        }
    }
    if errors.is_empty() {
        Ok(said)
    } else {
        Err(DeskError::Invalid(errors))
    }
}

fn on_one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// What a file is called, without folders and what cannot be read.
pub fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    on_one_line(last).chars().take(MAX_FILE_NAME).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use generator::Lang;

    use super::*;

    #[test]
    fn a_file_name_is_its_last_part_on_one_line() {
        assert_eq!(file_name("C:\\Şəkillər\\ofis 1.jpg"), "ofis 1.jpg");
        assert_eq!(file_name("a/b/\u{7}c\n d.png"), "c d.png");
        assert_eq!(file_name(&"ə".repeat(500)).chars().count(), MAX_FILE_NAME);
        assert_eq!(file_name(""), "");
    }

    #[test]
    fn every_mistake_is_named_and_null_is_nothing() {
        let change = Change {
            alt: [(Lang::RU, "x".repeat(MAX_ALT + 1))].into_iter().collect(),
            focus: (Some(101), Some(-1)),
            ..Change::default()
        };
        let error = applied(&PictureNote::default(), change).unwrap_err();
        let names = ["alt_ru", "focus_x", "focus_y"];
        let named = matches!(&error, DeskError::Invalid(errors) if errors.keys().eq(names.iter()));
        assert!(named, "{error}");
        let change = Change {
            alt: [(Lang::AZ, " Ofis\n binası ".to_owned())]
                .into_iter()
                .collect(),
            focus: (Some(0), None),
            ..Change::default()
        };
        let said = applied(&PictureNote::default(), change).unwrap();
        assert_eq!(
            (said.alt.get(Lang::AZ), said.focus.x, said.focus.y),
            ("Ofis binası", 0, 50)
        );
    }
}
