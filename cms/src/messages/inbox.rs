//! Where visitors' messages arrive: so many from each, and so many in all.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rusqlite::Transaction;
use tokio::sync::Notify;

use super::throttle::ContactThrottle;
use crate::{
    store::{
        Moment, Store,
        messages::{self, NewMessage},
        turns::Whose,
    },
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Why a message is not kept.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// Too many from there; the next one may come after so many seconds.
    #[error("too many messages, the next one may come in {0} s")]
    Throttled(u64),
    /// As many are kept as may be.
    #[error("no more messages can be kept")]
    Full,
    /// The store failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

impl From<rusqlite::Error> for InboxError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Takes messages in; shared by all requests.
#[derive(Debug)]
pub struct Inbox {
    store: Store,
    clock: Clock,
    time: Timekeeper,
    throttle: ContactThrottle,
    /// Whether the log has been told that no more messages can be kept.
    full: AtomicBool,
    /// Whether messages are relayed by e-mail.
    relayed: bool,
    waiting: Arc<Notify>,
}

impl Inbox {
    /// Into this store; `relayed` says whether a relay waits for them.
    pub fn new(store: Store, clock: Clock, time: Timekeeper, relayed: bool) -> Self {
        Self {
            store,
            clock,
            time,
            relayed,
            throttle: ContactThrottle::default(),
            full: AtomicBool::new(false),
            waiting: Arc::new(Notify::new()),
        }
    }

    /// Tells of each message that came in.
    pub fn arrivals(&self) -> Arc<Notify> {
        self.waiting.clone()
    }

    /// Keeps a message from this address.
    pub async fn take(&self, message: NewMessage, from: IpAddr) -> Result<(), InboxError> {
        self.throttle
            .admit(from, self.clock.uptime_seconds())
            .map_err(InboxError::Throttled)?;
        let now = Moment {
            wall: self.clock.now().as_millisecond(),
            time: self.time.now(),
        };
        let (relayed, waiting) = (self.relayed, self.waiting.clone());
        let keep = move |store: &Transaction<'_>| match messages::has_room(store)? {
            true => Ok(messages::insert(store, &message, now, relayed)?),
            false => Err(InboxError::Full),
        };
        let tell = move |id: &i64| {
            tracing::info!(id, "a message came in");
            waiting.notify_one();
        };
        let kept = self.store.write_then(Whose::Visitors, keep, tell).await;
        match &kept {
            Ok(_) => self.full.store(false, Ordering::Relaxed),
            Err(InboxError::Full) if !self.full.swap(true, Ordering::Relaxed) => tracing::error!(
                "as many messages are kept as may be: read and delete some (`cms messages --delete`)"
            ),
            Err(_) => {}
        }
        kept.map(|_| ())
    }
}
