use std::collections::BTreeMap;

use super::*;
use crate::images::StoredImage;

struct Pictures(BTreeMap<i64, Arc<[u8]>>);

impl ImageStore for Pictures {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        Ok(self.0.get(&id).map(|bytes| StoredImage {
            hash: imaging::content_hash(bytes),
            content_type: "image/png".into(),
        }))
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Ok(self.0.get(&id).cloned())
    }
}

fn store() -> Pictures {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(6, 4, image::Rgb([9, 9, 9]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    Pictures([(1, bytes.into_inner().into())].into())
}

#[test]
fn a_build_that_has_read_enough_leaves_new_pictures_to_the_next_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut library = Library::new(folder.path(), ImageMode::Background);
    library.patience = Duration::ZERO;
    let store = store();
    library.begin();
    let found = library.stored(1, &store).unwrap().unwrap();
    assert!(found.picture.is_none() && found.coming != Coming::Nothing);
    // It waits like any other, so it comes without anybody asking again.
    assert_eq!(library.pending().encode(&store).unwrap(), 1);
    let found = library.stored(1, &store).unwrap().unwrap();
    assert!(found.picture.is_some() && found.coming == Coming::Nothing);
}

#[test]
fn a_picture_that_is_made_behind_a_build_is_of_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(folder.path(), ImageMode::Background);
    let store = store();
    library.begin();
    let found = library.stored(1, &store).unwrap().unwrap();
    assert!(found.coming != Coming::Nothing);
    assert_eq!(library.pending().encode(&store).unwrap(), 1);
    assert_eq!((library.waiting(), library.unmet()), (0, 1));
    library.begin();
    assert_eq!(library.unmet(), 0);
}

/// Says what was there before, and gives what is there now.
struct ReplacedMeanwhile(Pictures);

impl ImageStore for ReplacedMeanwhile {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        let before = self.0.image(id)?;
        Ok(before.map(|image| StoredImage {
            hash: imaging::content_hash(b"before"),
            ..image
        }))
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        self.0.bytes(id)
    }
}

#[test]
fn a_file_that_is_replaced_while_it_is_read_is_kept_under_no_wrong_name() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(folder.path(), ImageMode::Background);
    let store = ReplacedMeanwhile(store());
    library.begin();
    assert!(library.stored(1, &store).unwrap().is_none());
    assert!(library.linked(1, &store).unwrap().is_none());
    let before = imaging::content_hash(b"before");
    assert!(library.cache.original(&before).is_none());
    assert!(library.pending().is_empty());
    assert!(library.stored(1, &store.0).unwrap().is_some());
}

#[test]
fn what_is_known_already_costs_no_patience() {
    let folder = tempfile::tempdir().unwrap();
    let mut library = Library::new(folder.path(), ImageMode::Background);
    let store = store();
    let shown = library.stored(1, &store).unwrap().unwrap();
    library.patience = Duration::ZERO;
    library.begin();
    let found = library.stored(1, &store).unwrap().unwrap();
    assert_eq!(found.picture, shown.picture);
    assert_ne!(found.coming, Coming::Nothing);
}

/// Knows of its pictures, and gives none.
struct OutOfReach(Pictures);

impl ImageStore for OutOfReach {
    fn image(&self, id: i64) -> Result<Option<StoredImage>, ImageStoreError> {
        self.0.image(id)
    }

    fn bytes(&self, id: i64) -> Result<Option<Arc<[u8]>>, ImageStoreError> {
        Err(ImageStoreError {
            id,
            message: "out of reach".into(),
        })
    }
}

#[test]
fn a_picture_out_of_reach_is_put_off_where_the_site_is_served_and_an_error_where_it_is_generated_once()
 {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::new(folder.path(), ImageMode::Background);
    let store = OutOfReach(store());
    library.begin();
    for found in [library.stored(1, &store), library.linked(1, &store)] {
        let found = found.unwrap().unwrap();
        assert!(found.picture.is_none() && found.coming != Coming::Nothing);
    }
    assert!(library.pending().encode(&store).is_err());
    // In reach again, it comes without anybody asking.
    library.stored(1, &store).unwrap();
    assert_eq!(library.pending().encode(&store.0).unwrap(), 1);
    let found = library.stored(1, &store).unwrap().unwrap();
    assert!(found.picture.is_some() && found.coming == Coming::Nothing);

    let elsewhere = tempfile::tempdir().unwrap();
    let once = Library::new(elsewhere.path(), ImageMode::Wait);
    assert!(once.stored(1, &store).is_err());
    assert!(once.linked(1, &store).is_err());
}
