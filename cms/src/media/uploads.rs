//! Pictures on their way in: recognised by content, bounded before decoding, freed of metadata.

use imaging::{ImageError, Limits};

use crate::store::images::NewImage;

/// The bounds of this installation.
pub fn limits(max_bytes: usize) -> Limits {
    Limits {
        max_bytes,
        ..Limits::default()
    }
}

/// An image ready to be stored, or why it is refused. Decodes: belongs on the blocking pool.
pub fn accept(bytes: &[u8], limits: &Limits) -> Result<NewImage, ImageError> {
    let info = imaging::inspect(bytes, limits)?;
    let bytes = imaging::strip_metadata(bytes, &info)?;
    Ok(NewImage {
        hash: imaging::content_hash(&bytes),
        content_type: info.content_type(),
        width: info.width,
        height: info.height,
        bytes,
    })
}
