//! Who may write: passwords, tokens, sessions and the throttle before them.
//!
//! `access` and `refresh` are pure over the clock and the keys; `session` and `renewal` are where they meet the store.

pub mod access;
pub mod accounts;
pub mod device;
pub mod enrolment;
pub mod error;
pub mod first_user;
pub mod keys;
pub mod own;
pub mod password;
pub mod recovery;
pub mod refresh;
mod renewal;
pub mod sealed;
pub mod second_step;
pub mod session;
pub mod throttle;
pub mod tokens;
pub mod totp;
