//! Pictures on their way in.

pub mod uploads;
