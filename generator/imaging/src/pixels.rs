//! Decoded pixels: upright, in sRGB, eight bits a channel.

use std::io::Cursor;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{InnerPixel, U8x3, U8x4};
use fast_image_resize::{PixelTrait, ResizeOptions, Resizer};
use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, RgbImage, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::guard::guard;
use crate::{Format, ImageError, ImageInfo};

/// A codec may need working memory beside the picture itself.
const MAX_ALLOC: u64 = 1024 * 1024 * 1024;

/// What the chunks before a PNG's pixels may need beside themselves; the decoder leaves out a colour profile that is larger.
const MAX_BESIDE: u64 = 32 * 1024 * 1024;

/// Pixels ready to be resized and encoded.
#[derive(Debug, Clone)]
pub(crate) enum Pixels {
    Opaque(RgbImage),
    Alpha(RgbaImage),
}

impl Pixels {
    /// Decodes the (first frame of the) picture, upright and in sRGB.
    pub(crate) fn decode(bytes: &[u8], info: &ImageInfo) -> Result<Self, ImageError> {
        let format = info.format;
        guard(
            || decode(bytes, info),
            |message| ImageError::malformed(format, message),
        )
    }

    pub(crate) fn width(&self) -> u32 {
        match self {
            Self::Opaque(image) => image.width(),
            Self::Alpha(image) => image.width(),
        }
    }

    pub(crate) fn height(&self) -> u32 {
        match self {
            Self::Opaque(image) => image.height(),
            Self::Alpha(image) => image.height(),
        }
    }

    pub(crate) fn has_alpha(&self) -> bool {
        matches!(self, Self::Alpha(_))
    }

    /// The height that keeps the proportions at `width`.
    pub(crate) fn height_at(&self, width: u32) -> u32 {
        height_at(self.width(), self.height(), width)
    }

    /// The samples, row by row.
    pub(crate) fn samples(&self) -> &[u8] {
        match self {
            Self::Opaque(image) => image.as_raw(),
            Self::Alpha(image) => image.as_raw(),
        }
    }

    /// Scaled down to `width`, proportions kept; `None` when it is not wider than that.
    pub(crate) fn resized(&self, width: u32) -> Result<Option<Self>, ImageError> {
        if width >= self.width() {
            return Ok(None);
        }
        guard(
            || self.resize(width, self.height_at(width)).map(Some),
            |message| resize_error(message),
        )
    }

    fn resize(&self, width: u32, height: u32) -> Result<Self, ImageError> {
        let resized = match self {
            Self::Opaque(_) => {
                let samples = self.resize_as::<U8x3>(width, height)?;
                RgbImage::from_raw(width, height, samples).map(Self::Opaque)
            }
            Self::Alpha(_) => {
                let samples = self.resize_as::<U8x4>(width, height)?;
                RgbaImage::from_raw(width, height, samples).map(Self::Alpha)
            }
        };
        resized.ok_or_else(|| resize_error("the resized picture has a wrong size"))
    }

    /// The samples in another size. `P` is what they are; only this is compiled, not all kinds of pixels that there are.
    fn resize_as<P: PixelTrait + InnerPixel>(
        &self,
        width: u32,
        height: u32,
    ) -> Result<Vec<u8>, ImageError> {
        let source = TypedImageRef::<P>::from_buffer(self.width(), self.height(), self.samples())
            .map_err(resize_error)?;
        let mut buffer = vec![0; width as usize * height as usize * P::size()];
        let mut target =
            TypedImage::<P>::from_buffer(width, height, &mut buffer).map_err(resize_error)?;
        let options = ResizeOptions::new().use_alpha(self.has_alpha());
        Resizer::new()
            .resize_typed(&source, &mut target, &options)
            .map_err(resize_error)?;
        Ok(buffer)
    }
}

fn resize_error(detail: impl ToString) -> ImageError {
    ImageError::Encode {
        format: Format::Png,
        detail: format!("resizing: {}", detail.to_string()),
    }
}

/// The height that keeps the proportions of `own_width` x `own_height` at `width`; at least 1.
pub(crate) fn height_at(own_width: u32, own_height: u32, width: u32) -> u32 {
    let (w, h) = (u64::from(own_width.max(1)), u64::from(own_height));
    let scaled = (h * u64::from(width) + w / 2) / w;
    u32::try_from(scaled).unwrap_or(u32::MAX).max(1)
}

