//! The tables `finding`, `finding_words` and `finding_due`: posts by their words, and by what else their list is filtered
//! by and sorted in. Beside them `post_links`: posts by where their texts lead.

pub(super) mod index;
pub mod links;
mod words;

use generator::{Lang, Post};
use rusqlite::{Connection, ToSql, named_params};

use super::languages::is_other;

pub use words::{Question, TooLong};

/// What posts are looked for by, beside state and category.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// With all these words.
    pub question: Option<Question>,
    /// By this author, whatever the case.
    pub author: Option<String>,
    /// With a title in this language.
    pub lang: Option<Lang>,
    /// Dated then or later, in milliseconds since the epoch.
    pub from: Option<i64>,
    /// Dated earlier than then.
    pub until: Option<i64>,
    /// In this order.
    pub sort: Sort,
}

/// The order of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// By date, the newest first.
    #[default]
    Newest,
    /// By date, the oldest first.
    Oldest,
    /// What something was done to last first.
    Edited,
    /// By title, in the Azerbaijani alphabet.
    Title,
    /// By author, likewise.
    Author,
}

/// Which part of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'a> {
    /// Exact match.
    pub category: Option<&'a str>,
    /// At most so many.
    pub limit: Option<i64>,
    /// Skip so many.
    pub offset: i64,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The numbers of its posts, in order.
    pub ids: Vec<i64>,
    /// Posts on all pages together.
    pub total: i64,
}

impl Wanted {
    /// Whether a post is wanted, by itself; `author` is compared as it is folded.
    pub fn fits(&self, post: &Post) -> bool {
        let date = post.date.as_millisecond();
        self.question.as_ref().is_none_or(|asked| asked.fits(post))
            && self
                .author
                .as_deref()
                .is_none_or(|author| key(author) == key(&post.author))
            && self
                .lang
                .is_none_or(|lang| !post.title.get(lang).is_empty())
            && self.from.is_none_or(|from| date >= from)
            && self.until.is_none_or(|until| date < until)
    }

    /// What `finding` says of it, in SQL; `date` is a column.
    fn clauses(&self, date: &str) -> Vec<String> {
        let mut clauses = Vec::new();
        if self.author.is_some() {
            clauses.push("f.author = :author".to_owned());
        }
        clauses.extend(self.lang.map(|lang| {
            if is_other(lang) {
                format!("instr(f.others, ',{lang},') > 0")
            } else {
                format!("f.{lang}")
            }
        }));
        clauses.extend(self.from.map(|from| format!("{date} >= {from}")));
        clauses.extend(self.until.map(|until| format!("{date} < {until}")));
        clauses
    }

    fn order(&self, date: &str, id: &str) -> String {
        match self.sort {
            Sort::Newest => format!("{date} DESC, {id} DESC"),
            Sort::Oldest => format!("{date}, {id}"),
            Sort::Edited => "f.edited DESC, f.post_id DESC".to_owned(),
            Sort::Title => "f.title, f.post_id DESC".to_owned(),
            Sort::Author => "f.author_at, f.post_id DESC".to_owned(),
        }
    }
}

/// An author as they are compared.
fn key(author: &str) -> String {
    generator::fold(author.trim())
}

/// A list in SQL: what it reads, which rows of it, and in which order.
pub(super) struct Query<'a> {
    wanted: &'a Wanted,
    window: Window<'a>,
    from: &'static str,
    /// The columns of the row's number in `finding_words` and of the post's number.
    columns: &'static str,
    clauses: String,
    order: String,
}

impl<'a> Query<'a> {
    /// Posts as staff see them. `clauses` are about `desk`, which is called `k`; `:category` may be in them.
    pub fn of_staff(wanted: &'a Wanted, window: Window<'a>, mut clauses: Vec<String>) -> Self {
        let dated = matches!(wanted.sort, Sort::Newest | Sort::Oldest);
        clauses.extend(wanted.clauses("k.date"));
        Self {
            wanted,
            window,
            from: match (dated, wanted.author.is_none() && wanted.lang.is_none()) {
                (true, true) => "desk AS k",
                (true, false) => "desk AS k JOIN finding AS f ON f.id = 2 * k.id",
                // In this order: the index of `finding` has that of the list.
                (false, _) => {
                    "finding AS f CROSS JOIN desk AS k ON k.id = f.post_id AND f.id = 2 * k.id"
                }
            },
            columns: "2 * k.id, k.id",
            clauses: all_of(&clauses),
            order: wanted.order("k.date", "k.id"),
        }
    }

