//! What staff do with posts: forms, texts, saving, and the life of a post from the first draft to the trash. Knows neither HTTP
//! nor SQL.
//!
//! What is published and on-line stands in one place (`save`), which is all that the publisher ever reads; what staff
//! write stands in another (`copy`). Everything that happens leaves a revision (`history`).

pub mod approval;
pub mod changes;
pub mod copy;
pub mod desk;
pub mod editor;
pub mod error;
pub mod form;
pub mod history;
pub mod links;
pub mod looked_at;
pub mod plans;
pub mod publication;
pub mod redirects;
pub mod rich_text;
pub mod save;
pub mod schedule;
pub mod several;
pub mod share;
pub mod site;
pub mod translations;
pub mod trash;
pub mod words;
