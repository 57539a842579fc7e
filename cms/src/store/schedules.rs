//! The table `schedules`: what will happen to a language of a post, when.

use generator::Lang;
use rusqlite::{Connection, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::fields::FieldErrors;

/// What will happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The working copy goes live as it is then.
    Publish,
    /// The language goes off-line.
    Unpublish,
}

impl Action {
    fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Unpublish => "unpublish",
        }
    }
}

/// One language of one post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The post.
    pub post_id: i64,
    /// The language.
    pub lang: Lang,
    /// What will happen.
    pub action: Action,
    /// When, by the machine's clock, in milliseconds since the epoch.
    pub at: i64,
    /// The name of who wants it.
    pub by: String,
    /// Why it was not done when it was due: codes by field.
    pub problem: Option<FieldErrors>,
}

const COLUMNS: &str = "post_id, lang, action, at, by_name, problem";

/// Those of a post, or all, in order of time.
pub fn list(connection: &Connection, id: Option<i64>) -> rusqlite::Result<Vec<Schedule>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM schedules WHERE ?1 IS NULL OR post_id = ?1 ORDER BY at, post_id, lang"
        ))?
        .query_map([id], from_row)?
        .collect()
}

/// Puts one in the place of the one that this language may have.
pub fn put(transaction: &Transaction<'_>, schedule: &Schedule) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO schedules ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ))?
        .execute(params![
            schedule.post_id,
            schedule.lang.code(),
            schedule.action.name(),
            schedule.at,
            schedule.by,
            schedule
                .problem
                .as_ref()
                .map(|problem| serde_json::json!(problem).to_string()),
        ])?;
    Ok(())
}

/// Cancels what is planned for a post, one language and one action of it or all; returns how much that was.
pub fn cancel(
    transaction: &Transaction<'_>,
    id: i64,
    only: Option<(Lang, Action)>,
) -> rusqlite::Result<usize> {
    transaction.execute(
        "DELETE FROM schedules WHERE post_id = ?1 AND (?2 IS NULL OR (lang = ?2 AND action = ?3))",
        params![
            id,
            only.map(|(lang, _)| lang.code()),
            only.map(|(_, action)| action.name())
        ],
    )
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Schedule> {
    let lang: String = row.get(1)?;
    let action: String = row.get(2)?;
    let problem: Option<String> = row.get(5)?;
    Ok(Schedule {
        post_id: row.get(0)?,
        lang: Lang::from_code(&lang).unwrap_or(Lang::DEFAULT),
        action: match action.as_str() {
            "unpublish" => Action::Unpublish,
            _ => Action::Publish,
        },
        at: row.get(3)?,
        by: row.get(4)?,
        problem: problem.map(|json| serde_json::from_str(&json).unwrap_or_default()),
    })
}
