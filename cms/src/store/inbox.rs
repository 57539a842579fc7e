//! The table `messages` as staff work with it. How messages come in, go out by e-mail and age is in `messages`.

use rusqlite::{
    Connection, OptionalExtension as _, Row, Transaction, named_params, params,
    types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    messages::{self, Room, Suspicion},
    role::Role,
};

/// What has become of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageState)]
pub enum State {
    /// Nobody has answered it.
    New,
    /// Somebody has.
    Answered,
    /// Done with, answered or not.
    Archived,
}

impl State {
    const ALL: [Self; 3] = [Self::New, Self::Answered, Self::Archived];

    fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Answered => "answered",
            Self::Archived => "archived",
        }
    }
}

impl ToSql for State {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for State {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let state = Self::ALL.into_iter().find(|state| state.name() == name);
        state.ok_or(FromSqlError::InvalidType)
    }
}

/// Someone who can answer messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Assignee {
    /// The user's number.
    pub id: i64,
    /// The user's name.
    pub username: String,
}

/// A message as staff see it. Times are in milliseconds, by the machine's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handled {
    /// Primary key.
    pub id: i64,
    /// When it came.
    pub received_at: i64,
    /// Of the visitor.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// May be empty.
    pub phone: String,
    /// As chosen in the form.
    pub subject: String,
    /// What it is about.
    pub message: String,
    /// When somebody opened it first.
    pub read_at: Option<i64>,
    /// When it went out by e-mail.
    pub relayed_at: Option<i64>,
    /// What has become of it.
    pub state: State,
    /// Of staff, for staff.
    pub note: String,
    /// Who is to answer it.
    pub assigned_to: Option<Assignee>,
    /// Who changed the state last.
    pub handled_by: Option<String>,
    /// When.
    pub handled_at: Option<i64>,
    /// Rises with every change of what staff write.
    pub version: i64,
    /// Why it is kept apart, if it is.
    pub suspected: Option<Suspicion>,
}

/// Which messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folder {
    /// Those in this state that nobody suspects.
    Of(State),
    /// All that nobody suspects.
    All,
    /// Those that are kept apart.
    Apart,
}

/// Where a page lies among the messages of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Behind so many newer ones.
    Past(i64),
    /// Those that are next to this one, and older.
    Before(i64),
    /// Those that are next to this one, and newer.
    After(i64),
}

/// Some messages, newest first, and how many there are around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What is on it.
    pub messages: Vec<Handled>,
    /// Newer ones that are not on it.
    pub newer: i64,
    /// Older ones.
    pub older: i64,
}

/// How many messages there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MessageCounts)]
pub struct Counts {
    /// New ones that nobody has opened.
    pub unread: i64,
    /// New ones.
    pub new: i64,
    /// Answered ones.
    pub answered: i64,
    /// Archived ones.
    pub archived: i64,
    /// Those that are kept apart.
    pub suspected: i64,
    /// How much room there is for more.
    pub room: Room,
    /// Rises with whatever happens to any message; `X-Changes` of a list says to which of them it belongs.
    pub changes: i64,
}

const SELECT: &str = "SELECT m.id, m.received_at, m.name, m.email, m.phone, m.subject, m.message, m.read_at, m.relayed_at,
    m.state, m.note, m.assigned_to, u.name, m.handled_by, m.handled_at, m.version, m.suspected
    FROM messages AS m LEFT JOIN users AS u ON u.id = m.assigned_to";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Handled> {
    let assigned_to: Option<i64> = row.get(11)?;
    let username: Option<String> = row.get(12)?;
    Ok(Handled {
        id: row.get(0)?,
        received_at: row.get(1)?,
        name: row.get(2)?,
        email: row.get(3)?,
        phone: row.get(4)?,
        subject: row.get(5)?,
        message: row.get(6)?,
        read_at: row.get(7)?,
        relayed_at: row.get(8)?,
        state: row.get(9)?,
        note: row.get(10)?,
        assigned_to: assigned_to
            .zip(username)
            .map(|(id, username)| Assignee { id, username }),
        handled_by: row.get(13)?,
        handled_at: row.get(14)?,
        version: row.get(15)?,
        suspected: row.get(16)?,
    })
}

fn clause(folder: Folder) -> String {
    match folder {
        Folder::Of(state) => format!("m.suspected IS NULL AND m.state = '{}'", state.name()),
        Folder::All => "m.suspected IS NULL".to_owned(),
        Folder::Apart => "m.suspected IS NOT NULL".to_owned(),
    }
}

