//! Who asks, as far as the handler has found out: what the layers around it are told.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::http::Extensions;

use crate::store::turns::Whose;

/// A note that goes with a request; clones are the same one.
#[derive(Debug, Clone, Default)]
pub struct Asker(Arc<AtomicBool>);

impl Asker {
    /// The request is of someone who has signed in, or of a script with a token.
    pub fn is_staff(extensions: &Extensions) {
        if let Some(Self(staff)) = extensions.get() {
            staff.store(true, Ordering::Relaxed);
        }
    }

    /// Whose it is: anyone's unless staff were found.
    pub fn whose(&self) -> Whose {
        if self.0.load(Ordering::Relaxed) {
            Whose::Ours
        } else {
            Whose::Visitors
        }
    }
}
