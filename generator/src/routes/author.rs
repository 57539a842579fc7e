//! The name by which an author's page is found.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::Slug;

/// `ayten-selimli`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AuthorId(Slug);

impl AuthorId {
    /// Reads a name; `None` when it is not of that form.
    pub fn new(name: &str) -> Option<AuthorId> {
        Slug::new(name).map(AuthorId)
    }

    /// As it stands in addresses.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for AuthorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
