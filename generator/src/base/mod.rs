//! What every room may use: languages, problems, fingerprints, paths.

mod category;
mod fingerprint;
mod lang;
mod languages;
mod localized;
mod path;
pub mod place;
mod problem;
mod slug;

pub use category::{ByService, Category};
pub use fingerprint::{Fingerprint, PROGRAM, hashed_name};
pub use lang::Lang;
pub use languages::{Languages, LanguagesError};
pub use localized::{ByLang, Localized, Texts};
pub use path::relative;
pub use problem::{Problem, Problems, Severity};
pub use slug::Slug;
