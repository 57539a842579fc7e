//! What goes on beside requests, as long as the service runs.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rusqlite::Transaction;
use tokio::{sync::mpsc, task::JoinHandle};

use crate::{
    deploy::{self, Ended, Job},
    http::{app::App, metrics},
    messages::relay,
    ops::{collector, moving, pulse, scheduler::Scheduler},
    store::{
        self,
        audit::{self, Deed, Kind, Who},
        deliveries,
    },
    webhooks::courier::{self, Courier},
};

/// Between a mistake of ours and the next try: long enough that it wears nothing out should it come always.
const AFTER_PANIC: Duration = Duration::from_secs(60);

/// Starts the background jobs; each ends when [`crate::http::app::Parts::stopping`] fires.
pub fn start(app: &App) {
    keep(app, "pulse", |app| {
        pulse::run(app.store.clone(), app.time.clone(), app.stopping.clone())
    });
    if let Some(mailer) = app.mailer.clone() {
        keep(app, "mail", move |app| {
            relay::run(
                mailer.clone(),
                app.store.clone(),
                app.store_id.clone(),
                app.time.clone(),
                app.inbox.arrivals(),
                app.stopping.clone(),
            )
        });
    }
    if app.config.deploy.deploy_to.is_empty() {
        keep(app, "without targets", without_targets);
    }
    // One for all targets: it knows what each of them has.
    let told = deployments(app);
    for (index, target) in app.config.deploy.deploy_to.iter().cloned().enumerate() {
        let told = Arc::clone(&told);
        keep(app, "deployment", move |app| {
            deploy::follow(
                index + 1,
                Job::new(&app.config, target.clone()),
                app.publisher.clone(),
                app.clock.clone(),
                Arc::clone(&told),
                app.stopping.clone(),
            )
        });
    }
    keep(app, "webhooks", |app| {
        let courier = Courier::new(
            app.store.clone(),
            app.sessions.keys().clone(),
            app.clock.clone(),
            app.time.clone(),
            courier::patience(),
        );
        courier.run(
            Arc::clone(&app.webhooks),
            app.publisher.subscribe(),
            app.stopping.clone(),
        )
    });
    keep(app, "collector", |app| {
        collector::run(
            app.store.clone(),
            app.time.clone(),
            app.config.clone(),
            app.stopping.clone(),
        )
    });
    keep(app, "originals", |app| {
        moving::run(
            app.originals.clone(),
            app.config.data.clone(),
            app.clock.clone(),
            app.stopping.clone(),
        )
    });
    keep(app, "scheduler", |app| {
        scheduler(&app).run(app.stopping.clone())
    });
    keep(app, "metrics", |app| {
        metrics::follow(
            app.metrics.clone(),
            app.publisher.subscribe(),
            app.stopping.clone(),
        )
    });
}

/// Runs a job until it ends. One that panics is a mistake of ours, which may not come again: it is told and counted, and the job
/// begins anew after a pause. Ending the service instead would take saving from everybody for what may come at every start.
fn keep<J>(app: &App, name: &'static str, job: impl Fn(App) -> J + Send + 'static) -> JoinHandle<()>
where
    J: Future<Output = ()> + Send + 'static,
{
    let app = app.clone();
    tokio::spawn(async move {
        while let Err(ended) = tokio::spawn(job(app.clone())).await {
            app.metrics.job_panicked(name);
            let error = ended.to_string();
            tracing::error!(job = name, error, "a job panicked and begins anew");
            let stopping = app.stopping.cancelled();
            if tokio::time::timeout(AFTER_PANIC, stopping).await.is_ok() {
                return;
            }
        }
    })
}

/// At most between two tries to write a deployment down.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Writes deployments down among what everybody did, in the order in which they ended.
fn deployments(app: &App) -> deploy::Told {
    let targets = app.config.deploy.deploy_to.len();
    let reached = Mutex::new(BTreeMap::new());
    let (tell, told) = mpsc::unbounded_channel();
    let told = Arc::new(tokio::sync::Mutex::new(told));
    keep(app, "record of deployments", move |app| {
        let told = Arc::clone(&told);
        async move {
            let mut told = told.lock().await;
            while let Some(note) = told.recv().await {
                note_down(&app, note).await;
            }
        }
    });
    let app = app.clone();
    Arc::new(move |ended| {
        let note = Note {
            kind: if ended.live {
                Kind::Deployed
            } else {
                Kind::DeployFailed
            },
            subject: subject(&ended, targets),
            everywhere: everywhere(&reached, targets, &ended),
            at: app.moment(),
        };
        // Nobody listens any more only while the service ends.
        let _ = tell.send(note);
    })
}

