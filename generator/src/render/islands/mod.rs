//! React inside the generator: the embedded engine, its memory, the markup around an island.

mod engine;
mod error;
mod markup;
mod memo;

pub use engine::Limits;
pub use markup::{IslandCall, island_markup, loader_tag};
pub use memo::{Islands, shorten};
