//! A secret that the store keeps and cannot read.

/// A secret as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Which key sealed it.
    pub key_id: String,
    /// Opened by that key alone.
    pub bytes: Vec<u8>,
}