/// What is to be written down of a deployment.
struct Note {
    kind: Kind,
    subject: String,
    /// The publication that every target has by now.
    everywhere: Option<u64>,
    at: store::Moment,
}

/// The published revision, and which target has it where there are several.
fn subject(ended: &deploy::Ended, targets: usize) -> String {
    match targets {
        0 | 1 => ended.revision.to_string(),
        _ => format!("{}, target {}", ended.revision, ended.target),
    }
}

async fn note_down(app: &App, note: Note) {
    let Note {
        kind,
        subject,
        everywhere,
        at,
    } = note;
    let deed = Deed::about(kind, subject);
    until_written(app, || {
        let deed = deed.clone();
        move |store: &Transaction<'_>| {
            if let Some(release) = everywhere {
                deliveries::deployed(store, release, at.time)?;
            }
            Ok(audit::record(store, &Who::default(), &deed, at)?)
        }
    })
    .await;
}

/// Targets were taken away while webhooks waited for them: what is live here is live everywhere.
async fn without_targets(app: App) {
    let now = app.moment();
    until_written(&app, || {
        move |store: &Transaction<'_>| {
            deliveries::deployed(store, u64::MAX, now.time)?;
            Ok(())
        }
    })
    .await;
}

/// Tries until it is written, or the service ends: nobody else tells the webhooks that wait for it.
async fn until_written<W>(app: &App, write: impl Fn() -> W)
where
    W: FnOnce(&Transaction<'_>) -> anyhow::Result<()> + Send + 'static,
{
    let mut pause = Duration::from_secs(1);
    while let Err(error) = app.store.write(write()).await {
        let error = format!("{error:#}");
        tracing::warn!(
            error,
            "what was deployed is not written down yet; trying again"
        );
        let stopping = app.stopping.cancelled();
        if tokio::time::timeout(pause, stopping).await.is_ok() {
            return;
        }
        pause = LONGEST_PAUSE.min(pause * 2);
    }
    app.webhooks.notify_one();
}

/// The publication that every target has, once each has one.
fn everywhere(reached: &Mutex<BTreeMap<usize, u64>>, targets: usize, ended: &Ended) -> Option<u64> {
    let release = ended.release.filter(|_| ended.live)?;
    let mut reached = reached.lock().unwrap_or_else(PoisonError::into_inner);
    reached.insert(ended.target, release);
    let lowest = reached.values().min().copied();
    lowest.filter(|_| reached.len() == targets)
}

/// What does as planned, with the publisher told of it.
pub fn scheduler(app: &App) -> Scheduler {
    let publisher = app.publisher.clone();
    Scheduler {
        store: app.store.clone(),
        time: app.time.clone(),
        clock: app.clock.clone(),
        tell: Arc::new(move |before, after| publisher.committed(before, after)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::Notify;

    use super::*;
    use crate::{config::Config, http::app, time::clock::Clock};

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_is_counted_and_begins_anew_until_it_ends() {
        let dir = tempfile::tempdir().unwrap();
        let app = app::open(Config::for_testing(dir.path()), Clock::manual(), false).unwrap();
        let (times, done) = (AtomicU32::new(0), Arc::new(Notify::new()));
        let told = Arc::clone(&done);
        let begun = tokio::time::Instant::now();
        keep(&app, "example", move |_| {
            let (time, told) = (times.fetch_add(1, Ordering::SeqCst), Arc::clone(&told));
            async move {
                assert_eq!(time, 2, "as a mistake of ours would");
                told.notify_one();
            }
        });
        done.notified().await;
        assert_eq!(begun.elapsed(), AFTER_PANIC * 2);
        let counted = "cms_job_panics_total{job=\"example\"} 2";
        let figures = app.metrics.render();
        assert!(figures.contains(counted), "{figures}");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_job_that_panicked_when_the_service_stops() {
        let dir = tempfile::tempdir().unwrap();
        let app = app::open(Config::for_testing(dir.path()), Clock::manual(), false).unwrap();
        let times = Arc::new(AtomicU32::new(0));
        let begun = Arc::clone(&times);
        let kept = keep(&app, "example", move |_| {
            begun.fetch_add(1, Ordering::SeqCst);
            async { panic!("as a mistake of ours would") }
        });
        app.stopping.cancel();
        kept.await.unwrap();
        assert_eq!(times.load(Ordering::SeqCst), 1);
    }
}
