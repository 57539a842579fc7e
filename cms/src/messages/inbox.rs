//! Where visitors' messages arrive: so many from each, and so many in all. What a robot sent, and what is more than that, is
//! kept apart, within bounds of its own.

use std::{
    mem,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Transaction;
use tokio::sync::Notify;

use super::throttle::ContactThrottle;
use crate::{
    store::{
        Moment, Store,
        messages::{self, NewMessage, Room, Suspicion},
        turns::Whose,
        unwritable::failed_by_the_store,
    },
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Why a message is not kept.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// Too many from there; the next one may come after so many seconds.
    #[error("too many messages, the next one may come in {0} s")]
    Throttled(u64),
    /// As many are kept as may be: it is kept apart, where it gives way to newer ones.
    #[error("no more messages can be kept")]
    Full,
    /// The store failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(InboxError);

/// What became of a message.
enum Taken {
    New(i64, Room),
    Again,
    NoRoom(Room),
}

/// How little room the log has been told of.
#[derive(Debug, Default)]
struct Told(Mutex<Room>);

impl Told {
    /// A message was taken and left so much: where there is more again, less of it will be news, and so it will where a long one
    /// was taken.
    fn taken(&self, room: Room, is_long: bool) {
        let mut told = self.lock();
        *told = if is_long {
            Room::Enough
        } else {
            room.min(*told)
        };
    }

    /// A message found no place; whether the log has not been told of so little.
    fn refused(&self, room: Room) -> bool {
        room > mem::replace(&mut *self.lock(), room)
    }

    fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes messages in; shared by all requests.
#[derive(Debug)]
pub struct Inbox {
    store: Store,
    clock: Clock,
    time: Timekeeper,
    throttle: ContactThrottle,
    /// Of what is kept apart: a flood costs no more writes than the messages of others.
    throttle_apart: ContactThrottle,
    told: Arc<Told>,
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
            throttle_apart: ContactThrottle::default(),
            told: Arc::default(),
            waiting: Arc::new(Notify::new()),
        }
    }

    /// Whether messages go on by e-mail.
    pub fn is_relayed(&self) -> bool {
        self.relayed
    }

    /// Tells of each message that came in.
    pub fn arrivals(&self) -> Arc<Notify> {
        self.waiting.clone()
    }

    /// Keeps a message from this address, once when it comes again because its answer got lost. One that comes too fast, or for
    /// which there is no room, is kept apart, and its sender told to wait.
    pub async fn take(&self, message: NewMessage, from: IpAddr) -> Result<(), InboxError> {
        if let Err(seconds) = self.throttle.admit(from, self.clock.uptime_seconds()) {
            return if self.take_apart(message, from, Suspicion::Rate).await {
                Ok(())
            } else {
                Err(InboxError::Throttled(seconds))
            };
        }
        let now = self.moment();
        let (relayed, waiting, told) = (self.relayed, self.waiting.clone(), self.told.clone());
        let is_long = messages::is_long(&message);
        let keep = move |store: &Transaction<'_>| {
            if messages::has_come(store, &message, now)? {
                return Ok(Taken::Again);
            }
            if !messages::has_room(store, &message)? {
                messages::insert_apart(store, &message, Suspicion::Rate, now)?;
                return Ok(Taken::NoRoom(messages::room(store)?));
            }
            messages::forget_apart(store, &message)?;
            let id = messages::insert(store, &message, now, relayed)?;
            Ok::<_, InboxError>(Taken::New(id, messages::room(store)?))
        };
        let tell = move |taken: &Taken| match taken {
            Taken::New(id, room) => {
                tracing::info!(id, "a message came in");
                told.taken(*room, is_long);
                waiting.notify_one();
            }
            Taken::Again => tracing::info!("a message came in again"),
            Taken::NoRoom(room) => {
                tracing::info!("a message was kept apart: there is no room for it");
                if told.refused(*room) {
                    tell_of(*room);
                }
            }
        };
        match self.store.write_then(Whose::Visitors, keep, tell).await? {
            Taken::New(..) | Taken::Again => Ok(()),
            Taken::NoRoom(_) => Err(InboxError::Full),
        }
    }

    /// Keeps a message apart, if there may be one more from there. Its sender is told nothing of that, whatever happens. True if
    /// it came in a short time ago and suspected of nothing: then that is enough.
    pub async fn take_apart(&self, message: NewMessage, from: IpAddr, reason: Suspicion) -> bool {
        let uptime = self.clock.uptime_seconds();
        if self.throttle_apart.admit(from, uptime).is_err() {
            return false;
        }
        let now = self.moment();
        let keep = move |store: &Transaction<'_>| {
            let has_come = messages::has_come(store, &message, now)?;
            if !has_come {
                messages::insert_apart(store, &message, reason, now)?;
            }
            Ok::<_, anyhow::Error>(has_come)
        };
        match self.store.write_then(Whose::Visitors, keep, |_| ()).await {
            Ok(true) => true,
            Ok(false) => {
                tracing::info!(reason = reason.name(), "a message was kept apart");
                false
            }
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a message could not be kept apart"
                );
                false
            }
        }
    }

    fn moment(&self) -> Moment {
        Moment {
            wall: self.clock.now().as_millisecond(),
            time: self.time.now(),
        }
    }
}

/// Of what a message found no place in.
fn tell_of(room: Room) {
    match room {
        Room::None => tracing::error!(
            "there is no room for more messages: read and delete some (in the admin, or `cms messages --delete`)"
        ),
        Room::Enough | Room::Little => tracing::warn!(
            "there is no room for more long messages: those of more than 4 KiB are kept apart until some are deleted \
             (in the admin, or `cms messages --delete`)"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_room_is_told_once_until_there_is_more() {
        let told = Told::default();
        assert!(told.refused(Room::Little));
        assert!(!told.refused(Room::Little));
        // Short ones go on coming in.
        told.taken(Room::Little, false);
        assert!(told.refused(Room::None));
        assert!(!told.refused(Room::None));
        // One was deleted, and another one came.
        told.taken(Room::None, false);
        assert!(!told.refused(Room::None));
        // Some were deleted; that long ones are kept apart is less than what was told.
        assert!(!told.refused(Room::Little));
        assert!(told.refused(Room::None));
        told.taken(Room::Little, false);
        assert!(told.refused(Room::None));
        told.taken(Room::Enough, false);
        assert!(told.refused(Room::Little));
        // Bytes were free for a long one, though there are many messages.
        told.taken(Room::Little, true);
        assert!(told.refused(Room::Little));
    }
}
