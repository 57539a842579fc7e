//! Object storage: S3 of any maker, Google Cloud Storage, Azure Blob Storage. The way there, and what goes wrong on it.

mod connection;
mod pieces;
mod trouble;

pub use self::{
    connection::open,
    pieces::{PIECES, pieces},
    trouble::{StorageError, Trouble, invalid, is_missing, is_unknown_to_it, trouble},
};
