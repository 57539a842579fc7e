//! Object storage, asked by whoever may wait.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use object_store::{
    Attribute, AttributeValue, Attributes, Error, ObjectStore, ObjectStoreExt as _, PutOptions,
    path::Path,
};
use tokio::runtime::{Builder, Runtime};

use super::error::OriginalError;
use crate::{
    config::{bucket::Bucket, deploy::S3},
    net::Patience,
    storage::{self, StorageError, Trouble, invalid, is_missing, trouble},
};

/// A place in object storage for originals. Every call blocks, and none may be made by an async task.
#[derive(Debug)]
pub struct Remote {
    bucket: Bucket,
    store: Arc<dyn ObjectStore>,
    /// Its own, because the generator has none. Gone only while this is being dropped.
    runtime: Option<Runtime>,
}

impl Remote {
    /// Connects to nothing yet.
    pub fn open(bucket: &Bucket, settings: &S3, patience: Patience) -> Result<Self, StorageError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("originals")
            .enable_all()
            .build()
            .map_err(|error| StorageError {
                step: "starting a thread",
                why: Trouble::Other,
                message: error.to_string(),
            })?;
        Ok(Self {
            bucket: bucket.clone(),
            store: storage::open(bucket, settings, patience)?,
            runtime: Some(runtime),
        })
    }

    /// How it is called.
    pub fn place(&self) -> String {
        self.bucket.to_string()
    }

    /// Puts one there, and reads it back: only then is it there.
    pub fn put(&self, hash: &str, content_type: &str, bytes: Bytes) -> Result<(), OriginalError> {
        let at = self.at(hash)?;
        let said = (
            Attribute::ContentType,
            AttributeValue::from(content_type.to_owned()),
        );
        let options = PutOptions {
            attributes: [said].into_iter().collect::<Attributes>(),
            ..PutOptions::default()
        };
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let sent = self.wait(self.store.put_opts(&at, bytes.into(), options))?;
        sent.map_err(|error| trouble("sending a picture", &error))?;
        self.fetch(hash, length).map(|_| ())
    }

    /// The bytes of one, as they were put there.
    pub fn fetch(&self, hash: &str, length: i64) -> Result<Vec<u8>, OriginalError> {
        let length = u64::try_from(length).unwrap_or(0);
        let pieces = storage::pieces(&self.store, &self.at(hash)?, length, None);
        let gathered = pieces.try_fold(Vec::new(), |mut all, piece| async move {
            all.extend_from_slice(&piece);
            Ok(all)
        });
        let (place, hash) = (self.place(), hash.to_owned());
        match self.wait(gathered)? {
            Ok(bytes) if imaging::content_hash(&bytes) == hash => Ok(bytes),
            Ok(_) => Err(OriginalError::Damaged { place, hash }),
            Err(error) if is_missing(&error) => Err(OriginalError::Missing { place, hash }),
            Err(error) if is_short(&error) => Err(OriginalError::Damaged { place, hash }),
            Err(error) => Err(trouble("fetching a picture", &error).into()),
        }
    }

    /// A part of one.
    pub fn piece(&self, hash: &str, at: u64, size: usize) -> Result<Bytes, OriginalError> {
        let end = at.saturating_add(u64::try_from(size).unwrap_or(u64::MAX));
        let path = self.at(hash)?;
        let found = self.wait(self.store.get_range(&path, at..end))?;
        Ok(found.map_err(|error| trouble("fetching a picture", &error))?)
    }

    /// Removes one; one that is not there is as good.
    pub fn remove(&self, hash: &str) -> Result<(), OriginalError> {
        let at = self.at(hash)?;
        match self.wait(self.store.delete(&at))? {
            Err(error) if !is_missing(&error) => Err(trouble("removing a picture", &error).into()),
            _ => Ok(()),
        }
    }

    fn at(&self, hash: &str) -> Result<Path, StorageError> {
        Path::parse(format!("{}{hash}", self.bucket.inside())).map_err(invalid)
    }

    fn wait<T>(&self, work: impl Future<Output = T>) -> Result<T, StorageError> {
        match &self.runtime {
            Some(runtime) => Ok(runtime.block_on(work)),
            None => Err(StorageError {
                step: "waiting for an answer",
                why: Trouble::Other,
                message: "the program ends".to_owned(),
            }),
        }
    }
}

impl Drop for Remote {
    /// Also by a task, which may not wait for a runtime to end.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The object has fewer bytes than it should.
fn is_short(error: &Error) -> bool {
    let text = error.to_string();
    matches!(
        error,
        Error::Generic {
            store: storage::PIECES,
            ..
        }
    ) || ["InvalidRange", "status code: 416"]
        .iter()
        .any(|word| text.contains(word))
}
