//! Forms in which a static host can send a text file without work of its own.

use clap::ValueEnum;

/// A content coding (RFC 9110, 8.4.1), by the ending of the file that static hosts look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Coding {
    /// Brotli (RFC 7932): nginx with its brotli module, Caddy.
    Br,
    /// gzip (RFC 1952): every host.
    Gz,
}

impl Coding {
    /// The ending, without its dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Br => "br",
            Self::Gz => "gz",
        }
    }
}
