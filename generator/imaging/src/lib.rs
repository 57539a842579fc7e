//! Pictures from untrusted hands: recognise, bound, clean, resize and encode them.
//!
//! The way of an upload: [`inspect`] reads only headers and block structure and refuses what is too large
//! before a single pixel is decoded; [`strip_metadata`] decodes once to be sure the picture is whole and gives
//! the bytes that may be published; a [`VariantCache`] makes the responsive files of the public site.
//!
//! Nothing here panics on bad input, and a panic inside a codec stays inside (see [`guard`]).

mod cache;
mod containers;
mod encode;
mod error;
mod format;
mod guard;
mod inspect;
mod limits;
mod pixels;
mod spec;
mod strip;

pub use cache::{Seal, Variant, VariantCache, Variants, original_name};
pub use error::ImageError;
pub use format::{Format, is_avif};
pub use inspect::{ImageInfo, inspect};
pub use limits::Limits;
pub use spec::Spec;
pub use strip::strip_metadata;

/// Identity of the encoders and of everything between an upload and them: equal identities, equal bytes.
pub const ENCODERS: &str = env!("ENCODERS_FINGERPRINT");

/// The name of some bytes: BLAKE3 in lower-case hexadecimal, 64 characters.
pub fn content_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
