//! What goes on beside requests, as long as the service runs.

use std::sync::Arc;

use rusqlite::Transaction;

use crate::{
    deploy::{self, Job},
    http::{app::App, metrics},
    messages::relay,
    ops::{collector, scheduler::Scheduler},
    store::audit::{self, Deed, Kind, Who},
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
    for (index, target) in app.config.deploy.deploy_to.iter().cloned().enumerate() {
        tokio::spawn(deploy::follow(
            index + 1,
            Job::new(&app.config, target),
            app.publisher.clone(),
            app.clock.clone(),
            deployments(app),
            app.stopping.clone(),
        ));
    }
    tokio::spawn(collector::run(
        app.store.clone(),
        app.time.clone(),
        app.config.clone(),
        app.stopping.clone(),
    ));
    tokio::spawn(scheduler(app).run(app.stopping.clone()));
    tokio::spawn(metrics::follow(
        app.metrics.clone(),
        app.publisher.subscribe(),
        app.stopping.clone(),
    ));
}

/// Writes deployments down among what everybody did.
fn deployments(app: &App) -> deploy::Told {
    let app = app.clone();
    Arc::new(move |revision, live| {
        let (app, now) = (app.clone(), app.moment());
        tokio::spawn(async move {
            let kind = match live {
                true => Kind::Deployed,
                false => Kind::DeployFailed,
            };
            let deed = Deed::about(kind, revision.to_string());
            let note = move |store: &Transaction<'_>| {
                Ok::<_, anyhow::Error>(audit::record(store, &Who::default(), &deed, now)?)
            };
            if let Err(error) = app.store.write(note).await {
                let error = format!("{error:#}");
                tracing::warn!(error, "a deployment could not be written down");
            }
        });
    })
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
