//! The block structure of the four formats: enough to measure a file and to leave parts of it out, without
//! decoding a pixel. Every walker is a loop over checked slices; a file that ends early is `Truncated`.

pub(crate) mod gif;
pub(crate) mod jpeg;
pub(crate) mod png;
pub(crate) mod webp;

use crate::{Format, ImageError, Limits};

/// What the structure of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scan {
    pub width: u32,
    pub height: u32,
    /// 1 for a still picture.
    pub frames: u32,
    /// EXIF orientation, 1-8.
    pub orientation: u8,
    /// Bytes per pixel once decoded.
    pub pixel_bytes: u32,
    /// Scans of a JPEG, else 1.
    pub scans: u32,
    /// Colour profiles that are packed, once they are not; counting ends behind the bound. Others are as long as they are.
    pub profile_bytes: u64,
}

/// Measures a file.
pub(crate) fn scan(format: Format, bytes: &[u8], limits: &Limits) -> Result<Scan, ImageError> {
    match format {
        Format::Jpeg => jpeg::scan(bytes),
        Format::Png => png::scan(bytes, limits),
        Format::Gif => gif::scan(bytes),
        Format::Webp => webp::scan(bytes),
        Format::Avif => Err(ImageError::Unsupported {
            found: "an AVIF picture",
        }),
    }
}

/// The file without anything that is not the picture; pixels are not touched.
pub(crate) fn strip(format: Format, bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    match format {
        Format::Jpeg => jpeg::strip(bytes),
        Format::Png => png::strip(bytes),
        Format::Gif => gif::strip(bytes),
        Format::Webp => webp::strip(bytes),
        Format::Avif => Err(ImageError::Unsupported {
            found: "an AVIF picture",
        }),
    }
}

/// EXIF orientation of a TIFF block, 1 when it says nothing usable.
fn orientation_of(exif: &[u8]) -> u8 {
    image::metadata::Orientation::from_exif_chunk(exif)
        .map_or(1, image::metadata::Orientation::to_exif)
}

/// A cursor over a file; running out of bytes is `Truncated`.
pub(crate) struct Reader<'a> {
    format: Format,
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    fn new(format: Format, bytes: &'a [u8]) -> Self {
        Self {
            format,
            bytes,
            position: 0,
        }
    }

    fn truncated(&self) -> ImageError {
        ImageError::Truncated {
            format: self.format,
        }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], ImageError> {
        let end = self
            .position
            .checked_add(count)
            .ok_or_else(|| self.truncated())?;
        let slice = self
            .bytes
            .get(self.position..end)
            .ok_or_else(|| self.truncated())?;
        self.position = end;
        Ok(slice)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ImageError> {
        let slice = self.take(N)?;
        slice.try_into().map_err(|_| self.truncated())
    }

    fn byte(&mut self) -> Result<u8, ImageError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.position).unwrap_or_default()
    }
}

/// The first bytes of a block as an array, or a damaged file.
fn head<const N: usize>(format: Format, block: &[u8]) -> Result<[u8; N], ImageError> {
    block
        .get(..N)
        .and_then(|slice| slice.try_into().ok())
        .ok_or_else(|| ImageError::malformed(format, "a block is too short"))
}
