//! What the forms of a post hold, for the description of the API; they are read part by part in `posts/form.rs`.
#![allow(dead_code)]

use utoipa::ToSchema;

use super::post_json::Category;

/// What a form of a post holds. Sent as `multipart/form-data`.
#[derive(Debug, ToSchema)]
pub struct PostForm {
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_az: String,
    /// Required where the site has English, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_en: String,
    /// Required where the site has Russian, on one line.
    #[schema(min_length = 1, max_length = 500)]
    title_ru: String,
    /// Required, on one line.
    #[schema(min_length = 1, max_length = 200)]
    author: String,
    /// Optional plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_az: Option<String>,
    /// Optional plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_en: Option<String>,
    /// Optional plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_ru: Option<String>,
    /// Optional HTML, without its pictures at most 1,000,000 bytes; reduced to what the toolbar makes, data-URL images become stored
    /// images.
    #[schema(value_type = String, required = false)]
    content_az: Option<String>,
    /// Optional HTML.
    #[schema(value_type = String, required = false)]
    content_en: Option<String>,
    /// Optional HTML.
    #[schema(value_type = String, required = false)]
    content_ru: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_az: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_en: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_ru: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_az: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_en: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_ru: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_az: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_en: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_ru: Option<String>,
    /// When missing in a new post: `audit`, or the first service of a firm that has no such one.
    #[schema(value_type = Category, required = false)]
    category: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    featured: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    trending: Option<String>,
    /// A JPEG, PNG, GIF or WebP picture, told by its content. Without it a post keeps its picture.
    #[schema(value_type = String, required = false, format = Binary)]
    image: Option<Vec<u8>>,
    /// `true` takes the post's picture away; a picture sent with it counts more.
    #[schema(value_type = bool, required = false)]
    remove_image: Option<String>,
}

/// What a form of a working copy holds: the fields of a post, none of them required. Sent as `multipart/form-data`.
#[derive(Debug, ToSchema)]
pub struct DraftForm {
    /// On one line.
    #[schema(value_type = String, required = false, max_length = 500)]
    title_az: Option<String>,
    /// On one line.
    #[schema(value_type = String, required = false, max_length = 500)]
    title_en: Option<String>,
    /// On one line.
    #[schema(value_type = String, required = false, max_length = 500)]
    title_ru: Option<String>,
    /// On one line.
    #[schema(value_type = String, required = false, max_length = 200)]
    author: Option<String>,
    /// Plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_az: Option<String>,
    /// Plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_en: Option<String>,
    /// Plain text.
    #[schema(value_type = String, required = false, max_length = 10_000)]
    excerpt_ru: Option<String>,
    /// HTML, without its pictures at most 1,000,000 bytes; reduced to what the toolbar makes, data-URL images become stored images.
    #[schema(value_type = String, required = false)]
    content_az: Option<String>,
    /// HTML.
    #[schema(value_type = String, required = false)]
    content_en: Option<String>,
    /// HTML.
    #[schema(value_type = String, required = false)]
    content_ru: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_az: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_en: Option<String>,
    /// On one line; told to search engines and networks instead of the title. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 200)]
    meta_title_ru: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_az: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_en: Option<String>,
    /// On one line; told to search engines and networks instead of the excerpt. Empty clears it.
    #[schema(value_type = String, required = false, max_length = 500)]
    meta_description_ru: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_az: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_en: Option<String>,
    /// Words of the address, like `vat-2026`: small Latin letters, digits and hyphens between them. Empty: none.
    #[schema(value_type = String, required = false, max_length = 40)]
    slug_ru: Option<String>,
    /// One of the site's: `GET /api/blog/categories/`.
    #[schema(value_type = Category, required = false)]
    category: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    featured: Option<String>,
    /// `true`, `false`, `on`, `off`, `1` or `0`.
    #[schema(value_type = bool, required = false)]
    trending: Option<String>,
    /// A picture, told by its content.
    #[schema(value_type = String, required = false, format = Binary)]
    image: Option<Vec<u8>>,
    /// `true` takes the picture away.
    #[schema(value_type = bool, required = false)]
    remove_image: Option<String>,
    /// `true`: a pause in typing sent it, nobody pressed a button.
    #[schema(value_type = bool, required = false)]
    automatic: Option<String>,
}
