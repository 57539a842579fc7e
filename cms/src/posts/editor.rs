//! Who does something to a post, and when.

use jiff::Timestamp;

use crate::store::{media::Origin, role::Role};

/// When something happens.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// By the machine's clock, which staff are shown.
    pub now: Timestamp,
    /// The same as the date of a post, which it keeps: not that of a clock that jumped.
    pub date: Timestamp,
    /// The same for what is planned, which must never be early.
    pub due: Timestamp,
    /// By the store's time, in milliseconds; what ages is stamped with it.
    pub time: i64,
}

impl Moment {
    /// By the machine's clock, in milliseconds since the epoch.
    pub fn millis(self) -> i64 {
        self.now.as_millisecond()
    }
}

/// Someone who does something now.
#[derive(Debug, Clone)]
pub struct Editor {
    /// The user's name.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Now.
    pub at: Moment,
}

impl Editor {
    /// As where a picture comes from.
    pub fn origin(&self) -> Origin<'_> {
        Origin {
            by: &self.name,
            file_name: "",
        }
    }
}
