//! What may be published of an upload.

use crate::containers::{self, webp};
use crate::encode::{ORIGINAL, encode, encode_webp_lossless};
use crate::pixels::Pixels;
use crate::{Format, ImageError, ImageInfo};

/// The picture without EXIF, XMP, comments, thumbnails and anything behind its end, upright.
///
/// The pixels are decoded once, so what comes back is known to be whole. They are written anew only when an
/// orientation must be applied (colours are then sRGB); otherwise the coded pixels, and a colour profile, stay
/// as they were. An animation keeps its frames; orientation does not apply to it.
pub fn strip_metadata(bytes: &[u8], info: &ImageInfo) -> Result<Vec<u8>, ImageError> {
    let pixels = Pixels::decode(bytes, info)?;
    if info.orientation == 1 || info.is_animated() {
        return containers::strip(info.format, bytes);
    }
    match info.format {
        Format::Webp if webp::is_lossless(bytes) => encode_webp_lossless(&pixels),
        format => encode(&pixels, format, ORIGINAL),
    }
}
