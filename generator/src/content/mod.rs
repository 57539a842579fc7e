//! `content/` as typed values.

pub mod model;
