//! Deletes images that no post has used for some time.

use std::time::Duration;

use crate::{app::App, store::unused};

const EVERY: Duration = Duration::from_secs(60 * 60);
const DAY: i64 = 24 * 60 * 60 * 1000;

/// One round.
pub async fn collect(app: &App) -> anyhow::Result<usize> {
    let now = app.clock.now().as_millisecond();
    let grace = i64::from(app.config.image_grace_days) * DAY;
    app.store
        .write(move |store| Ok::<_, anyhow::Error>(unused::collect(store, now, grace)?))
        .await
}

/// Collects every hour until the service stops.
pub async fn run(app: App) {
    loop {
        match collect(&app).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "unused images deleted"),
            Err(error) => tracing::error!(
                error = format!("{error:#}"),
                "unused images could not be looked for"
            ),
        }
        tokio::select! {
            () = app.stopping.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
