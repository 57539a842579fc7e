//! What goes on beside requests, as long as the service runs.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rusqlite::Transaction;
use tokio::sync::mpsc;

use crate::{
    deploy::{self, Ended, Job},
    http::{app::App, metrics},
    messages::relay,
    ops::{collector, moving, scheduler::Scheduler},
    store::{
        self,
        audit::{self, Deed, Kind, Who},
        deliveries,
    },
    webhooks::courier::{self, Courier},
};

/// Starts the background jobs; each ends when [`crate::http::app::Parts::stopping`] fires.
pub fn start(app: &App) {
    if let Some(mailer) = app.mailer.clone() {
        tokio::spawn(relay::run(
            mailer,
            app.store.clone(),
            app.store_id.clone(),
            app.time.clone(),
            app.inbox.arrivals(),
            app.stopping.clone(),
        ));
    }
    if app.config.deploy.deploy_to.is_empty() {
        tokio::spawn(without_targets(app.clone()));
    }
    // One for all targets: it knows what each of them has.
    let told = deployments(app);
    for (index, target) in app.config.deploy.deploy_to.iter().cloned().enumerate() {
        tokio::spawn(deploy::follow(
            index + 1,
            Job::new(&app.config, target),
            app.publisher.clone(),
            app.clock.clone(),
            Arc::clone(&told),
            app.stopping.clone(),
        ));
    }
    let courier = Courier::new(
        app.store.clone(),
        app.sessions.keys().clone(),
        app.clock.clone(),
        app.time.clone(),
        courier::patience(),
    );
    tokio::spawn(courier.run(
        Arc::clone(&app.webhooks),
        app.publisher.subscribe(),
        app.stopping.clone(),
    ));
    tokio::spawn(collector::run(
        app.store.clone(),
        app.time.clone(),
        app.config.clone(),
        app.stopping.clone(),
    ));
    tokio::spawn(moving::run(
        app.originals.clone(),
        app.config.data.clone(),
        app.clock.clone(),
        app.stopping.clone(),
    ));
    tokio::spawn(scheduler(app).run(app.stopping.clone()));
    tokio::spawn(metrics::follow(
        app.metrics.clone(),
        app.publisher.subscribe(),
        app.stopping.clone(),
    ));
}

/// At most between two tries to write a deployment down.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Writes deployments down among what everybody did, in the order in which they ended.
fn deployments(app: &App) -> deploy::Told {
    let targets = app.config.deploy.deploy_to.len();
    let reached = Mutex::new(BTreeMap::new());
    let (tell, mut told) = mpsc::unbounded_channel();
    let noting = app.clone();
    tokio::spawn(async move {
        while let Some(note) = told.recv().await {
            note_down(&noting, note).await;
        }
    });
    let app = app.clone();
    Arc::new(move |ended| {
        let note = Note {
            kind: match ended.live {
                true => Kind::Deployed,
                false => Kind::DeployFailed,
            },
            revision: ended.revision,
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
    revision: i64,
    /// The publication that every target has by now.
    everywhere: Option<u64>,
    at: store::Moment,
}

async fn note_down(app: &App, note: Note) {
    let Note {
        kind,
        revision,
        everywhere,
        at,
    } = note;
    let deed = Deed::about(kind, revision.to_string());
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
