//! The four encoders. Each is one thread and depends on nothing but pixels and settings: the same bytes always.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, Rgb};
use jpeg_encoder::SamplingFactor;
use ravif::{AlphaColorMode, Img, RGBA8};
use webp::{PixelLayout, WebPConfig};

use crate::guard::guard;
use crate::pixels::Pixels;
use crate::{Format, ImageError};

/// How good a lossy picture is, per format.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quality {
    pub avif: f32,
    pub webp: f32,
    pub jpeg: u8,
}

/// For the pictures a visitor sees: differences show only side by side and enlarged.
pub(crate) const PUBLISHED: Quality = Quality {
    avif: 64.0,
    webp: 78.0,
    jpeg: 80,
};

/// For an original that had to be written anew because it lay on its side.
pub(crate) const ORIGINAL: Quality = Quality {
    avif: 90.0,
    webp: 92.0,
    jpeg: 92,
};

/// Encodes; a codec that panics is an error.
pub(crate) fn encode(
    pixels: &Pixels,
    format: Format,
    quality: Quality,
) -> Result<Vec<u8>, ImageError> {
    let fail = |detail: &str| ImageError::Encode {
        format,
        detail: detail.to_owned(),
    };
    let run = || match format {
        Format::Avif => avif(pixels, quality.avif),
        Format::Webp => webp(pixels, Some(quality.webp)),
        Format::Jpeg => jpeg(pixels, quality.jpeg),
        Format::Png => png(pixels),
        Format::Gif => Err("only kept, never written".to_owned()),
    };
    guard(|| run().map_err(|detail| fail(&detail)), fail)
}

/// WebP without loss.
pub(crate) fn encode_webp_lossless(pixels: &Pixels) -> Result<Vec<u8>, ImageError> {
    let fail = |detail: &str| ImageError::Encode {
        format: Format::Webp,
        detail: detail.to_owned(),
    };
    guard(|| webp(pixels, None).map_err(|detail| fail(&detail)), fail)
}

fn avif(pixels: &Pixels, quality: f32) -> Result<Vec<u8>, String> {
    let encoder = ravif::Encoder::new()
        .with_quality(quality)
        .with_alpha_quality(quality)
        .with_speed(10)
        .with_alpha_color_mode(AlphaColorMode::UnassociatedClean)
        .with_num_threads(Some(1));
    let (width, height) = (side(pixels.width())?, side(pixels.height())?);
    // Never `encode_rgb`: it is inlined, so that the whole of rav1e would be compiled a second time, into this crate.
    // Without a transparent pixel this leaves the alpha out and makes the same bytes.
    let samples: Vec<RGBA8> = match pixels {
        Pixels::Opaque(image) => {
            let opaque = |&Rgb([r, g, b]): &Rgb<u8>| RGBA8::new(r, g, b, u8::MAX);
            image.pixels().map(opaque).collect()
        }
        Pixels::Alpha(image) => image.pixels().map(|p| RGBA8::from(p.0)).collect(),
    };
    encoder
        .encode_rgba(Img::new(&samples[..], width, height))
        .map(|image| image.avif_file)
        .map_err(|error| error.to_string())
}

fn webp(pixels: &Pixels, quality: Option<f32>) -> Result<Vec<u8>, String> {
    let mut config = WebPConfig::new().map_err(|()| "libwebp has another version".to_owned())?;
    config.thread_level = 0;
    match quality {
        Some(quality) => config.quality = quality,
        None => {
            config.lossless = 1;
            config.quality = 75.0;
            config.exact = 0;
        }
    }
    let layout = if pixels.has_alpha() {
        PixelLayout::Rgba
    } else {
        PixelLayout::Rgb
    };
    webp::Encoder::new(pixels.samples(), layout, pixels.width(), pixels.height())
        .encode_advanced(&config)
        .map(|memory| memory.to_vec())
        .map_err(|error| format!("{error:?}"))
}

fn jpeg(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, String> {
    let width = u16::try_from(pixels.width()).map_err(|e| e.to_string())?;
    let height = u16::try_from(pixels.height()).map_err(|e| e.to_string())?;
    let colour = match pixels {
        Pixels::Opaque(_) => jpeg_encoder::ColorType::Rgb,
        Pixels::Alpha(_) => jpeg_encoder::ColorType::Rgba,
    };
    let mut out = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, quality);
    if quality < 90 {
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
    }
    encoder
        .encode(pixels.samples(), width, height, colour)
        .map_err(|error| error.to_string())?;
    Ok(out)
}

fn png(pixels: &Pixels) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let colour = match pixels {
        Pixels::Opaque(_) => image::ExtendedColorType::Rgb8,
        Pixels::Alpha(_) => image::ExtendedColorType::Rgba8,
    };
    PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive)
        .write_image(pixels.samples(), pixels.width(), pixels.height(), colour)
        .map_err(|error| error.to_string())?;
    Ok(out)
}

fn side(value: u32) -> Result<usize, String> {
    usize::try_from(value).map_err(|error| error.to_string())
}
