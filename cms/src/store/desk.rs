//! `posts` and `working_copies` together: posts as staff see them.

use generator::{Lang, Localized, Post};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::{
    post_fields::{self, FIELDS},
    posts::{Dates, StoredPost},
    working_copies::WorkingCopy,
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
    pub differs: Localized<bool>,
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

impl OnDesk {
    /// Of what is on-line and the working copy; nothing when there is neither.
    pub fn of(live: Option<StoredPost>, copy: Option<WorkingCopy>) -> Option<Self> {
        let differs = match (&live, &copy) {
            (Some(live), Some(copy)) => Localized::from_fn(|lang| {
                let texts = |post: &Post| {
                    [&post.title, &post.excerpt, &post.content].map(|text| text.get(lang).clone())
                };
                texts(&live.post) != texts(&copy.post)
            }),
            _ => Localized::default(),
        };
        let head = copy.as_ref().map(|copy| CopyHead {
            version: copy.version,
            edited_at: copy.edited_at,
            edited_by: copy.edited_by.clone(),
        });
        let dates = live
            .as_ref()
            .map(|live| (live.revision, live.dates.clone()));
        let date = live.as_ref().map(|live| live.post.date);
        let post = copy
            .map(|copy| copy.post)
            .or_else(|| live.map(|live| live.post))?;
        let post = Post {
            date: date.unwrap_or(post.date),
            ..post
        };
        Some(Self {
            post,
            live: dates,
            copy: head,
            differs,
        })
    }
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

/// Which posts, newest first.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// In this state only.
    pub state: Option<Whole>,
    /// With a translation that is stale only.
    pub stale: bool,
    /// Without title or content in this language only.
    pub missing: Option<Lang>,
    /// Exact match; an unknown category has no posts.
    pub category: Option<String>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Skip so many.
    pub offset: i64,
    /// Of the three contents, tell only whether they are empty (`-` stands for a text).
    pub summary: bool,
}

const TABLES: &str = "(SELECT id FROM posts UNION SELECT post_id FROM working_copies) AS k
    LEFT JOIN posts AS p ON p.id = k.id LEFT JOIN working_copies AS c ON c.post_id = k.id";

/// Visits posts that are not in the trash, one at a time: all together may not fit into memory.
pub fn each<E: From<rusqlite::Error>>(
    connection: &Connection,
    filter: &Filter,
    mut visit: impl FnMut(OnDesk) -> Result<(), E>,
) -> Result<(), E> {
    let sql = format!(
        "SELECT {} FROM {TABLES} WHERE {}
         ORDER BY coalesce(p.date, c.date, c.created_at) DESC, k.id DESC LIMIT ?2 OFFSET ?3",
        columns(filter.summary),
        clause(filter)
    );
    let limit = filter.limit.unwrap_or(-1);
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map(params![filter.category, limit, filter.offset], from_row)?;
    for post in found {
        visit(post?)?;
    }
    Ok(())
}

/// How many posts the filter matches, without its limits.
pub fn count(connection: &Connection, filter: &Filter) -> rusqlite::Result<i64> {
    let sql = format!("SELECT count(*) FROM {TABLES} WHERE {}", clause(filter));
    connection
        .prepare_cached(&sql)?
        .query_row(params![filter.category], |row| row.get(0))
}

/// Posts other than this one, on-line or as working copies, whose texts hold this piece of text: number, title, and all
/// their texts.
pub fn mentioning(
    connection: &Connection,
    id: i64,
    piece: &str,
) -> rusqlite::Result<Vec<(i64, String, String)>> {
    let texts = "content_az || char(10) || content_en || char(10) || content_ru";
    connection
        .prepare_cached(&format!(
            "SELECT k.id, coalesce(c.title_az, p.title_az),
                 coalesce((SELECT {texts} FROM posts WHERE id = k.id), '') || char(10)
                     || coalesce((SELECT {texts} FROM working_copies WHERE post_id = k.id), '') AS words
             FROM {TABLES} WHERE k.id <> ?1 AND instr(words, ?2) > 0
                 AND k.id NOT IN (SELECT post_id FROM trash)
             ORDER BY k.id"
        ))?
        .query_map(params![id, piece], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?
        .collect()
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
        match summary {
            true => post_fields::summarised(field, &either),
            false => either,
        }
    });
    let differs = Lang::ALL.map(|lang| {
        let of = ["title", "excerpt", "content"].map(|field| {
            let column = format!("{field}_{}", lang.code());
            format!("p.{column} <> c.{column}")
        });
        format!("coalesce({}, 0)", of.join(" OR "))
    });
    format!(
        "k.id, coalesce(p.date, c.date, c.created_at), {}, p.revision, p.published_az, p.published_en,
             p.published_ru, p.updated, c.version, c.edited_at, c.edited_by, {}",
        fields.join(", "),
        differs.join(", ")
    )
}

fn clause(filter: &Filter) -> String {
    const SCHEDULED: &str = "EXISTS (SELECT 1 FROM schedules AS s WHERE s.post_id = k.id)";
    let mut clauses = vec![
        "k.id NOT IN (SELECT post_id FROM trash)".to_owned(),
        "(?1 IS NULL OR coalesce(c.category, p.category) = ?1)".to_owned(),
    ];
    clauses.extend(filter.state.map(|state| match state {
        Whole::Scheduled => SCHEDULED.to_owned(),
        Whole::Draft => format!("p.id IS NULL AND NOT {SCHEDULED}"),
        Whole::Changed => {
            format!("p.id IS NOT NULL AND c.post_id IS NOT NULL AND NOT {SCHEDULED}")
        }
        Whole::Published => format!("c.post_id IS NULL AND NOT {SCHEDULED}"),
    }));
    if filter.stale {
        clauses.push(
            "EXISTS (SELECT 1 FROM translations AS t WHERE t.post_id = k.id AND t.stale = 1)"
                .to_owned(),
        );
    }
    clauses.extend(filter.missing.map(|lang| {
        let code = lang.code();
        format!(
            "(iif(c.post_id IS NULL, p.title_{code}, c.title_{code}) = ''
              OR octet_length(iif(c.post_id IS NULL, p.content_{code}, c.content_{code})) = 0)"
        )
    }));
    clauses.join(" AND ")
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<OnDesk> {
    let after = 2 + FIELDS.len();
    let live: Option<i64> = row.get(after)?;
    let dates = Dates {
        published: post_fields::localized(row, after + 1)?,
        updated: row.get(after + 4)?,
    };
    let version: Option<i64> = row.get(after + 5)?;
    let copy = match version {
        Some(version) => Some(CopyHead {
            version,
            edited_at: row.get(after + 6)?,
            edited_by: row.get(after + 7)?,
        }),
        None => None,
    };
    Ok(OnDesk {
        post: post_fields::read(row, 2, row.get(0)?, row.get(1)?)?,
        live: live.map(|revision| (revision, dates)),
        copy,
        differs: post_fields::localized(row, after + 8)?,
    })
}
