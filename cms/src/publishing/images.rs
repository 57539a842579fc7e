//! The stored images as the generator sees them.

use std::sync::Arc;

use generator::{ImageStore, ImageStoreError, StoredImage};

use crate::{originals::Originals, store::images};

/// Looks images up in the store, each time: a lookup by key takes microseconds, and images that no post
/// uses any more are collected.
#[derive(Debug)]
pub struct StoreImages {
    originals: Originals,
}

impl StoreImages {
    /// Of these.
    pub fn new(originals: Originals) -> Self {
        Self { originals }
    }
}

impl ImageStore for StoreImages {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        let head = self
            .originals
            .store()
            .read_blocking(|store| Ok(images::head(store, id)?))
            .map_err(|error| failed(id, &error))?;
        Ok(head.map(|head| StoredImage {
            hash: head.hash,
            content_type: head.content_type,
        }))
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        let found = self.originals.whole(id);
        let found = found.map_err(|error| failed(id, &error.into()))?;
        Ok(found.map(|(_, bytes)| bytes.into()))
    }

    /// An image that a post names is never collected, no number is given out twice, and posts whose image gets another file
    /// count as changed.
    fn forgets(&self) -> bool {
        false
    }
}

fn failed(id: i64, error: &anyhow::Error) -> ImageStoreError {
    ImageStoreError {
        id,
        message: format!("{error:#}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_collected_image_is_no_image_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
        let image = images::NewImage {
            hash: "ab".into(),
            content_type: "image/png",
            width: 1,
            height: 1,
            bytes: vec![1, 2, 3],
        };
        let id = store
            .write_blocking(|store| Ok::<_, anyhow::Error>(images::insert(store, &image, 0)?))
            .unwrap();
        let seen = StoreImages::new(Originals::here(store.clone()));
        assert_eq!(seen.image(id).unwrap().unwrap().hash, "ab");
        assert_eq!(seen.bytes(id).unwrap().unwrap()[..], [1, 2, 3]);
        store
            .write_blocking(|store| {
                // Unused since it was stored, and no grace.
                crate::store::unused::collect(store, 1, 0)?;
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
        assert_eq!(seen.image(id).unwrap(), None);
        assert_eq!(seen.bytes(id).unwrap(), None);
    }
}
