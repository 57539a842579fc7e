//! What a client may cost: deadlines, paces and room. Tests shorten them; settings are in [`crate::config`].

use std::time::Duration;

/// How much must move in each span of time in which the other side is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The span.
    pub window: Duration,
    /// Bytes that move in it, at least.
    pub bytes: usize,
}

/// Bounds of connections and answers.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the connection to the end of the first request's headers.
    pub headers: Duration,
    /// From an answer to the end of the next request's headers. Longer than proxies keep idle connections (nginx: 60 s):
    /// it is they who should close them.
    pub idle: Duration,
    /// A connection of the reserve, from its beginning to its end.
    pub reserve: Duration,
    /// Connections kept for health checks when all others are taken, for this machine and trusted proxies.
    pub reserved_local: usize,
    /// The same for everybody else.
    pub reserved: usize,
    /// Whether connections of this machine count as those of any other address; for tests, which have no other.
    pub loopback_counts: bool,
    /// A body on its way to us.
    pub body: Pace,
    /// An answer on its way to a client.
    pub answer: Pace,
    /// How long, and up to what size, the rest of a refused body is read.
    pub drain: (Duration, usize),
    /// Browsers that can follow the state of the site at the same time.
    pub followers: usize,
    /// Of these, ones of one address.
    pub followers_per_address: usize,
    /// Room for large answers that are on their way, on disk, in bytes.
    pub spool: u64,
    /// How long one server of another site is waited for, when links are looked at.
    pub link: Duration,
    /// How long all links of one question are waited for: less than a request may take.
    pub links: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(15),
            idle: Duration::from_secs(75),
            reserve: Duration::from_secs(5),
            reserved_local: 16,
            reserved: 16,
            loopback_counts: false,
            body: Pace {
                window: Duration::from_secs(20),
                bytes: 4 * 1024,
            },
            answer: Pace {
                window: Duration::from_secs(30),
                bytes: 16 * 1024,
            },
            drain: (Duration::from_secs(10), 256 * 1024),
            followers: 256,
            followers_per_address: 64,
            spool: 1024 * 1024 * 1024,
            link: Duration::from_secs(8),
            links: Duration::from_secs(20),
        }
    }
}
