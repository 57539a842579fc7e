//! Posts: what they are, what they show, and in which order.

mod body;
mod captions;
mod catalogue;
mod digest;
mod feed_text;
mod footnotes;
mod layout;
mod list;
mod notes;
mod outline;
mod post;
mod segment;
mod shown;
mod slugs;
mod view;

pub use body::{Body, PartNames, Pictures, Said, Use, picture_uses, rewrite, stored_id};
pub use catalogue::{BYLINE, Catalogue, Changes, Counts, Draw, RANGE, RELATED, related_places};
pub use digest::{Content, Digest, TextStore, TextStoreError};
pub use feed_text::feed_text;
pub use footnotes::NoteWords;
pub use layout::{Composed, ListPage, PAGE_SIZE};
pub use list::{List, Year, ends};
pub use notes::{Focus, PictureNote, PictureNotes};
pub use outline::{Heading, Outline};
pub use post::{Away, ListedPost, Meta, MovedSet, Post, PostSet, Posts, Published};
pub use segment::Segment;
pub use slugs::Slugs;
pub use view::{CardFacts, CardRef, Cards, PostView};
