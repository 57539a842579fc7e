//! Posts: what they are, what they show, and in which order.

mod body;
mod catalogue;
mod list;
mod post;
mod view;

pub use body::{Body, Pictures, Use, picture_uses, rewrite, stored_id};
pub use catalogue::{Catalogue, Counts, RELATED, related_places};
pub use list::List;
pub use post::{Category, Post, PostSet};
pub use view::{CardRef, Cards, PostView};
