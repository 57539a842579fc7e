//! The stored images as the generator sees them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use generator::{ImageStore, ImageStoreError, StoredImage};

use crate::store::{Store, images};

/// Looks images up in the store. What an id means never changes, so answers are remembered.
#[derive(Debug)]
pub struct StoreImages {
    store: Store,
    known: Mutex<HashMap<i64, StoredImage>>,
}

impl StoreImages {
    /// On this store.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            known: Mutex::default(),
        }
    }
}

impl ImageStore for StoreImages {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        if let Some(known) = self
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
        {
            return Ok(Some(known.clone()));
        }
        let head = self
            .store
            .read_blocking(|store| Ok(images::head(store, id)?))
            .map_err(|error| failed(id, &error))?;
        let found = head.map(|(hash, content_type)| StoredImage { hash, content_type });
        if let Some(image) = &found {
            self.known
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(id, image.clone());
        }
        Ok(found)
    }

    fn bytes(&self, id: i64) -> Result<Arc<[u8]>, ImageStoreError> {
        let image = self
            .store
            .read_blocking(|store| Ok(images::find(store, id)?))
            .map_err(|error| failed(id, &error))?;
        image
            .map(|image| image.bytes.into())
            .ok_or_else(|| failed(id, &anyhow::anyhow!("there is no such image")))
    }
}

fn failed(id: i64, error: &anyhow::Error) -> ImageStoreError {
    ImageStoreError {
        id,
        message: format!("{error:#}"),
    }
}
