//! Why nobody is signed in.

use crate::store::unwritable::failed_by_the_store;

/// A sign-in or a renewal that did not happen.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Wrong name or password, or a refresh token that does not count.
    #[error("wrong name, password or token")]
    Refused,
    /// The password is right, and a code is asked for besides.
    #[error("a second step is asked for")]
    SecondStep,
    /// The password is right, the code is not.
    #[error("wrong code")]
    WrongCode,
    /// Too many failures; the next attempt may come after so many seconds.
    #[error("too many failures, the next attempt may come in {0} s")]
    Throttled(u64),
    /// Too many passwords are being looked at.
    #[error("too many are signing in")]
    Crowded,
    /// The store or the keys failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(SignInError);
