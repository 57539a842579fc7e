//! The time, as a value that tests can move.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;

/// Where "now" comes from.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// Milliseconds since the epoch, moved by a test.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands still at the present moment until [`Clock::advance`].
    pub fn manual() -> Self {
        Self::Manual(Arc::new(AtomicI64::new(Timestamp::now().as_millisecond())))
    }

    /// The present moment, in whole milliseconds.
    pub fn now(&self) -> Timestamp {
        let millis = match self {
            Self::System => Timestamp::now().as_millisecond(),
            Self::Manual(millis) => millis.load(Ordering::SeqCst),
        };
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Seconds since the epoch.
    pub fn seconds(&self) -> i64 {
        self.now().as_second()
    }

    /// Moves a manual clock forward; the system's clock moves by itself.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(millis) = self {
            millis.fetch_add(
                i64::try_from(by.as_millis()).unwrap_or(i64::MAX),
                Ordering::SeqCst,
            );
        }
    }
}
