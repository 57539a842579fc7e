//! What was planned for a moment, done when it has come: the same publication as by hand, in one transaction, so that it happens
//! once or not at all.

use generator::{Lang, Post};
use rusqlite::Transaction;

use super::{
    copy::{self, Standing},
    editor::{Editor, Moment},
    error::PostError,
    publication,
    redirects::Target,
};
use crate::{
    fields::FieldErrors,
    store::{
        posts, revisions,
        role::Role,
        schedules::{self, Action, Schedule},
    },
};

/// Languages of one post for which the same is planned at the same moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The post.
    pub post_id: i64,
    /// What is to happen.
    pub action: Action,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// Of these languages.
    pub languages: Vec<Lang>,
    /// The name of who wants it.
    pub by: String,
    /// Where the post's address is to lead when the whole post goes off-line.
    pub redirect_to: Option<String>,
}

impl Run {
    /// Of one plan.
    pub fn of(plan: &Schedule) -> Self {
        Self {
            post_id: plan.post_id,
            action: plan.action,
            at: plan.at,
            languages: vec![plan.lang],
            by: plan.by.clone(),
            redirect_to: plan.redirect_to.clone(),
        }
    }
}

/// What is due at `now`, in order: what was planned first, and of one moment what goes off-line first. What could not be done
/// once is not tried again by itself: an editor may be in the middle of a sentence.
pub fn due(plans: &[Schedule], now: i64) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for plan in plans {
        if plan.at > now || plan.problem.is_some() {
            continue;
        }
        let same = |run: &&mut Run| {
            (run.post_id, run.action, run.at) == (plan.post_id, plan.action, plan.at)
        };
        match runs.iter_mut().find(same) {
            Some(run) => {
                run.languages.push(plan.lang);
                run.redirect_to = run.redirect_to.take().or(plan.redirect_to.clone());
            }
            None => runs.push(Run::of(plan)),
        }
    }
    runs.sort_by_key(|run| (run.at, run.action == Action::Publish));
    runs
}

/// Does what is planned, as far as it still is: it may have been moved or cancelled. `false` when nothing was left of it, or
/// nothing to do: a planned update that its editor has discarded ends, and no record says that it was published.
pub fn carry_out(store: &Transaction<'_>, run: &Run, at: Moment) -> Result<bool, PostError> {
    let languages = still_planned(store, run)?;
    if languages.is_empty() {
        return Ok(false);
    }
    let by = Editor {
        name: run.by.clone(),
        role: Role::Editor,
        at,
    };
    let before = revisions::read(store)?.saved;
    let done = match run.action {
        Action::Publish => publication::publish(
            store,
            run.post_id,
            publication::Chosen::These(&languages),
            publication::Needs::Texts,
            &by,
            |_| true,
        )
        .map(drop),
        Action::Unpublish => {
            let target = redirect(store, run, &languages)?;
            let target = target.as_ref();
            publication::unpublish(store, run.post_id, Some(&languages), target, &by, |_| true)
        }
    };
    match done {
        // What is off-line already need not be taken off-line.
        Ok(()) | Err(PostError::Missing) => {}
        Err(error) => return Err(error),
    }
    for lang in languages {
        schedules::cancel(store, run.post_id, Some(lang), Some(run.action))?;
    }
    revisions::edit(store)?;
    Ok(revisions::read(store)?.saved > before)
}

/// Another post is featured: this one goes live without.
pub fn give_way(store: &Transaction<'_>, run: &Run, at: Moment) -> Result<(), PostError> {
    let standing = Standing::find(store, run.post_id)?;
    let Some(copy) = &standing.copy else {
        return Ok(());
    };
    let post = Post {
        featured: false,
        ..copy.post.clone()
    };
    let by = Editor {
        name: run.by.clone(),
        role: Role::Editor,
        at,
    };
    copy::put(store, post, &standing, false, &by)
}

/// Keeps why something planned was not done, for editors to see; nothing when the reason is gone. It was decided before this
/// transaction, by the problem that was `known` then: what has another by now keeps that.
pub fn keep_problem(
    store: &Transaction<'_>,
    run: &Run,
    known: Option<&FieldErrors>,
    problem: Option<&FieldErrors>,
) -> Result<(), PostError> {
    let planned = schedules::of_post(store, run.post_id)?;
    let mut changed = false;
    for plan in planned.iter().filter(|plan| is_of(run, plan)) {
        changed |= schedules::put_problem(store, plan, known, problem)?;
    }
    if changed {
        revisions::edit(store)?;
    }
    Ok(())
}

