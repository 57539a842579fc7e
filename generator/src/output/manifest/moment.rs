//! When something was, by two clocks. The one that people read may jump by days: a machine's network sets it, a virtual
//! machine goes on where it was stopped. How long the machine runs never jumps, but begins anew with each start.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// A moment, in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Since 1970, as the machine's clock said.
    pub wall: i64,
    /// Since the start of the machine, as far as it tells.
    pub up: i64,
}

impl Moment {
    /// Now.
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let wall = since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0));
        Moment { wall, up: up() }
    }

    /// When the machine was started, by its clock of today; the clock is all that tells starts apart.
    pub fn start(self) -> i64 {
        self.wall - self.up
    }

    /// Whether it was noted before the machine's last start. One that runs for longer than it did then may have been started
    /// since, too: then less time counts than has passed.
    pub fn is_of_another_start(self, now: Moment) -> bool {
        self.up > now.up
    }

    /// The same moment for a machine that was started since: what passed till then is known from its clock alone. One that is
    /// behind knows nothing of it.
    pub fn carried_over(self, now: Moment) -> Moment {
        if !self.is_of_another_start(now) {
            return self;
        }
        let ago = (now.wall - self.wall).max(0);
        Moment {
            wall: now.wall - ago,
            up: now.up - ago,
        }
    }
}

/// Sleep counts.
#[cfg(target_os = "linux")]
fn up() -> i64 {
    rustix::time::clock_gettime(rustix::time::ClockId::Boottime).tv_sec
}

/// Of this process: each is a start of its own.
#[cfg(not(target_os = "linux"))]
fn up() -> i64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let up = START.get_or_init(std::time::Instant::now).elapsed();
    i64::try_from(up.as_secs()).unwrap_or(i64::MAX)
}
