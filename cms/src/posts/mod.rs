//! What staff do with posts: forms, texts. Knows neither HTTP nor SQL.

pub mod form;
pub mod rich_text;
