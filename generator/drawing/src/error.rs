//! What can be wrong with a sheet, a face or a text.

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawingError {
    /// The sheet is no SVG, or not of the right size.
    #[error("the sheet cannot be drawn: {0}")]
    Sheet(String),
    /// The sheet has no rectangle for a text, or not one that can be used.
    #[error("the sheet's rectangle \"{id}\": {message}")]
    Place {
        /// Its `id`.
        id: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// A file is no font.
    #[error("a face cannot be read: {0}")]
    Face(String),
    /// The faces lack most letters of a text.
    #[error("the faces lack the letters of {0:?}")]
    Letters(String),
    /// The picture could not be written.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}
