//! The first look at a picture: what it is and whether it may be decoded.

use serde::{Deserialize, Serialize};

use crate::containers::{Scan, scan};
use crate::{Format, ImageError, Limits};

/// What is known about a picture without decoding it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageInfo {
    /// By content.
    pub format: Format,
    /// As it is seen, that is with the orientation applied.
    pub width: u32,
    /// As it is seen, that is with the orientation applied.
    pub height: u32,
    /// EXIF orientation, 1-8.
    pub orientation: u8,
    /// 1 for a still picture.
    pub frames: u32,
    /// Size of the file.
    pub bytes: usize,
}

impl ImageInfo {
    /// Whether it moves; such a picture is kept as it is.
    pub fn is_animated(&self) -> bool {
        self.frames > 1
    }

    /// The media type.
    pub fn content_type(&self) -> &'static str {
        self.format.content_type()
    }
}

/// Recognises a picture by its content and measures it against `limits`, reading only headers and block
/// structure, and how much a packed colour profile holds. A decompression bomb, a file cut short and a file of another kind are refused here.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<ImageInfo, ImageError> {
    if bytes.len() > limits.max_bytes {
        return Err(ImageError::TooManyBytes {
            bytes: bytes.len(),
            max: limits.max_bytes,
        });
    }
    let format = Format::sniff(bytes)?;
    let found = scan(format, bytes, limits)?;
    check(format, &found, limits)?;
    let turned = found.orientation >= 5;
    let (width, height) = if turned {
        (found.height, found.width)
    } else {
        (found.width, found.height)
    };
    Ok(ImageInfo {
        format,
        width,
        height,
        orientation: found.orientation,
        frames: found.frames,
        bytes: bytes.len(),
    })
}

fn check(format: Format, found: &Scan, limits: &Limits) -> Result<(), ImageError> {
    let Scan {
        width,
        height,
        frames,
        scans,
        ..
    } = *found;
    if width == 0 || height == 0 {
        return Err(ImageError::malformed(
            format,
            "it has no width or no height",
        ));
    }
    if width > limits.max_side || height > limits.max_side {
        return Err(ImageError::SideTooLong {
            width,
            height,
            max: limits.max_side,
        });
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels > limits.max_pixels {
        return Err(ImageError::TooManyPixels {
            width,
            height,
            max: limits.max_pixels,
        });
    }
    let bytes = pixels * u64::from(found.pixel_bytes);
    if bytes > limits.max_decode_bytes {
        return Err(ImageError::TooMuchMemory {
            bytes,
            max: limits.max_decode_bytes,
        });
    }
    if frames > limits.max_frames {
        return Err(ImageError::TooManyFrames {
            frames,
            max: limits.max_frames,
        });
    }
    let in_all = pixels * u64::from(frames);
    if frames > 1 && in_all > limits.max_animation_pixels {
        return Err(ImageError::AnimationTooLarge {
            pixels: in_all,
            max: limits.max_animation_pixels,
        });
    }
    if found.profile_bytes > limits.max_profile_bytes {
        return Err(ImageError::ProfileTooLarge {
            max: limits.max_profile_bytes,
        });
    }
    if scans > limits.max_scans {
        return Err(ImageError::TooManyScans {
            scans,
            max: limits.max_scans,
        });
    }
    Ok(())
}
