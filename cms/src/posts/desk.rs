//! Posts as staff see them: what is on-line, what is being written, and the state of each language.

use std::collections::{BTreeMap, BTreeSet};

use generator::{Lang, Languages};
use rusqlite::Connection;

use super::{error::PostError, trash};
use crate::store::{
    desk::{self, CopyHead, Filter, OnDesk},
    languages,
    schedules::{self, Action, Schedule},
};

/// The state of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageState {
    /// Nothing is written.
    Empty,
    /// Something is written, and nothing of it is on-line.
    Draft,
    /// It is on-line as it is written.
    Published,
    /// It is on-line, and other words are in the working copy.
    Changed,
    /// Something is planned for it.
    Scheduled,
}

/// What staff see of a language.
#[derive(Debug, Clone)]
pub struct Language {
    /// Its state.
    pub state: LanguageState,
    /// Whether its source has said something else since it was last looked at.
    pub stale: bool,
    /// Whether it is on-line with other words than in the working copy, whatever is planned.
    pub differs: bool,
    /// When it went live, in milliseconds since the epoch.
    pub published_at: Option<i64>,
    /// What is planned for it, in order of time: a publication, an unpublication, or both.
    pub plans: Vec<Schedule>,
}

impl Language {
    /// When something is planned for it.
    pub fn planned_at(&self, action: Action) -> Option<i64> {
        let plan = self.plans.iter().find(|plan| plan.action == action);
        plan.map(|plan| plan.at)
    }
}

/// The state of a post as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostState {
    /// Deleted, and not forgotten yet.
    Trash,
    /// Something is planned.
    Scheduled,
    /// Nothing is on-line.
    Draft,
    /// There is a working copy beside what is on-line.
    Changed,
    /// What is on-line is all there is.
    Published,
}

/// Those of the specification and of the site, and any other in which the post says something.
pub type EachLanguage = BTreeMap<Lang, Language>;

/// A post as staff see it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its texts, from the working copy if there is one.
    pub post: generator::Post,
    /// Its state.
    pub state: PostState,
    /// The site's revision at which what is on-line was saved, if anything is.
    pub revision: Option<i64>,
    /// The last publication that changed what a reader sees.
    pub updated: Option<i64>,
    /// What is known of the working copy, if there is one.
    pub copy: Option<CopyHead>,
    /// Each language.
    pub languages: EachLanguage,
}

/// One post that is not in the trash, on a site with these languages.
pub fn find(store: &Connection, id: i64, site: Languages) -> Result<Seen, PostError> {
    let post = desk::find(store, id)?.ok_or(PostError::Missing)?;
    Ok(with_plans(store, post, site)?)
}

/// Visits posts that are not in the trash; returns how many there are without the filter's limits.
pub fn each<E: From<rusqlite::Error>>(
    store: &Connection,
    filter: &Filter,
    site: Languages,
    mut visit: impl FnMut(Seen) -> Result<(), E>,
) -> Result<i64, E> {
    desk::each(store, filter, |post| visit(with_plans(store, post, site)?))
}

/// The posts in the trash, the last deleted first and one at a time: a firm may have deleted thousands.
pub fn deleted(
    store: &Connection,
    site: Languages,
) -> Result<impl Iterator<Item = Result<Seen, PostError>>, PostError> {
    let in_trash = move |found: trash::InTrash| {
        let post = OnDesk {
            post: found.post,
            live: None,
            copy: None,
            differs: BTreeSet::new(),
            stale: BTreeSet::new(),
            planned: false,
        };
        Seen {
            state: PostState::Trash,
            ..seen(post, &[], site)
        }
    };
    Ok(trash::each(store)?.map(move |found| found.map(in_trash)))
}

fn with_plans(store: &Connection, post: OnDesk, site: Languages) -> rusqlite::Result<Seen> {
    let plans = if post.planned {
        schedules::of_post(store, post.post.id)?
    } else {
        Vec::new()
    };
    Ok(seen(post, &plans, site))
}

fn seen(on_desk: OnDesk, plans: &[Schedule], site: Languages) -> Seen {
    let OnDesk {
        post,
        live,
        copy,
        differs,
        stale,
        planned,
    } = on_desk;
    let languages = languages::of_post(&post, site).into_iter();
    let one = |lang| {
        let dates = live.as_ref().map(|(_, dates)| dates);
        let published_at = dates.and_then(|dates| dates.published.get(lang).copied());
        let own = plans.iter().filter(|plan| plan.lang == lang);
        let plans: Vec<Schedule> = own.cloned().collect();
        let blank = post.title.get(lang).is_empty() && post.content.get(lang).is_empty();
        Language {
            state: match published_at {
                _ if !plans.is_empty() => LanguageState::Scheduled,
                Some(_) if differs.contains(&lang) => LanguageState::Changed,
                Some(_) => LanguageState::Published,
                None if blank => LanguageState::Empty,
                None => LanguageState::Draft,
            },
            stale: stale.contains(&lang),
            differs: published_at.is_some() && differs.contains(&lang),
            published_at,
            plans,
        }
    };
    let languages = languages.map(|lang| (lang, one(lang))).collect();
    Seen {
        state: match (&live, &copy) {
            _ if planned => PostState::Scheduled,
            (None, _) => PostState::Draft,
            (Some(_), Some(_)) => PostState::Changed,
            (Some(_), None) => PostState::Published,
        },
        updated: live.as_ref().and_then(|(_, dates)| dates.updated),
        revision: live.map(|(revision, _)| revision),
        post,
        copy,
        languages,
    }
}
