//! Which rows of a list a page of it shows.

use crate::http::error::ApiError;

/// How many rows of a list are asked for and how many come before them, from a page counted from 1.
pub fn window(
    page: Option<u32>,
    size: Option<u32>,
    usual: u32,
    most: u32,
) -> Result<(i64, i64), ApiError> {
    let (page, size) = (page.unwrap_or(1), size.unwrap_or(usual));
    if page == 0 {
        return Err(ApiError::field("page", "out_of_range"));
    }
    if !(1..=most).contains(&size) {
        return Err(ApiError::field("page_size", "out_of_range"));
    }
    Ok((i64::from(size), i64::from(page - 1) * i64::from(size)))
}
