//! Why a picture was refused, in words an editor understands.

use std::path::PathBuf;

use crate::Format;

/// A picture that cannot be used, or a cache that cannot be written.
///
/// `Display` is for people; [`ImageError::code`] is for programs that translate.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// Not one of the accepted formats.
    #[error("this is {found}; only JPEG, PNG, GIF and WebP pictures are accepted")]
    Unsupported {
        /// What it seems to be.
        found: &'static str,
    },
    /// The file is too large.
    #[error("the file has {bytes} bytes; at most {max} are accepted")]
    TooManyBytes {
        /// Its size.
        bytes: usize,
        /// The bound.
        max: usize,
    },
    /// Too many pixels.
    #[error("the picture is {width} x {height} pixels; at most {max} pixels are accepted")]
    TooManyPixels {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
        /// The bound on width x height.
        max: u64,
    },
    /// One side is too long.
    #[error("the picture is {width} x {height} pixels; no side may be longer than {max}")]
    SideTooLong {
        /// Width.
        width: u32,
        /// Height.
        height: u32,
        /// The bound.
        max: u32,
    },
    /// The animation is too long.
    #[error("the animation has {frames} frames; at most {max} are accepted")]
    TooManyFrames {
        /// Frames.
        frames: u32,
        /// The bound.
        max: u32,
    },
    /// The animation has too many pixels in all.
    #[error("the animation has {pixels} pixels in all its frames; at most {max} are accepted")]
    AnimationTooLarge {
        /// Width x height x frames.
        pixels: u64,
        /// The bound.
        max: u64,
    },
    /// Decoding would need too much memory.
    #[error("decoding the picture needs {bytes} bytes of memory; at most {max} are allowed")]
    TooMuchMemory {
        /// Needed.
        bytes: u64,
        /// The bound.
        max: u64,
    },
    /// A colour profile that is small only while it is packed.
    #[error(
        "the picture's colour profile has more than {max} bytes once it is unpacked; save the picture again without it"
    )]
    ProfileTooLarge {
        /// The bound.
        max: u64,
    },
    /// A JPEG made of very many scans.
    #[error(
        "the JPEG has {scans} scans; at most {max} are accepted; save it again as an ordinary JPEG"
    )]
    TooManyScans {
        /// Scans.
        scans: u32,
        /// The bound.
        max: u32,
    },
    /// The end is missing.
    #[error("the {} file is cut off before its end; it was probably not copied completely", .format.name())]
    Truncated {
        /// The format.
        format: Format,
    },
    /// The file breaks the rules of its format.
    #[error("the {} file is damaged: {detail}", .format.name())]
    Malformed {
        /// The format.
        format: Format,
        /// What is wrong.
        detail: String,
    },
    /// An encoder failed.
    #[error("the picture could not be written as {}: {detail}", .format.name())]
    Encode {
        /// The target format.
        format: Format,
        /// What the encoder said.
        detail: String,
    },
    /// Not a content hash.
    #[error("{0:?} is not a content hash")]
    BadHash(String),
    /// The cache folder cannot be used.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        source: std::io::Error,
    },
}

impl ImageError {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "image_empty",
            Self::Unsupported { .. } => "image_unsupported",
            Self::TooManyBytes { .. } => "image_too_many_bytes",
            Self::TooManyPixels { .. } | Self::SideTooLong { .. } => "image_too_many_pixels",
            Self::TooManyFrames { .. } | Self::AnimationTooLarge { .. } => "image_too_many_frames",
            Self::TooMuchMemory { .. }
            | Self::ProfileTooLarge { .. }
            | Self::TooManyScans { .. } => "image_too_complex",
            Self::Truncated { .. } => "image_truncated",
            Self::Malformed { .. } => "image_malformed",
            Self::Encode { .. } | Self::BadHash(_) | Self::Io { .. } => "image_internal",
        }
    }

    /// Whether the file is to blame (a client error), not this machine.
    pub fn is_refusal(&self) -> bool {
        self.code() != "image_internal"
    }

    pub(crate) fn malformed(format: Format, detail: impl ToString) -> Self {
        Self::Malformed {
            format,
            detail: detail.to_string(),
        }
    }
}
