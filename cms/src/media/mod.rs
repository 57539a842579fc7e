//! Pictures on their way in.

pub mod desk;
pub mod examiner;
pub mod uploads;

/// Where a stored picture is served.
pub fn address(image_id: i64) -> String {
    format!("/api/blog/images/{image_id}/")
}
