//! Files that content names as pictures: which are none, and which are published only as they are.

use imaging::{ImageError, is_avif};

use super::shown::limits;
use crate::base::Problem;

const AGAIN: &str = "put the picture there again";
const OTHERWISE: &str = "save it as JPEG, PNG, WebP or SVG";
const FOR_SIZES: &str = "JPEG, PNG and WebP pictures have smaller sizes";
const SMALLER: &str = "make it smaller";

/// What is to be said of a file that a page names as a picture, if anything. Only its headers are looked at.
///
/// What no browser shows is an error. What browsers do show, only not in smaller sizes, is none: the site goes on, and somebody
/// should look.
pub fn fault(name: &str, bytes: &[u8]) -> Option<Problem> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    if ending.eq_ignore_ascii_case("svg") {
        return (!is_drawing(bytes)).then(|| broken(name, "there is no <svg> in it", AGAIN));
    }
    let error = imaging::inspect(bytes, &limits()).err()?;
    let why = error.to_string();
    Some(match error {
        ImageError::Unsupported { found } => {
            let why = format!("this is {found}");
            if is_known_to_browsers(bytes) {
                heavy(name, &why).hint(FOR_SIZES)
            } else {
                broken(name, &why, OTHERWISE)
            }
        }
        ImageError::TooManyBytes { .. }
        | ImageError::TooManyPixels { .. }
        | ImageError::SideTooLong { .. }
        | ImageError::TooManyFrames { .. }
        | ImageError::AnimationTooLarge { .. }
        | ImageError::TooMuchMemory { .. } => heavy(name, &why).hint(SMALLER),
        // These say what to do themselves.
        ImageError::ProfileTooLarge { .. } | ImageError::TooManyScans { .. } => heavy(name, &why),
        ImageError::Empty
        | ImageError::Truncated { .. }
        | ImageError::Malformed { .. }
        | ImageError::Encode { .. }
        | ImageError::BadHash(_)
        | ImageError::Io { .. } => broken(name, &why, AGAIN),
    })
}

fn broken(name: &str, why: &str, hint: &str) -> Problem {
    let message = format!("content/media/{name} is no picture that can be shown: {why}");
    Problem::error("broken-media", message).hint(hint)
}

fn heavy(name: &str, why: &str) -> Problem {
    let message = format!("content/media/{name} is published as it is, in no smaller sizes: {why}");
    Problem::warning("heavy-media", message)
}

/// Whether there is an `<svg>` in it, with or without a prefix for its namespace.
fn is_drawing(bytes: &[u8]) -> bool {
    // Of UTF-16 it is the letters that count here: those of names are ASCII.
    let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let narrow: Vec<u8> = if wide {
        bytes.iter().copied().filter(|byte| *byte != 0).collect()
    } else {
        Vec::new()
    };
    let text = if wide { narrow.as_slice() } else { bytes };
    text.split(|byte| *byte == b'<').skip(1).any(|tag| {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
        let name = tag.split(ends).next().unwrap_or_default();
        name.rsplit(|byte| *byte == b':').next() == Some(b"svg".as_slice())
    })
}

/// Pictures that every browser shows, although nothing is made of them here. Browsers go by the bytes, too.
fn is_known_to_browsers(bytes: &[u8]) -> bool {
    let begins = |start: &[u8]| bytes.starts_with(start);
    begins(&[0xff, 0xd8, 0xff]) || begins(b"BM") || begins(&[0, 0, 1, 0]) || is_avif(bytes)
}

/// What the host calls a file that has no smaller sizes.
pub fn type_of(name: &str) -> &'static str {
    let ending = name.rsplit('.').next().unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "ico" => "image/x-icon",
        _ => "image/svg+xml",
    }
}
