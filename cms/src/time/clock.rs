//! The time, as a value that tests can move.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use generator::Moment;
use jiff::Timestamp;

/// Where "now" comes from.
#[derive(Debug, Clone, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// Moved by a test.
    Manual(Arc<Manual>),
}

/// What a test says the time is.
#[derive(Debug)]
pub struct Manual {
    /// Milliseconds since the epoch.
    wall: AtomicI64,
    /// Milliseconds since some moment.
    uptime: AtomicI64,
}

impl Clock {
    /// A clock that stands still at the present moment until [`Clock::advance`].
    pub fn manual() -> Self {
        Self::Manual(Arc::new(Manual {
            wall: AtomicI64::new(Timestamp::now().as_millisecond()),
            uptime: AtomicI64::new(0),
        }))
    }

    /// The present moment, in whole milliseconds. It jumps when somebody sets the clock.
    pub fn now(&self) -> Timestamp {
        let millis = match self {
            Self::System => Timestamp::now().as_millisecond(),
            Self::Manual(manual) => manual.wall.load(Ordering::SeqCst),
        };
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Seconds since the epoch.
    pub fn seconds(&self) -> i64 {
        self.now().as_second()
    }

    /// Time since some moment of this process, sleep of the machine included. It never jumps: whatever waits or counts within this
    /// process uses it.
    pub fn uptime(&self) -> Duration {
        match self {
            Self::System => since_start(),
            Self::Manual(manual) => {
                Duration::from_millis(manual.uptime.load(Ordering::SeqCst).unsigned_abs())
            }
        }
    }

    /// [`Clock::uptime`] in whole seconds.
    pub fn uptime_seconds(&self) -> i64 {
        i64::try_from(self.uptime().as_secs()).unwrap_or(i64::MAX)
    }

    /// The present moment by both clocks of the machine, for what ages across its restarts.
    pub fn moment(&self) -> Moment {
        match self {
            Self::System => Moment::now(),
            Self::Manual(_) => Moment {
                wall: self.seconds(),
                up: self.uptime_seconds(),
            },
        }
    }

    /// Lets time pass on a manual clock; the system's clock moves by itself.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(manual) = self {
            let by = millis(by);
            manual.wall.fetch_add(by, Ordering::SeqCst);
            manual.uptime.fetch_add(by, Ordering::SeqCst);
        }
    }

    /// Sets a manual clock ahead or, with a negative number of seconds, back, without any time passing.
    pub fn set_ahead(&self, seconds: i64) {
        if let Self::Manual(manual) = self {
            manual.wall.fetch_add(seconds * 1000, Ordering::SeqCst);
        }
    }
}

/// In milliseconds, as the store keeps times.
pub fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

fn since_start() -> Duration {
    static START: OnceLock<Duration> = OnceLock::new();
    let start = *START.get_or_init(running);
    running().saturating_sub(start)
}

/// A machine that slept over the weekend is two days older, which its usual clock of intervals does not count.
#[cfg(target_os = "linux")]
fn running() -> Duration {
    let since = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let nanoseconds = u32::try_from(since.tv_nsec).unwrap_or_default();
    Duration::new(since.tv_sec.unsigned_abs(), nanoseconds)
}

#[cfg(not(target_os = "linux"))]
fn running() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
