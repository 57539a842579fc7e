//! The machine's clock, and how much time a store has seen pass.

pub mod clock;
pub mod timekeeping;
