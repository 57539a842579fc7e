//! Why something is not done to a post.

use crate::{
    fields::{self, FieldErrors},
    store::posts::SaveError,
};

/// Why a post is not saved, published, or whatever was asked.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// There is no such post, or nothing of it that this could be done to.
    #[error("there is no such post")]
    Missing,
    /// It is not in the state that the change is based on.
    #[error("the post has changed")]
    Changed,
    /// Its working copy is not the one that was seen.
    #[error("the working copy has changed")]
    DraftChanged,
    /// Another post is featured.
    #[error("another post is featured")]
    FeaturedTaken,
    /// The request's key came with other fields before.
    #[error("the key belongs to another request")]
    KeyReused,
    /// What the request's key made has been taken off-line since: this post.
    #[error("post {0}, which this request made, is off-line")]
    MadeOffLine(i64),
    /// Somebody else asked for it, which only editors end.
    #[error("somebody else asked for it")]
    ForEditors,
    /// As it is it cannot be published, or not in these languages alone: codes by field.
    #[error("the post is not fit for that: {0:?}")]
    Unfit(FieldErrors),
    /// The store failed us.
    #[error(transparent)]
    Store(#[from] rusqlite::Error),
}

impl PostError {
    /// One thing that is in the way.
    pub fn unfit(field: &str, code: &str) -> Self {
        Self::Unfit(fields::one(field, code))
    }
}

impl From<SaveError> for PostError {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::FeaturedTaken => Self::FeaturedTaken,
            SaveError::Store(error) => Self::Store(error),
        }
    }
}
