//! `posts` and `working_copies` together: posts as staff see them. Their order, and what they are filtered by, is in the
//! table `desk`, which triggers keep: a page costs what is on it.

use std::collections::BTreeSet;

use generator::{Lang, Languages, Post};
use rusqlite::{Connection, OptionalExtension as _, Row};

use super::{
    finding::{Found, Query, Wanted, Window},
    languages::is_other,
    post_fields::{self, FIELDS},
    posts::Dates,
};

/// A post as staff see it: the working copy where there is one, else what is on-line.
#[derive(Debug, Clone)]
pub struct OnDesk {
    /// Its fields and texts.
    pub post: Post,
    /// The revision and the dates of what is on-line, if anything is.
    pub live: Option<(i64, Dates)>,
    /// Of the working copy, if there is one.
    pub copy: Option<CopyHead>,
    /// Languages whose texts in the working copy are not those on-line.
    pub differs: BTreeSet<Lang>,
    /// Languages whose source has other words than when they were last declared right.
    pub stale: BTreeSet<Lang>,
    /// Whether something is planned.
    pub planned: bool,
}

/// What is known of a working copy beside its texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyHead {
    /// The copy's entity tag.
    pub version: i64,
    /// In milliseconds since the epoch.
    pub edited_at: i64,
    /// The name of who saved it last.
    pub edited_by: String,
}

/// Posts by the state that they are in as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// Something is planned.
    Scheduled,
    /// Nothing is on-line.
    Draft,
    /// There is a working copy beside what is on-line.
    Changed,
    /// What is on-line is all there is.
    Published,
}

/// Which posts.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// In this state only.
    pub state: Option<Whole>,
    /// With a translation that is stale only, into one of the languages of this site.
    pub stale: Option<Languages>,
    /// Without title or content in this language only.
    pub missing: Option<Lang>,
    /// Exact match; an unknown category has no posts.
    pub category: Option<String>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Skip so many.
    pub offset: i64,
    /// Of the contents, tell only whether they are empty (`-` stands for a text).
    pub summary: bool,
    /// What else, and in which order.
    pub wanted: Wanted,
}

const TABLES: &str = "desk AS k LEFT JOIN posts AS p ON p.id = k.id
    LEFT JOIN working_copies AS c ON c.post_id = k.id";

/// Visits posts that are not in the trash, one at a time: all together may not fit into memory. Returns how many the filter
/// matches without its limits.
pub fn each<E: From<rusqlite::Error>>(
    connection: &Connection,
    filter: &Filter,
    mut visit: impl FnMut(OnDesk) -> Result<(), E>,
) -> Result<i64, E> {
    // Numbers first: what is skipped is not looked up.
    let Found { ids, total } = query(filter).run(connection)?;
    let mut one = connection.prepare_cached(&one(filter.summary))?;
    for id in ids {
        visit(one.query_row([id], from_row)?)?;
    }
    Ok(total)
}

fn query(filter: &Filter) -> Query<'_> {
    let window = Window {
        category: filter.category.as_deref(),
        limit: filter.limit,
        offset: filter.offset,
    };
    Query::of_staff(&filter.wanted, window, clauses(filter))
}

/// One post that is not in the trash.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<OnDesk>> {
    connection
        .prepare_cached(&one(false))?
        .query_row([id], from_row)
        .optional()
}

fn one(summary: bool) -> String {
    let columns = columns(summary);
    format!("SELECT {columns} FROM {TABLES} WHERE k.id = ?1")
}

/// Whether a post is known at all: on-line, as a working copy or in the trash.
pub fn is_known(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT 1 FROM posts WHERE id = ?1 UNION SELECT 1 FROM working_copies WHERE post_id = ?1
             UNION SELECT 1 FROM trash WHERE post_id = ?1",
        )?
        .query_row([id], |_| Ok(()))
        .optional()
        .map(|found| found.is_some())
}

fn columns(summary: bool) -> String {
    let fields = FIELDS.map(|field| {
        let either = format!("iif(c.post_id IS NULL, p.{field}, c.{field})");
        if summary {
            post_fields::summarised(field, &either)
        } else {
            either
        }
    });
    format!(
        "k.id, k.date, {}, p.revision, p.published_az, p.published_en, p.published_ru,
             coalesce(p.published_others, '{{}}'), p.updated,
             c.version, c.edited_at, c.edited_by, k.differs_az, k.differs_en, k.differs_ru, k.differs_others,
             k.stale_az, k.stale_en, k.stale_ru, k.stale_others, k.state = 'scheduled'",
        fields.join(", "),
    )
}

/// In the words of the indexes.
fn clauses(filter: &Filter) -> Vec<String> {
    let mut clauses = Vec::new();
    if filter.category.is_some() {
        clauses.push("k.category = :category".to_owned());
    }
    clauses.extend(filter.state.map(|state| {
        let name = match state {
            Whole::Scheduled => "scheduled",
            Whole::Draft => "draft",
            Whole::Changed => "changed",
            Whole::Published => "published",
        };
        format!("k.state = '{name}'")
    }));
    if let Some(site) = filter.stale {
        // Whatever comes behind, the beginning is what the index is about.
        let usual = "k.stale_az OR k.stale_en OR k.stale_ru";
        let others = site.iter().filter(|lang| is_other(*lang));
        let others: String = others
            .map(|lang| format!(" OR instr(k.stale_others, ',{lang},')"))
            .collect();
        clauses.push(format!("({usual} OR k.stale_others <> '')"));
        clauses.push(format!("({usual}{others})"));
    }
    let missing = filter.missing;
    clauses.extend(missing.map(|lang| {
        if is_other(lang) {
            format!("instr(k.written_others, ',{lang},') = 0")
        } else {
            format!("k.missing_{lang}")
        }
    }));
    clauses
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<OnDesk> {
    let after = 2 + FIELDS.len();
    let live: Option<i64> = row.get(after)?;
    let dates = Dates {
        published: post_fields::published(row, after + 1)?,
        updated: row.get(after + 5)?,
    };
    let version: Option<i64> = row.get(after + 6)?;
    let copy = match version {
        Some(version) => Some(CopyHead {
            version,
            edited_at: row.get(after + 7)?,
            edited_by: row.get(after + 8)?,
        }),
        None => None,
    };
    Ok(OnDesk {
        post: post_fields::read(row, 2, row.get(0)?, row.get(1)?)?,
        live: live.map(|revision| (revision, dates)),
        copy,
        differs: post_fields::marked(row, after + 9)?,
        stale: post_fields::marked(row, after + 13)?,
        planned: row.get(after + 17)?,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "desk_tests.rs"]
mod tests;