    /// Posts as visitors see them.
    pub fn of_visitors(wanted: &'a Wanted, window: Window<'a>) -> Self {
        let mut clauses = vec!["f.visitors".to_owned()];
        let category = window.category.map(|_| "f.category = :category".to_owned());
        clauses.extend(category);
        clauses.extend(wanted.clauses("f.date"));
        Self {
            wanted,
            window,
            from: "finding AS f",
            columns: "f.id, f.post_id",
            clauses: all_of(&clauses),
            order: wanted.order("f.date", "f.post_id"),
        }
    }

    /// All of them, in order.
    pub fn sql(&self) -> String {
        let Self {
            columns,
            from,
            clauses,
            order,
            ..
        } = self;
        format!("SELECT {columns} FROM {from} WHERE {clauses} ORDER BY {order}")
    }

    /// A page of them, and how many there are.
    pub fn run(&self, connection: &Connection) -> rusqlite::Result<Found> {
        let author = self.wanted.author.as_deref().map(key);
        let category = &self.window.category;
        let mut values: Vec<(&str, &dyn ToSql)> = Vec::new();
        values.extend(
            author
                .as_ref()
                .map(|author| (":author", author as &dyn ToSql)),
        );
        values.extend(
            category
                .as_ref()
                .map(|category| (":category", category as &dyn ToSql)),
        );
        match &self.wanted.question {
            Some(question) => self.with(&with_words(connection, question)?, connection, &values),
            None => self.page(connection, &values),
        }
    }

    fn page(
        &self,
        connection: &Connection,
        values: &[(&str, &dyn ToSql)],
    ) -> rusqlite::Result<Found> {
        let Self {
            from,
            clauses,
            window,
            ..
        } = self;
        let total = connection
            .prepare_cached(&format!("SELECT count(*) FROM {from} WHERE {clauses}"))?
            .query_row(values, |row| row.get(0))?;
        let limit = window.limit.unwrap_or(-1);
        let mut values: Vec<(&str, &dyn ToSql)> = values.to_vec();
        values.extend(named_params! {":limit": limit, ":offset": window.offset});
        let sql = format!("{} LIMIT :limit OFFSET :offset", self.sql());
        let ids = connection
            .prepare_cached(&sql)?
            .query_map(values.as_slice(), |row| row.get(1))?
            .collect::<Result<_, _>>()?;
        Ok(Found { ids, total })
    }

    /// Along the list's order, which an index has: what is sorted already is not sorted again.
    fn with(
        &self,
        rows: &[i64],
        connection: &Connection,
        values: &[(&str, &dyn ToSql)],
    ) -> rusqlite::Result<Found> {
        let Window { limit, offset, .. } = self.window;
        let (mut ids, mut total) = (Vec::new(), 0);
        if rows.is_empty() {
            return Ok(Found { ids, total });
        }
        // Where nothing else narrows the list, all that staff see with the words are in it, and the page is all to look for.
        let known = (self.clauses == ALL).then(|| rows.iter().filter(|row| **row % 2 == 0));
        let known = known.and_then(|rows| i64::try_from(rows.count()).ok());
        let mut statement = connection.prepare_cached(&self.sql())?;
        let mut found = statement.query(values)?;
        while let Some(row) = found.next()? {
            let is_full = limit.is_some_and(|limit| total >= offset + limit);
            if let Some(known) = known.filter(|_| is_full) {
                total = known;
                break;
            }
            if rows.binary_search(&row.get(0)?).is_ok() {
                if total >= offset && limit.is_none_or(|limit| total < offset + limit) {
                    ids.push(row.get(1)?);
                }
                total += 1;
            }
        }
        Ok(Found { ids, total })
    }
}

/// No clause at all.
const ALL: &str = "TRUE";

fn all_of(clauses: &[String]) -> String {
    if clauses.is_empty() {
        ALL.to_owned()
    } else {
        clauses.join(" AND ")
    }
}

/// The rows that have every word, in order.
fn with_words(connection: &Connection, question: &Question) -> rusqlite::Result<Vec<i64>> {
    let Some(expression) = question.expression() else {
        return Ok(Vec::new());
    };
    connection
        .prepare_cached("SELECT rowid FROM finding_words WHERE finding_words MATCH ?1")?
        .query_map([expression], |row| row.get(0))?
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "finding_tests.rs"]
mod tests;
