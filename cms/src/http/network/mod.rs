//! Connections: who may have one, how fast it must move, when it ends.

pub mod connection;
pub mod gate;
pub mod listener;
pub mod pace;
pub mod request_body;
pub mod shares;
