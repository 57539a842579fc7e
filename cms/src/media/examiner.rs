//! Pictures are examined and texts cleaned a bounded number at a time: decoding a picture can take hundreds of megabytes, cleaning a
//! text a second. Whoever sends many waits for their own: a request of somebody else comes between.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use imaging::Limits;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::uploads;
use crate::store::blocking;

/// Examined at the same time, and of one person in the queue for it.
const AT_A_TIME: usize = 2;

/// Lets so many examine at a time; clones share the bound.
#[derive(Debug, Clone)]
pub struct Examiner {
    limits: Limits,
    gate: Arc<Semaphore>,
    /// By who has something examined or waits for it.
    own: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
}

impl Examiner {
    /// For pictures of at most so many bytes.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            limits: uploads::limits(max_bytes),
            gate: Arc::new(Semaphore::new(AT_A_TIME)),
            own: Arc::default(),
        }
    }

    /// Examines what `who` sent, on the blocking pool, when it is its turn.
    pub async fn examine<T, E>(
        &self,
        who: &str,
        examine: impl FnOnce(&Limits) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<anyhow::Error> + Send + 'static,
    {
        let turn = self.turn(who).await.map_err(E::from)?;
        let limits = self.limits;
        blocking(move || {
            let _turn = turn;
            examine(&limits)
        })
        .await
    }

    /// The queue is first come, first served, and has at most so many of one person.
    async fn turn(&self, who: &str) -> anyhow::Result<[OwnedSemaphorePermit; 2]> {
        let own = {
            let mut all = self.own.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, waiting| Arc::strong_count(waiting) > 1);
            let new = || Arc::new(Semaphore::new(AT_A_TIME));
            Arc::clone(all.entry(who.to_owned()).or_insert_with(new))
        };
        let own = own.acquire_owned().await?;
        Ok([self.gate.clone().acquire_owned().await?, own])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::mpsc;

    use futures_util::{future::join_all, poll};

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn whoever_sends_many_keeps_nobody_out() {
        let examiner = Examiner::new(1);
        let (told, order) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let send = |who: &'static str| {
            let (told, wait, examiner) = (told.clone(), Arc::clone(&wait), examiner.clone());
            Box::pin(async move {
                let examine = move |_: &Limits| {
                    told.send(who).unwrap();
                    wait.lock().unwrap().recv().unwrap();
                    Ok::<_, anyhow::Error>(())
                };
                examiner.examine(who, examine).await.unwrap();
            })
        };
        let mut all = Vec::new();
        for who in ["many", "many", "many", "many", "many", "one"] {
            let mut sent = send(who);
            assert!(poll!(sent.as_mut()).is_pending());
            all.push(sent);
        }
        let before = [order.recv().unwrap(), order.recv().unwrap()];
        assert_eq!(before, ["many"; 2]);
        let sent = all.len();
        let all = tokio::spawn(join_all(all));
        // One at a time: of two turns that come at once, either may be told first.
        go.send(()).unwrap();
        assert_eq!(order.recv().unwrap(), "one");
        (1..sent).for_each(|_| go.send(()).unwrap());
        all.await.unwrap();
        assert!(
            examiner
                .own
                .lock()
                .unwrap()
                .values()
                .all(|own| own.available_permits() == AT_A_TIME)
        );
    }
}
