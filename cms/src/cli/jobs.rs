//! What goes on beside requests, as long as the service runs.

use std::sync::Arc;

use crate::{
    deploy::{self, Job},
    http::{app::App, metrics},
    messages::relay,
    ops::{collector, scheduler::Scheduler},
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
    if let Some(target) = app.config.deploy.deploy_to.clone() {
        tokio::spawn(deploy::follow(
            Job::new(&app.config, target),
            app.publisher.clone(),
            app.clock.clone(),
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
