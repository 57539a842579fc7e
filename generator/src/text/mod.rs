//! Words as people of each language expect them, and as machines may read them.

mod dates;
mod escape;
mod fold;
mod letters;
mod numbers;
mod scripts;
mod slug;

pub use dates::{PageDate, is_later_day, year_begin, year_of};
pub use escape::{escape_html, escape_script, escape_xml, html, script_json};
pub use fold::fold;
pub use letters::{capitalise, initial, truncate};
pub use numbers::whole_numbers;
pub use scripts::{region, scripts};
pub use slug::slug;
