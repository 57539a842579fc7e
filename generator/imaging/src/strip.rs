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
    if keeps_its_pixels(info) {
        containers::strip(info.format, bytes)
    } else {
        upright(&pixels, bytes, info)
    }
}

/// The same bytes, of a picture whose wholeness is somebody else's concern: decoded only if it lies on its side.
pub(crate) fn strip_unseen(bytes: &[u8], info: &ImageInfo) -> Result<Vec<u8>, ImageError> {
    if keeps_its_pixels(info) {
        containers::strip(info.format, bytes)
    } else {
        strip_metadata(bytes, info)
    }
}

fn keeps_its_pixels(info: &ImageInfo) -> bool {
    info.orientation == 1 || info.is_animated()
}

fn upright(pixels: &Pixels, bytes: &[u8], info: &ImageInfo) -> Result<Vec<u8>, ImageError> {
    match info.format {
        Format::Webp if webp::is_lossless(bytes) => encode_webp_lossless(pixels),
        format => encode(pixels, format, ORIGINAL),
    }
}
