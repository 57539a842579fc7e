//! Publishing a set of languages, and taking them off-line. What a schedule runs is the same as what a person does: both are one
//! transaction of the store.

use std::collections::BTreeSet;

use generator::{Lang, Languages, Meta, Post};
use jiff::SignedDuration;
use rusqlite::Transaction;

use super::{
    copy::{self, Basis, Standing, take_texts},
    editor::Editor,
    error::PostError,
    history,
    redirects::{self, Target},
    save,
    words::{are_equal, is_blank, texts},
};
use crate::{
    fields::{FieldErrors, note},
    store::{
        approvals,
        history::Kind,
        languages as written,
        posts::StoredPost,
        revisions,
        schedules::{self, Action},
        working_copies,
    },
};

/// By so much the clocks of two machines may differ.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// What a language needs in order to be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Title and content.
    Texts,
    /// The title alone, as the specified creation of a post does; a page without content falls back to Azerbaijani.
    Title,
}

/// Which languages are to go live.
#[derive(Debug, Clone, Copy)]
pub enum Chosen<'a> {
    /// These.
    These(&'a [Lang]),
    /// All of the site that have a text. What says something in a language that the site does not have any more stays as it is:
    /// nobody sees what would go live.
    AllOf(Languages),
}

impl<'a> Chosen<'a> {
    /// Those that somebody named, or all.
    pub fn of(named: Option<&'a [Lang]>, site: Languages) -> Self {
        named.map_or(Chosen::AllOf(site), Chosen::These)
    }
}

/// Makes the chosen languages of the working copy live as they are now; the others stay as they are.
/// Category, author, picture and labels go live with any of them.
pub fn publish(
    store: &Transaction<'_>,
    id: i64,
    wanted: Chosen<'_>,
    needs: Needs,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
) -> Result<StoredPost, PostError> {
    let standing = Standing::find(store, id)?;
    standing.expect(expected)?;
    let seen = standing.seen().ok_or(PostError::Missing)?;
    let languages = to_publish(seen, wanted);
    check(&standing, seen, &languages, needs, false)?;
    if approvals::remove(store, id)? {
        revisions::edit(store)?;
    }
    let mut post = seen.clone();
    let live = standing.live.iter().map(|live| &live.post);
    for lang in written::of_posts(live.chain([seen])) {
        if !languages.contains(&lang) {
            match &standing.live {
                Some(live) => take_texts(&mut post, &live.post, lang),
                None => clear(&mut post, lang),
            }
        }
    }
    if let Some(live) = &standing.live
        && are_equal(&live.post, &post)
        && languages.iter().all(|lang| is_live(live, *lang))
    {
        // A plan may wait for an editor though its author has undone what it would have published.
        save::end_plans(store, id, &languages, Action::Publish)?;
        return Ok(live.clone());
    }
    post.date = match (&standing.live, &standing.copy) {
        (Some(live), _) => live.post.date,
        // A clock that was ahead for a while dates no post for ever: taken off-line and published again it is of today.
        (None, Some(copy)) if copy.dated && copy.post.date <= by.at.date + DAY => copy.post.date,
        _ => by.at.date,
    };
    let before = standing.live.as_ref();
    let stored = save::write(store, post, before, &languages, Kind::Publication, by)?;
    if are_equal(seen, &stored.post) {
        working_copies::delete(store, id)?;
    }
    revisions::edit(store)?;
    Ok(stored)
}

/// Takes these languages off-line, or the whole post; what was live stays as the working copy when there is none. The address
/// of a whole post may be sent elsewhere.
pub fn unpublish(
    store: &Transaction<'_>,
    id: i64,
    wanted: Option<&[Lang]>,
    redirect_to: Option<&Target>,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
) -> Result<(), PostError> {
    let standing = Standing::find(store, id)?;
    let live = standing.live.clone().ok_or(PostError::Missing)?;
    standing.expect(expected)?;
    let (off, stays): (Vec<Lang>, Vec<Lang>) = live
        .dates
        .published
        .langs()
        .partition(|lang| wanted.is_none_or(|wanted| wanted.contains(lang)));
    if redirect_to.is_some() && !stays.is_empty() {
        return Err(PostError::unfit("redirect_to", "partial"));
    }
    if off.is_empty() && !stays.is_empty() {
        return Ok(());
    }
    if !stays.is_empty() && off.contains(&Lang::DEFAULT) {
        return Err(PostError::unfit("languages", "az_is_fallback"));
    }
    let own = standing.copy.as_ref().map(|copy| copy.post.clone());
    let after = if stays.is_empty() {
        history::published(store, &live, Kind::Unpublish, &off, by)?;
        save::remove(store, id)?;
        if let Some(target) = redirect_to {
            redirects::send(store, id, target)?;
        }
        schedules::cancel(store, id, None, Some(Action::Unpublish))?;
        None
    } else {
        let mut post = live.post.clone();
        for lang in &off {
            clear(&mut post, *lang);
        }
        Some(save::write(
            store,
            post,
            Some(&live),
            &off,
            Kind::Unpublish,
            by,
        )?)
    };
    revisions::edit(store)?;
    if own.is_some() && after.is_some() {
        return Ok(());
    }
    let post = Post {
        date: live.post.date,
        ..own.unwrap_or(live.post)
    };
    let standing = Standing {
        live: after,
        ..standing
    };
    copy::put(store, post, &standing, true, by)
}

/// Whether a language of a post is on-line.
pub fn is_live(live: &StoredPost, lang: Lang) -> bool {
    live.dates.published.has(lang)
}

/// What was asked for, or what has a text; Azerbaijani when nothing has.
pub(super) fn to_publish(seen: &Post, wanted: Chosen<'_>) -> Vec<Lang> {
    let languages: BTreeSet<Lang> = match wanted {
        Chosen::These(wanted) => wanted.iter().copied().collect(),
        Chosen::AllOf(site) => {
            let languages = written::of_site(site).into_iter();
            languages
                .filter(|lang| !is_blank(&texts(seen, *lang)))
                .collect()
        }
    };
    let languages: Vec<Lang> = languages.into_iter().collect();
    if languages.is_empty() {
        vec![Lang::DEFAULT]
    } else {
        languages
    }
}

/// What is published has title and content in its language, an author, and Azerbaijani, the fallback, with it or before it.
pub(super) fn check(
    standing: &Standing,
    seen: &Post,
    languages: &[Lang],
    needs: Needs,
    source_planned: bool,
) -> Result<(), PostError> {
    let mut errors = FieldErrors::new();
    for lang in languages {
        for (field, text) in [("title", &seen.title), ("content", &seen.content)] {
            if text.get(*lang).is_empty() && (needs == Needs::Texts || field == "title") {
                note(&mut errors, &format!("{field}_{}", lang.code()), "required");
            }
        }
    }
    if seen.author.is_empty() {
        note(&mut errors, "author", "required");
    }
    let live = standing.live.as_ref();
    let source = languages.contains(&Lang::DEFAULT)
        || source_planned
        || live.is_some_and(|live| is_live(live, Lang::DEFAULT));
    if !source {
        note(&mut errors, "languages", "az_first");
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(PostError::Unfit(errors))
    }
}

fn clear(post: &mut Post, lang: Lang) {
    let Meta { title, description } = &mut post.meta;
    for text in [
        &mut post.title,
        &mut post.excerpt,
        &mut post.content,
        title,
        description,
    ] {
        text.take(lang);
    }
    post.slugs.current.take(lang);
}
