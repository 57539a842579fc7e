//! Files under `/assets/`: the address has the content's hash, so it never changes its meaning.

use std::sync::Arc;

use crate::base::{Fingerprint, hashed_name};

/// A published file.
#[derive(Debug, Clone)]
pub struct Asset {
    /// `/assets/x-0123456789.woff2`
    pub url: String,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
}

impl Asset {
    /// Named by its content.
    pub fn hashed(path: &str, bytes: Arc<[u8]>) -> Asset {
        let name = path.rsplit('/').next().unwrap_or(path);
        Asset {
            url: format!(
                "/assets/{}",
                hashed_name(name, Fingerprint::of_bytes(&bytes))
            ),
            bytes,
        }
    }

    /// Already named by its content.
    pub fn named(name: &str, bytes: Arc<[u8]>) -> Asset {
        Asset {
            url: format!("/assets/{name}"),
            bytes,
        }
    }
}
