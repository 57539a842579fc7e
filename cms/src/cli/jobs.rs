//! What goes on beside requests, as long as the service runs.

use crate::{
    deploy,
    http::{app::App, metrics},
    messages::relay,
    ops::collector,
};

/// Starts the background jobs; each ends when [`crate::http::app::Parts::stopping`] fires.
pub fn start(app: &App) {
    if let Some(mailer) = app.mailer.clone() {
        let parts = (app.store.clone(), app.store_id.clone(), app.time.clone());
        let (store, store_id, time) = parts;
        tokio::spawn(relay::run(
            mailer,
            store,
            store_id,
            time,
            app.mail_waiting.clone(),
            app.stopping.clone(),
        ));
    }
    tokio::spawn(deploy::follow(app.clone()));
    tokio::spawn(collector::run(app.clone()));
    tokio::spawn(metrics::follow(app.clone()));
}
