//! Deletes what has outlived its use: images that no post shows, messages past their time, keys of old requests.

use std::time::Duration;

use crate::{
    app::App,
    store::{creations, messages, unused},
};

const EVERY: Duration = Duration::from_secs(60 * 60);
const DAY: i64 = 24 * 60 * 60 * 1000;
/// A request is not repeated later than that, in days: as long as an editor may be signed in.
const KEY_DAYS: i64 = 14;

/// How many of each were deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Collected {
    /// Images that no post has used for the grace period.
    pub images: usize,
    /// Messages older than they may become.
    pub messages: usize,
}

/// One round.
pub async fn collect(app: &App) -> anyhow::Result<Collected> {
    let now = app.clock.now().as_millisecond();
    let grace = i64::from(app.config.image_grace_days) * DAY;
    let kept = i64::from(app.config.message_days) * DAY;
    app.store
        .write(move |store| {
            creations::forget_before(store, now - KEY_DAYS * DAY)?;
            Ok::<_, anyhow::Error>(Collected {
                images: unused::collect(store, now, grace)?,
                messages: match kept {
                    0 => 0,
                    kept => messages::delete_before(store, now - kept)?,
                },
            })
        })
        .await
}

/// Collects every hour until the service stops.
pub async fn run(app: App) {
    loop {
        match collect(&app).await {
            Ok(Collected {
                images: 0,
                messages: 0,
            }) => {}
            Ok(Collected { images, messages }) => {
                tracing::info!(images, messages, "unused images and old messages deleted");
            }
            Err(error) => tracing::error!(
                error = format!("{error:#}"),
                "what is not needed any more could not be deleted"
            ),
        }
        tokio::select! {
            () = app.stopping.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
