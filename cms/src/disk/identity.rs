//! Which file a name stands for, whatever it is called.

use std::{fs::Metadata, io, os::unix::fs::MetadataExt as _, path::Path};

/// Device and inode of a file: the same under each of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity(u64, u64);

impl From<Metadata> for Identity {
    fn from(found: Metadata) -> Self {
        Self(found.dev(), found.ino())
    }
}

impl Identity {
    /// Of the file that a path leads to.
    pub fn of(path: &Path) -> io::Result<Self> {
        path.metadata().map(Self::from)
    }

    /// Of what has that name itself, a link too.
    pub fn of_name(path: &Path) -> io::Result<Self> {
        path.symlink_metadata().map(Self::from)
    }
}
