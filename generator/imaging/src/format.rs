//! Recognising pictures by their content, never by their name.

use serde::{Deserialize, Serialize};

use crate::ImageError;

/// A picture format, of an upload or of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Only written, never read.
    Avif,
    /// Read and written; may be animated.
    Webp,
    /// Read and written.
    Jpeg,
    /// Read and written; may be animated.
    Png,
    /// Read, and kept as it is when animated.
    Gif,
}

impl Format {
    /// The media type.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Avif => "image/avif",
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }

    /// The usual file name extension, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// The name people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avif => "AVIF",
            Self::Webp => "WebP",
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::Gif => "GIF",
        }
    }

    /// The format of an uploaded file, from its first bytes.
    pub(crate) fn sniff(bytes: &[u8]) -> Result<Self, ImageError> {
        match bytes {
            [] => Err(ImageError::Empty),
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Ok(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Ok(Self::Gif),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                ..,
            ] => Ok(Self::Webp),
            _ => Err(ImageError::Unsupported {
                found: guess(bytes),
            }),
        }
    }
}

/// What a refused file probably is, so that the editor knows what to do.
fn guess(bytes: &[u8]) -> &'static str {
    match bytes {
        _ if is_avif(bytes) => "an AVIF picture",
        [_, _, _, _, b'f', b't', b'y', b'p', b'h', b'e', ..]
        | [
            _,
            _,
            _,
            _,
            b'f',
            b't',
            b'y',
            b'p',
            b'm',
            b'i',
            b'f',
            b'1',
            ..,
        ] => "a HEIC picture",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "a video",
        [b'B', b'M', ..] => "a BMP picture",
        [b'I', b'I', 0x2a, 0, ..] | [b'M', b'M', 0, 0x2a, ..] => "a TIFF picture",
        [b'%', b'P', b'D', b'F', ..] => "a PDF document",
        [b'P', b'K', 3, 4, ..] => "a ZIP archive or an office document",
        _ if looks_like_markup(bytes) => "SVG or another text file",
        _ => "an unknown kind of file",
    }
}

/// Whether a file says that it is AVIF, which is only written here. Some name the box that they share with HEIC first, and
/// their own kind among the others.
pub fn is_avif(bytes: &[u8]) -> bool {
    let Some((length, [b'f', b't', b'y', b'p', brands @ ..])) = bytes.split_first_chunk::<4>()
    else {
        return false;
    };
    let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
    let brands = brands.get(..length.saturating_sub(8)).unwrap_or(brands);
    let mut brands = brands.chunks_exact(4);
    brands.any(|brand| matches!(brand, b"avif" | b"avis"))
}

fn looks_like_markup(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    start.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<')
}
