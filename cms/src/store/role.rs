//! What a member of staff may do.

use clap::ValueEnum;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// From the least to the most: each may do what those before it may.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Writes working copies; nothing of theirs goes live by itself.
    Author,
    /// Publishes, takes off-line and deletes.
    Editor,
    /// Decides who else is staff.
    Owner,
}

impl Role {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Author, Self::Editor, Self::Owner];

    /// As the store, the API and the command line spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::Editor => "editor",
            Self::Owner => "owner",
        }
    }
}

impl ToSql for Role {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for Role {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let role = Self::ALL.into_iter().find(|role| role.name() == name);
        role.ok_or(FromSqlError::InvalidType)
    }
}
