//! What browsers see besides the API: the generated site as a host would serve it, and the admin SPA.

pub mod admin;
pub mod dist;
pub mod file;
pub mod live_reload;
pub mod shared;
pub mod site;
