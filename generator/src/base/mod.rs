//! What every room may use: languages, problems, fingerprints, paths.

mod fingerprint;
mod lang;
mod path;
pub mod place;
mod problem;

pub use fingerprint::{Fingerprint, PROGRAM, hashed_name};
pub use lang::{Lang, Languages, Localized};
pub use path::relative;
pub use problem::{Problem, Problems, Severity};
