//! What a host says with each file: its type, how long it may be kept, which rules apply. The preview answers by it and
//! object storage gets it with each object, so that there is one source for both.

pub mod caching;
pub mod content_type;
pub mod rules;