fn decode(bytes: &[u8], info: &ImageInfo) -> Result<Pixels, ImageError> {
    let cursor = || Cursor::new(bytes);
    let failed = |error: image::ImageError| codec_error(info.format, &error);
    match info.format {
        Format::Jpeg => finish(JpegDecoder::new(cursor()).map_err(failed)?, info),
        Format::Png => finish(png(bytes).map_err(failed)?, info),
        Format::Gif => finish(GifDecoder::new(cursor()).map_err(failed)?, info),
        Format::Webp => finish(WebPDecoder::new(cursor()).map_err(failed)?, info),
        Format::Avif => Err(ImageError::Unsupported {
            found: "an AVIF picture",
        }),
    }
}

/// It reads all that stands before the pixels at once, and unpacks some of that.
fn png(bytes: &[u8]) -> image::ImageResult<PngDecoder<Cursor<&[u8]>>> {
    let mut limits = image::Limits::no_limits();
    // A chunk is gathered in a buffer of up to twice its length, a text is copied from there.
    limits.max_alloc = Some(3 * bytes.len() as u64 + MAX_BESIDE);
    PngDecoder::with_limits(Cursor::new(bytes), limits)
}

fn finish(mut decoder: impl ImageDecoder, info: &ImageInfo) -> Result<Pixels, ImageError> {
    let failed = |error: image::ImageError| codec_error(info.format, &error);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MAX_ALLOC);
    decoder.set_limits(limits).map_err(failed)?;
    let profile = decoder.icc_profile().unwrap_or(None);
    let mut image = DynamicImage::from_decoder(decoder).map_err(failed)?;
    if let Some(orientation) = Orientation::from_exif(info.orientation) {
        image.apply_orientation(orientation);
    }
    if (image.width(), image.height()) != (info.width, info.height) {
        return Err(ImageError::malformed(
            info.format,
            "its headers disagree about the size",
        ));
    }
    let coloured = image.color().has_color();
    let mut pixels = eight_bits(image);
    if let Some(profile) = profile.filter(|_| coloured) {
        to_srgb(&mut pixels, &profile);
    }
    Ok(pixels)
}

fn eight_bits(image: DynamicImage) -> Pixels {
    if !image.color().has_alpha() {
        return Pixels::Opaque(image.into_rgb8());
    }
    let rgba = image.into_rgba8();
    if rgba.pixels().any(|pixel| pixel.0[3] != 255) {
        Pixels::Alpha(rgba)
    } else {
        Pixels::Opaque(DynamicImage::ImageRgba8(rgba).into_rgb8())
    }
}

/// Converts to sRGB; a profile that cannot be used leaves the colours as they are.
fn to_srgb(pixels: &mut Pixels, profile: &[u8]) {
    let Ok(source) = ColorProfile::new_from_slice(profile) else {
        return;
    };
    if source.color_space != DataColorSpace::Rgb {
        return;
    }
    let (layout, data): (Layout, &mut [u8]) = match pixels {
        Pixels::Opaque(image) => (Layout::Rgb, image),
        Pixels::Alpha(image) => (Layout::Rgba, image),
    };
    let options = TransformOptions::default();
    let Ok(transform) =
        source.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, options)
    else {
        return;
    };
    let mut converted = vec![0; data.len()];
    if transform.transform(data, &mut converted).is_ok() {
        data.copy_from_slice(&converted);
    }
}

fn codec_error(format: Format, error: &image::ImageError) -> ImageError {
    match error {
        image::ImageError::IoError(io) if io.kind() == std::io::ErrorKind::UnexpectedEof => {
            ImageError::Truncated { format }
        }
        other => ImageError::malformed(format, other),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use image::codecs::png::PngEncoder;
    use image::{ExtendedColorType, ImageEncoder as _};

    use super::*;

    fn with_profile(bytes: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = PngEncoder::new(&mut out);
        encoder.set_icc_profile(vec![0; bytes]).unwrap();
        let pixels = [0; 3 * 8 * 8];
        encoder
            .write_image(&pixels, 8, 8, ExtendedColorType::Rgb8)
            .unwrap();
        out
    }

    #[test]
    fn a_profile_that_is_too_large_is_not_unpacked_and_the_picture_is() {
        for (bytes, read) in [(1000, true), (100 << 20, false)] {
            let file = with_profile(bytes);
            let mut decoder = png(&file).unwrap();
            assert_eq!(decoder.icc_profile().unwrap().is_some(), read, "{bytes}");
            let mut pixels = vec![1; 3 * 8 * 8];
            decoder.read_image(&mut pixels).unwrap();
            assert!(pixels.iter().all(|sample| *sample == 0));
        }
    }
}
