//! Pictures made in code, and what can be hung on them.

use std::io::{Cursor, Read as _};

use flate2::{Compression, write::ZlibEncoder};
use image::codecs::gif::{GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

pub const SECRET: &str = "SECRET-40.4093N-49.8671E";

/// A picture with a shape: smooth colours and a hard edge.
pub fn picture(width: u32, height: u32) -> DynamicImage {
    let colour = |x: u32, y: u32| {
        let edge = if (x + y) % 64 < 32 { 40 } else { 0 };
        Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 90 + edge])
    };
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, colour))
}

/// Transparent outside a disc.
pub fn transparent(side: u32) -> DynamicImage {
    let inside = |x: u32, y: u32| {
        let (dx, dy) = (
            f64::from(x) * 2.0 - f64::from(side),
            f64::from(y) * 2.0 - f64::from(side),
        );
        dx.hypot(dy) < f64::from(side)
    };
    DynamicImage::ImageRgba8(RgbaImage::from_fn(side, side, |x, y| {
        if inside(x, y) {
            Rgba([158, 34, 56, 255])
        } else {
            Rgba([0, 0, 0, 0])
        }
    }))
}

pub fn jpeg(image: &DynamicImage) -> Vec<u8> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, 92)
        .encode_image(&image.to_rgb8())
        .unwrap();
    out
}

pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

pub fn animated_gif(side: u32, frames: u32) -> Vec<u8> {
    let mut out = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut out);
        encoder.set_repeat(Repeat::Infinite).unwrap();
        for index in 0..frames {
            let shade = (index * 40) as u8;
            let frame = RgbaImage::from_pixel(side, side, Rgba([shade, 20, 200, 255]));
            encoder.encode_frame(Frame::new(frame)).unwrap();
        }
    }
    out
}

/// One small picture of each format, by name.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let small = picture(64, 48);
    vec![
        ("jpeg", jpeg(&small)),
        ("png", encoded(&small, ImageFormat::Png)),
        (
            "png with alpha",
            encoded(&transparent(40), ImageFormat::Png),
        ),
        ("gif", encoded(&small, ImageFormat::Gif)),
        ("animated gif", animated_gif(32, 4)),
        ("webp", encoded(&small, ImageFormat::WebP)),
    ]
}

/// An EXIF block with an orientation and something nobody should read.
pub fn exif(orientation: u8) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0\x02\0".to_vec();
    tiff.extend_from_slice(&[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    let length = u32::try_from(SECRET.len()).unwrap().to_le_bytes();
    tiff.extend_from_slice(&[0x0e, 0x01, 2, 0]);
    tiff.extend_from_slice(&length);
    tiff.extend_from_slice(&38u32.to_le_bytes());
    tiff.extend_from_slice(&[0, 0, 0, 0]);
    tiff.extend_from_slice(SECRET.as_bytes());
    tiff
}

/// A JPEG with segments put after its first marker.
pub fn with_segments(jpeg: &[u8], segments: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut out = jpeg[..2].to_vec();
    for (marker, payload) in segments {
        out.extend_from_slice(&[0xff, *marker]);
        out.extend_from_slice(&u16::try_from(payload.len() + 2).unwrap().to_be_bytes());
        out.extend_from_slice(payload);
    }
    out.extend_from_slice(&jpeg[2..]);
    out
}

pub fn jpeg_with_exif(image: &DynamicImage, orientation: u8) -> Vec<u8> {
    let payload = [b"Exif\0\0".as_slice(), &exif(orientation)].concat();
    with_segments(&jpeg(image), &[(0xe1, payload)])
}

/// A PNG with chunks put behind its header.
pub fn with_chunks(png: &[u8], chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let after_header = 8 + 25;
    let mut out = png[..after_header].to_vec();
    for (kind, data) in chunks {
        out.extend_from_slice(&png_chunk(kind, data));
    }
    out.extend_from_slice(&png[after_header..]);
    out
}

pub fn png_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [kind.as_slice(), data].concat();
    let mut out = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    out.extend_from_slice(&body);
    out.extend_from_slice(&crc32(&body).to_be_bytes());
    out
}

/// An `iCCP` chunk whose profile is so many zeros, a thousandth of them once packed.
pub fn profile_of_zeros(bytes: u64) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(b"zeros\0\0".to_vec(), Compression::best());
    std::io::copy(&mut std::io::repeat(0).take(bytes), &mut packed).unwrap();
    packed.finish().unwrap()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| {
            if c & 1 == 1 {
                0xedb8_8320 ^ (c >> 1)
            } else {
                c >> 1
            }
        })
    })
}

/// An extended WebP around a simple one, with more chunks behind the picture.
pub fn extended_webp(image: &DynamicImage, flags: u8, extra: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let simple = encoded(image, ImageFormat::WebP);
    let side = |value: u32| (value - 1).to_le_bytes()[..3].to_vec();
    let head = [
        vec![flags, 0, 0, 0],
        side(image.width()),
        side(image.height()),
    ]
    .concat();
    let mut body = [
        b"WEBP".to_vec(),
        riff_chunk(b"VP8X", &head),
        simple[12..].to_vec(),
    ]
    .concat();
    for (kind, data) in extra {
        body.extend_from_slice(&riff_chunk(kind, data));
    }
    riff_chunk(b"RIFF", &body)
}

fn riff_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let padding = vec![0; data.len() % 2];
    [kind.to_vec(), length.to_vec(), data.to_vec(), padding].concat()
}

pub fn contains(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}
