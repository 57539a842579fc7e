//! Who must have a second step at signing in.

use clap::ValueEnum;

/// Whose account does nothing without one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Required {
    /// Everyone may have one.
    #[default]
    Nobody,
    /// Owners must.
    Owners,
    /// Everyone must.
    Everyone,
}
