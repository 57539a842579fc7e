//! The pictures as they were uploaded: in the store, or in object storage (`CMS_ORIGINALS`) once they have gone there.
//!
//! A picture always comes into the store first, with the text that shows it, so that no save waits for another machine and
//! none is lost with it. Later it is moved (`ops/moving`): its bytes leave the store when they were read back from there
//! whole. Objects are named by their content, `<prefix>/<BLAKE3>`; nothing is ever written over another picture.

mod error;
mod remote;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use self::{error::OriginalError, remote::Remote};
use crate::{
    config::Config,
    net::Patience,
    storage::StorageError,
    store::{
        Store,
        images::{self, Image},
    },
};

/// Fetched for clients at a time: each may hold a picture in memory.
const AT_A_TIME: usize = 4;
/// A client waits so long for its turn.
const TURN: Duration = Duration::from_secs(5);

/// Originals, wherever they are; cheap to clone.
#[derive(Debug, Clone)]
pub struct Originals {
    store: Store,
    remote: Option<Arc<Remote>>,
    turns: Arc<Semaphore>,
}

impl Originals {
    /// As the settings say. Connects to nothing yet.
    pub fn open(store: Store, config: &Config, patience: Patience) -> Result<Self, StorageError> {
        let bucket = config.originals.originals.as_ref();
        let remote = bucket
            .map(|bucket| Remote::open(bucket, &config.deploy.s3, patience).map(Arc::new))
            .transpose()?;
        Ok(Self {
            remote,
            ..Self::here(store)
        })
    }

    /// Of a store that has them all itself.
    pub fn here(store: Store) -> Self {
        Self {
            store,
            remote: None,
            turns: Arc::new(Semaphore::new(AT_A_TIME)),
        }
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Where they go, if anywhere.
    pub fn remote(&self) -> Option<&Arc<Remote>> {
        self.remote.as_ref()
    }

    /// An image with its bytes; none when there is no such image. Blocks.
    pub fn whole(&self, id: i64) -> Result<Option<(Image, Vec<u8>)>, OriginalError> {
        let found = self
            .store
            .read_blocking(|store| anyhow::Ok(images::find(store, id)?))?;
        found
            .map(|mut image| {
                let bytes = match image.bytes.take() {
                    Some(bytes) => bytes,
                    None => self.fetch(&image.hash, image.length)?,
                };
                Ok((image, bytes))
            })
            .transpose()
    }

    /// What is in object storage. Blocks.
    pub fn fetch(&self, hash: &str, length: i64) -> Result<Vec<u8>, OriginalError> {
        let remote = self.remote.as_ref().ok_or(OriginalError::NoPlace)?;
        remote.fetch(hash, length)
    }

    /// A part of what is in object storage. Blocks.
    pub fn piece(&self, hash: &str, at: u64, size: usize) -> Result<Bytes, OriginalError> {
        let remote = self.remote.as_ref().ok_or(OriginalError::NoPlace)?;
        remote.piece(hash, at, size)
    }

    /// The right to fetch one for a client: whoever asks must not fill the memory.
    pub async fn turn(&self) -> Result<OwnedSemaphorePermit, OriginalError> {
        let turn = Arc::clone(&self.turns).acquire_owned();
        match tokio::time::timeout(TURN, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(OriginalError::Busy),
        }
    }
}