fn still_planned(store: &Transaction<'_>, run: &Run) -> rusqlite::Result<Vec<Lang>> {
    let planned = schedules::of_post(store, run.post_id)?.into_iter();
    let mine = planned.filter(|plan| is_of(run, plan) && plan.problem.is_none());
    Ok(mine.map(|plan| plan.lang).collect())
}

/// Where the address is sent: nowhere when a language that went live meanwhile stays on-line.
fn redirect(
    store: &Transaction<'_>,
    run: &Run,
    languages: &[Lang],
) -> rusqlite::Result<Option<Target>> {
    let live = posts::find(store, run.post_id)?;
    let stays = live.is_some_and(|live| {
        let mut on = live.dates.published.langs();
        on.any(|lang| !languages.contains(&lang))
    });
    let target = run.redirect_to.clone().filter(|_| !stays);
    Ok(target.map(Target::kept))
}

fn is_of(run: &Run, plan: &Schedule) -> bool {
    (plan.action, plan.at) == (run.action, run.at) && run.languages.contains(&plan.lang)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::testing::{plan, with};

    #[test]
    fn what_is_due_goes_by_time_and_of_one_moment_off_line_first() {
        use Action::{Publish, Unpublish};
        let plans = [
            plan(1, Lang::AZ, Publish, 20),
            plan(2, Lang::AZ, Unpublish, 20),
            plan(3, Lang::AZ, Publish, 10),
            plan(4, Lang::AZ, Publish, 21),
            Schedule {
                problem: Some(FieldErrors::new()),
                ..plan(5, Lang::AZ, Publish, 10)
            },
        ];
        let posts = |now| -> Vec<i64> { due(&plans, now).iter().map(|run| run.post_id).collect() };
        assert_eq!(posts(9), [0; 0]);
        assert_eq!(posts(10), [3]);
        assert_eq!(posts(20), [3, 2, 1]);
        assert_eq!(posts(21), [3, 2, 1, 4]);
    }

    #[test]
    fn languages_of_one_post_moment_and_action_are_one_run_with_the_address_of_any() {
        use Action::{Publish, Unpublish};
        let sent = |lang, redirect_to: Option<&str>| Schedule {
            redirect_to: redirect_to.map(str::to_owned),
            ..plan(1, lang, Unpublish, 10)
        };
        let plans = [
            sent(Lang::AZ, None),
            sent(Lang::EN, Some("/blog/2/")),
            sent(Lang::RU, None),
            plan(1, Lang::AZ, Unpublish, 11),
            plan(1, Lang::EN, Publish, 10),
            plan(2, Lang::AZ, Unpublish, 10),
        ];
        let runs = due(&plans, 11);
        let told = runs.iter().map(|run| {
            let whose = (run.post_id, run.action, run.at);
            (whose, run.languages.as_slice(), run.redirect_to.as_deref())
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                (
                    (1, Unpublish, 10),
                    [Lang::AZ, Lang::EN, Lang::RU].as_slice(),
                    Some("/blog/2/")
                ),
                ((2, Unpublish, 10), &[Lang::AZ], None),
                ((1, Publish, 10), &[Lang::EN], None),
                ((1, Unpublish, 11), &[Lang::AZ], None),
            ]
        );
    }

    #[test]
    fn of_what_was_cancelled_moved_or_failed_meanwhile_nothing_is_done() {
        let run = Run::of(&plan(1, Lang::AZ, Action::Publish, 10));
        let at = Moment {
            now: jiff::Timestamp::UNIX_EPOCH,
            date: jiff::Timestamp::UNIX_EPOCH,
            due: jiff::Timestamp::UNIX_EPOCH,
            time: 10,
        };
        let moved = plan(1, Lang::AZ, Action::Publish, 11);
        let failed = Schedule {
            problem: Some(FieldErrors::new()),
            ..plan(1, Lang::AZ, Action::Publish, 10)
        };
        for left in [None, Some(moved), Some(failed)] {
            let done = with(|store| {
                if let Some(plan) = &left {
                    schedules::put(store, plan)?;
                }
                Ok(carry_out(store, &run, at)?)
            });
            assert!(!done, "{left:?}");
        }
    }
}
