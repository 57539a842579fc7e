//! Pictures are examined a bounded number at a time: decoding one can take hundreds of megabytes.

use std::sync::Arc;

use imaging::Limits;
use tokio::sync::Semaphore;

use super::uploads;
use crate::store::blocking;

/// Pictures examined at the same time.
const AT_A_TIME: usize = 2;

/// Lets so many examine at a time; clones share the bound.
#[derive(Debug, Clone)]
pub struct Examiner {
    limits: Limits,
    gate: Arc<Semaphore>,
}

impl Examiner {
    /// For pictures of at most so many bytes.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            limits: uploads::limits(max_bytes),
            gate: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// Examines on the blocking pool, when it is its turn.
    pub async fn examine<T, E>(
        &self,
        examine: impl FnOnce(&Limits) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<anyhow::Error> + Send + 'static,
    {
        let turn = self.gate.clone().acquire_owned().await;
        let turn = turn.map_err(|error| E::from(error.into()))?;
        let limits = self.limits;
        blocking(move || {
            let _turn = turn;
            examine(&limits)
        })
        .await
    }
}
