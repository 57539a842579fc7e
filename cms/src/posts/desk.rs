//! Posts as staff see them: what is on-line, what is being written, and the state of each language.

use std::collections::HashMap;

use generator::{Lang, Localized};
use rusqlite::Connection;

use super::{copy::Standing, error::PostError, trash};
use crate::store::{
    desk::{self, CopyHead, Filter, OnDesk},
    schedules::{self, Schedule},
    translations,
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
    /// What is planned for it.
    pub schedule: Option<Schedule>,
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
    pub languages: Localized<Language>,
}

/// One post that is not in the trash.
pub fn find(store: &Connection, id: i64) -> Result<Seen, PostError> {
    let standing = Standing::find(store, id)?;
    let post = OnDesk::of(standing.live, standing.copy).ok_or(PostError::Missing)?;
    Ok(Context::of(store, Some(id))?.seen(post))
}

/// Visits posts that are not in the trash, newest first.
pub fn each<E: From<rusqlite::Error>>(
    store: &Connection,
    filter: &Filter,
    mut visit: impl FnMut(Seen) -> Result<(), E>,
) -> Result<(), E> {
    let context = Context::of(store, None)?;
    desk::each(store, filter, |post| visit(context.seen(post)))
}

/// The posts in the trash, the last deleted first.
pub fn deleted(store: &Connection) -> Result<Vec<Seen>, PostError> {
    let seen = |found: trash::InTrash| {
        let post = OnDesk {
            post: found.post,
            live: None,
            copy: None,
            differs: Localized::default(),
        };
        Seen {
            state: PostState::Trash,
            ..Context::default().seen(post)
        }
    };
    Ok(trash::list(store)?.into_iter().map(seen).collect())
}

/// What is planned and what is stale, of all posts or of one.
#[derive(Default)]
struct Context {
    plans: HashMap<(i64, Lang), Schedule>,
    stale: Vec<(i64, Lang)>,
}

impl Context {
    fn of(store: &Connection, id: Option<i64>) -> rusqlite::Result<Self> {
        let plans = schedules::list(store, id)?.into_iter();
        let mut stale = translations::stale(store, id)?;
        stale.sort_unstable_by_key(key);
        Ok(Self {
            plans: plans
                .map(|plan| ((plan.post_id, plan.lang), plan))
                .collect(),
            stale,
        })
    }

    fn seen(&self, on_desk: OnDesk) -> Seen {
        let OnDesk {
            post,
            live,
            copy,
            differs,
        } = on_desk;
        let languages = Localized::from_fn(|lang| {
            let published_at = live
                .as_ref()
                .and_then(|(_, dates)| *dates.published.get(lang));
            let schedule = self.plans.get(&(post.id, lang)).cloned();
            let blank = post.title.get(lang).is_empty() && post.content.get(lang).is_empty();
            Language {
                state: match (&schedule, published_at) {
                    (Some(_), _) => LanguageState::Scheduled,
                    (None, Some(_)) if *differs.get(lang) => LanguageState::Changed,
                    (None, Some(_)) => LanguageState::Published,
                    (None, None) if blank => LanguageState::Empty,
                    (None, None) => LanguageState::Draft,
                },
                stale: self
                    .stale
                    .binary_search_by_key(&key(&(post.id, lang)), key)
                    .is_ok(),
                differs: published_at.is_some() && *differs.get(lang),
                published_at,
                schedule,
            }
        });
        let planned = Lang::ALL
            .iter()
            .any(|lang| languages.get(*lang).schedule.is_some());
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
}

fn key((id, lang): &(i64, Lang)) -> (i64, &'static str) {
    (*id, lang.code())
}
