//! What is left to do once the files are there: caches in between are told, and the addresses are looked at as visitors do.

pub mod announce;
pub mod live;
pub mod pending;
pub mod purge;
pub mod unseen;
