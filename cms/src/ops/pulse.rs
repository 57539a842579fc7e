//! Writes the time that the store has seen pass into it, every minute, and every few seconds while it cannot be written: so
//! the service knows before anybody saves, and that there is room again before anybody tries.

use std::time::Duration;

use rusqlite::Transaction;
use tokio_util::sync::CancellationToken;

use crate::{
    store::{Store, timekeeping},
    time::timekeeping::Timekeeper,
};

/// While the store cannot be written.
const SOON: Duration = Duration::from_secs(5);
/// Of so many pauses of that length one is followed by a change while it can.
const EVERY: u32 = 12;

/// Until the service stops. Whether the store could be written is its own to say.
pub async fn run(store: Store, time: Timekeeper, stopping: CancellationToken) {
    let mut rest = 0;
    loop {
        if rest == 0 || store.unwritable().is_some() {
            rest = EVERY;
            let record = time.look();
            let write =
                move |store: &Transaction<'_>| anyhow::Ok(timekeeping::write(store, &record)?);
            if let Err(error) = store.write(write).await {
                let error = format!("{error:#}");
                tracing::debug!(error, "the time that has passed is not noted");
            }
        }
        rest -= 1;
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(SOON) => {}
        }
    }
}
