//! Draws pictures for sharing: a title, the name of its section and that of the firm on a sheet that is an SVG file.
//!
//! A [`Sheet`] says in rectangles where texts stand, in which colour and how large; a [`Face`] is set as browsers set it, from
//! the very files that the site publishes. Lines are broken where the script allows it, by the widths of shaped glyphs.
//! Equal sheets, faces and texts give equal bytes.

mod error;
mod face;
mod lines;
mod palette;
mod sheet;
mod texts;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

pub use error::DrawingError;
pub use face::Face;
pub use sheet::{Faces, Sheet};
pub use texts::Texts;

/// Width of every picture, in pixels: what Open Graph and Twitter ask for.
pub const WIDTH: u32 = 1200;
/// Height of every picture, in pixels.
pub const HEIGHT: u32 = 630;
/// Identity of what draws: equal identities, equal bytes.
pub const IDENTITY: &str = env!("DRAWING_FINGERPRINT");
