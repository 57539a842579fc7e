//! What staff do with posts: forms, texts, saving. Knows neither HTTP nor SQL.

pub mod changes;
pub mod form;
pub mod rich_text;
pub mod save;
