//! Who may use the store next: bounded queues in front of it, so that neither threads nor waiting pile up.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Requests that may wait for the writer or write.
const WRITES: usize = 64;
/// Of these, ones that anyone can cause: staff's saves always find a place.
const VISITORS: usize = 16;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// The store is in use by so many, or by another program for so long, that this request was not begun.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the store is busy")]
pub struct Busy;

/// Whose read or write it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Of someone who has signed in, or of the service itself; and what anyone asks for that takes no time, one row by its
    /// number or secret.
    Ours,
    /// Of anyone: whole posts and lists.
    Visitors,
}

/// The queues.
#[derive(Debug, Clone)]
pub struct Turns {
    reading: Arc<Semaphore>,
    visitors_reading: Arc<Semaphore>,
    places: Arc<Semaphore>,
    visitors: Arc<Semaphore>,
    writing: Arc<Semaphore>,
    patience: Duration,
}

/// A place in the queue, then the turn itself; dropping it lets the next one in.
#[derive(Debug)]
pub struct Turn {
    _held: Vec<OwnedSemaphorePermit>,
}

impl Turns {
    /// With so many readers at a time, and one writer.
    pub fn new(readers: usize) -> Self {
        Self::with(readers, PATIENCE)
    }

    fn with(readers: usize, patience: Duration) -> Self {
        let bounded = |count| Arc::new(Semaphore::new(count));
        Self {
            reading: bounded(readers),
            // Whatever strangers ask for, as much room is left for staff.
            visitors_reading: bounded(readers.div_ceil(2)),
            places: bounded(WRITES),
            visitors: bounded(VISITORS),
            writing: bounded(1),
            patience,
        }
    }

    /// Waits until there is room for another reader.
    pub async fn to_read(&self, whose: Whose) -> Result<Turn, Busy> {
        let mut held = Vec::new();
        if whose == Whose::Visitors {
            held.push(self.wait(&self.visitors_reading).await?);
        }
        held.push(self.wait(&self.reading).await?);
        Ok(Turn { _held: held })
    }

    /// Waits until nobody else of this process writes; refused at once when too many wait already.
    pub async fn to_write(&self, whose: Whose) -> Result<Turn, Busy> {
        let place = |queue: &Arc<Semaphore>| queue.clone().try_acquire_owned().map_err(|_| Busy);
        let mut held = Vec::new();
        if whose == Whose::Visitors {
            held.push(place(&self.visitors)?);
        }
        held.push(place(&self.places)?);
        held.push(self.wait(&self.writing).await?);
        Ok(Turn { _held: held })
    }

    async fn wait(&self, queue: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Busy> {
        match timeout(self.patience, queue.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Busy),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use futures_util::future::join_all;

    use super::*;

    fn turns() -> Turns {
        Turns::with(2, Duration::from_millis(20))
    }

    #[tokio::test]
    async fn one_writes_and_whoever_waits_too_long_is_refused() {
        let turns = turns();
        let writing = turns.to_write(Whose::Ours).await.unwrap();
        assert!(turns.to_write(Whose::Ours).await.is_err());
        let (next, ()) = tokio::join!(turns.to_write(Whose::Ours), async { drop(writing) });
        next.unwrap();
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_visitors_leave_room_for_staff() {
        let turns = turns();
        let writing = turns.to_write(Whose::Ours).await.unwrap();
        let flood = join_all((0..1000).map(|_| turns.to_write(Whose::Visitors)));
        let (flood, ()) = tokio::join!(flood, async {
            assert_eq!(turns.visitors.available_permits(), 0);
            assert_eq!(turns.places.available_permits(), WRITES - VISITORS - 1);
        });
        assert_eq!(flood.iter().filter(|turn| turn.is_ok()).count(), 0);
        drop(writing);
        assert_eq!(turns.places.available_permits(), WRITES, "all have left");
        assert!(turns.to_write(Whose::Visitors).await.is_ok());
    }

    #[tokio::test]
    async fn readers_are_bounded_too() {
        let turns = turns();
        let reading = join_all((0..2).map(|_| turns.to_read(Whose::Ours))).await;
        assert!(turns.to_read(Whose::Ours).await.is_err());
        drop(reading);
        assert!(turns.to_read(Whose::Ours).await.is_ok());
    }

    #[tokio::test]
    async fn visitors_who_read_leave_room_for_staff() {
        let turns = turns();
        let flood = join_all((0..100).map(|_| turns.to_read(Whose::Visitors))).await;
        assert_eq!(flood.iter().filter(|turn| turn.is_ok()).count(), 1);
        assert!(turns.to_read(Whose::Ours).await.is_ok());
    }
}
