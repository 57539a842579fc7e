//! When a deployment that failed is tried again.

use std::time::{Duration, SystemTime};

use super::{job::Job, run::last_written};

const LAST_RETRY: Duration = Duration::from_secs(15 * 60);

/// When a failure is tried again by itself.
pub struct Retry {
    first: Duration,
    next: Duration,
}

impl Retry {
    /// The first time after so long.
    pub fn new(first: Duration) -> Self {
        Self { first, next: first }
    }

    /// There is news: the next failure is another one.
    pub fn soon(&mut self) {
        self.next = self.first;
    }

    /// Waits for news, or until it is time; ever longer as long as it is time that ends it.
    pub async fn wait(&mut self, news: impl Future<Output = ()>) {
        match tokio::time::timeout(self.next, news).await {
            Ok(()) => self.soon(),
            Err(_) => self.next = (self.next * 2).min(LAST_RETRY),
        }
    }
}

/// Waits until a person has deployed to the target, as the message said: the record is not as it was `before`.
pub async fn helped(job: &Job, before: Option<SystemTime>) {
    loop {
        tokio::time::sleep(job.patience.again).await;
        if last_written(job).await != before {
            return;
        }
    }
}
