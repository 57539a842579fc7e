//! What a picture may cost.

/// Bounds that are checked before anything is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file.
    pub max_bytes: usize,
    /// Width x height of one frame.
    pub max_pixels: u64,
    /// Width and height each; WebP cannot hold more than 16383.
    pub max_side: u32,
    /// Frames of an animation.
    pub max_frames: u32,
    /// Width x height x frames of an animation: what a visitor's browser has to draw.
    pub max_animation_pixels: u64,
    /// Memory the decoded picture needs.
    pub max_decode_bytes: u64,
    /// A colour profile once it is unpacked; none of those in use has a tenth of that.
    pub max_profile_bytes: u64,
    /// Scans of a progressive JPEG; each costs a pass over the whole picture.
    pub max_scans: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 20 * 1024 * 1024,
            max_pixels: 50_000_000,
            max_side: 16_383,
            max_frames: 500,
            max_animation_pixels: 500_000_000,
            max_decode_bytes: 512 * 1024 * 1024,
            max_profile_bytes: 16 * 1024 * 1024,
            max_scans: 100,
        }
    }
}