/// Visits the messages of a folder, newest first, one at a time: all together may not fit into memory.
pub fn each(
    connection: &Connection,
    folder: Folder,
    mut visit: impl FnMut(Handled),
) -> rusqlite::Result<()> {
    let sql = format!("{SELECT} WHERE {} ORDER BY m.id DESC", clause(folder));
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        visit(from_row(row)?);
    }
    Ok(())
}

/// A page of a folder, newest first.
pub fn page(
    connection: &Connection,
    folder: Folder,
    limit: i64,
    place: Place,
) -> rusqlite::Result<Page> {
    let (beyond, order, id, offset) = match place {
        Place::Past(offset) => ("m.id > :id", "DESC", 0, offset),
        Place::Before(id) => ("m.id < :id", "DESC", id, 0),
        Place::After(id) => ("m.id > :id", "ASC", id, 0),
    };
    let clause = clause(folder);
    let all = count(connection, folder)?;
    let within = match place {
        Place::Past(_) => (all - offset).max(0),
        _ => connection
            .prepare_cached(&format!(
                "SELECT count(*) FROM messages AS m WHERE {clause} AND {beyond}"
            ))?
            .query_row(named_params! {":id": id}, |row| row.get(0))?,
    };
    let mut messages: Vec<Handled> = connection
        .prepare_cached(&format!(
            "{SELECT} WHERE {clause} AND {beyond} ORDER BY m.id {order} LIMIT :limit OFFSET :offset"
        ))?
        .query_map(
            named_params! {":id": id, ":limit": limit, ":offset": offset},
            from_row,
        )?
        .collect::<rusqlite::Result<_>>()?;
    let (behind, ahead) = (within - messages.len() as i64, all - within);
    let (newer, older) = match place {
        Place::After(_) => {
            messages.reverse();
            (behind, ahead)
        }
        _ => (ahead, behind),
    };
    Ok(Page {
        messages,
        newer,
        older,
    })
}

/// The number of each message of a folder, and as of which change, newest first.
pub fn seen(connection: &Connection, folder: Folder) -> rusqlite::Result<Vec<(i64, i64)>> {
    let clause = clause(folder);
    connection
        .prepare_cached(&format!(
            "SELECT m.id, m.version FROM messages AS m WHERE {clause} ORDER BY m.id DESC"
        ))?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// How many messages a folder has.
pub fn count(connection: &Connection, folder: Folder) -> rusqlite::Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM messages AS m WHERE {}",
        clause(folder)
    );
    connection
        .prepare_cached(&sql)?
        .query_row([], |row| row.get(0))
}

/// How many there are of each.
pub fn counts(connection: &Connection) -> rusqlite::Result<Counts> {
    let of = |state| count(connection, Folder::Of(state));
    let unread = connection
        .prepare_cached(
            "SELECT count(*) FROM messages WHERE suspected IS NULL AND state = 'new' AND read_at IS NULL",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(Counts {
        unread,
        new: of(State::New)?,
        answered: of(State::Answered)?,
        archived: of(State::Archived)?,
        suspected: count(connection, Folder::Apart)?,
        room: messages::room(connection)?,
        changes: changes(connection)?,
    })
}

/// Rises with whatever happens to any message.
pub fn changes(connection: &Connection) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT count FROM message_changes")?
        .query_row([], |row| row.get(0))
}

/// One message.
pub fn find(connection: &Connection, id: i64) -> rusqlite::Result<Option<Handled>> {
    connection
        .prepare_cached(&format!("{SELECT} WHERE m.id = ?1"))?
        .query_row([id], from_row)
        .optional()
}

/// Writes what staff may change; `relay_at` says when an e-mail is due that was not due before.
pub fn update(
    transaction: &Transaction<'_>,
    message: &Handled,
    relay_at: Option<i64>,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "UPDATE messages SET read_at = ?2, state = ?3, note = ?4, assigned_to = ?5, handled_by = ?6, handled_at = ?7,
                 version = ?8, suspected = ?9, relay_at = coalesce(?10, relay_at)
             WHERE id = ?1",
        )?
        .execute(params![
            message.id,
            message.read_at,
            message.state,
            message.note,
            message.assigned_to.as_ref().map(|assignee| assignee.id),
            message.handled_by,
            message.handled_at,
            message.version,
            message.suspected.map(Suspicion::name),
            relay_at
        ])?;
    Ok(())
}

/// Users who can answer messages, by name.
pub fn assignees(connection: &Connection) -> rusqlite::Result<Vec<Assignee>> {
    connection
        .prepare_cached(
            "SELECT id, name FROM users WHERE role <> ?1 AND disabled_at IS NULL ORDER BY name",
        )?
        .query_map([Role::Author], |row| {
            Ok(Assignee {
                id: row.get(0)?,
                username: row.get(1)?,
            })
        })?
        .collect()
}
