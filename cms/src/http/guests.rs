//! Bounds how many pages are made for guests at a time: previews of editors are made by the same thread.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// How long a guest waits for the ones before.
const PATIENCE: Duration = Duration::from_secs(10);

/// One at a time.
#[derive(Debug)]
pub struct Guests(Arc<Semaphore>);

impl Default for Guests {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl Guests {
    /// Waits for a turn, which lasts until it is dropped; not for long.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let turn = timeout(PATIENCE, Arc::clone(&self.0).acquire_owned()).await;
        turn.ok()?.ok()
    }
}
