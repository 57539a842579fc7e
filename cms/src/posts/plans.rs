//! Planning what is to happen to languages of a post, and cancelling it.

use std::collections::BTreeSet;

use generator::{Lang, Languages};
use rusqlite::Transaction;

use super::{
    copy::{Basis, Standing},
    editor::Editor,
    error::PostError,
    publication::{Chosen, Needs, check, is_live, to_publish},
    redirects::Target,
};
use crate::store::{
    approvals, revisions,
    schedules::{self, Action, Schedule},
};

/// What is to happen.
#[derive(Debug, Clone)]
pub struct Wish {
    /// Publish or unpublish.
    pub action: Action,
    /// Which languages; `None` is all that it can be done to.
    pub languages: Option<Vec<Lang>>,
    /// The languages of the site.
    pub site: Languages,
    /// A moment that lies ahead, in milliseconds since the epoch.
    pub at: i64,
}

/// A post and what is planned for it.
struct Post<'a> {
    standing: &'a Standing,
    planned: &'a [Schedule],
}

/// Plans to publish or unpublish languages. What could not be done now is refused now, as far as that can be known. What was
/// planned of the same for a language is moved, with where its address is sent unless that is said anew. The address of a whole
/// post that goes off-line may be sent elsewhere.
pub fn plan(
    store: &Transaction<'_>,
    id: i64,
    wish: &Wish,
    redirect_to: Option<&Target>,
    by: &Editor,
    expected: impl FnOnce(Basis) -> bool,
) -> Result<(), PostError> {
    let standing = Standing::find(store, id)?;
    standing.expect(expected)?;
    let planned = schedules::of_post(store, id)?;
    let post = Post {
        standing: &standing,
        planned: &planned,
    };
    let languages = match wish.action {
        Action::Publish => post.to_publish(wish)?,
        Action::Unpublish => post.to_unpublish(wish, redirect_to.is_some())?,
    };
    if wish.action == Action::Publish {
        approvals::remove(store, id)?;
    }
    for lang in languages {
        let target = redirect_to.map(|target| target.as_str().to_owned());
        let schedule = Schedule {
            post_id: id,
            lang,
            action: wish.action,
            at: wish.at,
            by: by.name.clone(),
            problem: None,
            redirect_to: target.or_else(|| post.target(lang, wish.action)),
        };
        schedules::put(store, &schedule)?;
    }
    revisions::edit(store)?;
    Ok(())
}

/// Cancels what is planned for a post: of one language or of each, one action or both. A language that does not go live after
/// all need not go off-line either.
pub fn cancel(
    store: &Transaction<'_>,
    id: i64,
    lang: Option<Lang>,
    action: Option<Action>,
) -> Result<(), PostError> {
    let standing = Standing::find(store, id)?;
    let mut gone = schedules::cancel(store, id, lang, action)?;
    if action == Some(Action::Publish) {
        let planned = schedules::of_post(store, id)?;
        let post = Post {
            standing: &standing,
            planned: &planned,
        };
        for lang in post.languages() {
            if !post.is_on(lang) && post.at(lang, Action::Publish).is_none() {
                gone += schedules::cancel(store, id, Some(lang), Some(Action::Unpublish))?;
            }
        }
    }
    if gone > 0 {
        revisions::edit(store)?;
    }
    Ok(())
}

impl Post<'_> {
    /// Where the address is sent by what is planned of this already.
    fn target(&self, lang: Lang, action: Action) -> Option<String> {
        let moved = |plan: &&Schedule| plan.lang == lang && plan.action == action;
        self.planned.iter().find(moved)?.redirect_to.clone()
    }

    /// Those that are on-line, or of which something is planned.
    fn languages(&self) -> BTreeSet<Lang> {
        let live = self.standing.live.iter();
        let live = live.flat_map(|live| live.dates.published.langs());
        let planned = self.planned.iter().map(|plan| plan.lang);
        live.chain(planned).collect()
    }

    fn is_on(&self, lang: Lang) -> bool {
        let live = self.standing.live.as_ref();
        live.is_some_and(|live| is_live(live, lang))
    }

    /// When something is planned for a language.
    fn at(&self, lang: Lang, action: Action) -> Option<i64> {
        let mut plans = self.planned.iter();
        let plan = plans.find(|plan| plan.lang == lang && plan.action == action);
        plan.map(|plan| plan.at)
    }

    fn by_then(&self, lang: Lang, action: Action, then: i64) -> bool {
        self.at(lang, action).is_some_and(|at| at <= then)
    }

    fn to_publish(&self, wish: &Wish) -> Result<Vec<Lang>, PostError> {
        let seen = self.standing.seen().ok_or(PostError::Missing)?;
        let languages = to_publish(seen, Chosen::of(wish.languages.as_deref(), wish.site));
        let source = self.by_then(Lang::DEFAULT, Action::Publish, wish.at);
        check(self.standing, seen, &languages, Needs::Texts, source)?;
        let in_vain =
            |lang: &Lang| !self.is_on(*lang) && self.by_then(*lang, Action::Unpublish, wish.at);
        if languages.iter().any(in_vain) {
            Err(PostError::unfit("at", "after_unpublish"))
        } else {
            Ok(languages)
        }
    }

    fn to_unpublish(&self, wish: &Wish, whole: bool) -> Result<Vec<Lang>, PostError> {
        let asked = |lang: &Lang| {
            let wanted = wish.languages.as_ref();
            wanted.is_none_or(|wanted| wanted.contains(lang))
        };
        // At one moment languages go off-line before others go live.
        let is_on = |lang: &Lang| {
            let live = self.at(*lang, Action::Publish);
            self.is_on(*lang) || live.is_some_and(|live| live < wish.at)
        };
        let (off, stays): (Vec<Lang>, Vec<Lang>) =
            self.languages().into_iter().filter(is_on).partition(asked);
        let later =
            |lang: &Lang| asked(lang) && !is_on(lang) && self.at(*lang, Action::Publish).is_some();
        if self.languages().iter().any(later) && (wish.languages.is_some() || off.is_empty()) {
            return Err(PostError::unfit("at", "before_publish"));
        }
        if off.is_empty() {
            return Err(PostError::Missing);
        }
        let stays = stays
            .iter()
            .any(|lang| !self.by_then(*lang, Action::Unpublish, wish.at));
        if stays && whole {
            return Err(PostError::unfit("redirect_to", "partial"));
        }
        if stays && off.contains(&Lang::DEFAULT) {
            return Err(PostError::unfit("languages", "az_is_fallback"));
        }
        Ok(off)
    }
}
