//! The table `schedules`: what will happen to a language of a post, when.

use generator::Lang;
use rusqlite::{Connection, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::revisions;
use crate::fields::{self, FieldErrors};

/// Of `at`: its time passed while nothing could be done, so an editor decides.
pub const MISSED: &str = "missed";

/// What will happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The working copy goes live as it is then, unless an author has changed it since it was planned.
    Publish,
    /// The language goes off-line.
    Unpublish,
}

impl Action {
    /// Its name in the store and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Unpublish => "unpublish",
        }
    }

    /// By its name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Publish, Self::Unpublish]
            .into_iter()
            .find(|action| action.name() == name)
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
    /// Where the post's address is to lead when the whole post goes off-line.
    pub redirect_to: Option<String>,
}

pub(super) const COLUMNS: &str = "post_id, lang, action, at, by_name, problem, redirect_to";

/// All of them, in order of time.
pub fn list(connection: &Connection) -> rusqlite::Result<Vec<Schedule>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM schedules ORDER BY at, post_id, lang, action"
        ))?
        .query_map([], from_row)?
        .collect()
}

/// Those of a post, in order of time.
pub fn of_post(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Schedule>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM schedules WHERE post_id = ?1 ORDER BY at, lang, action"
        ))?
        .query_map([id], from_row)?
        .collect()
}

/// Puts one in the place of the one that this language may have for the same.
pub fn put(transaction: &Transaction<'_>, schedule: &Schedule) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO schedules ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        ))?
        .execute(params![
            schedule.post_id,
            schedule.lang.code(),
            schedule.action.name(),
            schedule.at,
            schedule.by,
            as_json(schedule.problem.as_ref()),
            schedule.redirect_to,
        ])?;
    Ok(())
}

/// An author has changed what an editor planned to publish: it waits until an editor has seen it and plans again.
pub fn withhold(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    let changed = Some(fields::one("at", "changed_since"));
    // Of a post in the trash, too.
    transaction
        .prepare_cached(
            "UPDATE schedules_aside SET problem = ?2 WHERE post_id = ?1 AND action = 'publish'",
        )?
        .execute(params![id, as_json(changed.as_ref())])?;
    for plan in of_post(transaction, id)? {
        if plan.action == Action::Publish && plan.problem != changed {
            let (lang, at) = (plan.lang.code(), plan.at);
            let problem = changed.clone();
            put(transaction, &Schedule { problem, ..plan })?;
            revisions::edit(transaction)?;
            tracing::info!(
                post = id,
                lang,
                at,
                "a planned publication waits: an author has changed the post"
            );
        }
    }
    Ok(())
}

/// Puts a problem in the place of the one that was `known` of a plan; `false` when the plan is another by now, or has another
/// problem.
pub fn put_problem(
    transaction: &Transaction<'_>,
    plan: &Schedule,
    known: Option<&FieldErrors>,
    problem: Option<&FieldErrors>,
) -> rusqlite::Result<bool> {
    let rows = transaction
        .prepare_cached(
            "UPDATE schedules SET problem = ?1
             WHERE post_id = ?2 AND lang = ?3 AND action = ?4 AND at = ?5 AND problem IS ?6",
        )?
        .execute(params![
            as_json(problem),
            plan.post_id,
            plan.lang.code(),
            plan.action.name(),
            plan.at,
            as_json(known),
        ])?;
    Ok(rows > 0)
}

/// Cancels what is planned for a post: of one language or of each, one action or both; returns how much that was.
pub fn cancel(
    transaction: &Transaction<'_>,
    id: i64,
    lang: Option<Lang>,
    action: Option<Action>,
) -> rusqlite::Result<usize> {
    transaction
        .prepare_cached(
            "DELETE FROM schedules WHERE post_id = ?1 AND (?2 IS NULL OR lang = ?2) AND (?3 IS NULL OR action = ?3)",
        )?
        .execute(params![id, lang.map(Lang::code), action.map(Action::name)])
}

fn as_json(problem: Option<&FieldErrors>) -> Option<String> {
    problem.map(|problem| serde_json::json!(problem).to_string())
}

pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Schedule> {
    let lang: String = row.get(1)?;
    let action: String = row.get(2)?;
    let problem: Option<String> = row.get(5)?;
    Ok(Schedule {
        post_id: row.get(0)?,
        lang: Lang::from_code(&lang).unwrap_or(Lang::DEFAULT),
        action: Action::from_name(&action).unwrap_or(Action::Publish),
        at: row.get(3)?,
        by: row.get(4)?,
        problem: problem.map(|json| serde_json::from_str(&json).unwrap_or_default()),
        redirect_to: row.get(6)?,
    })
}
