//! Does what editors planned, when it is due: never before that, at most a minute after, and never twice. Plans are rows of the store and
//! go with the transaction that does what they say, so a kill changes nothing; a machine's clock that has jumped ahead is
//! not believed (`timekeeping`).

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use rusqlite::Transaction;
use tokio_util::sync::CancellationToken;

use crate::{
    fields::FieldErrors,
    posts::{
        editor::Moment,
        error::PostError,
        schedule::{self, Run},
    },
    store::{
        self, Store,
        audit::{self, Deed, Kind, Who},
        revisions::{self, Revisions},
        schedules::{self, Schedule},
        timekeeping::{self, Record},
        turns::Whose,
        unwritable::{self, Unwritable},
    },
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Longest pause between two looks: a plan may come, a clock may be set.
const EVERY: Duration = Duration::from_secs(15);

/// Told of what was committed: the revisions before and after.
pub type Tell = Arc<dyn Fn(&Revisions, &Revisions) + Send + Sync>;

/// Does what is planned.
#[derive(Clone)]
pub struct Scheduler {
    /// Where plans are.
    pub store: Store,
    /// How much time has passed.
    pub time: Timekeeper,
    /// The machine's clock.
    pub clock: Clock,
    /// Who brings it to the site.
    pub tell: Tell,
}

impl Scheduler {
    /// Does what is due until the service stops.
    pub async fn run(self, stopping: CancellationToken) {
        loop {
            let pause = match self.round().await {
                Ok(next) => next.map_or(EVERY, |next| next.min(EVERY)),
                Err(error) => {
                    tracing::error!(
                        error = format!("{error:#}"),
                        "what is planned could not be done; trying again"
                    );
                    EVERY
                }
            };
            tokio::select! {
                () = stopping.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Does what is due now; returns how long it is until the next plan, if there is one.
    pub async fn round(&self) -> anyhow::Result<Option<Duration>> {
        let record = self.time.look();
        let wall = self.clock.now().as_millisecond();
        let now = record.moment(wall);
        let plans = self.plans().await?;
        if record.doubt != 0 && !plans.is_empty() {
            // Of a time that only this process counts nothing may be lost.
            self.commit(move |store| Ok(timekeeping::write(store, &record)?))
                .await?;
        }
        self.tell_of_doubt(&plans, wall, now).await?;
        let due = Timestamp::from_millisecond(now).unwrap_or(Timestamp::UNIX_EPOCH);
        let at = Moment {
            now: self.clock.now(),
            date: due,
            due,
            time: record.time,
        };
        let mut failed = None;
        for run in schedule::due(&self.plans().await?, now) {
            if let Err(error) = self.perform(run, at, record).await {
                failed = Some(error);
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let next = plans.iter().map(|plan| plan.at).find(|at| *at > now);
        Ok(next.map(|next| Duration::from_millis((next - now).unsigned_abs())))
    }

    async fn plans(&self) -> anyhow::Result<Vec<Schedule>> {
        let list = |store: &rusqlite::Connection| Ok(schedules::list(store)?);
        self.store.read(list).await
    }

    async fn perform(&self, run: Run, at: Moment, record: Record) -> anyhow::Result<()> {
        let wall = store::Moment {
            wall: self.clock.now().as_millisecond(),
            time: record.time,
        };
        let once = |gives_way: bool| {
            let run = run.clone();
            self.commit(move |store| {
                timekeeping::write(store, &record)?;
                if gives_way {
                    schedule::give_way(store, &run, at)?;
                }
                let done = schedule::carry_out(store, &run, at)?;
                if done {
                    audit::record(store, &planner(&run), &deed(&run), wall)
                        .map_err(PostError::from)?;
                }
                Ok(done)
            })
        };
        let done = match once(false).await {
            Err(Failure::Post(PostError::FeaturedTaken)) => once(true).await,
            done => done,
        };
        let (post, action) = (run.post_id, run.action);
        match done {
            Ok(false) => tracing::info!(post, ?action, "nothing was left to do of what is planned"),
            Ok(true) => {
                tracing::info!(post, ?action, languages = ?run.languages, "done as planned")
            }
            Err(Failure::Post(PostError::Unfit(problem))) => {
                tracing::warn!(post, ?action, ?problem, "what is planned cannot be done");
                self.keep(run, None, Some(problem)).await?;
            }
            Err(Failure::Post(error)) => return Err(error.into()),
            Err(Failure::Store(error)) => return Err(error),
        }
        Ok(())
    }

    /// What would be due by a clock that is not believed says so.
    async fn tell_of_doubt(&self, plans: &[Schedule], wall: i64, now: i64) -> anyhow::Result<()> {
        let doubt = FieldErrors::from([("at".to_owned(), vec!["clock_in_doubt".to_owned()])]);
        for plan in plans {
            let doubted = now < plan.at && plan.at <= wall;
            let problem = match (&plan.problem, doubted) {
                (None, true) => Some(doubt.clone()),
                (Some(known), false) if *known == doubt => None,
                _ => continue,
            };
            let run = Run::of(plan);
            self.keep(run, plan.problem.clone(), problem).await?;
        }
        Ok(())
    }

    async fn keep(
        &self,
        run: Run,
        known: Option<FieldErrors>,
        problem: Option<FieldErrors>,
    ) -> anyhow::Result<()> {
        let keep = move |store: &Transaction<'_>| {
            schedule::keep_problem(store, &run, known.as_ref(), problem.as_ref())
        };
        Ok(self.commit(keep).await?)
    }

    /// One transaction, and the news of it, in one piece of work.
    async fn commit<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, PostError> + Send + 'static,
    ) -> Result<T, Failure> {
        let tell = Arc::clone(&self.tell);
        let change = move |store: &Transaction<'_>| {
            let before = revisions::read(store).map_err(PostError::from)?;
            let value = change(store)?;
            let after = revisions::read(store).map_err(PostError::from)?;
            Ok::<_, Failure>((before, after, value))
        };
        let tell = move |(before, after, _): &(Revisions, Revisions, T)| tell(before, after);
        let committed = self.store.write_then(Whose::Ours, change, tell).await?;
        Ok(committed.2)
    }
}

/// In whose name a plan is carried out.
fn planner(run: &Run) -> Who {
    Who {
        name: run.by.clone(),
        ..Who::default()
    }
}

fn deed(run: &Run) -> Deed {
    let codes: Vec<_> = run.languages.iter().map(|lang| lang.code()).collect();
    let subject = format!("{}: {}", run.action.name(), codes.join(","));
    Deed::post(Kind::PlanDone, run.post_id).with(subject)
}

/// Why nothing was committed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// The post is not fit for it.
    #[error(transparent)]
    Post(#[from] PostError),
    /// The store did not take it.
    #[error(transparent)]
    Store(#[from] anyhow::Error),
}

impl unwritable::Failure for Failure {
    fn unwritable(&self) -> Option<Unwritable> {
        match self {
            Self::Post(PostError::Store(error)) => Unwritable::of_sqlite(error),
            Self::Post(_) => None,
            Self::Store(error) => Unwritable::of(error),
        }
    }
}
