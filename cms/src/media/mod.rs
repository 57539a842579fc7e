//! Pictures on their way in.

pub mod desk;
pub mod examiner;
pub mod uploads;

/// Where a stored picture is served.
pub fn address(image_id: i64) -> String {
    format!("/api/blog/images/{image_id}/")
}

/// Characters of a content's hash that tell files apart.
const VERSION: usize = 16;

/// Names a picture's file by the hash of its content.
pub fn version(hash: &str) -> &str {
    hash.get(..VERSION).unwrap_or(hash)
}
